package command_test

import (
	"testing"

	"passepartout/pipeline"
)

// Code that deletes what it finds in a root of the system says so; code that only looks
// there, or deletes what it was given, does not.
func TestCodeOfRoots(t *testing.T) {
	t.Parallel()
	wantObjects(t, map[string]string{
		`ruby -e 'FileUtils.rm_rf(Dir["/*"])'`:                                  "/",
		`perl -e 'rmtree($_) for glob("/home/*")'`:                              "/home",
		`perl -e 'opendir(D,"/"); system("rm -rf /$_") for readdir D'`:          "/",
		`php -r 'foreach (glob("/etc/*") as $d) exec("rm -rf $d");'`:            "/etc",
		`ruby -e 'puts Dir["/usr/*"]; FileUtils.rm_rf(ARGV[0])'`:                "",
		`ruby -e 'FileUtils.rm_rf(Dir["/var/tmp/x/*"])'`:                        "",
		`perl -e 'print for glob("/usr/*"); open F, "x"; rmtree("build") if 1'`: "",
	}, func(e pipeline.Effect) bool {
		return e.Kind == pipeline.KindDelete && e.Mark == "recursive" && e.Object[0] == '/'
	})
}
