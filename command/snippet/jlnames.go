package snippet

import (
	"path"
	"strings"
)

// Names of Julia, from the exports of Base, Core and the standard library.

// jlKeyword lists keywords behind which no value ends.
func jlKeyword(name string) bool {
	return listWords("begin end for while if elseif else function return break continue do let try catch finally struct mutable abstract primitive type const local global in isa where outer module export public", name)
}

// jlReaches lists names by which a program would reach out of its process, change what
// others do, or come to a name that is not written down: of Base and Core, whatever of
// them is exported and does more than compute, and of the standard library.
func jlReaches(name string) bool {
	return strings.HasPrefix(name, "unsafe_") || strings.HasPrefix(name, "jl_") || strings.HasPrefix(name, "__") || jlOutward.has(name)
}

//nolint:gochecknoglobals // a table, never changed
var jlOutward = &nameTable{text: `
	Base Core Main Meta Libc Docs StackTraces Experimental Intrinsics Compiler Filesystem FileWatching Sockets Downloads Distributed Serialization Libdl Mmap LibGit2 Tar REPL Artifacts LazyArtifacts SharedArrays ArgTools NetworkOptions Future
	PyCall PythonCall CondaPkg Conda RCall JavaCall MATLAB Cxx CxxWrap Clang HTTP LibCURL FTPClient Git GitHub GitCommand SMTPClient WebSockets Genie Oxygen Mux LiveServer Franklin PackageCompiler PkgTemplates BinaryBuilder BinaryProvider IJulia Pluto Literate Weave Franklin
	LibPQ SQLite MySQL ODBC DBInterface DuckDB Redis Mongoc AWS AWSS3 AWSCore GoogleCloud Azure Minio ZipFile CodecZlib BSON JLD JLD2 FileIO MAT HDF5 Revise Documenter LocalRegistry Registrator CompatHelper DrWatson Dagger ClusterManagers MPI Glob FilePathsBase FilePaths RemoteFiles DataDeps
	Ptr Cstring Cwstring RawFD Cmd Pipe PipeBuffer Module Method Expr QuoteNode GlobalRef LineNumberNode Symbol MethodInstance CodeInfo CodeInstance
	ARGS C_NULL DEPOT_PATH LOAD_PATH PROGRAM_FILE DL_LOAD_PATH
	eval evalfile include_string include_dependency require macro quote baremodule ccall cglobal llvmcall invokelatest invoke invoke_in_world opaque_closure
	getproperty setproperty! swapproperty! modifyproperty! replaceproperty! setpropertyonce! getfield setfield! swapfield! modifyfield! replacefield! setfieldonce! getglobal setglobal! swapglobal! modifyglobal! replaceglobal! setglobalonce! get_binding_type
	parentmodule moduleroot loaded_modules root_module fullname esc gensym macroexpand isexpr remove_linenums! pushmeta! parseall parseatom
	finalizer atexit atreplinit exit_on_sigint disable_sigint reenable_sigint register_atexit
	expanduser homedir tempdir tempname mktemp mktempdir cd chmod chown cp mv symlink hardlink readlink realpath diskstat download samefile walkdir gperm operm uperm
	issetgid issetuid issocket issticky ismount isblockdev ischardev isfifo isreadable iswritable filemode ctime
	redirect_stdio redirect_stdin
	run success pipeline detach ignorestatus kill process_exited process_running setenv addenv withenv setcpuaffinity setgroups shell_split shell_escape shell_parse cmd_gen
	pointer pointer_from_objref fdio fd
	edit less clipboard define_editor
	connect listen accept send recv getaddrinfo listenany addprocs rmprocs remotecall remotecall_fetch remote_do remotecall_wait serialize deserialize dlopen dlsym dlopen_e dlclose find_library mmap mkpidlock trymkpidlock watch_file watch_folder poll_file
	julia_args take_heap_snapshot extract extract_tarball clone unpack
	Registry PackageSpec copyuntil copyline remotecall_eval remotecall_pool
	export_wisdom import_wisdom writetypes generatetypes generate_type generate_exprs generate_struct_type_module
	writefile write_file writejson mmwrite savegraph loadgraph save_object load_object jldsave jldopen h5open matopen matread matwrite pyimport pyeval py pyexec rcopy reval open_artifact
`}

// jlFile lists functions that touch a file, and are called with a constant.
func jlFile(name string) bool {
	return listWords(`read readlines readline eachline countlines readdlm readchomp readuntil parsefile tryparsefile mmread open write writedlm savefig save touch rm mkpath mkdir
		isfile isdir ispath islink readdir filesize mtime stat lstat read! File`, name)
}

// jlData reports whether a file is none that Julia or a tool runs.
func jlData(file string) bool {
	return listWords(".txt .json .csv .tsv .dat .md .log .html .xml .svg .png .pdf .jpg .mtx .out", path.Ext(file))
}

// jlSpells lists functions that make texts which nobody has read, or paths of the system.
func jlSpells(name string) bool {
	return listWords("Char transcode unescape_string hex2bytes reinterpret base64decode pwd abspath pathof pkgdir active_project find_package dirname codepoint codeunits", name)
}

