package snippet

// The names of what reaches out were found by asking Node itself: every function
// of the modules that open, run, load, connect or send (fs, child_process, net,
// http, dns, vm, worker_threads, module, process …), of the objects that they make,
// and of Reflect and WebAssembly, two steps deep; then those that later versions, Deno
// and Bun have. TestOutwardForReal asks it again.

// jsPowers lists them but for those in jsShared.
const jsPowers = `Agent AsyncFunction ChildProcess ClientRequest Command Function GeneratorFunction Global Http2ServerRequest Http2ServerResponse IncomingMessage Instance Memory
	MessagePort Module OutgoingMessage REPLServer ReadStream Recoverable Resolver Script SecureContext Server ServerResponse Session Socket SourceMap TLSSocket Table Tag WASI
	Worker WriteStream access accessSync addContext addMembership addRequest addSourceSpecificMembership appendFile appendFileSync applyChangeset assignSocket backup bind
	binding chdir checkServerIdentity chmod chmodSync chown chownSync closeSync compile compileFunction compileStreaming connect connectTls connectToMainThread construct
	convertALPNProtocols copyFile copyFileSync cp cpSync createConnection createContext createHook createInterface createPushResponse createReadStream createRequire
	createScript createSecureContext createSecurePair createSecureServer createServer createSocket createWriteStream cron defineCommand defineProperties defineProperty
	deleteProperty deserializeFile disableRenegotiation disconnect dlopen dropMembership dropSourceSpecificMembership enableLoadExtension enableTrace eval evaluate
	evaluateModule execFile execFileSync execSync executionAsyncResource execve existsSync exit exportKeyingMaterial fchmod fchmodSync fchown fchownSync fdatasync
	fdatasyncSync findSourceMap fork fstat fstatSync fsync fsyncSync ftruncate ftruncateSync futimes futimesSync getArg getAsset getBuiltinModule getCertificate
	getDefaultAutoSelectFamily getDefaultAutoSelectFamilyAttemptTimeout getDefaultResultOrder getEnvironmentData getEphemeralKeyInfo getEvalOrigin getFinished getFunction
	getHeapSnapshot getImportObject getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertySymbols getPackedSettings getPeerCertificate getPeerFinished
	getPeerX509Certificate getPrototypeOf getRecvBufferSize getSendBufferSize getSendQueueCount getSendQueueSize getServers getSession getSharedSigalgs getTLSTicket getThis
	getTicketKeys getTypeName getUnpackedSettings getegid geteuid getgid getgroups getuid glob globSync hasUncaughtExceptionCaptureCallback importModuleDynamically initgroups
	instantiate instantiateModule instantiateStreaming internalBinding isBuiltin isSea kill lchmod lchown lchownSync link linkRequests linkSync linkedBinding listen
	listenDatagram listenTls load loadEnvFile loadExtension loadingFailed loadingFinished lookup lookupGetter lookupService lstat lstatSync lutimes lutimesSync mainModule
	makeTempDir makeTempDirSync makeTempFile makeTempFileSync markAsUntransferable mkdir mkdirSync mkdtemp mkdtempDisposable mkdtempDisposableSync mkdtempSync
	moveMessagePortToContext onSocket open openAsBlob openKv openStdin openSync opendir performServerHandshake permissions postMessageToThread prepareStackTrace readFile
	readFileSync readSync readTextFile readTextFileSync readdir readdirSync readlink readlinkSync readv readvSync reallyExit realpath realpathSync receiveMessageOnPort redis
	registerHooks rename renameSync renegotiate request requestWillBeSent require resetAndDestroy resetContext resolve4 resolve6 resolveAny resolveCaa resolveCname resolveMx
	resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTxt responseReceived reuseSocket rm rmSync rmdir rmdirSync runInContext runInNewContext runInThisContext
	runMain s3 sendto serve setBroadcast setDefaultAutoSelectFamily setDefaultAutoSelectFamilyAttemptTimeout setDefaultResultOrder setEngine setEnvironmentData setFips
	setFlagsFromString setKeyCert setMaxIdleHTTPParsers setMaxSendFragment setMulticastInterface setMulticastLoopback setMulticastTTL setPriority setPrototypeOf setRawMode
	setRecvBufferSize setSecureContext setSendBufferSize setServername setServers setSession setSocketKeepAlive setSourceMapsEnabled setTicketKeys
	setUncaughtExceptionCaptureCallback setegid seteuid setgid setgroups setuid setupHistory setupMaster setupPrimary shell spawn spawnSync sql startTls statSync statfs
	statfsSync symlink symlinkSync syncBuiltinESMExports truncate truncateSync udpSocket umask unlink unlinkSync unwatchFile upgradeWebSocket utimes utimesSync
	waitForDebugger watch watchFile writeFile writeFileSync writeHeapSnapshot writeSync writeTextFile writeTextFileSync writevSync`

// jsShared lists those that data, streams and answers have as well, where they open
// nothing; the modules themselves are never data.
const jsShared = `BroadcastChannel CompileError Dirent Exception Interface LinkError MessageChannel Readline RuntimeError Stats Stream abort addTrailers address appendHeader apply assert
	availableMemory clear clearBufferedCommand clearLine clearScreenDown clearTimeout close closeAllConnections closeIdleConnections commit complete completeOnEditorMode
	constrainedMemory context cork count countReset cpuUsage cursorTo cwd debug destroy destroySoon detachSocket dir dirxml displayPrompt emitKeypressEvents emitWarning end
	error exec exists findEntry findOrigin flushHeaders get getActiveResourcesInfo getCipher getCiphers getColorDepth getConnections getDefaultSettings getHeader
	getHeaderNames getHeaders getName getProtocol getRawHeaderNames getWindowSize getX509Certificate group groupCollapsed groupEnd grow has hasColors hasHeader hasRef hrtime
	info initialize is isBlockDevice isCharacterDevice isConnected isContext isDead isDirectory isExtensible isFIFO isFile isIP isIPv4 isIPv6 isSessionReused isSocket
	isSymbolicLink isValidSyntax isatty keepSocketAlive log measureMemory memoryUsage moveCursor nextTick ownKeys pause pipe post postMessage preventExtensions profile
	profileEnd question read ref register remoteAddress removeHeader removeSocket resolve resourceUsage resume reverse rollback send set setHeader setHeaders setKeepAlive
	setNoDelay setOptions setPrompt setTTL setTimeout setTrailer start stat table terminate time timeEnd timeLog timeStamp trace uncork unref uptime url validate
	validateHeaderName validateHeaderValue valueOf warn write writeContinue writeEarlyHints writeHead writeHeader writeProcessing writer writev`
