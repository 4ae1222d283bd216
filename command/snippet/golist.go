package snippet

import "strings"

// goListed reports whether a package of the standard library only computes, so
// that all of it may be used, but for what goMember and goRefused take out.
func goListed(at string) bool {
	return listWords(`fmt strings strconv sort slices maps math math/big math/bits math/cmplx math/rand math/rand/v2 errors bytes unicode unicode/utf8 unicode/utf16 time regexp
		encoding encoding/json encoding/xml encoding/csv encoding/hex encoding/base64 encoding/base32 encoding/binary encoding/pem text/template html/template html text/tabwriter
		container/heap container/list container/ring sync sync/atomic context hash hash/crc32 hash/crc64 hash/fnv hash/adler32 hash/maphash
		crypto crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 crypto/hmac crypto/rand crypto/subtle crypto/aes crypto/cipher bufio io io/fs log log/slog path iter cmp unique
		testing testing/quick testing/iotest testing/fstest testing/synctest net/url net/netip compress/gzip compress/zlib compress/flate flag`, at)
}

// goSpecial reports whether a package is listed member by member.
func goSpecial(at string) bool {
	return listWords("os os/exec os/signal io/ioutil path/filepath runtime runtime/debug reflect syscall net net/http net/http/httptest", at)
}

// goForeign lists packages of others that only compute.
func goForeign(at string) bool {
	return listWords(`github.com/stretchr/testify/assert github.com/stretchr/testify/require github.com/google/go-cmp/cmp github.com/google/go-cmp/cmp/cmpopts github.com/google/uuid
		github.com/pkg/errors github.com/davecgh/go-spew/spew github.com/shopspring/decimal github.com/samber/lo github.com/spf13/cast github.com/cespare/xxhash/v2 github.com/hashicorp/go-multierror
		golang.org/x/exp/slices golang.org/x/exp/maps golang.org/x/exp/constraints golang.org/x/sync/errgroup golang.org/x/sync/semaphore golang.org/x/sync/singleflight golang.org/x/time/rate
		golang.org/x/crypto/bcrypt golang.org/x/crypto/argon2 golang.org/x/crypto/sha3 golang.org/x/text/unicode/norm go.uber.org/multierr gopkg.in/yaml.v3 gopkg.in/yaml.v2 go.uber.org/goleak
		github.com/tidwall/gjson github.com/tidwall/sjson github.com/json-iterator/go github.com/oklog/ulid/v2 github.com/gofrs/uuid`, at)
}

