package snippet

// rbQuiet lists further methods of and of what libraries make, which do no
// more than those of rbMethod: they compute, go through what there is, or tell.
func rbQuiet(name string) bool {
	return listWords(`print_text print_method pretty_print code body curry arity rand bytes seed lambda? parameters byteslice bsearch_index chain each_grapheme_cluster grapheme_clusters each_codepoint codepoints eos? scan_until check check_until peek getch get_byte
		skip skip_until matched matched? matched_size rest rest? rest_size unscan terminate charpos pointer closed? close_write close_read div intern id2name next_float prev_float slice_after slice_before
		proper_subset? proper_superset? classify divide delete? compare_by_identity members deconstruct deconstruct_keys with exclude_end? begin end tell seek eof allbits? anybits? pow ceildiv coerce
		rect rectangular polar conj conjugate arg angle abs2 imag getgm gmtime gmt_offset utc_offset utc? dst? isdst subsec round minute second mjd ajd cwyear rfc3339 asctime hostname request_uri user
		password to_d to_digits sqrt precision scale exponent sign alive? status stop? wakeup priority thread_variable_get thread_variable_set report_on_exception enq deq num_waiting synchronize lock unlock
		try_lock locked? owned? signal broadcast wait info debug warn error fatal unknown info? debug? warn? error? level formatter progname on on_tail on_head separator parse parse! order! permute! help
		summarize banner program_name ver adler finish deflate inflate total_in total_out backtrace_locations detailed_message field headers header? row by_row converters exited? signaled? termsig
		stopsig coredump? pid to_ary readbyte tv_sec tv_usec tally_by instance_methods public_instance_methods method_defined? public_method_defined? constants singleton_methods methods public_methods
		instance_variables instance_variable_defined? new each_char realpath basename extname filter_map each_entry sum minmax start_with? delete_prefix! delete_suffix! succ! next! tr_s!
		unicode_normalize! scrub! unicode_normalized? nil? sum string shelljoin to_set superset? yield fsync flock birthtime readable? writable? executable? size? ftype
		options casefold? fixed_encoding? regexp match_length gmtoff gmt? tv_nsec rfc822 jisx0301 day_fraction julian? gregorian? sec_fraction exist? bol? beginning_of_line? normalize route_to route_from origin
		authority absolute? relative? default_port opaque hierarchical? by_col! by_row! header_row? field_row? specific? string= mean equal? then !~ =~ prime_division each_prime next_values peek_values summary license licenses homepage authors email description metadata`, name)
}

// rbReaches lists the methods of Ruby's objects, classes and libraries by which a
// program reaches out, gets at a class, or has a text taken for a name or for code.
// Together with the functions that may stand without an object it is all that
// there is: TestRubyNames holds it against the names of a real Ruby.
func rbReaches(name string) bool {
	return listWords(`__send__ abort activate activate_dependencies ancestors append_features at_exit attr autoload autorequire bind bind_call binding caller caller_locations catch chmod chown class class_eval
		class_exec class_variable_get class_variable_set clone const_get const_missing const_set const_source_location create_logfile def_class def_erb_method def_method def_module define_finalizer
		define_singleton_method display enum_for environment eval eval_script exec exit exit! extend_object fail fcntl find_proxy fork gem gem_original_require getopts getpass global_variables import_methods
		included_modules instance_eval instance_exec instance_method instance_variable_get instance_variable_set ioctl irb j jj lchmod lchown load load_file load_file! load_paths local_variable_get
		local_variable_set local_variables make_link make_symlink marshal_dump marshal_load method mkdir mkpath module_eval module_exec open open_logfile opendir owner popen
		prepend_features private_instance_method public_instance_method public_method public_send pwrite pread raise receiver refine remove_class_variable remove_const remove_instance_variable
		remove_method rename reopen require require_relative result_with_hash rmdir rmtree send setbyte set_dev set_trace_func singleton_class singleton_method spawn srand subclasses super_method superclass
		symlink syscall sysopen sysread sysseek system syswrite test throw to_enum to_proc to_spec to_specs trace_var trap unbind undef_method unlink untrace_var using binread binwrite
		read_nonblock readpartial write_nonblock readlink getobj setobj __getobj__ __setobj__ new_toplevel add_trace_func trace_points transfer install copy remove delegate
		def_instance_delegator def_instance_delegators instance_delegate send! instance_eval! instance_exec! method! public_send! public_method! singleton_method! singleton_class! define_singleton_method!
		instance_variable_get! instance_variable_set! remove_instance_variable! __send__! class! extend! enum_for! to_enum! set_ostruct_member_value! warn! default_proc= default_proc inplace_mode= inplace_mode
		autoclose= close_on_exec= DelegateClass Pathname callcc autoload? json_create init_with encode_with yaml_initialize each_object refinements import`, name)
}
