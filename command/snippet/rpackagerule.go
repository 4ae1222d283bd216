package snippet

import "strings"

// rPackageRule lists functions of packages with rules: what stands for a file, as in
// rRuled; "special" for what packageSpecial knows.
//
// Long: a table.
func rPackageRule(pkg, name string) string {
	switch pkg {
	case "readr", "vroom":
		switch name {
		case "read_csv", "read_csv2", "read_tsv", "read_delim", "read_table", "read_table2", "read_fwf", "read_file", "read_lines", "read_file_raw", "read_lines_raw", "vroom", "vroom_lines", "vroom_fwf":
			return "<file ..."
		case "write_csv", "write_csv2", "write_tsv", "write_delim", "write_excel_csv", "write_lines", "write_file", "vroom_write", "vroom_write_lines", "write_excel_csv2":
			return "x >file ..."
		case "read_rds":
			return "!file ..."
		case "write_rds":
			return "x >file ..."
		}
	case "data.table":
		switch name {
		case "fread":
			return "<input ..."
		case "fwrite":
			return "x >file ..."
		}
	case "jsonlite":
		switch name {
		case "read_json":
			return "<path ..."
		case "fromJSON":
			return "special"
		case "write_json":
			return "x >path ..."
		}
	case "yaml":
		switch name {
		case "read_yaml":
			return "!file ..."
		case "write_yaml":
			return "x >file ..."
		}
	case "readxl":
		if listWords("read_excel read_xls read_xlsx excel_sheets excel_format", name) {
			return "<path ..."
		}
	case "haven":
		if strings.HasPrefix(name, "read_") {
			return "<file ..."
		}
		if strings.HasPrefix(name, "write_") {
			return "data >path ..."
		}
	case "arrow":
		if listWords("read_parquet read_feather read_csv_arrow read_delim_arrow read_tsv_arrow read_ipc_file", name) {
			return "<file ..."
		}
		if listWords("write_parquet write_feather write_csv_arrow write_ipc_file", name) {
			return "x >sink ..."
		}
	case "writexl":
		if name == "write_xlsx" {
			return "x >path ..."
		}
	case "sf":
		if listWords("st_read read_sf", name) {
			return "<dsn ..."
		}
		if listWords("st_write write_sf", name) {
			return "obj >dsn ..."
		}
	case "ggplot2":
		if name == "ggsave" {
			return ">filename ..."
		}
	case "fs":
		switch name {
		case "dir_create", "file_create":
			return ">path ..."
		case "file_delete":
			return "-path ..."
		case "file_exists", "dir_exists", "dir_ls", "file_info", "file_size", "is_file", "is_dir":
			return "?path ..."
		case "file_copy":
			return "<path >new_path ..."
		}
	case "digest":
		if name == "digest" {
			return "special"
		}
	}
	if listWords(rPackageSpecials(pkg), name) {
		return "special"
	}
	return ""
}

// rPackageSpecials lists functions of packages with rules of their own, see packageSpecial.
//
// Long: a table.
func rPackageSpecials(pkg string) string {
	switch pkg {
	case "glue":
		return "glue glue_data glue_col glue_data_col glue_safe glue_data_safe"
	case "stringr":
		return "str_glue str_glue_data"
	case "cli":
		return `cli_text cli_alert cli_alert_success cli_alert_info cli_alert_warning cli_alert_danger cli_h1 cli_h2 cli_h3 cli_ul cli_ol cli_li cli_bullets cli_abort cli_warn cli_inform cli_rule cli_verbatim format_inline
			pluralize cli_progress_along cli_progress_bar cli_progress_update cat_line cat_rule cat_bullet cat_boxx cat_print`
	case "rlang":
		return "abort inform warn enquo enquos"
	case "dplyr":
		return "enquo enquos quo quos vars"
	case "ggplot2":
		return "facet_wrap facet_grid geom_smooth stat_smooth enquo enquos quo quos vars"
	case "purrr":
		return "compose partial quietly"
	case "devtools", "pkgload", "roxygen2", "covr", "styler", "pkgdown", "targets", "shiny", "usethis", "rmarkdown", "renv", "bookdown", "quarto", "rcmdcheck", "spelling", "goodpractice":
		return rOnly(pkg)
	case "lintr":
		return "lint lint_dir lint_package"
	case "knitr":
		return "knit purl include_graphics"
	case "testthat":
		return "test_local test_dir test_file source_file"
	}
	return ""
}
