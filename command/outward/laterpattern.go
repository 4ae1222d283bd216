package outward

import "passepartout/internal/needle"

// nextKey is the beginning of a further key.
func nextKey() *needle.Regexp {
	return compiled(`,?\s*\n\s*"?[A-Za-z]+"?\s*:|\s\|\s*\.[a-z]`)
}

// hostFolder is what gives a container rights over the machine.
func hostFolder() *needle.Regexp {
	return compiled(`docker\.sock|(?:source|src)=/(?:etc|root|home|proc|sys|dev|boot)?(?:[,/"]|$)|(?:source|src)=(?:\$\{localEnv:HOME\}|~|\$HOME)[,"]|--pid=host|-v[", ]+/:`)
}

// allSecrets is the expression for all secrets of a repository.
func allSecrets() *needle.Regexp {
	return compiled(`(?i)tojson\s*\(\s*secrets\s*\)|\{\{\s*secrets\s*\}\}|[,(]\s*secrets\s*[,)]|\bsecrets\s*\.\s*\*|extraheader`)
}

// piped into an interpreter that reads its program there; the group is what it is told.
func pipedShell() *needle.Regexp {
	return compiled(`\|&?\s*(?:(?:sudo|env|exec|command|nohup|time|doas|busybox|stdbuf|nice|timeout)\s+(?:-\S+\s+)*(?:\w+=\S*\s+)*(?:\d+\w?\s+)?)*["']?(?:[\w./~{}$-]*/)?(?:(?:ba|z|da|k|a|fi|tc|c)?sh|\$\{?\w+\}?|pwsh|powershell|python[\d.]*|node|perl|ruby|php|deno|bun|osascript|lua|tclsh|source|\.|at|batch|parallel|iex|Invoke-Expression)\b["']?([^|]*)`)
}

// substituted is a program that gets what a command prints as its text; the group is
// that command.
func substituted() *needle.Regexp {
	return compiled("(?:\\b(?:ba|z|da|k)?sh|\\bpython[\\d.]*|\\bnode|\\bsource|\\bperl|\\bruby|(?:^|[\\s;&|\"'(])\\.)\\s+(?:-\\S+\\s+)*<\\s*\\(?([^\\n]*)|(?:\\beval|\\bsource|\\bexec|(?:^|[\\s;&|\"'(])\\.)\\s+[\"']*(?:\\$\\(|`|<\\()([^\\n]*)|\\b(?:(?:ba|z|da|k)?sh|python[\\d.]*|node|perl|ruby|php)\\s+(?:-\\S+\\s+)*-\\w*[ce]\\s+[\"']*(?:\\$\\(|`)([^\\n]*)|\\b(?:ba|z|da|k)?sh\\s+<<<\\s*[\"']*(?:\\$\\(|`)([^\\n]*)|(?:\\biex|Invoke-Expression)\\s*[\"'(&{]([^\\n]*)")
}

// producing are commands whose output shells are meant to run.
func producing() *needle.Regexp {
	return compiled(`^\s*(?:dirname|readlink -f|realpath|pwd|git rev-parse --show-toplevel|ssh-agent|(?:/\S*/)?brew|direnv|pyenv|rbenv|nodenv|goenv|fnm|mise|rtx|asdf|opam|luarocks|conda|micromamba|mamba|minikube|dircolors|kubectl completion|helm completion|gh completion|keychain|poetry env|ghcup|starship|zoxide|pixi|devbox|micro|\./bin/micromamba|\S+ completions?\b)[^|;&]*$`)
}

// inlineFetch is a program on a command line that runs what it fetches or decodes.
func inlineFetch() *needle.Regexp {
	return compiled(`(?:exec|eval|system|popen|execSync|Function|subprocess\.\w+|evaluate)\s*\(.*(?:urlopen|requests\.|b64decode|fetch\(|https?["'\\)]*\.(?:get|request)|atob|from_?hex|decompress|new URL|\.openStream|base64)|(?:urlopen|requests\.get|b64decode|fetch\(|https?["'\\)]*\.(?:get|request)|atob|new URL).*(?:exec|eval|system|popen|execSync|Function|evaluate)\s*\(|\.execute\(\)|\b(?:cp|cat|mv|tar|base64|curl|zip)\s[^\n;&|]*\.git/config\b`)
}

