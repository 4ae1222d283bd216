package outward

import (
	"path"
	"strings"

	"passepartout/internal/needle"
)

// Who works on a project reads its files, and some of its readers do what they read. A text
// that turns such a reader against the person for whom it works says so: that it shall
// forget what it was told, keep something from that person, ask nobody, or hand over keys.

// misleads finds a line by which a text turns an agent against its person. In a program only
// remarks are such lines.
func misleads(file, text string, kind Sort) string {
	if tries(file) || sampleFolder().MatchString(file) {
		return ""
	}
	if word := editorLine().FindString(text); word != "" {
		return word
	}
	told := instructs(file)
	turns, speaks := misleading().May(text), told || addressed().May(text)
	if !turns && !speaks {
		return ""
	}
	for line := range strings.Lines(text) {
		if kind == OfCode && !remark(line) {
			continue
		}
		if turns {
			if word := misleading().FindString(line); word != "" {
				return word
			}
		}
		if !speaks || !told && !addressed().MatchString(line) {
			continue
		}
		if word := behindBack().FindString(line); word != "" && !forbids(line, word) {
			return word
		}
		if word := unasked().FindString(line); told && word != "" && !forbids(line, word) {
			return word
		}
		if word := handsKeys().FindString(line); word != "" && !forbids(line, word) && (secret(line) != "" || envFile().MatchString(line)) {
			return strings.TrimSpace(word) + " " + secret(line)
		}
		if keyVariable().MatchString(line) && handsOver().MatchString(line) && !keyed(line) && !forbids(line, "://") {
			for _, m := range url().FindAllStringSubmatch(line, -1) {
				if !neighbour(m[1]) && !service(m[1]) {
					return strings.TrimSpace(line)
				}
			}
		}
	}
	return ""
}

// editorLine is a line by which a text has the editor that opens it start a program.
func editorLine() *needle.Regexp {
	return compiled(`\b(?:vim?|ex):\s*(?:set?\s)?[^\n]*(?:expr|statusline|tabline|makeprg|keywordprg)\s*=[^\n]*(?:system|execute|writefile|job_|\\\||!)[^\n]*|-\*-[^\n]*\beval:[^\n]*(?:shell|process|url-|load)[^\n]*-\*-`)
}

// instructs names files that agents are given as their instructions.
func instructs(file string) bool {
	switch base := strings.ToLower(path.Base(file)); base {
	case "agents.md", "agent.md", "claude.md", "claude.local.md", "gemini.md", "qwen.md", "warp.md", "skill.md", "copilot-instructions.md", ".cursorrules", ".clinerules", ".windsurfrules", ".goosehints", "conventions.md", "llms.txt":
		return true
	}
	return strings.Contains(file, "/.") && containsAny(file, "/.cursor/", "/.claude/", "/.github/instructions/", "/.github/prompts/", "/.github/agents/", "/.github/chatmodes/", "/.continue/", "/.roo/", "/.kiro/", "/.junie/", "/.windsurf/", "/.clinerules/", "/.gemini/", "/.codex/")
}

// remark reports whether a line of a program says something to its readers alone.
func remark(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	for _, sign := range [...]string{"#", "//", "/*", "* ", "<!--", "--", ";", "%", `"""`} {
		if strings.HasPrefix(bare, sign) {
			return true
		}
	}
	return false
}

// forbids reports whether a line says before a word that it must not be.
func forbids(line, word string) bool {
	before, _, _ := strings.Cut(line, word)
	return negation().MatchString(before)
}

func negation() *needle.Regexp {
	return compiled(`(?i)\b(?:never|don't|do not|avoid|must not|should not|not|no|instead of|forbidden|prohibited|refuse|cannot|can't|nobody)\b`)
}

// sampleFolder is where texts lie that try somebody out.
func sampleFolder() *needle.Regexp {
	return compiled(`(?i)/(?:tests?|specs?|__tests__|testdata|fixtures?|samples?|mocks?|evals?|redteam|red-team|corpus|datasets?)/`)
}

// misleading tells a reader to forget what it was told.
func misleading() *needle.Regexp {
	return compiled(`(?i)\b(?:ignore|disregard|forget|override)\s+(?:all\s+|any\s+|every\s+|the\s+|of\s+|your\s+|these\s+|my\s+)*(?:previous|prior|above|earlier|preceding|original|system|safety|existing)\s+(?:system\s+|safety\s+)?(?:instructions?|prompts?|rules|guidelines|directives|directions|constraints)\b|\b(?:ignore|disregard|override)\s+(?:all\s+(?:of\s+)?)?your\s+(?:instructions?|guidelines|rules|prompts?|training|policies)\b`)
}

// behindBack keeps something from a person.
func behindBack() *needle.Regexp {
	return compiled(`(?i)(?:\bdo not|\bdon't|\bnever|\bwithout)\s+(?:ever\s+)?(?:tell|mention|inform|notify|alert|reveal|disclos|warn)\w*\b[^\n.]{0,40}\b(?:users?|developers?|humans?|maintainers?|owners?|person)\b`)
}

// addressed is a word for who reads.
func addressed() *needle.Regexp {
	return compiled(`(?i)\b(?:AIs?|LLMs?|agents?|assistants?|copilot|claude|codex|cursor|gemini|chatgpt)\b`)
}

// unasked has an agent ask nobody, or go round what would.
func unasked() *needle.Regexp {
	return compiled(`(?i)--dangerously-skip-permissions|--dangerously-bypass\S*|--yolo\b|\bbypassPermissions\b|--no-verify\b|\bnever\s+ask\s+(?:for|the|anyone|me)\b|\bwithout\s+(?:asking|approval|confirmation|permission|review)\b|\b(?:skip|bypass|disable)\s+(?:the\s+|all\s+|any\s+)?(?:approvals?|confirmations?|permissions?|sandbox|code review|security checks?)\b`)
}

// handsKeys has a reader take something into what it makes.
func handsKeys() *needle.Regexp {
	return compiled(`(?i)(?:^|[\s,.;:])(?:read|include|paste|cat|print|copy|commit|append|attach|dump|send|upload|post|add)\s+(?:the\s+)?(?:contents?\s+of\s+|files?\s+)?["'\x60(]*(?:~|\$HOME|/|\.env|[\w.-]*/)`)
}

// keyVariable is a variable that holds a key.
func keyVariable() *needle.Regexp {
	return compiled(`\$\{?\w*(?:TOKEN|SECRET|PASSWORD|API_KEY|PRIVATE_KEY)\b`)
}
