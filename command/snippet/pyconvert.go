package snippet

// Names that begin like those of what reads, writes, evaluates or runs (pyWild), and that
// only make other data of data in memory. The list was made by going through all members
// of the classes of the libraries that only compute, and of what the functions of these
// give; what takes a buffer, a path, a class or code is not among them.

// pyConverts reports whether a name is one of these, whatever harmless library has it. What
// objects of Python itself have under such a name is looked at elsewhere (pyReaching).
func pyConverts(library, name string) bool {
	if listWords(`to_series to_frame to_flat_index to_period to_timestamp to_pydatetime to_pytimedelta to_datetime64 to_timedelta64 to_julian_date to_perioddelta to_native_types to_tuples to_numpy to_list to_dict
		to_dense to_coo to_xarray to_dicts to_dummies to_physical to_arrow to_pandas to_offset to_undirected to_directed to_dict_of_lists to_dict_of_dicts to_edgelist to_nested_tuple to_prufer_sequence
		to_numpy_array to_scipy_sparse_array to_pandas_adjacency to_pandas_edgelist to_wkt to_wkb to_tree to_sparse to_sparse_csr to_sparse_coo to_mkldnn to_array to_dataset to_unstacked_dataset to_dataframe
		to_index to_stacked_array to_crs
		from_records from_dict from_product from_tuples from_arrays from_frame from_codes from_breaks from_intervals from_range from_dummies from_spmatrix from_coo from_derivatives from_numpy from_dicts from_epoch
		from_bounds from_wkt from_wkb from_features from_edgelist from_pandas_edgelist from_pandas_adjacency from_dict_of_lists from_dict_of_dicts from_numpy_array from_scipy_sparse_array from_nested_tuple
		from_prufer_sequence from_repr from_pandas from_arrow from_quat from_matrix from_rotvec from_euler from_mrp from_davenport from_spline from_estimator from_predictions from_cv_results from_series
		from_ordinals from_fields from_roots
		open_left open_right flags attrs histogram histogram2d histogramdd histogram_bin_edges symbol trace open_tag_counter importances importances_mean importances_std execution_count evalue writeable writebackifcopy`, name) {
		return true
	}
	switch library {
	case "scipy":
		return listWords(`eval_chebyc eval_chebys eval_chebyt eval_chebyu eval_gegenbauer eval_genlaguerre eval_hermite eval_hermitenorm eval_jacobi eval_laguerre eval_legendre eval_sh_chebyt eval_sh_chebyu
			eval_sh_jacobi eval_sh_legendre bisect query query_ball_point query_ball_tree query_pairs`, name)
	case "sklearn":
		return listWords("query query_radius", name)
	case "networkx":
		return listWords("load_centrality information_centrality shell_layout to_networkx_graph to_numpy_recarray to_graph6_bytes to_sparse6_bytes from_graph6_bytes from_sparse6_bytes", name)
	case "xarray":
		return listWords("load to_masked_array from_dataframe", name)
	case "shapely":
		return listWords("loads dumps to_geojson from_geojson", name)
	case "geopandas":
		return listWords("from_xy", name)
	case "polars":
		return listWords("to_date to_datetime to_time to_lowercase to_uppercase to_titlecase to_integer to_decimal to_init_repr to_struct", name)
	}
	return false
}

// pyOutside lists parts of one library that reach the network, start programs or take formulas,
// which are evaluated.
func pyOutside(library string) string {
	switch library {
	case "geopandas":
		return "tools geocode reverse_geocode explore"
	case "xarray":
		return "tutorial backends"
	case "sklearn":
		return "export_graphviz"
	case "networkx":
		return "drawing nx_agraph nx_pydot nx_latex readwrite graphviz_layout view_pygraphviz pygraphviz_layout pydot_layout to_agraph to_pydot"
	case "statsmodels":
		return "formula smf patsy dmatrix dmatrices MICE MICEData imputation webdoc x13 x13_arima_analysis x13_arima_select_order sandbox"
	}
	return ""
}

// pyOpenParts lists functions of modules of such libraries that have a name by which nothing
// is asked for otherwise: comparisons for tests, data that is made and not fetched.
func pyOpenParts(library string) string {
	switch library {
	case "numpy":
		return `typing typing.NDArray typing.ArrayLike typing.DTypeLike lib.stride_tricks lib.stride_tricks.sliding_window_view lib.stride_tricks.as_strided lib.stride_tricks.broadcast_to
			testing testing.assert_ testing.assert_allclose testing.assert_almost_equal testing.assert_approx_equal testing.assert_array_almost_equal testing.assert_array_almost_equal_nulp testing.assert_array_equal
			testing.assert_array_less testing.assert_array_max_ulp testing.assert_equal testing.assert_no_warnings testing.assert_string_equal`
	case "pandas":
		return `api api.types api.types.CategoricalDtype api.types.DatetimeTZDtype api.types.IntervalDtype api.types.PeriodDtype api.types.infer_dtype api.types.pandas_dtype api.types.union_categoricals
			testing testing.assert_frame_equal testing.assert_series_equal testing.assert_index_equal testing.assert_extension_array_equal`
	case "xarray":
		return "testing testing.assert_allclose testing.assert_equal testing.assert_identical"
	case "sklearn":
		return `datasets datasets.load_iris datasets.load_digits datasets.load_wine datasets.load_breast_cancer datasets.load_diabetes datasets.load_linnerud datasets.make_blobs datasets.make_classification
			datasets.make_regression datasets.make_moons datasets.make_circles datasets.make_biclusters datasets.make_checkerboard datasets.make_friedman1 datasets.make_friedman2 datasets.make_friedman3
			datasets.make_gaussian_quantiles datasets.make_hastie_10_2 datasets.make_low_rank_matrix datasets.make_multilabel_classification datasets.make_s_curve datasets.make_sparse_coded_signal
			datasets.make_sparse_spd_matrix datasets.make_sparse_uncorrelated datasets.make_spd_matrix datasets.make_swiss_roll
			utils utils.check_random_state utils.shuffle utils.resample utils.check_array utils.check_X_y utils.check_consistent_length utils.column_or_1d utils.Bunch utils.gen_batches utils.gen_even_slices
			utils.class_weight utils.class_weight.compute_class_weight utils.class_weight.compute_sample_weight utils.compute_class_weight utils.compute_sample_weight utils.validation utils.validation.check_is_fitted
			utils.validation.check_array utils.validation.check_X_y utils.validation.column_or_1d utils.validation.check_random_state utils.multiclass utils.multiclass.type_of_target utils.multiclass.unique_labels
			utils.extmath utils.extmath.randomized_svd utils.extmath.softmax utils.extmath.safe_sparse_dot utils.murmurhash3_32 utils.safe_mask utils.safe_sqr`
	case "scipy":
		return "io io.wavfile"
	case "statsmodels":
		return "api tsa.api stats.api"
	case "torch":
		return "testing testing.assert_close"
	}
	return ""
}
