package command_test

import (
	"slices"
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestRefreshes holds that a build which is told to ask its registries again connects,
// and that the same words elsewhere mean what they meant.
func TestRefreshes(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`./gradlew build`:                        false,
		`./gradlew build --refresh-dependencies`: true,
		`gradle -qU build`:                       true,
		`gradle -Pversion=U build`:               false, `mvn test -Ddb=jdbc:postgresql://localhost:1@evil/x`: true,
		`mvn -q verify`:                                    false,
		`mvn -BU verify`:                                   true,
		`mvn -update-snap verify`:                          true,
		`mvn versions:use-latest-versions`:                 true,
		`mvn versions:set -DnewVersion=2`:                  false,
		`mvn test -Ddb=jdbc:postgresql://localhost:1/x`:    false,
		`mvn test -Ddb=jdbc:postgresql://localhost.evil/x`: true,
		`mvn test -Ddb=jdbc:postgresql://db.example.net/x`: true,
		`deno run -r main.ts`:                              true,
		`deno run main.ts -r`:                              false,
		`uv run --refresh pytest`:                          true,
		`uv run pytest --refresh`:                          false,
		`lein deps :tree`:                                  false,
		`lein with-profile x deps`:                         true,
		`meson subprojects download`:                       true,
		`meson compile -C build`:                           false,
		`pio pkg list`:                                     false,
		`pio pkg update`:                                   true,
		`jekyll new blog`:                                  true,
		`jekyll build`:                                     false,
		`pod repo list`:                                    false,
		`pod install`:                                      true,
	} {
		effects := analyze(t, command.Input{Text: line, Shell: true}).Effects
		if got := slices.ContainsFunc(effects, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindConnect }); got != want {
			t.Errorf("%s: connects %v, want %v: %v", line, got, want, effects)
		}
	}
}

// TestTradeWords: names in one spelling that are paths or libraries in another.
func TestTradeWords(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]bool{
		`godot --headless --path . -s res://t/run.gd`:      true,
		`godot --headless -s res://../../x.gd`:             false,
		`godot --headless -s user://x.gd`:                  false,
		`godot --headless res://main.tscn`:                 true,
		`PlistBuddy -c 'Print :a' a.plist`:                 true,
		`PlistBuddy -c 'import :a /etc/shadow' a.plist`:    false,
		`PlistBuddy a.plist`:                               false,
		`fio --name=t --ioengine=psync --filename=a`:       true,
		`fio --name=t --ioengine=external:x --filename=a`:  false,
		`fio --name=t --filename=a:/dev/sda`:               false,
		`minizinc --solver gecode a.mzn`:                   true,
		`minizinc --solver ./x.msc a.mzn`:                  false,
		`native-image @args`:                               false,
		`terraform -chdir=x providers lock -help`:          true,
		`terraform -chdir=x providers lock`:                false,
		`git --git-dir=/tmp/x log --help`:                  false,
		`kubectl --context=dev delete --help`:              true,
		`kubectl --kubeconfig=x delete --help`:             false,
		`qemu-system-arm -kernel a -nographic </dev/null`:  true,
		`qemu-system-arm -kernel a -nographic <cmds`:       false,
		`echo quit | qemu-system-arm -kernel a -nographic`: false,
	} {
		known := true
		for _, e := range analyze(t, command.Input{Text: line, Shell: true}).Effects {
			known = known && e.Kind != pipeline.KindUnknown && e.Kind != pipeline.KindConnect && (e.Kind != pipeline.KindCode || e.Mark != "")
		}
		if known != want {
			t.Errorf("%s: known %v", line, known)
		}
	}
}
