package snippet

import "strings"

// phReaching lists the functions of PHP that do more than compute, by what they do.
//
// Long: it is a table.
func phReaching(kind string) string {
	switch kind {
	case "reads":
		return `php_strip_whitespace highlight_file show_source gzfile gzopen readgzfile hash_file hash_hmac_file hash_update_file hash_update_stream md5_file sha1_file parse_ini_file get_meta_tags readfile fopen file
			file_get_contents opendir dir scandir glob chdir fileatime filectime filegroup fileinode filemtime fileowner fileperms filesize filetype file_exists is_writable is_writeable is_readable is_executable
			is_file is_dir is_link stat lstat disk_total_space disk_free_space diskfreespace realpath realpath_cache_get getimagesize getimagesizefromstring readlink linkinfo finfo_open finfo_file finfo_buffer finfo_close
			finfo_set_flags mime_content_type exif_read_data exif_imagetype exif_tagname exif_thumbnail iptcparse simplexml_load_file get_browser stream_resolve_include_path is_uploaded_file sys_get_temp_dir
			gzwrite gzputs gzrewind gzclose gzeof gzgetc gzpassthru gzseek gztell gzread gzgets simplexml_load_string ftok pdo_drivers`
	case "writes":
		return `openssl_x509_export_to_file openssl_pkcs12_export_to_file openssl_csr_export_to_file openssl_pkey_export_to_file file_put_contents mkdir touch copy rename tempnam tmpfile symlink link chown chgrp lchown
			lchgrp chmod umask move_uploaded_file error_log iptcembed stream_copy_to_stream fputs fwrite fputcsv ftruncate posix_mkfifo posix_mknod chroot closedir bzopen bzwrite imagepng imagejpeg imagegif imagewebp`
	case "deletes":
		return "unlink rmdir"
	case "runs":
		return `exec system passthru shell_exec popen pclose proc_open proc_close proc_terminate proc_get_status proc_nice dl cli_set_process_title cli_get_process_title`
	case "asks":
		return `fsockopen pfsockopen gethostbyaddr gethostbyname gethostbynamel dns_check_record checkdnsrr dns_get_record dns_get_mx getmxrr net_get_interfaces get_headers openlog closelog syslog mail mb_send_mail
			getservbyname getservbyport getprotobyname getprotobynumber`
	case "evaluates":
		return `assert assert_options compact create_function call_user_func call_user_func_array forward_static_call forward_static_call_array register_shutdown_function register_tick_function unregister_tick_function
			iterator_apply func_overload unserialize extract class_alias constant highlight_string header_register_callback ob_start ob_gzhandler filter_var filter_var_array filter_input filter_input_array filter_has_var
			set_error_handler set_exception_handler libxml_set_streams_context libxml_disable_entity_loader libxml_set_external_entity_loader libxml_get_external_entity_loader array_map array_filter array_reduce
			array_walk array_walk_recursive usort uasort uksort preg_replace_callback preg_replace_callback_array preg_filter array_udiff array_uintersect array_diff_ukey array_intersect_ukey array_udiff_assoc
			array_uintersect_assoc array_diff_uassoc array_intersect_uassoc array_udiff_uassoc array_uintersect_uassoc array_find array_find_key array_any array_all is_callable get_defined_vars mb_ereg_replace mb_eregi_replace
			parse_ini_string parse_str mb_parse_str stream_wrapper_register stream_register_wrapper dom_import_simplexml`
	case "environment":
		return `getenv putenv get_cfg_var ini_set ini_alter ini_restore set_include_path phpinfo phpcredits setproctitle apache_setenv apache_getenv get_included_files get_required_files get_declared_classes get_declared_traits
			get_declared_interfaces get_defined_functions get_resources get_current_user strptime`
	case "answers":
		return `header header_remove setrawcookie setcookie output_reset_rewrite_vars output_add_rewrite_var zlib_get_coding_type headers_sent`
	case "texts":
		return `textdomain gettext _ dgettext dcgettext bindtextdomain ngettext dngettext dcngettext bind_textdomain_codeset iconv_set_encoding mhash_get_block_size mhash_get_hash_name mhash_keygen_s2k mhash_count mhash
			set_file_buffer socket_set_blocking socket_get_status socket_set_timeout`
	}
	return ""
}

// phReachingKinds are the kinds of such functions.
const phReachingKinds = "reads writes deletes runs asks evaluates environment answers texts"

// phReachingBegins lists how the names of functions begin whose extension reaches out, or
// has nothing to do in what is typed. Those of them that compute are in phSoftPure.
const phReachingBegins = `curl_ mysqli_ mysql_ pg_ ftp_ ssh2_ socket_ imap_ ldap_ odbc_ oci_ apcu_ apc_ opcache_ pcntl_ posix_ proc_ sem_ shm_ msg_ shmop_ readline session_ stream_ dba_ gz bz zip_ yaml_ xml_ xmlrpc_
	spl_autoload openssl_ sodium_ snmp exif_ finfo_ sqlite_ sqlsrv_ ibase_ fbsql_ db2_ cubrid_ redis_ memcache_ image tidy_ dom_ simplexml_ uopz_ runkit_ xdebug_ inotify_ eio_ event_ uv_ opcache v8 python_ lua_ ncurses_ expect_ newt_
	pspell_ enchant_ recode_ gnupg_ gupnp_ svn_ win32_ wddx_ xhprof_ trader_ zend_monitor zookeeper_ fann_ ps_ pdf_ rrd_ swoole_ co:: grpc_ oauth_ http_ apache_ nsapi_ fastcgi_ frankenphp_ cli_ litespeed_`

// phInternal reports whether a text, in small letters, names a function of PHP.
func phInternal(name string) bool {
	if phPure(name) || phSoftPure(name) || phRefers(name) || phSoftRefers(name) || phCalling(name) >= 0 || phLastCalls(name) {
		return true
	}
	for kind := range strings.FieldsSeq(phReachingKinds) {
		if listWords(phReaching(kind), name) {
			return true
		}
	}
	for begin := range strings.FieldsSeq(phReachingBegins) {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return phDoes(name)
}
