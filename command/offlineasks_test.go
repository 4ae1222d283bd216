package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// TestAsksNobody: tools for machines elsewhere that only reckon or look here.
func TestAsksNobody(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`terraform console <<< 'cidrsubnet("10.0.0.0/8", 8, 1)'`:         true,
		`terraform console <<< 'max([1, 2]...)'`:                         true,
		`terraform console <<< 'file("x")'`:                              false,
		`terraform console <<< 'var.x'`:                                  false,
		`terraform console <<< '"${file("x")}"'`:                         false,
		`terraform console`:                                              false,
		`AIRFLOW_HOME=/tmp/a airflow dags list -o json`:                  true,
		`AIRFLOW_HOME=/tmp/a airflow dags trigger x`:                     false,
		`AIRFLOW_HOME=/tmp/a AIRFLOW_CONFIG=b airflow dags list`:         false,
		`cp b /tmp/a/airflow.cfg; AIRFLOW_HOME=/tmp/a airflow dags list`: false,
		`airflow dags list`:                                              false,
		`ansible localhost -m debug -a "msg={{ [1] | list }}"`:           true,
		`ansible localhost -m debug -a "msg={{ lookup('pipe','id') }}"`:  false,
		`ansible localhost -m debug -a "msg=x" -e @b`:                    false,
		`ansible all -m debug -a msg=x`:                                  false,
		`ansible localhost -m shell -a msg=x`:                            false,
		`k6 run --out json=a.json b.js`:                                  true,
		`k6 run --out cloud b.js`:                                        false,
	} {
		here := true
		for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
			here = here && e.Kind != pipeline.KindConnect && e.Kind != pipeline.KindUnknown && (e.Kind != pipeline.KindCode || e.Mark == "build")
		}
		if here != want {
			t.Errorf("%s: %v", text, here)
		}
	}
}
