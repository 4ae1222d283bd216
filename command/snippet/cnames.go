package snippet

import _ "embed"

// What a C library has, and which of it is harmless. A name that it does not have
// is the program's or the project's own: there is nothing else to be linked with.

// cLibrary are names of C libraries that are not listed as harmless: they start
// programs, reach the network or other processes, load code, change what
// memory may be run, or take paths. A name of either kind may not be given
// another meaning. From the symbols of the GNU C library, shared and static,
// with a few of other systems.
//
//go:embed clibc.txt
var cLibrary string

// cReaches holds the names of cLibrary.
var cReaches = nameTable{text: cLibrary}

// cHarmless only compute, print, wait, or work on files that are open already.
var cHarmless = nameTable{text: `a64l abort abs accept advance alarm aligned_alloc alloca arc4random arc4random_buf arc4random_uniform argz_add asctime asctime_r asprintf
	assert at_quick_exit atexit atof atoi atol atoll backtrace backtrace_symbols backtrace_symbols_fd basename bcmp bcopy bind bsearch btowc
	bzero c16rtomb c32rtomb c8rtomb call_once calloc cfree clearerr clock clock_getres clock_gettime clock_nanosleep close closedir copysign
	copysignf copysignl ctime ctime_r daylight difftime dirfd dirname div dprintf drand48 dup dup2 dup3 duplocale ecvt envz_add erand48 err
	errno error errx exit explicit_bzero fclose fcntl fcvt fdatasync fdopen feof ferror fflush ffs ffsl ffsll fgetc fgetpos fgets fgetwc fgetws
	fileno finite finitef finitel flock flockfile fmemopen fnmatch fprintf fputc fputc_unlocked fputs fputs_unlocked fputwc fputws fread
	fread_unlocked free freelocale frexp frexpf frexpl fscanf fseek fseeko fsetpos fstat fsync ftell ftello ftruncate funlockfile fwide fwprintf
	fwrite fwrite_unlocked fwscanf gcvt get_nprocs get_nprocs_conf getc getc_unlocked getchar getchar_unlocked getcpu getcwd getdelim
	getdtablesize getegid getentropy geteuid getgid getgroups gethostname getitimer getline getloadavg getopt getopt_long getopt_long_only
	getpagesize getpeername getpgid getpgrp getpid getppid getpriority getrandom getrlimit getrusage gets getsid getsockname getsubopt gettid
	gettimeofday getuid getwc getwchar gmtime gmtime_r gnu_get_libc_version gsignal hcreate hcreate_r hdestroy hsearch htonl htons imaxabs
	imaxdiv in6addr_any in6addr_loopback index inet_addr inet_aton inet_network inet_ntoa inet_ntop inet_pton initstate insque isatty jrand48
	l64a labs lcong48 ldexp ldexpf ldexpl ldiv lfind listen llabs lldiv loc1 loc2 localeconv localtime localtime_r locs longjmp lrand48 lsearch
	lseek mallinfo mallinfo2 malloc malloc_stats malloc_trim malloc_usable_size mallopt mblen mbrlen mbrtoc16 mbrtoc32 mbrtoc8 mbrtowc mbsinit
	mbsrtowcs mbstowcs mbtowc mcount memalign memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy memrchr memset mktime modf modff modfl
	mrand48 nanosleep newlocale nl_langinfo nrand48 ntohl ntohs on_exit open_memstream optarg opterr optind optopt pause perror pipe pipe2 poll
	posix_memalign ppoll pread printf program_invocation_name program_invocation_short_name psignal putc putc_unlocked putchar putchar_unlocked
	putenv puts putw putwc putwchar pvalloc pwrite qsort qsort_r quick_exit raise rand rand_r random random_r rawmemchr read readdir readv
	realloc reallocarray recv regcomp regerror regexec regfree remque rewind rewinddir rindex sbrk scalb scalbn scalbnf scalbnl scanf
	sched_getaffinity sched_getcpu sched_setaffinity sched_yield seed48 select sem_destroy sem_getvalue sem_init sem_post sem_timedwait
	sem_trywait sem_wait send setbuf setbuffer setenv setitimer setjmp setlinebuf setlocale setstate setvbuf sigaction sigaddset sigaltstack
	sigdelset sigdescr_np sigemptyset sigfillset sigismember siglongjmp signal sigpending sigprocmask sigsuspend sigtimedwait sigwait sleep
	snprintf sprintf srand srand48 srandom srandom_r sscanf stderr stdin stdout step stpcpy stpncpy strerror swab swprintf swscanf sys_siglist
	sysconf tdelete tdestroy tfind time timegm times timespec_get timezone tmpfile toascii tolower toupper towctrans towlower towupper tsearch
	twalk tzname tzset ualarm uname ungetc ungetwc unsetenv uselocale usleep valloc vasprintf vdprintf verr verrx vfprintf vfscanf vfwprintf
	vlimit vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vwarn vwarnx vwprintf wait waitpid warn warnx wcpcpy wcpncpy wcrtomb wctob wctomb
	wctrans wctype wcwidth wprintf write writev wscanf`}

