package command

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"passepartout/command/catalogue"
	"passepartout/internal/needle"
	"passepartout/pipeline"
)

// listedSearch finds a search for names of credentials in what lists every variable, by
// whatever way that list gets there: a pipe, a file, a variable, a here-string. It
// closes a way around the gate for credentials: env | grep -i token names no secret and
// reads no file, but prints one. Two walks, since what is kept (env > f, f() { env; },
// x=$(env)) and what searches it may stand in any order; both are linear. The two
// expressions above all else keep ordinary commands from paying for it.
func (r *run) listedSearch(file *syntax.File) {
	if file == nil {
		return
	}
	text := r.in.Text
	if len(text) > MaxText || !containsAny(text, "env", "set", "export", "declare", "readonly", "compgen", "ENV") || !credentialSearch.MatchString(text) || !listingWord.MatchString(text) {
		return
	}
	kept := make(map[string]bool) // files and variables that hold the list
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if len(n.Redirs) > 0 && r.lists(n, 0) {
				for _, to := range n.Redirs {
					if to.Word != nil && to.Op != syntax.WordHdoc && to.Op != syntax.Hdoc && to.Op != syntax.DashHdoc {
						kept[to.Word.Lit()] = true
					}
				}
			}
		case *syntax.FuncDecl:
			if n.Body != nil && r.lists(n.Body, 0) {
				kept[n.Name.Value] = true
			}
		case *syntax.Assign:
			if n.Name != nil && n.Value != nil && r.lists(n.Value, 0) {
				kept[n.Name.Value] = true
			}
		}
		return true
	})
	delete(kept, "")
	delete(kept, "/dev/null")
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.BinaryCmd:
			if (n.Op == syntax.Pipe || n.Op == syntax.PipeAll) && (r.lists(n.X, 0) || mentions(n.X, kept)) && r.seeks(n.Y) {
				return false
			}
		case *syntax.Stmt:
			if _, ok := n.Cmd.(*syntax.CallExpr); ok && (readsList(r, n) || mentions(n, kept)) && r.seeks(n) {
				return false
			}
		}
		return true
	})
}

// The expressions have a prefilter (package needle), since they run over whole texts.
var (
	listingWord      = needle.MustCompile(`\b(?:env|printenv|set|export|declare|typeset|readonly|compgen|ENV|ENVIRON|environ)\b`)
	credentialSearch = needle.MustCompile(`(?i)tok|secr|passw?|cred|key|aws|auth|api|dsn|database_url`)
	printedVariables = needle.MustCompile(`process\.env\s*[),]|\bos\.environ(?:b|\.copy\(\))?\s*\)|\bENV\.(?:to_h|inspect|each|sort|map)|\bp+ ENV\b|%ENV|getenv\(\s*\)|\bENVIRON\b|^\s*(?:env|\$ENV)\b`)
)

// lists reports whether something below a node prints every variable, in a shell of its
// own as well. The texts of nested shells are parsed again, up to three deep; what lies
// deeper is code for other judges.
func (r *run) lists(n syntax.Node, depth int) bool {
	found := false
	if !r.spend(int(n.End().Offset()-n.Pos().Offset()) / 16) {
		return false
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		if found {
			return false
		}
		switch n := n.(type) {
		case *syntax.Redirect: // bash <<< env
			if text, ok := n.Word, n.Op == syntax.WordHdoc && n.Word != nil; ok && depth < 3 {
				if file, err := r.p.nested(strings.Trim(r.source(text), "'\""), Bash); err == nil {
					found = r.lists(file, depth+1)
				}
			}
		case *syntax.DeclClause:
			found = len(n.Args) == 0 || len(n.Args) == 1 && n.Args[0].Naked && n.Args[0].Name == nil && n.Args[0].Value != nil && strings.HasPrefix(n.Args[0].Value.Lit(), "-")
		case *syntax.CallExpr:
			found = r.listsByCall(n, depth)
		}
		return !found
	})
	return found
}

