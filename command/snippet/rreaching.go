package snippet

import (
	_ "embed"
	"strings"
	"sync"
)

// Names of R itself, for the second reading. They were found by asking R 4.2 for all
// that its packages export, and for what each of those functions calls: those that
// reach out are listed here, what computes is in rbase.txt, and a test holds both lists
// together against what an R exports. Whatever begins with a dot and all of tcltk
// reaches out as well: it leads to the inside of namespaces or of other programs.

// rBaseText holds the names that compute, a package a line.
//
//go:embed rbase.txt
var rBaseText string

// rBase are those names, each with its package.
var rBase = rTable{text: &rBaseText}

// rTable is a list of names by packages, which is taken apart at the first question.
type rTable struct {
	text *string
	once sync.Once
	set  map[string]bool
}

// has reports whether a package has a name.
func (t *rTable) has(pkg, name string) bool {
	t.once.Do(func() {
		t.set = make(map[string]bool)
		for line := range strings.Lines(*t.text) {
			of, rest, _ := strings.Cut(line, ":")
			for word := range strings.FieldsSeq(rest) {
				t.set[of+"::"+word] = true
			}
		}
	})
	return t.set[pkg+"::"+name]
}

// rComputes reports whether a package of R has a name that computes; "" are those that are
// attached.
func rComputes(pkg, name string) bool {
	if pkg != "" {
		return rBase.has(pkg, name)
	}
	for _, of := range [...]string{"base", "stats", "utils", "methods", "grDevices", "graphics"} {
		if rBase.has(of, name) {
			return true
		}
	}
	return false
}

// rOutward are the names by which R reaches out.
var rOutward = nameTable{text: rEvaluating + " " + rFiling + " " + rStarting + " " + rAsking + " " + rSetting + " " + rInner}

// rReaches reports whether R has a name by which a program reaches out.
func rReaches(name string) bool {
	if strings.HasPrefix(name, ".") {
		return !listWords(". .data .x .y .SD .N .BY .I .GRP .Machine .Platform", name)
	}
	return rOutward.has(name)
}