// cHeaders are headers of the system that declare nothing but names of the C
// library, types and constants.
var cHeaders = nameTable{text: `assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic stdbit stdbool stdckdint
	stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar wchar wctype unistd pthread fcntl sched semaphore getopt
	alloca malloc endian byteswap memory values libgen fnmatch regex search termios dirent poll execinfo err error ucontext langinfo ctype
	sys/types sys/time sys/stat sys/wait sys/resource sys/param sys/mman sys/select sys/uio sys/times sys/utsname sys/cdefs sys/sysinfo
	sys/ioctl sys/socket sys/random sys/queue sys/un netinet/in arpa/inet netinet/tcp immintrin emmintrin xmmintrin smmintrin tmmintrin
	nmmintrin avxintrin avx2intrin x86intrin arm_neon omp mpi linux/types linux/limits features bits/wordsize`}

// cppHeaders are those of C++.
var cppHeaders = nameTable{text: `algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits clocale cmath codecvt
	compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio cstdlib cstring ctgmath ctime
	cuchar cwchar cwctype deque exception execution expected flat_map flat_set format forward_list fstream functional future generator
	initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map mdspan memory memory_resource mutex new numbers
	numeric optional ostream print queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream
	sstream stack stacktrace stdexcept stop_token streambuf string string_view strstream syncstream system_error thread tuple type_traits
	typeindex typeinfo unordered_map unordered_set utility valarray variant vector version bits/stdc++.h ext/pb_ds/assoc_container.hpp
	ext/pb_ds/tree_policy.hpp cxxabi.h`}

// cLibraries are headers of libraries that only compute, print and test.
var cLibraries = nameTable{text: `fmt/core.h fmt/format.h fmt/ranges.h fmt/chrono.h fmt/color.h fmt/printf.h gtest/gtest.h gmock/gmock.h catch2/catch_test_macros.hpp catch2/catch_all.hpp catch2/catch.hpp catch2/catch_approx.hpp catch2/benchmark/catch_benchmark.hpp
	doctest/doctest.h doctest.h nlohmann/json.hpp Eigen/Dense Eigen/Core Eigen/Geometry Eigen/Sparse Eigen/LU glm/glm.hpp gmp.h gmpxx.h mpfr.h range/v3/all.hpp`}