// disguised are spellings that hide a word.
func disguised() *needle.Regexp {
	return compiled(`\$\{?IFS|\\x[0-9a-fA-F]{2}\\x[0-9a-fA-F]{2}|\\[0-7]{3}\\[0-7]{3}|[a-z](?:''|"")[a-z]|\$'\\|\}\$\{\w+:\d|[a-z]\$@[a-z]|[a-z]\$\(\)[a-z]|(?:^|[;&|]|run:|- )\s*"?\$\{?\w+\}?\$\{?\w+\}?"?\s|[;&|\s][a-z]\\[a-z]`)
}

// hostile is what no build does.
func hostile() *needle.Regexp {
	return compiled(`\bbash\s+-i\b|/dev/(?:tcp|udp)/|xmrig|stratum\+|\bminerd\b|cpuminer|\bngrok\b|\bserveo\b|cloudflared\s+tunnel|\blocaltunnel\b|\bssh\s[^\n]*-R\s*\d|\baction-tmate\b|\btmate\s+-[FS]|\bmkfifo\b|169\.254\.169\.254|metadata\.google\.internal|Runner\.Worker|/proc/\S*/mem\b|\bnsenter\b|nc\s[^\n]*-e\b|\brm\s+(?:-\S+\s+)+["']?(?:/|~|\$HOME|\$\{HOME\})(?:/?\*?)["']?(?:\s*$|\s*[;&|}\\,)"'])`)
}

// decodes64 turns a text that nobody reads into another one.
func decodes64() *needle.Regexp {
	return compiled(`\bbase(?:64|32)\s+(?:-\w*[dD]\b|--d)|\bopenssl\s+(?:enc|base64)\b.*\s-d\b|\bxxd\s+-r|\bb64decode|\batob\b|FromBase64String`)
}

// encoded is such a text.
func encoded() *needle.Regexp { return compiled(`[A-Za-z0-9+/]{20,}={0,2}(?:[^\w.-]|$)`) }

// dumps prints all variables of the environment.
func dumps() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(\"'`<=])(?:env|printenv|export\\s+-p|declare\\s+-[xp]+|set|compgen\\s+-e|Get-ChildItem\\s+Env:|gci\\s+env:|dir\\s+env:|ls\\s+env:)\\s*(?:-0\\s*|\\|\\s*|>|\\)|$|\"|'|`)|/proc/[^/\\s]*/environ|os\\.environ\\s*[),]|JSON\\.stringify\\(process\\.env|ENV\\.to_")
}

// sending are programs that reach a host.
func sending() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(\"'`/])(?:curl|wget|xh|https?|httpie|Invoke-WebRequest|Invoke-RestMethod|iwr|irm|ftp|lftp|tftp|mail|sendmail|mutt|websocat|aria2c|(?:gh\\s+gist)|(?:openssl\\s+s_client))(?:\\s|$)|requests\\.(?:post|put|get)|urlopen\\(|\\bfetch\\(|axios|http\\.client|Net::HTTP|https?\\.request")
}

// rawSending are programs that speak with any port.
func rawSending() *needle.Regexp {
	return compiled(`(?:^|[\s;&|("'])(?:nc|ncat|netcat|socat|telnet)\s+([^\n|;&]*)`)
}

// asking names of hosts carries whatever the name holds.
func asksNames() *needle.Regexp {
	return compiled("(?:^|[\\s;&|(\"'`])(?:dig|nslookup|host|drill|ping|getent\\s+hosts)\\s[^\\n]*(?:\\$\\(|`|\\$\\{?\\w+|\\{\\{)")
}

