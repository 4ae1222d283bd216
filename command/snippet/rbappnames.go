package snippet

import "strings"

// rbStranger reports whether a class is none of the project's: Ruby's own that
// are not listed, and those of libraries that start programs, reach other
// machines, run texts or open what they are named.
func rbStranger(name string) bool {
	return listWords(`Addrinfo BasicObject BasicSocket Binding CGI Class ConditionVariable Coverage DATA DRb DRbIdConv DRbObject DRbUndumped Data Delegator DidYouMean ERB Enumerator Errno ErrorHighlight
		Fiber Fiddle Forwardable IO IPSocket Kernel Marshal Method Module Monitor MonitorMixin Mutex Net ObjectSpace Open3 OpenSSL OpenURI OptionParser PStore PTY Pathname Queue RUBYGEMS_ACTIVATION_MONITOR
		Ractor Refinement Ripper RubyVM Signal SimpleDelegator SingleForwardable Singleton SizedQueue Socket StringScanner Struct TCPServer TCPSocket TOPLEVEL_BINDING Tempfile Thread ThreadGroup Timeout
		TracePoint UDPSocket UNIXServer UNIXSocket UnboundMethod Warning WeakRef Zlib Readline Reline IRB Pry Byebug Debugger DEBUGGER__ WEBrick XMLRPC Syslog WIN32OLE Win32 GDBM SDBM DBM Gem Bundler Bundle
		Rake Thor Dry Process File Dir ENV ARGF ARGV Object Proc FileTest FileUtils Etc Psych YAML Shell Expect Find Resolv Telnet GetoptLong Win32API Tk Racc Tracer
		Faraday HTTParty HTTP HTTPX HTTPClient RestClient Typhoeus Ethon Excon Curl Curb Patron Mechanize Nokogiri Oga Capybara Selenium Watir Ferrum Puppeteer Playwright Spidr Anemone Wombat OpenUri Down Shrine
		Aws AWS Fog Google Azure Oauth2 OAuth OAuth2 OmniAuth Signet Octokit Gitlab GitHub Git Rugged Grit Slack SlackNotifier Discordrb Telegram Twitter Koala Facebook LinkedIn Stripe Braintree PayPal Plaid Square
		Adyen Twilio Vonage Nexmo Plivo SendGrid Sendgrid Mailgun Postmark Mandrill MailChimp Mailchimp Gibbon Mail Pony Intercom Zendesk Hubspot HubSpot Salesforce Restforce Shopify ShopifyAPI Algolia
		Algoliasearch Elasticsearch OpenSearch Searchkick Chewy Meilisearch MeiliSearch Typesense Redis RedisClient Sidekiq Resque DelayedJob Delayed SuckerPunch Que GoodJob SolidQueue SolidCache SolidCable
		Kafka Rdkafka Karafka WaterDrop Bunny Hutch Sneakers Shoryuken Stomp NATS MQTT PubNub Pusher Ably ActionCable Faye EventMachine EM Async Celluloid Concurrent Parallel Puma Unicorn Thin Passenger Falcon
		Mongo Mongoid Moped PG PGconn Mysql2 Mysql Trilogy SQLite3 TinyTds Sequel ROM DataMapper OCI8 Cassandra Neo4j CouchRest Dalli Memcached Vault Consul Etcd Diplomat Zookeeper Chef Puppet Capistrano SSHKit
		Mina Kamal Net_SSH Docker Kubeclient K8s Vagrant Terraform Pulumi ServerEngine Daemons God Bluepill Eye Foreman Whenever Clockwork Rufus Listen Guard Zeus Spring Bootsnap Zeitwerk
		ChildProcess POSIX Posix Terrapin Cocaine MiniMagick Magick RMagick Vips ImageProcessing FFMPEG StreamIO WickedPdf PDFKit Grover Prawn CombinePDF HexaPDF PDF Roo RubyXL Axlsx Caxlsx Spreadsheet Zip
		Rubyzip Archive Gpgme GPGME RbNaCl BCrypt SCrypt Argon2 JWT JOSE RubyPython PyCall MiniRacer ExecJS V8 TheRubyRacer Therubyracer Mustang Duktape Lua Rufus Wasmtime Wasmer FFI Inline RubyInline
		Tilt Erubi Erubis ActionMailbox ActiveStorage Devise Doorkeeper Warden Clearance Sorcery Rodauth LaunchDarkly Sentry Raven Rollbar Bugsnag Honeybadger Airbrake NewRelic
		Datadog Ddtrace StatsD Prometheus Yabeda OpenTelemetry Ahoy Segment Analytics Mixpanel Amplitude OpenAI Anthropic Gemini Langchain Ollama Replicate HuggingFace RubyLLM Savon Wasabi LDAP Dnsruby
		Net_LDAP Serialport SerialPort LibUSB USB GPIO PiPiper Nmap Metasploit Msf Rex Ronin RSpec Minitest Test Cucumber FactoryBot FactoryGirl Fabricate VCR WebMock Timecop DatabaseCleaner
		Combustion Appraisal Overcommit Lefthook RuboCop Brakeman Reek Flog Flay SimpleCov StackProf RubyProf MemoryProfiler Vernier Rbspy Allocation Debug Irb`, name)
}