// cReserved are names with two underscores that are harmless, and those that
// choose what headers declare.
var cReserved = nameTable{text: `_exit _Exit _IOFBF _IOLBF _IONBF _GNU_SOURCE _POSIX_C_SOURCE _DEFAULT_SOURCE _XOPEN_SOURCE _BSD_SOURCE _POSIX_SOURCE _ISOC11_SOURCE _FILE_OFFSET_BITS _USE_MATH_DEFINES _LARGEFILE_SOURCE _LARGEFILE64_SOURCE _FORTIFY_SOURCE _DARWIN_C_SOURCE
	_GLIBCXX_DEBUG _GLIBCXX_ASSERTIONS _Bool _Static_assert _Atomic _Alignas _Alignof _Generic _Noreturn _Thread_local _Complex _Imaginary _BitInt __func__ __FUNCTION__ __PRETTY_FUNCTION__ __LINE__ __FILE__ __DATE__
	__TIME__ __STDC__ __STDC_VERSION__ __STDC_NO_ATOMICS__ __STDC_NO_THREADS__ __STDC_NO_VLA__ __STDC_HOSTED__ __STDC_FORMAT_MACROS __STDC_IEC_559__ __cplusplus __GNUC__ __GNUC_MINOR__ __GNUC_PATCHLEVEL__ __clang__ __clang_major__
	__clang_minor__ __clang_version__ __VERSION__ __GLIBC__ __GLIBC_MINOR__ __linux__ __linux __unix__ __APPLE__ _WIN32 _WIN64 __MINGW32__ __MINGW64__ __FreeBSD__ __ELF__ __loongarch__ __ANDROID__ _MSC_VER __x86_64__ __i386__ __aarch64__ __arm__ __riscv __SIZEOF_INT128__ __SIZEOF_POINTER__ __SIZEOF_LONG__
	__SIZEOF_INT__ __SIZEOF_SIZE_T__ __SIZEOF_LONG_LONG__ __SIZEOF_DOUBLE__ __SIZEOF_LONG_DOUBLE__ __SIZEOF_WCHAR_T__ __SIZEOF_SHORT__ __SIZEOF_FLOAT__ __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__ __ORDER_BIG_ENDIAN__ __CHAR_BIT__ __INT_MAX__ __LONG_MAX__ __COUNTER__ __OPTIMIZE__
	__SANITIZE_ADDRESS__ __SANITIZE_THREAD__ __has_include __has_feature __has_builtin __has_attribute __has_cpp_attribute __int128 __int128_t __uint128_t __float128 __inline __inline__ __restrict __restrict__ __volatile__ __const __extension__ __typeof__
	__typeof __alignof__ __thread __auto_type __VA_ARGS__ __VA_OPT__ __attribute__ __attribute __SSE2__ __SSE4_2__ __AVX__ __AVX2__ __FMA__ __ARM_NEON __cpp_lib_format __cpp_concepts __cpp_lib_ranges __gnu_pbds
	__m128 __m128i __m128d __m256 __m256i __m256d __m512 __m512i __m512d __cpp_exceptions __cpp_rtti __cpp_lib_expected __cpp_lib_print`}

// cBuiltins are functions of compilers that only compute.
var cBuiltins = nameTable{text: `__builtin_expect __builtin_popcount __builtin_popcountl __builtin_popcountll __builtin_clz __builtin_clzl __builtin_clzll __builtin_ctz __builtin_ctzl __builtin_ctzll __builtin_ffs __builtin_parity
	__builtin_bswap16 __builtin_bswap32 __builtin_bswap64 __builtin_unreachable __builtin_trap __builtin_prefetch __builtin_constant_p __builtin_offsetof __builtin_types_compatible_p __builtin_choose_expr
	__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow __builtin_sadd_overflow __builtin_smul_overflow __builtin_uadd_overflow __builtin_umul_overflow __builtin_assume_aligned __builtin_assume
	__builtin_huge_val __builtin_inf __builtin_nan __builtin_memcpy __builtin_memmove __builtin_strcmp __builtin_memset __builtin_memcmp __builtin_strlen __builtin_alloca __builtin_abs __builtin_fabs __builtin_sqrt __builtin_object_size __builtin_dynamic_object_size
	__builtin_isnan __builtin_isinf __builtin_signbit __builtin_rotateleft32 __builtin_ia32_pause __builtin_ia32_rdtsc __rdtsc __builtin_readcyclecounter __builtin_debugtrap`}

// cKeywords may not be given another meaning.
var cKeywords = nameTable{text: `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned
	void volatile while bool alignas alignof constexpr nullptr static_assert thread_local typeof true false class namespace template typename using public private protected virtual operator new delete this throw try catch friend
	mutable explicit decltype noexcept concept requires co_await co_return co_yield dynamic_cast static_cast const_cast reinterpret_cast typeid export import module defined main argv std`}

// cAttributes are attributes that change neither where code stands nor what a
// name means.
var cAttributes = nameTable{text: `unused noinline always_inline packed aligned format visibility printf scanf noreturn warn_unused_result pure const hot cold malloc nonnull returns_nonnull used noclone flatten deprecated may_alias vector_size fallthrough
	nodiscard maybe_unused likely unlikely no_unique_address assume no_sanitize no_sanitize_address no_sanitize_thread sentinel alloc_size transparent_union no_instrument_function optimize target leaf nothrow artificial gnu_printf
	__unused__ __noinline__ __packed__ __aligned__ __format__ __printf__ __noreturn__ __warn_unused_result__ __pure__ __const__ __used__ __always_inline__ __vector_size__ __may_alias__ __nonnull__ __malloc__ __fallthrough__`}