// confidential is a secret of a build: an expression, a variable by its name.
func confidential() *needle.Regexp {
	return compiled(`(?i)\$\{!|\bsecrets\s*[.\[]|github\.token|tojson\(|\$(?:\{|\(|env:|localEnv:)*!?\w*(?:TOKEN|SECRET|PASSW|_KEY\b|APIKEY|CREDENTIAL|PRIVATE|_PAT\b|AUTH|DSN\b|DATABASE_URL|_PWD?\b|_PSW\b)|process\.env\b|os\.environ|getenv\(|%ENV\b|\$ENV\{|\bENV(?:\.to_|\[)`)
}

// uploads hands on a file, or what another command prints.
func uploads() *needle.Regexp {
	return compiled("(?:-d|--data[a-z-]*|-F|--form[a-z-]*|--json)[= ]*[\"']?[^\\s\"']*@|(?:\\s-T|--upload-file|--post-file|--body-file|-InFile)\\b|@-|\\s-K\\s|--config\\s|\\$\\(|`|<\\s*\\S+\\.\\w|readFile|open\\(")
}

// told are commands within a command whose output says nothing of secrets.
func plainAsked() *needle.Regexp {
	return compiled(`\$\(\s*(?:uname(?: -[a-z]+)*|dpkg --print-architecture|lsb_release(?: -[a-z]+)*|date(?: [^()]*)?|go env \w+|nproc|arch|id -u|git (?:rev-parse|describe|log -1|branch --show-current)[^()|;&]*|cat \.?[\w/.-]*(?i:version)[\w.-]*|node -p [^()|;&]*version[^()|;&]*|basename [^()|;&]*|hostname|jq [^()|;&]*version[^()|;&]*)(?:\s*\|\s*(?:tr|sed|cut|awk|head|tail)\s[^()|]*)*\s*\)`)
}

// printed is a secret that is turned into a form that logs do not hide.
func printedOther() *needle.Regexp {
	return compiled(`\|\s*(?:base64|base32|rev|xxd|od|hexdump|fold|sed\s+["']?s/\.(?:\{\d\})?/|tr\s|openssl\s+(?:enc|base64|aes))`)
}

// ownName is the name of a variable, as something is given to it or asked of it.
func givenName() *needle.Regexp {
	return compiled(`(?m)(?:^|[\s;&"'{,(-])(\w+)["']?(?:=|:[ \t]+|:["']|[ \t]+=[ \t]+)["']?([^\s]+)`)
}

// strangerHead is the code of a stranger who proposes a change, or their words.
func strangerHead() *needle.Regexp {
	return compiled(`github\.event\.pull_request\.head|github\.head_ref|refs/pull/|gh\s+pr\s+checkout|github\.event\.workflow_run\.head_|pull/\$|GITHUB_HEAD_REF|github\.event\.(?:after|number)`)
}

// trusted are events whose workflows hold the secrets of a repository whoever caused them.
func trustedEvent() *needle.Regexp {
	return compiled(`\b(?:pull_request_target|workflow_run|issue_comment|pull_request_review_comment|discussion_comment)\b`)
}

// strangerWords are words of anybody who may not propose changes either.
func strangerWords() *needle.Regexp {
	return compiled(`\{\{\s*github\.event\.(?:comment\.body|issue\.(?:title|body)|review\.body|discussion\.(?:title|body))\s*\}\}`)
}

// proposalWords are the words of whoever proposes a change.
func proposalWords() *needle.Regexp {
	return compiled(`\{\{\s*github\.event\.pull_request\.(?:title|body)\s*\}\}`)
}

// handedOn is what a fetched text is given to beside a shell at the end of a pipe.
func handedOn() *needle.Regexp {
	return compiled(`\|\s*(?:[({]|(?:if|while|until|for)\b)[^\n]*\b(?:(?:ba|z|da)?sh|eval|exec|source|python3?|node|perl)\b|\|\s*(?:xargs|parallel)\b[^\n|]*\b(?:(?:ba|z|da)?sh|eval|python3?|node|perl)\b`)
}

// fetchedPackage is a package by its address; the group is that.
func fetchedPackage() *needle.Regexp {
	return compiled(`\b(?:npx|bunx|dlx|deno\s+(?:run|install)|pip3?\s+install|uv\s+(?:pip|tool)\s+install|npm\s+(?:i|install|exec)|bun\s+(?:add|run)|gem\s+install|java\s+-jar)\s+(?:-[\w-]+\s+)*["']?(?:git\+)?(https?://[^\s"']+)`)
}

