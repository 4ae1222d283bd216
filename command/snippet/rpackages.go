package snippet

import (
	_ "embed"
	"strings"
)

// What is known of packages that are no part of R. Most were gone through as R itself
// was: all that a package exports, and what each of those functions calls; a few that only
// fit models, draw or reckon are here by their manuals.

// rBasePackage reports whether a package comes with R.
func rBasePackage(pkg string) bool {
	return listWords("base stats utils methods grDevices graphics datasets tools parallel compiler splines stats4 grid", pkg)
}

// rPackages are all others that are known.
const rPackages = `dplyr tidyr readr ggplot2 purrr stringr tibble forcats lubridate magrittr tidyverse data.table jsonlite broom scales glue zoo xts lme4 lmerTest nlme survival forecast mgcv MASS Matrix lattice cluster boot
	class nnet rpart readxl haven arrow yaml vroom writexl here R6 knitr rmarkdown testthat bench microbenchmark covr lintr styler roxygen2 bookdown quarto rcmdcheck spelling goodpractice devtools pkgload usethis renv targets shiny rlang cli crayon
	digest sf janitor skimr patchwork cowplot ggrepel ggthemes viridis viridisLite RColorBrewer gridExtra moments corrplot e1071 emmeans lmtest sandwich tseries urca hms bit64 fs withr pkgdown
	quantreg randomForest ranger glmnet tsibble fable feasts slider clock units timeDate vctrs tidyselect stringi waldo assertthat checkmate fansi pillar modelr`

// rKnown reports whether a package is known.
func rKnown(pkg string) bool { return listWords(rPackages, pkg) }

// rOnly lists, of packages that do more than compute, the names that may be used; "" for
// those of which all but rPackageReach may be.
//
// Long: a table.
func rOnly(pkg string) string {
	switch pkg {
	case "rlang":
		return `abort inform warn set_names hash is_null is_empty is_string is_character is_function is_list is_true is_false is_na is_bare_numeric is_scalar_character names2 arg_match arg_match0 %||% enquo enquos
			as_name as_label quo_name list2 check_dots_empty has_name is_installed cnd_message expect_no_error last_error dots_list rep_named`
	case "cli":
		return `rule boxx col_red col_green col_blue col_yellow col_cyan col_grey col_magenta col_white style_bold style_italic style_underline symbol ansi_strip ansi_nchar ansi_align num_ansi_colors console_width
			cat_line cat_rule cat_bullet cat_boxx cat_print cli_text cli_alert cli_alert_success cli_alert_info cli_alert_warning cli_alert_danger cli_h1 cli_h2 cli_h3 cli_ul cli_ol cli_li cli_bullets cli_abort
			cli_warn cli_inform cli_rule cli_verbatim format_inline pluralize cli_progress_along cli_progress_bar cli_progress_update cli_progress_done cli_end`
	case "withr":
		return "with_seed with_preserve_seed with_locale with_timezone with_collate local_seed local_locale local_timezone with_language"
	case "devtools":
		return `load_all test document check lint test_coverage check_man run_examples test_active_file package_file session_info spell_check missing_s3 dev_packages test_coverage_active_file 
			as.package package_info`
	case "pkgload":
		return "load_all is_dev_package pkg_name pkg_version pkg_path"
	case "usethis":
		return "use_data use_test use_r use_testthat use_package use_version use_news_md use_vignette use_import_from use_dev_version use_tidy_description ui_done ui_info ui_todo proj_get use_data_raw"
	case "renv":
		return "status dependencies paths project diagnostics"
	case "targets":
		return "tar_make tar_manifest tar_outdated tar_validate tar_read tar_load tar_meta tar_progress tar_glimpse tar_network tar_sitrep tar_errored tar_visnetwork"
	case "bookdown":
		return "render_book"
	case "quarto":
		return "quarto_render"
	case "rcmdcheck":
		return "rcmdcheck"
	case "spelling":
		return "spell_check_package spell_check_files"
	case "goodpractice":
		return "gp goodpractice"
	case "shiny":
		return "runApp"
	case "roxygen2":
		return "roxygenise roxygenize"
	case "covr":
		return "package_coverage file_coverage percent_coverage tally_coverage zero_coverage function_coverage"
	case "styler":
		return "style_pkg style_dir style_file style_text"
	case "lintr":
		return "lint lint_dir lint_package linters_with_defaults with_defaults linters_with_tags available_linters default_linters available_tags"
	case "pkgdown":
		return "build_site build_home build_reference build_articles check_pkgdown build_news"
	case "rmarkdown":
		return "render html_document pdf_document word_document github_document md_document html_vignette pandoc_available pandoc_version yaml_front_matter"
	case "knitr":
		return "kable kables knit purl combine_words include_graphics is_html_output is_latex_output asis_output normal_print raw_html raw_latex all_labels"
	case "here":
		return "here i_am"
	case "arrow":
		return "read_parquet read_feather read_csv_arrow read_delim_arrow read_tsv_arrow read_ipc_file write_parquet write_feather write_csv_arrow write_ipc_file"
	case "fs":
		return "path file_exists dir_exists dir_create dir_ls file_info file_size path_file path_ext path_ext_remove path_dir path_ext_set path_join path_split path_rel file_delete file_copy file_create is_file is_dir path_has_parent"
	}
	return ""
}