// listsByCall is lists for one command, behind the programs that only start another
// one. env -u X and printenv without a name list everything; set lists only when it
// stands alone (bash(1), "set").
func (r *run) listsByCall(n *syntax.CallExpr, depth int) bool {
	args := n.Args
	from := 0
	for from < len(args) && !listsEvery(strings.TrimPrefix(path.Base(args[from].Lit()), `\`)) && languageOf(path.Base(args[from].Lit())) == nil {
		if !startsOther(path.Base(args[from].Lit())) && from == 0 {
			break
		}
		from++
	}
	if from < len(args) {
		switch name := strings.TrimPrefix(path.Base(args[from].Lit()), `\`); name {
		case "printenv", "env", "set", "compgen":
			rest := args[from+1:]
			bare := true
			for _, a := range rest {
				bare = bare && strings.HasPrefix(a.Lit(), "-")
			}
			if name == "compgen" || bare && !(name == "set" && len(rest) > 0) {
				return true
			}
		}
	}
	if depth > 2 {
		return false
	}
	for i, a := range args {
		text, ok := wordAsWritten(a)
		if !ok || i == 0 {
			continue
		}
		inner := text
		if by := path.Base(args[0].Lit()); by == "echo" || by == "printf" {
			continue
		}
		switch before := args[i-1].Lit(); {
		case before == "eval" || strings.HasPrefix(before, "-") && strings.HasSuffix(before, "c") && !strings.HasPrefix(before, "--"):
			if file, err := r.p.nested(inner, Bash); err == nil && (r.lists(file, depth+1)) {
				return true
			}
			if printedVariables.MatchString(inner) || everyVariable.MatchString(inner) {
				return true
			}
		case printsVariables(path.Base(args[0].Lit())) && (printedVariables.MatchString(inner) || everyVariable.MatchString(inner)):
			return true
		}
	}
	return false
}

// listsEvery names commands that list variables where they have no words.
func listsEvery(name string) bool {
	switch name {
	case "printenv", "env", "set", "compgen":
		return true
	}
	return false
}

// startsOther names programs that start the one that their words name.
func startsOther(name string) bool {
	switch name {
	case "command", `\command`, "builtin", "timeout", "nice", "nohup", "time", "stdbuf", "xargs", "busybox", "exec", "ionice", "setsid", "chronic", "npx", "sudo", "eval":
		return true
	}
	return false
}

// printsVariables names interpreters, whose text may print all variables. Their
// versions stand behind the name: python3.12, php8.
func printsVariables(name string) bool {
	switch unversioned(name) {
	case "node", "python", "ruby", "perl", "php", "awk", "gawk", "mawk", "jq", "deno", "bun":
		return true
	}
	return false
}

// wordAsWritten is a word of constants, quoted or not.
func wordAsWritten(w *syntax.Word) (string, bool) {
	texts, expands := appendTexts(nil, w)
	return strings.Join(texts, ""), !expands && len(texts) > 0
}

// readsList reports whether a command reads a list of variables from a redirection or a
// substitution that stands for a file.
func readsList(r *run, s *syntax.Stmt) bool {
	found := false
	for _, to := range s.Redirs {
		if (to.Op == syntax.WordHdoc || to.Op == syntax.RdrIn) && to.Word != nil {
			found = found || r.lists(to.Word, 0)
		}
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		for _, w := range call.Args {
			for _, part := range w.Parts {
				if sub, ok := part.(*syntax.ProcSubst); ok {
					found = found || r.lists(sub, 0)
				}
			}
		}
	}
	return found
}

// mentions reports whether a node names a file or a variable.
func mentions(n syntax.Node, names map[string]bool) bool {
	found := false
	if len(names) == 0 {
		return false
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			found = found || n.Param != nil && names[n.Param.Value]
		case *syntax.Word:
			found = found || names[n.Lit()]
		}
		return !found
	})
	return found
}

// seeks judges the commands below a node as searches for credentials. It reports what
// came of it by the effects that are new, so that the caller need not look below the
// same node twice.
func (r *run) seeks(n syntax.Node) bool {
	before := len(r.effects)
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			r.searches(n)
		case *syntax.CaseItem:
			for _, p := range n.Patterns {
				if credentialName.MatchString(r.source(p)) {
					r.emit(pipeline.Effect{Kind: pipeline.KindSecret, Object: "credentials among the variables", Certain: true, By: "case", Mark: catalogue.MarkCredential, Span: r.spanOf(p)})
				}
			}
		}
		return true
	})
	return len(r.effects) > before
}