// goMember reports whether a member of a package may be used, and whether only
// in a call that is looked into.
func goMember(at, name string) (allowed, called bool) {
	switch at {
	case "os":
		if listWords(`ReadFile Open ReadDir Stat Lstat Readlink WriteFile Create OpenFile Mkdir MkdirAll MkdirTemp CreateTemp Remove RemoveAll Truncate Rename Getenv LookupEnv Setenv Unsetenv`, name) {
			return true, true
		}
		return listWords(`Args Stdin Stdout Stderr Exit Getpid Getppid Getuid Getgid Geteuid Getegid Hostname ErrNotExist ErrExist ErrPermission ErrClosed ErrInvalid ErrDeadlineExceeded ErrProcessDone
			IsNotExist IsExist IsPermission IsTimeout FileMode ModePerm ModeDir ModeSymlink ModeType ModeAppend PathError LinkError SyscallError File FileInfo DirEntry Signal Interrupt Kill Getpagesize
			PathSeparator PathListSeparator DevNull Getwd TempDir UserHomeDir Executable O_RDONLY O_WRONLY O_RDWR O_APPEND O_CREATE O_EXCL O_SYNC O_TRUNC SameFile`, name), false
	case "io/ioutil":
		if listWords("ReadFile WriteFile ReadDir TempDir", name) {
			return true, true
		}
		return listWords("ReadAll Discard NopCloser", name), false
	case "path/filepath":
		if listWords("Glob Walk WalkDir EvalSymlinks", name) {
			return true, true
		}
		return listWords(`Join Base Dir Ext Clean Rel Abs Split IsAbs Match ToSlash FromSlash SplitList VolumeName IsLocal Separator ListSeparator SkipDir SkipAll WalkFunc ErrBadPattern`, name), false
	case "os/exec":
		if listWords("Command CommandContext", name) {
			return true, true
		}
		return listWords("LookPath ErrNotFound ErrWaitDelay ExitError Error Cmd", name), false
	case "os/signal":
		return listWords("Notify NotifyContext Stop Reset Ignore", name), false
	case "syscall":
		return listWords("SIGINT SIGTERM SIGHUP SIGQUIT SIGUSR1 SIGUSR2 SIGKILL SIGPIPE EINTR ENOENT EPIPE ECONNREFUSED ECONNRESET EAGAIN EINVAL Errno Signal", name), false
	case "runtime":
		return listWords(`GOOS GOARCH NumGoroutine GC NumCPU GOMAXPROCS Version MemStats ReadMemStats Gosched Caller Callers CallersFrames Goexit FuncForPC KeepAlive Stack Compiler
			NumCgoCall Error Frame Frames Func SetFinalizer AddCleanup TypeAssertionError GOROOT`, name), false
	case "runtime/debug":
		return listWords("Stack PrintStack SetGCPercent SetMemoryLimit FreeOSMemory ReadBuildInfo SetMaxStack SetMaxThreads SetPanicOnFault BuildInfo Module BuildSetting ReadGCStats GCStats", name), false
	case "reflect":
		return listWords(`TypeOf TypeFor DeepEqual ValueOf Indirect Zero Type Value Kind StructTag StructField Invalid Bool Int Int8 Int16 Int32 Int64 Uint Uint8 Uint16 Uint32 Uint64 Float32 Float64
			Complex64 Complex128 Array Chan Func Interface Map Pointer Ptr Slice String Struct`, name), false
	case "net":
		if listWords("Listen Dial DialTimeout", name) {
			return true, true
		}
		return listWords(`ParseIP ParseCIDR IP IPNet IPMask IPv4 CIDRMask JoinHostPort SplitHostPort Listener Conn Addr TCPAddr Error OpError ErrClosed Pipe IPv4len IPv6len`, name), false
	case "net/http":
		if listWords("Get Head Post PostForm NewRequest NewRequestWithContext Redirect", name) {
			return true, true
		}
		return strings.HasPrefix(name, "Status") || strings.HasPrefix(name, "Method") || strings.HasPrefix(name, "SameSite") ||
			listWords(`Handler HandlerFunc ResponseWriter Request Response Header Cookie Client ServeMux RoundTripper NewServeMux HandleFunc Handle Error NotFound NotFoundHandler MaxBytesReader StripPrefix
			TimeoutHandler SetCookie DetectContentType CanonicalHeaderKey ErrServerClosed ErrUseLastResponse ErrHandlerTimeout ErrNoCookie NoBody DefaultServeMux DefaultClient TimeFormat Flusher MaxBytesError`, name), false
	case "net/http/httptest":
		return listWords("NewServer NewTLSServer NewUnstartedServer NewRecorder NewRequest NewRequestWithContext Server ResponseRecorder DefaultRemoteAddr", name), false
	case "text/template", "html/template":
		return !listWords("ParseFiles ParseGlob ParseFS", name), false
	}
	return goListed(at) || !goStandard(strings.SplitN(at, "/", 2)[0]), false
}

// goRefused lists members of values that no program may mention: what they do
// to a file, a folder, the environment or another program is not followed.
func goRefused(name string) bool {
	return listWords("Chdir Chmod Chown Lchown Chtimes Fd SyscallConn ParseFiles ParseGlob ParseFS AddParseTree", name)
}

// goReflected lists members of values of package reflect that compute; its
// others call and set what cannot be followed.
func goReflected(name string) bool {
	return !listWords("Call CallSlice Method MethodByName Methods Func UnsafePointer UnsafeAddr Pointer Send TrySend Recv TryRecv Convert Addr Clear Grow Seq Seq2 Slice Slice3 InterfaceData", name) &&
		!strings.HasPrefix(name, "Set")
}