// rUnlisted reports whether a package does more than compute and a name of it is not among
// those that may be used.
func rUnlisted(pkg, name string) bool {
	only := rOnly(pkg)
	return only != "" && !listWords(only, name) && !(pkg == "lintr" && (strings.HasSuffix(name, "_linter") || strings.HasSuffix(name, "_defaults")))
}

// rPackageReach lists names of packages by which they reach out, or take texts for code or
// for names of functions, as far as they have no rule (rPackageRule).
//
// Long: a table.
func rPackageReach(pkg string) string {
	switch pkg {
	case "dplyr":
		return `sql tbl src src_df src_local src_mysql src_postgres src_sqlite src_tbls copy_to compute collect db_analyze db_begin db_commit db_create_index db_create_indexes db_create_table db_data_type db_desc
			db_drop_table db_explain db_has_table db_insert_into db_list_tables db_query_fields db_query_rows db_rollback db_save_query db_write_table sql_escape_ident sql_escape_string sql_join sql_select
			sql_semi_join sql_set_op sql_subquery sql_translate_env show_query explain wrap_dbplyr_obj sym syms ensym ensyms expr enexpr enexprs location changes eval_tbls eval_tbls2 bench_tbls compare_tbls
			compare_tbls2 funs_ mutate_each summarise_each summarize_each do failwith`
	case "purrr":
		return `invoke invoke_map invoke_map_chr invoke_map_dbl invoke_map_df invoke_map_dfc invoke_map_dfr invoke_map_int invoke_map_lgl invoke_map_raw exec lift lift_dl lift_dv lift_ld lift_lv lift_vd lift_vl auto_browse`
	case "readr":
		return "datasource read_builtin read_csv_chunked read_csv2_chunked read_delim_chunked read_tsv_chunked read_lines_chunked read_lines_raw_chunked melt_csv_chunked melt_delim_chunked edition_get with_edition local_edition tokenize readr_example melt_csv melt_delim melt_tsv melt_fwf melt_table melt_table2 melt_csv2 spec_csv spec_tsv spec_delim spec_table spec_csv2 fwf_empty guess_encoding count_fields read_log clipboard"
	case "ggplot2":
		return `aes_string aes_ aes_q aes_auto label_parsed label_bquote ensym ensyms sym syms expr enexpr enexprs qplot quickplot layer layer_sf ggproto ggproto_parent map_data borders register_theme_elements
			update_geom_defaults update_stat_defaults summarise_layers benchplot`
	case "stringr":
		return "str_interp str_view str_view_all"
	case "tibble":
		return "view"
	case "magrittr":
		return "freduce functions"
	case "data.table":
		return "update_dev_pkg test.data.table setattr"
	case "jsonlite":
		return "unserializeJSON serializeJSON stream_in stream_out base64_dec parse_gzjson_b64 parse_gzjson_raw"
	case "scales":
		return "label_parse parse_format label_math math_format demo_continuous demo_datetime demo_discrete demo_log10 demo_time trans_new new_transform"
	case "glue":
		return "identity_transformer glue_data_sql glue_sql"
	case "yaml":
		return "yaml.load yaml.load_file"
	case "zoo", "xts":
		return "read.zoo write.zoo read.csv.zoo read.csv2.zoo read.delim.zoo read.delim2.zoo read.table.zoo"
	case "tseries":
		return "get.hist.quote read.matrix read.ts"
	case "Matrix":
		return "readHB readMM writeMM"
	case "e1071":
		return "read.matrix.csr write.matrix.csr write.svm"
	case "rpart":
		return "post"
	case "units":
		return "install_unit load_units_xml"
	case "arrow":
		return "open_dataset s3_bucket gs_bucket S3FileSystem GcsFileSystem write_dataset flight_connect load_flight_server open_csv_dataset open_tsv_dataset open_delim_dataset copy_files install_arrow install_pyarrow FileSystem CsvTableReader"
	case "testthat":
		return `auto_test auto_test_package watch run_cpp_tests expect_cpp_tests_pass use_catch source_dir source_test_helpers source_test_setup source_test_teardown test_check test_package test_example test_examples
			test_rd snapshot_accept snapshot_review expect_snapshot expect_snapshot_error expect_snapshot_file expect_snapshot_output expect_snapshot_value expect_snapshot_warning expect_known_output
			expect_known_value expect_known_hash expect_equal_to_reference expect_output_file verify_output compare_file_text equals_reference with_mock local_mock with_mocked_bindings local_mocked_bindings
			set_max_fails test_env local_test_directory local_test_context simulate_test_env test_files teardown_env announce_snapshot_file matches_reference set_state_inspector`
	case "nlme", "mgcv", "MASS", "survival", "lme4", "lmerTest":
		return "write.matrix "
	case "sf":
		return "st_layers st_drivers gdal_utils st_read_db dbDataType dbWriteTable st_delete gdal_read gdal_write gdal_addo sf_add_proj_units sf_proj_network sf_proj_search_paths st_write_db write_sf_db st_as_sf_db gdal_create gdal_crs gdal_metadata gdal_read_mdim gdal_write_mdim"
	case "stringi":
		return "stri_read_lines stri_read_raw stri_write_lines stri_printf"
	case "vctrs", "tidyselect":
		return "eval_select eval_rename eval_relocate"
	case "R6":
		return "as.list.R6"
	case "bench":
		return "workout_expressions bench_load_average "
	case "lattice":
		return "trellis.device"
	case "patchwork", "cowplot":
		return "save_plot ggsave2 draw_image "
	case "car":
		return "Export Import Boot carWeb "
	case "checkmate", "assertthat":
		return "on_failure<-"
	}
	return ""
}

// reachesIn reports whether a name of a package may not be used as any other value.
func (j *rSoft) reachesIn(pkg, name string) bool {
	if pkg == "" || rBasePackage(pkg) {
		return false
	}
	if pkg == "lintr" && (strings.HasSuffix(name, "_linter") || strings.HasSuffix(name, "_defaults")) {
		return false
	}
	if rPackageRule(pkg, name) != "" || listWords(rPackageReach(pkg), name) {
		return true
	}
	if only := rOnly(pkg); only != "" && !listWords(only, name) {
		return rExports(pkg, name)
	}
	return listWords("dplyr tidyr", pkg) && strings.HasSuffix(name, "_")
}

// rExports reports whether a package that does more than compute has a name, which is then
// taken for that of the package wherever this is attached. Of shiny and of targets nobody
// has listed them.
func rExports(pkg, name string) bool {
	if pkg == "shiny" || pkg == "targets" {
		return strings.HasPrefix(name, "tar_") || pkg == "shiny" && !rComputes("", name)
	}
	return rForeign.has(pkg, name)
}

// rForeignText holds what packages export that do more than compute, a package a line.
//
//go:embed rforeign.txt
var rForeignText string

// rForeign are those names.
var rForeign = rTable{text: &rForeignText}
