package snippet

import "strings"

// phBuiltin reports whether a class is one of PHP itself or of its extensions.
func phBuiltin(class string) bool {
	for _, begin := range [...]string{"Reflection", "Spl", "PDO", "Phar", "Zip", "Soap", "mysqli", "DOM", "XML", "Xml", "Simple", "Directory", "Recursive", "Curl", "CURL", "FFI", "FTP", "Imagick", "Redis", "Mongo",
		"SQLite", "Intl", "Session", "Sysv", "Sodium", "Random", "Memcache", "Ev", "Swoole", "parallel", "Gearman", "AMQP", "Couchbase", "Cassandra", "SSH", "ssh", "Tidy", "tidy", "Yaf", "Zoo", "Yaml", "Socket", "Open", "Php", "V8", "Lua", "Python"} {
		if strings.HasPrefix(class, begin) {
			return true
		}
	}
	return listWords(`Closure Generator Fiber WeakReference WeakMap Attribute Iterator IteratorIterator FilterIterator CallbackFilterIterator ParentIterator LimitIterator CachingIterator NoRewindIterator
		AppendIterator InfiniteIterator RegexIterator EmptyIterator ArrayObject ArrayIterator FilesystemIterator GlobIterator MultipleIterator php_user_filter finfo Shmop AddressInfo Collator NumberFormatter
		Transliterator Locale MessageFormatter ResourceBundle Normalizer Stomp Shell Psy self parent static stdClass DateTime DateTimeImmutable DateTimeZone DateInterval DatePeriod InflateContext
		DeflateContext HashContext COM DOTNET VARIANT`, class)
}

// phStranger lists namespaces of libraries, and facades that do more than tell.
func phStranger(first string) bool {
	return listWords(`Illuminate Symfony Laravel Psr GuzzleHttp Guzzle League Aws Google Microsoft Stripe Twilio Sentry Monolog Doctrine Twig Psy Predis Phpseclib phpseclib Spatie Barryvdh Maatwebsite Intervention
		Livewire Filament Inertia Ramsey Brick Firebase PHPUnit Mockery Pest Faker Nette Dotenv Composer Amp React Ratchet Swoole Hyperf Clue Nyholm Http Buzz Requests PHPMailer Swift Mailgun
		SendGrid Postmark Algolia Elastic Elasticsearch OpenSearch MongoDB Redis Kafka Enqueue Bunny PhpAmqpLib Pusher Kreait OpenAI Anthropic Intercom Slack Telegram Discord Github Gitlab Bitbucket
		Artisan Mail Notification Queue Bus Process Storage File Broadcast Event Blade View Crypt Password Auth Session Cookie Gate Lang RateLimiter Schedule Pipeline Concurrency Socialite Excel Image Pdf PDF
		Octane Horizon Telescope Scout Cashier Passport Sanctum Request Response Redirect URL Validator Vite Facade Date Exceptions Context ParallelTesting Debugbar Zip Ssh SSH Terminal Git Docker Deployer Robo Phinx
		DB Cache Schema Route Config Hash Log PhpOffice Dompdf Mpdf TCPDF Knp mikehaertl Cake Yii CodeIgniter Slim Zend Laminas Phalcon WP Drupal Magento Smarty Jenssegers Tymon Bref Vapor Forge Envoyer`, first)
}

// phHidden lists names that nobody asks an object for: what sends, starts,
// empties, changes many records at once, or lends the framework another code.
func phHidden(name string) bool { return listWords(phHiddenNames, name) }

// phHiddenNames are those names.
const phHiddenNames = `macro mixin extend bind bindIf singleton singletonIf scoped instance resolving afterResolving beforeResolving makeWith build call callMethod callSilent callSilently artisan run exec execute system passthru shellExec popen
	shell command process start dispatch dispatchSync dispatchNow dispatchIf dispatchUnless dispatchAfterResponse dispatchToQueue later notify notifyNow notifyUsing send sendNow sendMessage queue broadcast
	broadcastOn fire event deliver mail raw unprepared statement affectingStatement getPdo getReadPdo getRawPdo getConfig getClient getConnection setConnection setPdo disk storage put putFile
	putFileAs flush clear forget pull forever detach sync syncWithoutDetaching toggle update updateQuietly updateOrInsert updateFrom upsert decrementEach incrementEach prune pruneAll massPrune increment decrement touch wipe eval invoke
	invokeArgs newInstanceArgs callAction download store storeAs move copy rename chmod link unlink include require load_file getFileLoader getFiles files createUserProvider loginUsingId login impersonate
	charge refund invoice pay subscribe swap cancel transfer payout withdraw writeFile readFile appendToFile fromFile toFile render_string compileString evaluate transformUsing using useConnection reconnect
	purgeConnection setDefaultConnection truncateTables forceDelete forceDestroy deleteQuietly destroyMany flushState tapInto proxy resolve resolveUsing getContainer getApplication setBasePath
	environmentFilePath loadEnvironmentFrom register boot terminate abort reload`

// phCalls lists methods that call what they are given.
func phCalls(name string) bool {
	return listWords(`map filter each reduce flatMap transform pipe pipeThrough pipeInto tap when unless every partition reject contains some first last firstOrFail mapInto mapSpread mapToGroups mapWithKeys
		mapToDictionary eachSpread times countBy chunkWhile takeUntil takeWhile skipUntil skipWhile with withDefault transaction chunk chunkById lazyById eachById cursor sole search doesntContain
		macroCall rescue retry remember rememberForever sear listen creating created updating saved saving deleted tapEach sortUsing afterCreating afterMaking state sequence`, name) && !listWords("with first last sole state sequence firstOrFail contains search", name)
}

// phDoes lists functions of PHP that a text must not name: they start programs,
// run texts, change or read files, or send.
func phDoes(s string) bool {
	return listWords(`system exec passthru shell_exec popen proc_open pcntl_exec pcntl_fork eval assert create_function call_user_func call_user_func_array unlink rmdir mkdir chmod chown chgrp symlink
		file_put_contents file_get_contents fopen readfile show_source highlight_file parse_ini_file include_once require_once include require mail mb_send_mail putenv ini_set dl apache_setenv extract parse_str
		unserialize move_uploaded_file tempnam tmpfile fsockopen pfsockopen stream_socket_client curl_exec curl_init curl_multi_exec posix_kill posix_setuid proc_terminate register_shutdown_function
		set_error_handler spl_autoload_register array_map array_walk array_filter usort uasort uksort iterator_apply preg_replace_callback ob_start forward_static_call func_overload phpinfo getenv
		simplexml_load_file simplexml_load_string dom_import_simplexml error_log syslog openlog header setcookie scandir glob opendir fwrite fputs`, s)
}