// jlThird lists packages of others that compute.
func jlThird(name string) bool {
	return listWords(`BenchmarkTools DataFrames CSV JSON JSON3 StaticArrays StatsBase Distributions ForwardDiff ReverseDiff Zygote Enzyme Optim NLsolve Roots Krylov KrylovKit IterativeSolvers LinearSolve LinearOperators
		IncompleteLU Preconditioners AlgebraicMultigrid Arpack ArnoldiMethod MatrixMarket OrdinaryDiffEq DifferentialEquations DiffEqBase SciMLBase NonlinearSolve Interpolations FFTW SpecialFunctions Polynomials QuadGK HCubature
		Graphs SimpleWeightedGraphs DataStructures OrderedCollections OffsetArrays StructArrays LabelledArrays ComponentArrays AxisArrays NamedArrays Tables PrettyTables Query Unitful Measurements Combinatorics Primes
		Aqua JET AllocCheck ProgressMeter TimerOutputs LoopVectorization Tullio Flux Lux GLM MLJ Clustering MultivariateStats HypothesisTests StableRNGs Accessors Setfield ChainRules ChainRulesCore ChainRulesTestUtils FiniteDifferences FiniteDiff`, name)
}

// jlModule lists modules of the language, each with the members that reach nothing; empty:
// it is none of them.
func jlModule(name string) string {
	switch name {
	case "Base":
		return "VERSION JLOptions summarysize active_project find_package OneTo Fix1 Fix2 front tail rest Threads Iterators Sys GC length show print println isidentifier MathConstants isexported ispublic"
	case "Sys":
		return "CPU_THREADS ARCH KERNEL MACHINE CPU_NAME WORD_SIZE total_memory free_memory total_physical_memory free_physical_memory iswindows islinux isapple isunix isbsd cpu_info cpu_summary loadavg uptime maxrss"
	case "Threads":
		return "nthreads threadid nthreadpools maxthreadid ngcthreads Atomic atomic_add! atomic_sub! atomic_max! atomic_min! atomic_xchg! SpinLock ReentrantLock Condition Event Semaphore"
	case "GC":
		return "gc enable safepoint"
	case "Iterators":
		return "product take drop flatten partition enumerate zip filter map reverse repeated cycle countfrom takewhile dropwhile peel accumulate rest Stateful flatmap only"
	case "BLAS":
		return "get_config get_num_threads set_num_threads vendor dot axpy! axpby! scal! scal nrm2 asum gemm gemm! gemv gemv! ger! symm symv trsm trsv syrk iamax"
	case "LinearAlgebra":
		return `BLAS Adjoint Transpose SymTridiagonal Tridiagonal Bidiagonal Factorization Cholesky Eigen SVD LU QR Hermitian Symmetric LowerTriangular UpperTriangular UnitLowerTriangular UnitUpperTriangular Diagonal UniformScaling I
			axpy! axpby! cholesky cholesky! cond cross adjoint det diag diagind diagm dot eigen eigen! eigmax eigmin eigvals eigvecs factorize givens hessenberg isdiag ishermitian isposdef issuccess issymmetric istril istriu kron ldiv! ldlt
			logabsdet logdet lu lu! lyap mul! lmul! rmul! norm normalize normalize! nullspace opnorm pinv qr qr! lq rank rdiv! schur svd svdvals sylvester tr transpose tril triu tril! triu! checksquare peakflops versioninfo norm1 norm2 normInf norm_sqr`
	case "SparseArrays":
		return "AbstractSparseArray AbstractSparseMatrix AbstractSparseVector SparseMatrixCSC SparseVector blockdiag droptol! dropzeros dropzeros! issparse nonzeros nzrange rowvals sparse sparsevec spdiagm sprand sprandn spzeros nnz permute findnz ftranspose! sparse_hcat sparse_vcat getcolptr fkeep!"
	case "Random":
		return "seed! default_rng MersenneTwister Xoshiro TaskLocalRNG RandomDevice AbstractRNG GLOBAL_RNG rand rand! randn randn! randexp randexp! randperm randperm! randcycle randstring randsubseq randsubseq! shuffle shuffle! bitrand"
	case "Statistics":
		return "cor cov mean mean! median median! middle quantile quantile! std stdm var varm"
	case "Dates":
		return `now today Date DateTime Time Year Month Week Day Hour Minute Second Millisecond Microsecond Nanosecond Quarter format value year month day hour minute second millisecond dayofweek dayofyear dayname monthname week quarterofyear isleapyear daysinmonth daysinyear
			firstdayofmonth lastdayofmonth firstdayofyear lastdayofyear unix2datetime datetime2unix canonicalize toms DateFormat ISODateFormat ISODateTimeFormat CompoundPeriod TimeType Period UTC datetime2julian julian2datetime monthabbr dayabbr`
	case "Printf":
		return "format Format"
	case "Test":
		return "detect_ambiguities detect_unbound_args GenericArray GenericDict GenericString GenericSet GenericOrder TestSetException DefaultTestSet get_testset"
	case "InteractiveUtils":
		return "versioninfo code_warntype code_llvm code_native methodswith subtypes supertypes varinfo apropos"
	case "Profile":
		return "clear clear_malloc_data init fetch callers len_data print Allocs"
	case "Allocs":
		return "clear fetch print"
	case "DelimitedFiles", "Logging", "Unicode", "UUIDs", "SHA", "CRC32c", "Base64", "TOML", "Markdown", "MathConstants":
		return "uuid4 uuid1 uuid5 UUID sha256 sha1 sha512 bytes2hex crc32c base64encode normalize graphemes isequal_normalized parse tryparse print with_logger NullLogger ConsoleLogger SimpleLogger global_logger current_logger Info Warn Error Debug pi e catalan golden eulergamma RowWriter Rows"
	}
	return ""
}