// rbFramework lists frameworks of which an application is made.
func rbFramework(name string) bool {
	return listWords("Rails ActiveRecord ActiveSupport ActiveModel ActiveJob ActionController ActionView ActionDispatch ActionMailer I18n Logger OpenStruct StringIO Arel ApplicationRecord Time Date DateTime", name)
}

// rbFrameworkPart reports whether a class of a framework, if it is one, is among
// those that only tell, or that the project's own are made of.
func rbFrameworkPart(name string) bool {
	first, rest, deep := strings.Cut(name, "::")
	if !deep {
		return true
	}
	second, _, _ := strings.Cut(rest, "::")
	switch first {
	case "Rails", "ActionView", "ActiveModel", "I18n", "Logger":
		return listWords("VERSION Error Errors MissingTranslationData DEBUG INFO WARN ERROR", second)
	case "ActiveRecord":
		return listWords("Base Rollback Migrator VERSION Relation Enum Result Reflection", second) || strings.HasSuffix(second, "Error") || rbRaised(second)
	case "ActiveSupport":
		return listWords("Notifications TimeZone Duration JSON HashWithIndifferentAccess VERSION SafeBuffer StringInquirer NumberHelper ParameterFilter TimeWithZone", second)
	case "ActiveJob", "ActionMailer":
		return second == "Base" || second == "VERSION"
	case "ActionController", "ActionDispatch":
		return listWords("Base API Parameters Integration VERSION", second) || strings.HasSuffix(second, "Error")
	}
	return true
}

// rbRaised lists errors of ActiveRecord.
func rbRaised(name string) bool {
	return listWords("RecordInvalid RecordNotFound RecordNotUnique RecordNotSaved StatementInvalid NotNullViolation InvalidForeignKey Deadlocked StaleObjectState LockWaitTimeout ValueTooLong RangeViolation", name)
}

// rbHidden lists names that nobody asks an object for: what Ruby has, or its
// frameworks, by which a text becomes code, a class, a command, a file or a
// connection. Those that are data wherever they stand are left out.
func rbHidden(name string) bool {
	return listWords(`abort absolute_path argv class activate_bin_path add_finalizer add_to_load_path add_trace_func alias_method allocate append_features at_exit attr attr_accessor attr_reader attr_writer autoload
		begin_transport bin_path binding bind bind_call binread binwrite caller caller_locations callcc capture2 capture2e capture3 catch cd chdir chmod chmod_R chown chown_R chroot class_eval class_exec
		class_variable_get class_variable_set clone close_read close_write cmp compile compile_file connect const_get const_missing const_set copy copy_entry copy_file copy_stream cp cp_lr cp_r curry daemon
		def_class def_method def_module define_finalizer define_method define_singleton_method deprecate_constant dlopen dlunwrap dlwrap dump_all each_child each_object eval eval_script exec exit extend
		extend_object fast_generate fcntl feed fork for_fd foreach fdatasync fsync gem gem_original_require get2 get_print get_response getch getpass getpty glob handle_interrupt head2 iconv include included
		inherited initialize install instance_eval instance_exec instance_method instance_variable_get instance_variable_set instance_values instance_variables connection_db_config connection_pool pool env_config smtp_settings ioctl irb kill lchmod lchown link link_entry ln ln_s ln_sf load load_data load_file load_from_binary
		load_iseq load_plugins load_stream load_yaml local_variable_set lutime makedirs malloc marshal_dump marshal_load method method_missing mkcol mkdir mkdir_p mkfifo mkpath mktmpdir module_eval module_exec
		module_function move mv new_toplevel open open_file opendir pipe pipeline pipeline_r pipeline_rw pipeline_start pipeline_w popen popen2 popen2e popen3 post2 post_form pread prepend_features
		private private_class_method private_constant propfind proppatch protected public public_class_method public_method public_send put put2 pwrite raw_connection read_binary recv recv_nonblock recvfrom
		recvmsg refine regist_server remote_address remove_class_variable remove_const remove_dir remove_entry remove_entry_secure remove_file remove_instance_variable remove_method rename reopen request_get
		request_head request_post request_put require require_relative require_dependency result_with_hash rm rm_f rm_r rm_rf rmdir rmtree safe_load_file safe_unlink send send_entity send_request sendmsg
		set_trace_func setpgid setpgrp setpriority setproctitle setrlimit setsid setsockopt singleton_class singleton_method spawn start_service syscall sysopen sysread system syswrite taint
		terminate throw trace_var transfer transport_request trap umask undef_method ungetc unlink unsafe_load unsafe_load_file untrace_var use_gemdeps using utime wakeup write_binary yield
		make_symlink make_link symlink to_proc to_enum enum_for public_instance_method configurations create_table create_join_table create_fixtures define_attribute_method
		constantize safe_constantize deep_const_get instance_variables_set class_attribute cattr_accessor mattr_accessor delegate alias_attribute html_render render_to_string render render_inline inline
		establish_connection connects_to connection_specification_name configuration_hash connection_config database_configuration db_config credentials secrets secret_key_base encrypted config_for
		master_key key_path content_path message_verifier message_verifiers key_generator load_tasks load_runner load_console load_server load_generators invoke invoke_task initialize! restart
		deliver deliver_now deliver_later deliver_now! deliver_later! perform_later perform_async perform_in perform_at perform_bulk perform_all_later set_later enqueue enqueue_at enqueue_in broadcast broadcast_to
		notify notify_all charge refund payout transfer_to capture_payment delete_all destroy_all destroy delete_by destroy_by disconnect disconnect_all exec_update exec_insert exec_delete exec_query! exec_raw
		execute_batch insert_sql update_sql delete_sql remove_column remove_columns remove_index remove_reference remove_foreign_key remove_table rename_table rename_column rename_index change_column change_table
		change_column_default change_column_null create_database recreate_database create_schema rename_schema disable_extension enable_extension disable_referential_integrity load_schema load_seed structure_load
		create_current drop_current purge_current migrate rollback revert reset_database drop_database lock_table migration_context grant revoke copy_data wal_checkpoint load_extension enable_load_extension backup
		download upload attach purge open_url fetch_url system! sh shell cmd command backtick popen4 instance_values_set unscoped_delete find_each_delete`, name)
}

