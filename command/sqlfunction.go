package command

// harmlessFunction knows functions of the standard, of PostgreSQL and of MySQL
// that only compute or tell, and the keywords that a bracket may follow.
// Functions that run a text as SQL (query_to_xml), reach files or other servers,
// or end sessions are missing, and so is whatever a database brings itself.
func harmlessFunction(word string) bool {
	switch word {
	case "count", "sum", "min", "max", "avg", "stddev", "stddev_pop", "stddev_samp", "variance", "var_pop", "var_samp", "corr", "covar_pop", "covar_samp", "mode", "percentile_cont", "percentile_disc",
		"bool_and", "bool_or", "every", "bit_and", "bit_or", "array_agg", "string_agg", "group_concat", "any_value", "grouping",
		"uniq", "uniqexact", "countif", "sumif", "avgif", "argmax", "argmin", "grouparray", "topk", "quantile", "quantileexact",
		"row_number", "rank", "dense_rank", "percent_rank", "cume_dist", "lag", "lead", "first_value", "last_value", "nth_value", "ntile":
		return true // of several rows
	case "lower", "upper", "initcap", "length", "char_length", "octet_length", "bit_length", "trim", "ltrim", "rtrim", "btrim", "lpad", "rpad", "substr", "substring", "substring_index", "left", "right", "mid", "concat", "concat_ws", "format", "instr", "locate",
		"position", "strpos", "split_part", "reverse", "repeat", "translate", "overlay", "ascii", "chr", "hex", "unhex", "md5", "sha1", "sha2", "sha256", "crc32", "encode", "decode", "to_hex", "quote_ident", "quote_literal", "quote_nullable",
		"regexp_replace", "regexp_match", "regexp_matches", "regexp_split_to_table", "regexp_split_to_array", "regexp_substr", "regexp_count", "regexp_like", "regexp_instr", "string_to_array", "array_to_string", "string_to_table", "starts_with", "similarity", "unaccent", "field", "find_in_set", "elt", "char", "text", "collate":
		return true // of texts
	case "postgis_version", "postgis_full_version", "postgis_lib_version", "st_area", "st_length", "st_distance", "st_dwithin", "st_intersects", "st_contains", "st_within", "st_covers", "st_coveredby", "st_touches", "st_overlaps", "st_crosses", "st_disjoint", "st_equals",
		"st_astext", "st_asewkt", "st_asgeojson", "st_asmvt", "st_asmvtgeom", "st_x", "st_y", "st_z", "st_centroid", "st_buffer", "st_union", "st_collect", "st_intersection", "st_difference", "st_transform", "st_srid", "st_setsrid", "st_makepoint", "st_point", "st_makeenvelope",
		"st_geomfromtext", "st_geomfromgeojson", "st_isvalid", "st_isvalidreason", "st_makevalid", "st_isempty", "st_extent", "st_envelope", "st_npoints", "st_numgeometries", "st_geometrytype", "st_simplify", "st_pointonsurface", "st_perimeter", "st_azimuth", "st_dump", "st_expand", "st_xmin", "st_xmax", "st_ymin", "st_ymax":
		return true // of places: PostGIS, without rasters
	case "coalesce", "nullif", "ifnull", "if", "iif", "isnull", "greatest", "least", "cast", "convert", "try_cast",
		"round", "floor", "ceil", "ceiling", "abs", "mod", "div", "sign", "sqrt", "power", "pow", "exp", "ln", "log", "log10", "log2", "trunc", "width_bucket", "random", "rand", "pi", "num_nonnulls", "num_nulls":
		return true // of numbers
	case "now", "current_date", "current_timestamp", "current_time", "localtimestamp", "clock_timestamp", "statement_timestamp", "transaction_timestamp", "curdate", "curtime", "sysdate", "utc_timestamp", "date", "time", "timestamp", "timestamptz",
		"date_trunc", "date_part", "date_bin", "date_add", "date_sub", "date_format", "datediff", "timediff", "timestampdiff", "timestampadd", "adddate", "subdate", "extract", "age", "to_char", "to_date", "to_timestamp", "to_number", "from_unixtime", "unix_timestamp", "str_to_date",
		"make_date", "make_interval", "make_timestamp", "justify_days", "justify_hours", "justify_interval", "isfinite", "year", "month", "day", "hour", "minute", "second", "week", "quarter", "dayofweek", "dayname", "monthname", "last_day", "yearweek", "weekday", "strftime", "datetime", "julianday", "today", "yesterday", "todate", "todatetime", "tostartofday", "tostartofhour", "tostartofmonth", "tostartofweek", "tostartofinterval":
		return true // of times
	case "json_agg", "jsonb_agg", "json_object_agg", "jsonb_object_agg", "json_arrayagg", "json_objectagg", "row_to_json", "to_json", "to_jsonb", "json_build_object", "jsonb_build_object", "json_build_array", "jsonb_build_array", "json_object", "json_array", "json_extract", "json_unquote", "json_value", "json_query", "json_table",
		"jsonb_pretty", "json_pretty", "json_keys", "json_length", "json_contains", "json_valid", "json_type", "json_typeof", "jsonb_typeof", "json_array_length", "jsonb_array_length", "json_each", "jsonb_each", "json_each_text", "jsonb_each_text", "json_array_elements", "jsonb_array_elements", "json_array_elements_text", "jsonb_array_elements_text",
		"json_object_keys", "jsonb_object_keys", "json_extract_path", "jsonb_extract_path", "json_extract_path_text", "jsonb_extract_path_text", "jsonb_path_query", "jsonb_path_exists", "jsonb_path_query_array", "jsonb_path_query_first", "jsonb_set", "jsonb_strip_nulls", "json_to_recordset", "jsonb_to_recordset", "json_to_record", "jsonb_to_record",
		"array_length", "array_position", "array_positions", "array_append", "array_cat", "array_remove", "array_upper", "array_lower", "array_ndims", "cardinality", "unnest", "generate_series", "generate_subscripts", "hstore", "akeys", "avals",
		"to_tsvector", "to_tsquery", "plainto_tsquery", "phraseto_tsquery", "websearch_to_tsquery", "ts_rank", "ts_rank_cd", "ts_headline", "tsvector", "tsquery", "numnode", "querytree", "lower_inf", "upper_inf", "isempty", "tstzrange", "tsrange", "daterange", "int4range", "int8range", "numrange", "row", "array":
		return true // of documents, lists, ranges and the words of texts
	case "version", "current_database", "database", "current_user", "user", "session_user", "current_schema", "current_schemas", "schema", "connection_id", "row_count", "found_rows", "pg_backend_pid", "pg_postmaster_start_time", "pg_conf_load_time", "pg_is_in_recovery", "current_setting", "inet_server_port", "inet_server_addr", "inet_client_addr",
		"pg_size_pretty", "pg_size_bytes", "pg_database_size", "pg_relation_size", "pg_total_relation_size", "pg_table_size", "pg_indexes_size", "pg_column_size", "pg_tablespace_size", "pg_typeof", "pg_blocking_pids", "pg_table_is_visible", "pg_relation_filepath",
		"pg_get_indexdef", "pg_get_viewdef", "pg_get_constraintdef", "pg_get_functiondef", "pg_get_function_arguments", "pg_get_function_identity_arguments", "pg_get_function_result", "pg_get_expr", "pg_get_userbyid", "pg_get_serial_sequence", "pg_get_triggerdef", "pg_get_partkeydef", "pg_get_ruledef", "pg_get_keywords",
		"obj_description", "col_description", "shobj_description", "format_type", "to_regclass", "to_regtype", "to_regproc", "regclass", "has_table_privilege", "has_schema_privilege", "has_database_privilege", "has_column_privilege", "pg_stat_get_live_tuples", "pg_stat_get_dead_tuples", "txid_current_if_assigned", "pg_current_wal_lsn", "pg_wal_lsn_diff", "pg_last_wal_receive_lsn", "pg_last_wal_replay_lsn", "pg_last_xact_replay_timestamp":
		return true // of the server, which they only tell about
	case "in", "as", "and", "or", "not", "values", "over", "from", "where", "exists", "any", "all", "some", "on", "using", "when", "then", "else", "by", "filter", "within", "group", "join", "lateral", "union", "except", "intersect", "select", "having", "between", "like", "ilike", "is", "case", "varchar", "numeric", "decimal", "interval",
		"explain", "distinct", "limit", "offset", "partition", "materialized", "sets", "rollup", "cube", "integer", "bigint", "float", "double", "signed", "unsigned", "index", "recursive", "window", "escape", "similar", "to", "end":
		return true // no functions
	}
	return false
}
