package command_test

import "testing"

// TestFlags: variables of options are harmless where each word is on the list
// for that variable.
func TestFlags(t *testing.T) {
	t.Parallel()
	tellsAll(t, map[string]bool{
		`RUSTFLAGS="-C debuginfo=1 -Dwarnings --cfg tokio_unstable" true`:    true,
		`RUSTFLAGS="-C linker=/tmp/x" true`:                                  false,
		`RUSTFLAGS="-Clink-arg=/tmp/x.o" true`:                               false,
		`RUSTFLAGS="-g @/tmp/x" true`:                                        false,
		`RUSTDOCFLAGS="-D warnings" true`:                                    true,
		`RUSTDOCFLAGS="-C linker=/tmp/x" true`:                               false,
		`CARGO_ENCODED_RUSTFLAGS=$'-O\x1f-Clinker=/tmp/x' true`:              false,
		`NODE_OPTIONS="--max-old-space-size=4096 --enable-source-maps" true`: true,
		`NODE_OPTIONS="--enable-source-maps -r ./x" true`:                    false,
		`NODE_OPTIONS=--inspect true`:                                        false,
		`GOFLAGS="-mod=mod -tags=a,b -race" true`:                            true,
		`GOFLAGS=-toolexec=/tmp/x true`:                                      false,
		`GOFLAGS=-modfile=/tmp/go.mod true`:                                  false,
		`PYTEST_ADDOPTS="-q -k 'a and not b' -p no:cacheprovider" true`:      true,
		`PYTEST_ADDOPTS="-p evil" true`:                                      false,
		`PYTEST_ADDOPTS="-Werror::evil.Cat" true`:                            false,
		`PYTHONWARNINGS=error::DeprecationWarning,ignore true`:               true,
		`PYTHONWARNINGS=error::evil.Cat true`:                                false,
		`MAVEN_OPTS="-Xmx1g -XX:+UseG1GC -Dfile.encoding=UTF-8" true`:        true,
		`MAVEN_OPTS="-XX:OnError=/tmp/x" true`:                               false,
		`JAVA_TOOL_OPTIONS=-javaagent:/tmp/x.jar true`:                       false,
		`GRADLE_OPTS="-Dorg.gradle.jvmargs=-javaagent:/tmp/x" true`:          false,
		`LDFLAGS="-s -w -X main.version=1.2.3" true`:                         true,
		`LDFLAGS=-Wl,-plugin,/tmp/x.so true`:                                 false,
		`LDFLAGS=-L/usr/lib/../../tmp true`:                                  false,
		`RUBYOPT=-W0 true`:                                                   true,
		`RUBYOPT=-W0revil true`:                                              false,
		`PERL5OPT=-WMevil true`:                                              false,
		`LESS=FRX true`:                                                      true,
		`LESS=-Oout true`:                                                    false,
	})
}