// rbOnce lists names that many records have as a member, but that do something
// when they are given anything.
func rbOnce(name string) bool {
	return listWords("event stop wait process finish trust parse_file", name)
}

// rbDoes reports whether a method is how services are called, which do what
// their name says.
func rbDoes(name string) bool {
	return listWords("call new perform perform_now execute start process run", name)
}

// rbServes reports whether a class does by its name what stays behind.
func rbServes(class string) bool {
	for part := range nameParts(strings.ReplaceAll(class, "::", ".")) {
		if listWords("shell command cmd exec executor runner process system subprocess script ssh sudo eval terminal console", part) || pyReaches(part) || pyReaches(strings.TrimSuffix(part, "er")) || pyReaches(strings.TrimSuffix(part, "r")) || pyReaches(strings.TrimSuffix(part, "ation")+"e") {
			return true
		}
	}
	return false
}

// rbShows reports whether a method gives what its arguments name.
func rbShows(name string) bool {
	return listWords("pluck pick select only slice read_attribute values_at fetch dig group attributes_before_type_cast read_attribute_before_type_cast minimum maximum", name)
}

// rbBeyond lists names of arguments that say where code is to be found.
func rbBeyond(name string) bool {
	return listWords("command cmd shell script url uri endpoint webhook template inline", name)
}

// rbCredential reports whether a member is one by its name.
func rbCredential(name string) bool {
	for part := range nameParts(name) {
		if listWords("password passwd secret token credential credentials passphrase otp", part) {
			return true
		}
	}
	return listWords("api_key apikey private_key access_key secret_key encryption_key signing_key", name)
}

// rbLibraryPath reports whether require takes a file of the project by its path.
func rbLibraryPath(name string) bool {
	return name != "" && !strings.HasPrefix(name, "/") && !strings.Contains(name, "..") && !strings.ContainsAny(name, "~$*?\\") && !strings.Contains(name, "//")
}

// rbSystemLibrary lists libraries that come with Ruby, or that are known by name,
// and are none of the project's.
func rbSystemLibrary(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return listWords(`open3 open-uri net socket drb fiddle pty io irb debug tempfile tmpdir pathname timeout weakref delegate erb logger optparse pstore ripper coverage objspace monitor readline reline resolv
		syslog win32ole zlib etc find forwardable observer singleton stringio strscan tsort un webrick xmlrpc rake bundler rubygems faraday httparty http httpx httpclient rest-client restclient typhoeus excon
		curb mechanize nokogiri capybara selenium aws-sdk aws google octokit gitlab git rugged slack-ruby-client stripe twilio-ruby mail pony redis sidekiq resque bunny pg mysql2 sqlite3 sequel mongo
		childprocess posix-spawn sshkit net-ssh docker-api ffi inline listen eventmachine async puma thin rack sinatra rails active_record activerecord thor pry byebug mini_racer execjs`, first)
}
