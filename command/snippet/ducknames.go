package snippet

// What is known of DuckDB, by name. duckReads are functions whose first argument names
// files; duckFunctions only compute from what they are given.
const (
	duckReads     = "read_csv read_csv_auto read_json read_json_auto read_json_objects read_ndjson read_ndjson_auto read_ndjson_objects read_parquet parquet_scan parquet_metadata parquet_schema parquet_file_metadata sniff_csv read_text read_blob glob"
	duckFunctions = `count sum min max avg mean median mode stddev stddev_pop stddev_samp variance var_pop var_samp quantile quantile_cont quantile_disc approx_quantile approx_count_distinct arg_min arg_max argmin argmax min_by max_by
		first last any_value list array_agg string_agg group_concat histogram corr covar_pop covar_samp regr_slope regr_intercept regr_r2 bool_and bool_or bit_and bit_or count_if countif sumif product skewness kurtosis entropy
		lower upper length strlen len char_length trim ltrim rtrim substr substring left right concat concat_ws replace regexp_replace regexp_matches regexp_extract regexp_extract_all regexp_full_match string_split split split_part str_split
		starts_with ends_with contains prefix suffix instr position strpos lpad rpad repeat reverse format printf chr ascii md5 sha256 hash levenshtein jaccard translate
		coalesce nullif ifnull if iif greatest least cast try_cast typeof abs round floor ceil ceiling trunc mod power pow sqrt exp ln log log2 log10 sign random sin cos tan atan atan2 pi degrees radians
		date_trunc date_part datepart date_diff datediff date_add date_sub age extract strftime strptime try_strptime to_timestamp epoch epoch_ms make_date make_timestamp year month day hour minute second week weekday dayofweek dayofyear quarter
		isodow monthname dayname last_day now current_date today current_timestamp to_days to_hours to_minutes to_seconds to_months time_bucket
		row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value generate_series range unnest
		list_value list_sum list_avg list_min list_max list_sort list_distinct list_contains list_transform list_filter list_aggregate list_unique list_concat list_extract list_slice list_reverse array_length array_to_string flatten
		struct_pack struct_extract row map map_keys map_values map_extract element_at json json_extract json_extract_string json_array_length json_keys json_object json_array json_type json_valid to_json json_group_array json_structure
		columns version current_schema current_database uuid bar
		map_from_entries list_has_any list_has_all list_zip list_position list_append list_prepend list_cat array_sort regexp_split_to_array string_to_array bit_count strip_accents epoch_us epoch_ns to_base64 from_base64 url_encode url_decode struct_insert mad reservoir_quantile approx_top_k fsum favg geomean regr_count regr_avgx regr_avgy gcd lcm isnan isinf gen_random_uuid make_time timezone cardinality
		duckdb_extensions duckdb_settings duckdb_tables duckdb_columns duckdb_views duckdb_indexes duckdb_constraints duckdb_functions duckdb_databases duckdb_schemas duckdb_types pragma_table_info pragma_database_size pragma_storage_info pragma_version`
	// duckWords are words of the language, and types, that a bracket may follow.
	duckWords = `in as and or not values over from where exists any all some on using when then else by filter within group join lateral union except intersect select having between like ilike is case varchar char numeric decimal
		distinct limit offset partition materialized exclude key unique check references primary returning interval set rollup cube sets bit`
)
