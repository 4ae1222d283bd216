package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// A credential of the environment may stand under another name when it is shown, and
// folders of a home in variables that are not called so.

// maxNamed bounds the names of one text that hold credentials.
const maxNamed = 8

// showing finds a name that got a credential's value and is printed, written or thrown.
func (f *finder) showing() string {
	if word := handedOver().FindString(f.code); word != "" {
		return word
	}
	if !credentialNamed().MatchString(f.text) {
		return ""
	}
	var names []string
	for _, of := range [...]*needle.Regexp{credentialAssigned(), credentialTaken()} {
		for _, m := range of.FindAllStringSubmatch(f.text, maxNamed) {
			for _, name := range m[1:] {
				if name != "" {
					names = append(names, name)
				}
			}
		}
	}
	if names = names[:min(len(names), maxNamed)]; len(names) == 0 {
		return ""
	}
	for _, at := range shownCall().FindAllStringSubmatchIndex(f.text, maxShown) {
		line := f.text[at[0]:at[1]]
		for _, name := range names {
			if end := shownIn(line, at[3]-at[0], name); end > 0 {
				return line[:min(end, 60)]
			}
		}
	}
	return ""
}

// shownIn is where a line that shows something, from a place on, shows the value of a
// name, or 0. A value that is only measured or masked is not shown.
func shownIn(line string, from int, name string) int {
	for i := from; i+len(name) <= len(line); i++ {
		if line[i]|0x20 != name[0]|0x20 || nameByte(line[i-1]) || !strings.EqualFold(line[i:i+len(name)], name) {
			continue
		}
		if end := i + len(name); (end == len(line) || !nameByte(line[end])) && !measured().MatchString(line[:end]) {
			return end
		}
	}
	return 0
}

// maxShown bounds the calls that show something which are looked at.
const maxShown = 256

// shownCall is what shows something, up to the end of the statement.
func shownCall() *needle.Regexp {
	return compiled(`(?i)\b(print\w*!?|console\.\w+|puts|echo|\w+\.Logf?|\w*log(?:ger|ging)?\.\w+|Fatal\w*|panic!?|dbg!|e?println!?|dump\w*|var_dump|die|exit|write\w*|raise|throw)\b[^\n;]*`)
}

// handedOver prints what a library finds of credentials by itself.
func handedOver() *needle.Regexp {
	return compiled(`\b(?:print|pprint|log|info|puts|p|Log|echo|inspect)\W{1,4}(?:\w+\.)?(?:dotenv_values|dotenv\.(?:config|parse)|loadEnv|godotenv\.Read|rc\(["']npm|Rails\.application\.credentials|docker\.auth|huggingface_hub\.get_token|h\.get_token)\b`)
}

// credentialNamed is the name of a variable that holds a credential.
func credentialNamed() *needle.Regexp {
	return compiled(`(?i)TOKEN|SECRET|PASSW|_KEY`)
}

// credentialAssigned is a name that gets the value of such a variable.
func credentialAssigned() *needle.Regexp {
	return compiled(`(?i)(\w+)\s*(?:,\s*\w+\s*)?(?::\s*\w+\s*)?:?=\s*[^\n;={]{0,48}(?:environ|getenv|LookupEnv|\benv\.|\bENV\b|env::var|\benv!|\$_(?:ENV|SERVER))[^\n;]{0,16}(?:TOKEN|SECRET|PASSW|_KEY)`)
}

// credentialTaken is one that is taken out of the environment by its own name.
func credentialTaken() *needle.Regexp {
	return compiled(`(?i)\{[^}\n]*?\b(\w*(?:TOKEN|SECRET|PASSW|_KEY)\w*)\s*(?::\s*(\w+))?[^}\n]*\}\s*=\s*process\.env`)
}

// measured is a use of a value that shows nothing of it.
func measured() *needle.Regexp {
	return compiled(`(?i)\b(?:len|bool|boolean|strlen|isset|empty|type|typeof|mask\w*|redact\w*|hash\w*|sha\w*)\W{1,3}\$?\w+\W*$|\.(?:length|size)\b`)
}

// placing finds a variable of the environment that holds a place of the user's: where
// settings of tools, keys and histories lie.
func (f *finder) placing() string {
	m := placeVariable().FindString(f.text)
	if m == "" || ownPlace().MatchString(f.text) {
		return ""
	}
	return strings.TrimSpace(m)
}

// placeVariable is a variable that says where somebody's settings or keys lie.
func placeVariable() *needle.Regexp {
	return compiled(`(?i:environ(?:\.get)?|getenv|\benv|env::var|\bENV(?:\.fetch)?|os\.LookupEnv|ExpandEnv)["')\]]?\W{1,4}["']?(?:npm_config_userconfig|npm_config_globalconfig|npm_config_prefix|OLDPWD|SSH_AUTH_SOCK|GNUPGHOME|KUBECONFIG|AWS_SHARED_CREDENTIALS_FILE|DOCKER_CONFIG|NETRC|BASH_ENV|ZDOTDIR|HISTFILE|XDG_(?:CONFIG|DATA|CACHE|STATE)_HOME|GIT_CONFIG_GLOBAL|PIP_CONFIG_FILE|GOOGLE_APPLICATION_CREDENTIALS)\b`)
}

// ownPlace puts a place of the text's own there.
func ownPlace() *needle.Regexp {
	return compiled(`(?i)(?:setenv|set_var|putenv)\s*\(\s*["'](?:XDG_|KUBECONFIG|DOCKER_CONFIG|GIT_CONFIG|NETRC|GNUPGHOME|ZDOTDIR|HISTFILE)|(?:environ|env|ENV)(?:\.|\[["'])(?:XDG_\w+|KUBECONFIG|DOCKER_CONFIG|GNUPGHOME|ZDOTDIR|HISTFILE)["'\]]*\s*=[^=]`)
}

// preloading is a variable or a setting that puts code before every program.
func (f *finder) preloading() string {
	return strings.TrimSpace(preloads().FindString(f.text))
}

// preloads finds their names.
func preloads() *needle.Regexp {
	return compiled(`\b(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|auto_prepend_file|auto_append_file|PYTHONSTARTUP|BASH_ENV|PERL5DB)\b`)
}
