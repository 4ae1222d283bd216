package command

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/goccy/go-yaml"
)

// What checkers and runners of tests may be told without naming code: each has a
// list of its settings that only say what is looked at and what is reported.

// mypyLine is a line of mypy.ini that changes what is reported, no more.
var mypyLine = regexp.MustCompile(`^(?:\s*|[#;].*|\[mypy(?:-[\w.*,\- ]+)?\]|(?:strict|pretty|python_version|ignore_missing_imports|ignore_errors|check_untyped_defs|no_implicit_optional|implicit_reexport|strict_equality|strict_optional|namespace_packages|explicit_package_bases|follow_imports|show_\w+|warn_\w+|disallow_\w+|allow_\w+|disable_error_code|enable_error_code|files|exclude)\s*[=:]\s*[\w.,\- ()|$^*]*)$`)

// plainMypy reports whether a mypy.ini names no plugin and no program.
func plainMypy(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if !mypyLine.MatchString(line) || strings.Contains(line, "..") {
			return false
		}
	}
	return true
}

// plainESLint reports whether a configuration of ESLint in JSON names no code but
// what is installed in the project.
func plainESLint(text string) bool {
	var whole map[string]any
	if json.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name, value := range whole {
		switch name {
		case "root", "env", "globals", "rules", "ignorePatterns", "reportUnusedDisableDirectives", "noInlineConfig":
		case "extends", "plugins":
			list, ok := value.([]any)
			if !ok {
				list = []any{value}
			}
			for _, one := range list {
				if s, ok := one.(string); !ok || s == "" || strings.ContainsAny(s[:1], "./~\\") || strings.Contains(s, "..") {
					return false
				}
			}
		case "parserOptions":
			options, ok := value.(map[string]any)
			if !ok {
				return false
			}
			for option := range options {
				if option != "ecmaVersion" && option != "sourceType" && option != "ecmaFeatures" {
					return false
				}
			}
		default: // parser, overrides, settings
			return false
		}
	}
	return true
}

// plainJest reports whether a configuration of Jest in JSON names no module but
// Jest's own, and no folder outside of the project.
func (v *visit) plainJest(text string) bool {
	var whole map[string]any
	if json.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name, value := range whole {
		s, isText := value.(string)
		switch name {
		case "verbose", "bail", "maxWorkers", "testTimeout", "clearMocks", "resetMocks", "restoreMocks", "collectCoverage", "testMatch", "testRegex", "testPathIgnorePatterns", "collectCoverageFrom",
			"moduleFileExtensions", "transformIgnorePatterns", "coveragePathIgnorePatterns", "coverageThreshold", "forceExit", "detectOpenHandles", "extensionsToTreatAsEsm", "errorOnDeprecated", "injectGlobals":
		case "rootDir":
			if !isText || !mayTouch(v.r.w.Dir, true, s) || strings.Contains(s, "..") {
				return false
			}
		case "testEnvironment":
			if s != "node" && s != "jsdom" {
				return false
			}
		default: // transform, preset, setupFiles, reporters, coverageDirectory ...
			return false
		}
	}
	return whole["rootDir"] != nil
}

// pytestLine is a line of pytest.ini that chooses tests and says how they are told of.
var pytestLine = regexp.MustCompile(`^(?:\s*|[#;].*|\[pytest\]|(?:xfail_strict|minversion|testpaths|python_files|python_classes|python_functions|log_level|log_cli|log_cli_level|console_output_style|asyncio_mode|asyncio_default_fixture_loop_scope)\s*=\s*[\w.*\- ]*|addopts\s*=(?:\s+(?:-q|-v|-vv|-s|-x|-l|-ra|-rA|-rf|-rs|--tb=\w+|--strict-markers|--strict-config|--maxfail=\d+|--durations=\d+|--color=\w+))*\s*|markers\s*=.*)$`)

// pytestMarker is a line that goes on with what markers there are.
var pytestMarker = regexp.MustCompile(`^\s+\w+(?:: [\w ,.'()]*)?$`)

// plainPytest reports whether a pytest.ini names no plugin, path or option that does.
func plainPytest(text string) bool {
	markers := false
	for line := range strings.SplitSeq(text, "\n") {
		if markers && pytestMarker.MatchString(line) {
			continue
		}
		if !pytestLine.MatchString(line) || strings.Contains(line, "..") {
			return false
		}
		markers = strings.HasPrefix(line, "markers")
	}
	return strings.HasPrefix(strings.TrimSpace(text), "[pytest]")
}

// plainGolangci reports whether settings of golangci-lint load no checker of
// their own and write nothing.
func plainGolangci(text string) bool {
	var whole map[string]any
	if strings.ContainsAny(text, "&*!") || yaml.Unmarshal([]byte(text), &whole) != nil {
		return false
	}
	for name := range whole {
		switch name {
		case "version", "run", "linters", "linters-settings", "issues", "formatters", "severity":
		default:
			return false
		}
	}
	for _, word := range [...]string{"custom", "plugin", "ruleguard", "module", "template", "path-prefix", "original-url", "goheader"} {
		if strings.Contains(strings.ToLower(text), word) {
			return false
		}
	}
	return len(whole) > 0
}
