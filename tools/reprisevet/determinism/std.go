package determinism

// rules judge the standard library by name. Its source would be a bad witness: fmt has a
// pool and json a cache behind a lock, and neither can be seen from outside. The same
// holds for a few packages of others that everybody uses.
//
// The first rule that matches counts. Only functions, methods and variables are asked
// for, and of variables not those that hold an error.
var rules = []rule{
	{packages: "time", code: clock, names: "Now Since Until", instead: "use workflow.Now"},
	{packages: "time", code: clock, names: "Sleep", instead: "use workflow.Sleep"},
	{packages: "time", code: clock, names: "After AfterFunc NewTimer NewTicker Tick Timer.* Ticker.*",
		instead: "use workflow.NewTimer, or workflow.After in a workflow.Select"},
	{packages: "time", code: environment, names: "Local Time.Local", instead: "use UTC, or a zone by its name: machines differ in theirs"},
	{packages: "time time/tzdata", names: "*"},

	{packages: "math/rand math/rand/v2", names: "New NewSource NewZipf NewPCG NewChaCha8 *.*"}, // as deterministic as their seed
	{packages: "math/rand math/rand/v2", code: chance, names: "*"},
	{packages: "crypto/rand", code: chance, names: "*", instead: "use workflow.Rand, or an activity for what must be secret"},
	{packages: "crypto/...", code: chance, names: "GenerateKey GenerateKey* GenerateMultiPrimeKey *.GenerateKey",
		instead: "make keys in an activity"},
	{packages: "hash/maphash", code: chance, names: "*", instead: "use hash/fnv: the seed of maphash differs in each process"},

	{packages: "os", names: "IsExist IsNotExist IsPermission IsTimeout IsPathSeparator Expand *Error.*"},
	{packages: "os", code: environment, names: "Getenv LookupEnv Environ ExpandEnv Setenv Unsetenv Clearenv Hostname Getpid Getppid " +
		"Getuid Geteuid Getgid Getegid Getgroups Getpagesize Args Executable UserHomeDir UserCacheDir UserConfigDir TempDir Getwd"},
	{packages: "os os/...", code: inputOutput, names: "*"},
	{packages: "flag", code: environment, names: "*"},
	{packages: "runtime", code: environment, names: "NumCPU NumGoroutine NumCgoCall GOMAXPROCS ReadMemStats GOROOT Version",
		instead: "do not let a workflow depend on it"},
	{packages: "runtime/debug", code: environment, names: "ReadBuildInfo", instead: "do not let a workflow depend on it"},
	{packages: "runtime", code: goroutine, names: "Gosched Goexit LockOSThread UnlockOSThread"},
	{packages: "runtime/metrics runtime/pprof runtime/trace runtime/coverage", code: inputOutput, names: "*"},
	{packages: "runtime runtime/...", names: "*"},

	{packages: "fmt", code: inputOutput, names: "Print Printf Println Scan Scanf Scanln", instead: "use workflow.Logger, or an activity"},
	{packages: "log", names: "New Logger.Set* Logger.Prefix Logger.Flags Logger.Writer"},
	{packages: "log", code: inputOutput, names: "*", instead: "use workflow.Logger"},
	{packages: "log/slog", code: inputOutput, names: "Debug* Info* Warn* Error* Log LogAttrs Default SetDefault SetLogLoggerLevel",
		instead: "use workflow.Logger"},
	{packages: "log/slog", names: "*"},
	{packages: "io/ioutil", names: "ReadAll NopCloser Discard"},
	{packages: "io/ioutil", code: inputOutput, names: "*"},
	{packages: "path/filepath", code: inputOutput, names: "Walk WalkDir Glob EvalSymlinks Abs"},
	{packages: "net", names: "ParseIP ParseCIDR ParseMAC SplitHostPort JoinHostPort IPv4 IPv4Mask CIDRMask " +
		"IP.* IPNet.* IPMask.* HardwareAddr.* Error.* Addr.* *Addr.String *Addr.Network *Error.*"},
	{packages: "net/url net/netip net/mail", names: "*"},
	{packages: "net/http", names: "StatusText CanonicalHeaderKey DetectContentType ParseHTTPVersion ParseTime ParseCookie ParseSetCookie " +
		"NewRequest Header.* Cookie.* *Error.*"},
	{packages: "net/textproto", names: "CanonicalMIMEHeaderKey TrimBytes TrimString NewReader NewWriter MIMEHeader.* Reader.* Writer.* Error.*"},
	{packages: "net net/...", code: inputOutput, names: "*"},
	{packages: "database/sql/driver", names: "*"},
	{packages: "database/sql", names: "Named Null.* Null*.* IsolationLevel.String"},
	{packages: "database/sql", code: inputOutput, names: "*"},
	{packages: "syscall", names: "Errno.* Signal.String"},
	{packages: "syscall log/syslog plugin expvar crypto/tls", code: inputOutput, names: "*"},

	{packages: "text/template html/template", code: inputOutput, names: "ParseFiles ParseGlob Template.ParseFiles Template.ParseGlob"},
	{packages: "archive/zip debug/...", code: inputOutput, names: "Open OpenReader OpenFat ReadFile"},
	{packages: "go/build", code: inputOutput, names: "Import* Context.Import*"},
	{packages: "crypto/x509", code: inputOutput, names: "SystemCertPool"},
	{packages: "mime", code: environment, names: "TypeByExtension ExtensionsByType"},

	{packages: "sync", names: "Pool.* OnceFunc OnceValue OnceValues"}, // what is computed once is looked at instead
	{packages: "sync sync/atomic", code: locking, names: "*"},
	{packages: "reflect", code: selection, names: "Select"},
	{packages: "reflect", code: channel, names: "MakeChan Value.Send Value.TrySend Value.Recv Value.TryRecv Value.Close"},
	{packages: "reflect", code: mapOrder, names: "Value.MapKeys Value.MapRange", instead: "sort the keys"},
	{packages: "maps", code: mapOrder, names: "Keys Values All"},
	{packages: "golang.org/x/exp/maps", code: mapOrder, names: "Keys Values"},

	{packages: "context", names: "Context.*"}, // that there is a context is the finding
	{packages: "context", code: goContext, names: "*"},

	{packages: "github.com/google/uuid", code: newID, names: "New NewString NewRandom NewRandomFromReader NewV6 NewV7 NewV7FromReader"},
	{packages: "github.com/google/uuid", code: newID, names: "NewUUID NewDCE* NodeID NodeInterface ClockSequence GetTime"},
	{packages: "github.com/gofrs/uuid github.com/gofrs/uuid/v5 github.com/satori/go.uuid", code: newID, names: "NewV1 NewV2 NewV4 NewV6 NewV7 *.NewV*"},
	{packages: "github.com/oklog/ulid github.com/oklog/ulid/v2", code: newID, names: "Make Now DefaultEntropy MustNewDefault"},
	{packages: "github.com/rs/xid github.com/segmentio/ksuid", code: newID, names: "New NewWithTime NewRandom NewRandomWithTime"},
	{packages: "golang.org/x/sync/errgroup github.com/sourcegraph/conc/...", code: goroutine, names: "*.Go *.TryGo"},
	{packages: "golang.org/x/sync/... github.com/sourcegraph/conc/...", code: locking, names: "*"},
	{packages: "github.com/google/uuid github.com/gofrs/uuid/... github.com/satori/go.uuid github.com/oklog/ulid/... " +
		"github.com/rs/xid github.com/segmentio/ksuid golang.org/x/exp/maps", names: "*"},

	{packages: "archive/... bufio bytes cmp compress/... container/... crypto/... debug/... embed/... encoding/... errors fmt go/... " +
		"hash/... html/... image/... index/suffixarray io io/fs iter log/... maps math math/big/... math/bits math/cmplx mime/... path path/filepath " +
		"reflect/... regexp/... slices sort strconv strings structs testing/... text/... unicode/... unique unsafe weak", names: "*"},
}
