package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestAwkVariables: what awk is told of the world may be asked for by names that stand
// there; a file that the program itself names, or a credential, is not passed over.
func TestAwkVariables(t *testing.T) {
	t.Parallel()
	a := analyzer(t)
	for program, want := range map[string]pipeline.EffectKind{
		`BEGIN{ARGV[1]="/home/u/.netrc"}1`:                           pipeline.KindUnknown,
		`BEGIN{ARGV[1] = x}1`:                                        pipeline.KindUnknown,
		`BEGIN{ARGV[1] /= 2}1`:                                       pipeline.KindUnknown,
		`BEGIN{ARGV[a[1]]++}1`:                                       pipeline.KindUnknown,
		`BEGIN{++ARGV[1]}1`:                                          pipeline.KindUnknown,
		`BEGIN{split(x,ARGV)}1`:                                      pipeline.KindUnknown,
		`BEGIN{gsub(/a/,"b",ARGV[1])}1`:                              pipeline.KindUnknown,
		`BEGIN{getline ARGV[1]}1`:                                    pipeline.KindUnknown,
		`BEGIN{SYMTAB["x"]=1}`:                                       pipeline.KindUnknown,
		`BEGIN{print ENVIRON["API_TOKEN"]}`:                          pipeline.KindSecret,
		`BEGIN{print ENVIRON["\101PI_TOKEN"]}`:                       pipeline.KindSecret,
		`BEGIN{print ENVIRON[x]}`:                                    pipeline.KindUnknown,
		`BEGIN{for(k in ENVIRON){k="A";print ENVIRON[k]}}`:           pipeline.KindUnknown,
		`BEGIN{for(k in ENVIRON)for(k in a)print ENVIRON[k]}`:        pipeline.KindUnknown,
		`BEGIN{for(k in ENVIRON)if(k~"A" "B")print ENVIRON[k]}`:      pipeline.KindUnknown,
		`BEGIN{for(k in ENVIRON)if(substr(k,1)==x)print ENVIRON[k]}`: pipeline.KindUnknown,
		`BEGIN{print ENVIRON["HOME"]}`:                               pipeline.KindRun,
		`BEGIN{print ("CI" in ENVIRON)}`:                             pipeline.KindRun,
		`FILENAME==ARGV[1]{n[$1];next} $1 in n`:                      pipeline.KindRun,
		`BEGIN{m=ARGV[1]; delete ARGV[1]} $1>m`:                      pipeline.KindRun,
		`BEGIN{print "ARGV[1]=2 ENVIRON[x] SYMTAB"}`:                 pipeline.KindRun,
	} {
		out, err := a.Analyze(command.Input{Argv: []string{"awk", program, "f"}}, command.ExampleWorld())
		if err != nil {
			t.Fatal(err)
		}
		got := pipeline.KindRun
		for _, e := range out.Effects {
			if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindSecret {
				got = e.Kind
			}
		}
		if got != want {
			t.Errorf("%s: %v, want %v: %v", program, got, want, out.Effects)
		}
	}
}
