package snippet

import (
	"os"
	"strings"
	"testing"
)

// rubyNames prints the names of all methods that objects and classes of Ruby
// and of the libraries that may be required have, private ones as well.
const rubyNames = `
%w[json yaml csv set date time digest pp benchmark bigdecimal/util securerandom shellwords base64 uri rbconfig etc fileutils openssl prime English erb strscan stringio zlib timeout logger optparse
   tempfile tmpdir forwardable singleton monitor open3 matrix net/http io/console].each { |l| begin; require l; rescue LoadError; end }
reached = /\A(BasicObject|Object|Kernel|Module|Class|Comparable|Enumerable|NilClass|TrueClass|FalseClass|Numeric|Integer|Float|Rational|Complex|String|Symbol|Array|Hash|Range|Regexp|MatchData|Proc|Method|
  IO|File|File::Stat|Time|Date|DateTime|Exception|\w*Error|SystemExit|StopIteration|Enumerator(::\w+)?|Struct|Data|Set|Random(::\w+)?|Process::(Status|Tms)|Thread(::\w+)?|Mutex|Queue|SizedQueue|
  ConditionVariable|Monitor|StringIO|StringScanner|CSV(::(Row|Table))?|URI::\w+|Digest(::\w+)?|Benchmark(::\w+)?|BigDecimal|Gem::(Version|Requirement)|Logger|OptionParser|Tempfile|Zlib::\w+)\z/x
names = ObjectSpace.each_object(Module).reject(&:singleton_class?).select { |m| reached.match?(m.name.to_s) }.flat_map { |m| m.instance_methods(false) + m.private_instance_methods(false) }
puts names.map(&:to_s).grep(/\A[A-Za-z_]\w*[?!=]?\z/).uniq.sort`

// TestRubyNames: what a real Ruby has is either what is read, or what reaches
// out, or was looked at and is neither. A new name must be looked at.
func TestRubyNames(t *testing.T) {
	t.Parallel()
	out, ok := saidBy(t, "ruby", "-W0", "-e", rubyNames)
	if !ok {
		return
	}
	looked, err := os.ReadFile("testdata/ruby-names.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for name := range strings.FieldsSeq(string(looked)) {
		known[name] = true
	}
	names := strings.Fields(out)
	if len(names) < 1000 {
		t.Fatalf("Ruby has only %d names", len(names))
	}
	for _, name := range names {
		if !rbMethod(name) && !rbQuiet(name) && !rbReaches(name) && !known[name] {
			t.Errorf("%s is on no list", name)
		}
	}
	for _, name := range names {
		if rbReaches(name) && (rbMethod(name) || rbQuiet(name)) {
			t.Errorf("%s reaches out and is read", name)
		}
	}
}
