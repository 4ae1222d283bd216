package snippet_test

import (
	"strings"
	"testing"

	"passepartout/command/snippet"
)

// TestRubyPathname: an object of Pathname is known with all paths that it may be,
// and where it would be taken for data nothing is understood.
func TestRubyPathname(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`puts Pathname.new("a").read`:                                            "read a",
		`Pathname("a").join("b", "c").write("x")`:                                "write a/b/c",
		`r = Pathname.new("a"); puts (r + "b").read`:                             "read a/b",
		`(Pathname.new("a") / "b").rmtree`:                                       "delete a/b tree",
		`Pathname.glob("a/{b,c}/*.rb").each { |f| puts f.read }`:                 "read a/b/*.rb look, read a/c/*.rb look, read a/b/*.rb, read a/c/*.rb",
		`Pathname.glob("a/*").map(&:read)`:                                       "read a/* look, read a/*",
		`Pathname.new("a").children.each(&:delete)`:                              "read a/[.-~]* look, delete a/[.-~]*",
		`Pathname.new("a").glob("*.x") { |f| puts f.read }`:                      "read a/*.x look, read a/*.x",
		`Pathname.glob("a/*").select(&:file?).each { |f| puts f.read }`:          "read a/* look, read a/*",
		`(Pathname.glob("a/*") + Pathname.glob("b/*")).each { |f| puts f.read }`: "read a/* look, read b/* look, read a/*, read b/*",
		`Pathname.new("a/b").parent.rmtree`:                                      "delete a tree",
		`puts File.read(Pathname.new("/etc/shadow"))`:                            "read /etc/shadow",
		`Pathname.new("a/b").basename.delete`:                                    "",
		`Pathname.new("a").parent.parent.delete`:                                 "",
		`Pathname.new("a").join("../b").delete`:                                  "",
		`Pathname.new("a").join("/b").delete`:                                    "",
		`Pathname.new(gets).delete`:                                              "",
		`Pathname.glob("a/*").each { _1.delete }`:                                "",
		`Pathname.glob("a/*").each { it.delete }`:                                "",
		`Pathname.glob("a/*").each { |*f| f.first.delete }`:                      "",
		`a, b = Pathname.glob("a/*"); a.delete`:                                  "",
		`[Pathname.new("a")].each { |f| f.delete }`:                              "",
		`def f = Pathname.new("a"); f.delete`:                                    "",
		`@a = Pathname.new("a"); @a.delete`:                                      "",
		`$a = Pathname.new("a"); $a.delete`:                                      "",
		`h = {a: Pathname.new("a")}; h[:a].delete`:                               "",
		`Pathname.new("a").then { |f| f.delete }`:                                "",
		`f = ->(p) { p.delete }; f.(Pathname.new("a"))`:                          "",
		`x = Pathname.new("a") if rand > 1; y = x || "b"; y.delete`:              "",
		`Pathname.glob("a/*").group_by(&:extname).each { |k, v| v[0].delete }`:   "",
		`Pathname.glob("a/*", base: "/b").each { |f| f.delete }`:                 "",
		`s = +"a"; p = Pathname.new(s); s << "/../b"; Pathname.new(s).delete`:    "",
		`for f in Pathname.glob("a/*") do f.delete end`:                          "",
		`Pathname.glob("a/*").inject { |a, b| b.delete }`:                        "",
		`Pathname.new("a").each_child { |f| puts f.read }`:                       "read a/[.-~]* look, read a/[.-~]*",
		`x = Pathname.new("a"); x = x.parent; x.delete`:                          "",
		`Pathname.new("a").public_send(:delete)`:                                 "",
		`Pathname.new("~").expand_path.rmtree`:                                   "",
		`Pathname.glob("*").each { |f| f.expand_path.rmtree }`:                   "",
		`Pathname.new("a").rename("b")`:                                          "",
		`Pathname.new("a").open("w") { |f| f << 1 }`:                             "",
		`f = Pathname.new("a").method(:delete); f.call`:                          "",
		`case Pathname.new("a") when Pathname then 1 end; Pathname("b").delete`:  "",
	} {
		effects, ok := snippet.Ruby(`require "pathname"; `+text, snippet.Given{Known: true, UTF8: true})
		var got []string
		for _, e := range effects {
			s := e.Kind.String() + " " + e.Object
			if e.Look {
				s += " look"
			}
			if e.Tree {
				s += " tree"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); !ok && want != "" || ok && s != want {
			t.Errorf("%s\n got %q %v\nwant %q", text, s, ok, want)
		}
	}
}
