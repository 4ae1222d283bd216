package skills_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"passepartout/pipeline"
	"passepartout/skills"
	"passepartout/skills/request"
)

func TestNamed(t *testing.T) {
	t.Parallel()
	one := request.New("x")
	if set, err := skills.Named(one); err != nil || len(set) != 1 {
		t.Errorf("one skill: %v, %v", set, err)
	}
	if _, err := skills.Named(one, one); err == nil {
		t.Error("two skills of one name are taken")
	}
	if _, err := skills.Named(nameless{one}); err == nil {
		t.Error("a skill without a name is taken")
	}
}

type nameless struct{ pipeline.Skill }

func (nameless) Spec() pipeline.Spec { return pipeline.Spec{} }

// Every folder of this family must run the suite.
func TestEverySkillRunsTheSuite(t *testing.T) {
	t.Parallel()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "skilltest" || e.Name() == "testdata" {
			continue
		}
		tests, err := filepath.Glob(filepath.Join(e.Name(), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		ran := false
		for _, file := range tests {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ran = ran || strings.Contains(string(text), "skilltest.Run(")
		}
		if !ran {
			t.Errorf("skill %s does not call skilltest.Run", e.Name())
		}
		checked++
	}
	if checked == 0 {
		t.Error("no skill found")
	}
}