// keeps hands on what a job has made.
func keeps() *needle.Regexp {
	return compiled(`upload-artifact|actions/cache|artifacts:|store_artifacts|archiveArtifacts|PublishBuildArtifacts|PublishPipelineArtifact|git\s+push|action-gh-release|gh\s+release|actions-gh-pages`)
}

// keptIn is a file that a command writes its output to.
func keptIn() *needle.Regexp { return compiled(`>\s*["']?([\w./-]+)`) }

// predefined are variables that a build server sets itself, or that its settings hold.
func predefined() *needle.Regexp {
	return compiled(`\$\{?(?:CI_[A-Z0-9_]*URL|GITHUB_(?:API|SERVER)_URL|SYSTEM_\w+|BUILD_URL|ACTIONS_ID_TOKEN_REQUEST_URL|[A-Z0-9_]*(?:WEBHOOK|_URL|_HOST|_ENDPOINT|_SERVER|_ADDR|HOOK))\}?\b|\$\(System\.\w+\)`)
}

// savedAs is the name that a fetched file is given.
func savedAs() *needle.Regexp {
	return compiled(`(?:\s-[a-zA-Z]*[oO]\s*|--output[= ]|--output-document[= ]|-OutFile\s+|-C\s+|>\s*|\btee\s+)["']?([^\s"';|&]+)`)
}

// startedAfter is what stands before the name of a file that is started or made a program.
func startedAfter() *needle.Regexp {
	return compiled(`(?:^|[\s;&|"'(])(?:(?:ba|z|da|k)?sh|source|\.|chmod\s+\S+|python[\d.]*|node|perl|ruby|php|sudo|exec|dpkg\s+-i|rpm\s+-\w+|install|apt(?:-get)?\s+install|msiexec|Start-Process|java\s+-jar)\s+(?:-\S+\s+)*["']?(?:[\w./~$\{\}-]*/)?$|(?:^|[\s;&|"'(])\./$`)
}

// remoteHooks is the address of a list of hooks, or of hooks.
func remoteHooks() *needle.Regexp {
	return compiled(`(?m)(?:git_url|repo|repository|extends|remote|url)["']?:\s*["']?(?:\w[\w+]*://|git@)\S+`)
}

// escapedLetter is a letter as YAML and JSON may spell it.
func escapedLetter() *needle.Regexp { return compiled(`\\(?:x|u00)[2-7][0-9a-fA-F]`) }

// handedText is what curl is told to say: an address in it is none that it asks.
func handedText() *needle.Regexp {
	return compiled(`\s(?:--data(?:-urlencode|-raw)?|-d|-H|--header)[ =]"[^"]*"|\s(?:--data(?:-urlencode|-raw)?|-d|-H|--header)[ =]'[^']*'`)
}

// hookPlace is a repository of hooks; the first group is whose it is.
func hookPlace() *needle.Regexp {
	return compiled(`https://github\.com/([\w.-]+)/[\w-][\w.-]*(?:["'\s,}]|$)`)
}

// officialStep is a step by the name of one that the server itself offers; the group is
// whose it is.
func officialStep() *needle.Regexp {
	return compiled(`(?:^|[\s"'#|:,/])([\w.-]+)/(?:checkout|cache|upload-artifact|download-artifact|github-script|setup-node|setup-python|setup-go|setup-java|setup-dotnet|create-github-app-token|attest-build-provenance)@[\w.-]+`)
}

// remotePart is a part of a build server's settings by its address.
func remotePart() *needle.Regexp {
	return compiled(`\bremote["']?:\s*["']?(\w+://[^\s"',}]+)`)
}

// boundSecret is a variable that a build server gives a secret of its own.
func boundSecret() *needle.Regexp {
	return compiled(`(?:[vV]ariable|_VARIABLE):?\s*[=:(]?\s*['"](\w+)['"]|\b(\w+)["']?\s*[:=]\s*\{?\s*(?:credentials\s*\(|from_secret|valueFrom)`)
}