const (
	// rEvaluating take a text, or a name that is reckoned, for code, or lead to environments and to the inside of functions.
	rEvaluating = `activeBindingFunction as.call as.environment as.function as.function.default as.name as.symbol asNamespace attach attachNamespace autoload autoloader
		baseenv body body<- attributes<- mostattributes<- call callCC delayedAssign dget dynGet env.profile environment environment<- eval eval.parent evalq
		dontCheck findPackageEnv formals formals<- get get0 mget getExportedValue getHook getNamespace getNamespaceInfo globalenv importIntoEnv list2env
		loadingNamespaceInfo lockBinding lockEnvironment unlockBinding makeActiveBinding match.call match.fun mode<- namespaceExport namespaceImport
		namespaceImportClasses namespaceImportFrom namespaceImportMethods parent.env parent.env<- parent.frame parse pos.to.env registerS3method
		registerS3methods setHook setNamespaceInfo str2expression str2lang substitute sys.call sys.calls sys.frame sys.frames sys.function sys.on.exit
		sys.status sys.source addTaskCallback removeTaskCallback taskCallbackManager topenv trace untrace debug debugonce undebug browser browserCondition
		browserSetDebug browserText getTaskCallbackNames globalCallingHandlers conflictRules contributors license licence sys.load.image sys.save.image
		unserialize unix.time source local assign do.call with with.default within within.data.frame within.list library require loadNamespace
		requireNamespace unloadNamespace UseMethod standardGeneric storage.mode<- class<- oldClass<- attr<- structure quote bquote expression enquote
		as.vector eapply Recall transform transform.data.frame transform.default subset subset.data.frame subset.default subset.matrix tracingState
		conditionCall conditionCall.condition as.formula formula reformulate asOneSidedFormula DF2formula update.formula update update.default contrasts<- C
		getInitial selfStart get_all_vars getCall glm glm.fit expand.model.frame ? argsAnywhere assignInMyNamespace assignInNamespace fixInNamespace fix
		getAnywhere getFromNamespace getS3method debugcall undebugcall debugger recover data example demo removeSource rc.getOption rc.options rc.settings
		rc.status setBreakpoint findLineNum dump.frames as.relistable relist bibentry readCitationFile RtangleRuncode RweaveEvalWithOpt RweaveChunkPrefix
		SweaveHooks isS3stdGeneric curve delayGrob grid.delay recordGrob grid.record grid.grabExpr`
	// rFiling read, write, or change files.
	rFiling = `bzfile gzfile xzfile file fifo unz gzcon file.append file.choose file.copy file.create file.link file.remove file.rename file.show file.symlink unlink
		dir.create dir list.files list.dirs Sys.glob Sys.readlink Sys.chmod Sys.setFileTime Sys.umask dump dput cat load save save.image saveRDS readRDS
		infoRDS lazyLoad lazyLoadDBexec lazyLoadDBfetch read.dcf write.dcf readBin readChar readLines writeBin writeChar writeLines write scan sink serialize
		open open.connection open.srcfile open.srcfilealias open.srcfilecopy srcfile srcfilealias srcfilecopy getSrcLines getConnection closeAllConnections
		parseNamespaceFile pushBack clearPushBack truncate truncate.connection seek seek.connection setwd file.info file.exists file.size file.mode file.mtime
		file.access dir.exists normalizePath textConnection tempfile tempdir bindtextdomain read.ftable write.ftable aspell aspell_package_C_files
		aspell_package_R_files aspell_package_Rd_files aspell_package_vignettes aspell_write_personal_dictionary_file capture.output changedFiles count.fields
		fileSnapshot file_test installed.packages loadhistory savehistory history timestamp package.skeleton prompt promptData promptImport promptPackage
		read.csv read.csv2 read.delim read.delim2 read.DIF read.fortran read.fwf read.table write.csv write.csv2 write.table Rprof Rprofmem summaryRprof rtags
		Rtangle RtangleFinish RtangleSetup RtangleWritedoc RweaveLatex RweaveLatexFinish RweaveLatexOptions RweaveLatexSetup RweaveLatexWritedoc RweaveTryStop
		SweaveSyntConv Stangle Sweave makeRweaveLatexCodeRunner tar untar unzip zip txtProgressBar make.packages.html hsearch_db hsearch_db_concepts
		hsearch_db_keywords citation bitmap bmp cairo_pdf cairo_ps dev.copy dev.copy2eps dev.copy2pdf dev.new dev.print dev2bitmap embedFonts jpeg pdf
		pdf.options pictex png postscript ps.options quartz quartz.options quartz.save recordGraphics savePlot setEPS setPS svg tiff x11 X11 X11.options xfig
		check.options getGraphicsEvent getGraphicsEventEnv setGraphicsEventEnv setGraphicsEventHandlers replayPlot cmpfile loadcmp compilePKGS compile
		disassemble setCompilerOptions`
	// rStarting start programs, or load what is compiled.
	rStarting = `system system2 pipe dyn.load dyn.unload library.dynam library.dynam.unload getCallingDLL getCallingDLLe getDLLRegisteredRoutines
		getDLLRegisteredRoutines.character getDLLRegisteredRoutines.DLLInfo getLoadedDLLs getNativeSymbolInfo is.loaded Sys.which gctorture gctorture2
		browseEnv browseURL browseVignettes bug.report create.post data.entry dataentry de de.ncols de.restore de.setup edit emacs file.edit help help.request
		help.search help.start menu askYesNo select.list news page pico RShowDoc vi View vignette xedit xemacs nsl process.events packageStatus getParseData
		getParseText makeCluster makeForkCluster makePSOCKcluster mcparallel mccollect clusterCall clusterEvalQ clusterExport clusterApply clusterApplyLB
		clusterMap clusterSetRNGStream clusterSplit getDefaultCluster setDefaultCluster stopCluster parApply parCapply parLapply parLapplyLB parRapply
		parSapply parSapplyLB mcaffinity`
	// rAsking connect.
	rAsking = `url socketConnection socketAccept socketSelect socketTimeout serverSocket curlGetHeaders available.packages checkCRAN chooseBioCmirror
		chooseCRANmirror close.socket contrib.url download.file download.packages findCRANmirror getCRANmirrors install.packages make.socket mirror2html
		new.packages old.packages read.socket remove.packages RSiteSearch setRepositories update.packages upgrade url.show write.socket`
	// rSetting change settings, or end the program.
	rSetting = `Sys.setenv Sys.unsetenv Sys.getenv Sys.setLanguage readRenviron options quit q readline`
	// rInner are what methods and tools export beside what computes: the inside of classes and of
	// functions, checks and builds of packages.
	rInner = `MethodAddCoerce MethodsList MethodsListSelect Quote S3Class<- S3Part<- SignatureMethod addNextMethod as<- asMethodDefinition assignClassDef
		assignMethodsMetaData balanceMethodsList body<- cacheGenericsMetaData cacheMetaData cacheMethod checkAtAssignment checkSlotAssignment classLabel
		classMetaName classesToAM coerce coerce<- completeClassDefinition completeExtends completeSubclasses conformMethod defaultDumpName defaultPrototype
		doPrimitiveMethod dumpMethod dumpMethods el<- elNamed<- empty.dump emptyMethodsList evalOnLoad evalSource evalqOnLoad existsFunction externalRefMethod
		finalDefaultMethod findClass findFunction findMethod findMethodSignatures findMethods findUnique fixPre1.8 functionBody functionBody<-
		generic.skeleton getAllSuperClasses getClass getClassDef getClasses getDataPart getFunction getGeneric getGenerics getGroup getGroupMembers
		getLoadActions getMethod getMethods getMethodsForDispatch getMethodsMetaData getRefClass getValidity hasLoadAction hasMethods implicitGeneric
		initFieldArgs initRefFields insertClassMethods insertMethod insertSource isClassDef isClassUnion isGrammarSymbol isGroup isRematched isSealedClass
		isSealedMethod isXS3Class languageEl languageEl<- linearizeMlist listFromMethods listFromMlist loadMethod makeClassRepresentation makeExtends
		makeGeneric makeMethodsList makePrototypeFromClassDef makeStandardGeneric matchSignature mergeMethods metaNameUndo method.skeleton
		methodSignatureMatrix methodsPackageMetaName missingArg multipleClasses newBasic newClassRepresentation newEmptyObject packageSlot packageSlot<-
		possibleExtends prohibitGeneric promptClass promptMethods reconcilePropertiesAndPrototype registerImplicitGenerics rematchDefinition removeClass
		removeGeneric removeMethods requireMethods resetClass resetGeneric sealClass selectMethod selectSuperClasses setDataPart setGenericImplicit
		setGroupGeneric setLoadAction setLoadActions setPackageName setPrimitiveMethods showClass showDefault showExtends showMlist sigToEnv slotsFromS3
		substituteDirect substituteFunctionArgs superClassDepth testInheritedMethods testVirtual tryNew unRematchDefinition CRAN_check_details
		CRAN_check_issues CRAN_check_results CRAN_memtest_notes CRAN_package_db Rcmd Rd2HTML Rd2ex Rd2latex Rd2txt Rd2txt_options RdTextFilter Rd_db Rdiff
		Rdindex SweaveTeXFilter add_datalist bibstyle buildVignette buildVignettes checkDocFiles checkDocStyle checkFF checkMD5sums checkPoFile checkPoFiles
		checkRd checkRdContents checkRdaFiles checkReplaceFuns checkS3methods checkTnF checkVignettes check_packages_in_dir check_packages_in_dir_changes
		check_packages_in_dir_details codoc codocClasses codocData compactPDF deparseLatex dependsOnPkgs file_path_as_absolute findHTMLlinks find_gs_cmd
		getBibstyle getDepList getVignetteInfo installFoundDepends list_files_with_exts list_files_with_type loadPkgRdMacros loadRdMacros
		make_translations_pkg makevars_site makevars_user md5sum nonS3methods package.dependencies package_dependencies
		package_native_routine_registration_skeleton parseLatex parse_Rd pkgDepends pkgVignettes pskill psnice read.00Index resaveRdaFiles showNonASCIIfile
		startDynamicHelp summarize_CRAN_check_status summarize_check_packages_in_dir_depends summarize_check_packages_in_dir_results
		summarize_check_packages_in_dir_timings testInstalledBasic testInstalledPackage testInstalledPackages texi2dvi texi2pdf undoc update_PACKAGES
		update_pkg_po vignetteDepends vignetteEngine vignetteInfo write_PACKAGES xgettext xgettext2pot xngettext`
)
