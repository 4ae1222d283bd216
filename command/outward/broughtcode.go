package outward

import (
	"strings"

	"passepartout/internal/needle"
)

// A program may run what a host gives it in more ways than to evaluate a text: it loads a
// library of bytes, includes an address, writes a file and starts it, hands the output of
// one program to a shell. No project does so with a host that few people know.

// runsBrought finds a program that runs what comes from a strange host.
func runsBrought(file, text string, kind Sort) string {
	if !strings.Contains(text, "://") || kind != OfCode && !Program(file) {
		return ""
	}
	host := strangeAddress(text)
	if host == "" {
		return ""
	}
	if word := loadsBrought().FindString(text); word != "" {
		return strings.TrimSpace(word[:min(len(word), 60)]) + " " + host
	}
	if word := evaluatesRest().FindString(text); word != "" && asksHosts().MatchString(text) {
		return word + " " + host
	}
	if m := fetchCommand().FindString(text); m != "" && shellConstant().MatchString(text) && handsStream().MatchString(text) {
		return "a shell gets " + host
	}
	for _, m := range startsFile().FindAllStringSubmatch(text, maxValues) {
		if strings.Count(text, m[1]) > 1 && asksHosts().MatchString(text) {
			return "starts " + m[1] + " of " + host
		}
	}
	if executable().MatchString(text) && startsName().MatchString(text) && asksHosts().MatchString(text) {
		return "starts what it makes executable of " + host
	}
	return ""
}

// strangeAddress is the first address in a text of a host that few people know.
func strangeAddress(text string) string {
	for _, at := range compiled(`\bhttps?://[^\s"'\x60<>)]+`).FindAllString(text, maxOpened) {
		if host := url().FindStringSubmatch(at); len(host) > 1 && !near(host[1]) && !service(host[1]) && !installer(at) && !knownSource(at) && (!downloads(at) || strangeRelease(at)) && !strings.HasPrefix(host[1], "schemas.") && !strings.HasPrefix(host[1], "www.w3.org") {
			return at
		}
	}
	return ""
}

// loadsBrought takes code from an address, or from what was asked of one, in one expression.
func loadsBrought() *needle.Regexp {
	return compiled(`\binclude\s*\(\s*(?:Downloads\.)?download\s*\(|\binclude_string\s*\([^\n]*(?:download|HTTP\.get)|\bsource\s*\(\s*(?:url\s*\(\s*)?["']https?://|\beval\s*\(\s*parse\s*\([^\n]*(?:readLines|url\s*\(|httr::|RCurl)|\bload(?:string)?\s*\(\s*(?:assert\s*\(\s*)?[^\n]*\.request\s*\(|\beval\s*[({]?\s*(?:LWP::Simple::)?get\s*\(|\bURLClassLoader\b[^§]{0,240}?https?://|\bAssembly\.Load(?:From)?\s*\([^\n]*(?:Get\w*Async|Download\w+|https?://)|\b(?:include|require)(?:_once)?\s*\(?\s*["']https?://|\b(?:pickle|marshal|dill|joblib|cloudpickle|Marshal)\.loads?\s*\([^\n]*(?:urlopen|requests\.get|httpx\.get|URI\.open)|\bpipeline\s*\(\s*\x60(?:curl|wget)\b[^\x60]*\x60\s*,\s*\x60(?:ba|z|da)?sh\b|\bexec\s*\([^\n]*\bURL\s*\(\s*["']https?://[^\n]*(?:readText|openStream|getText|\.text\b)|\.evaluate\s*\([^\n]*(?:\.toURL\(\)|new URL\()`)
}

// evaluatesRest are evaluators of languages which evaluatesText has none of.
func evaluatesRest() *needle.Regexp {
	return compiled(`\bCode\.(?:eval_string|eval_quoted|compile_string|compile_quoted)\b|\bURLClassLoader\b|\bdefineClass\s*\(|\bAssembly\.Load\s*\(|\bCSharpScript\.\w+Async\b|\beval\s+\$\w+\s*;|\binclude_string\s*\(|\bMeta\.parse\s*\(|\beval\s*\(\s*parse\s*\(|\berl_eval:|\bIsolate\.spawnUri\b|\bread-eval|\(eval\s+\(read`)
}

// asksHosts are calls that ask a host for something.
func asksHosts() *needle.Regexp {
	return compiled(`\burlopen\b|\burlretrieve\b|\brequests\.\w+\(|\bhttpx\.|\baiohttp\b|\bhttp\.Get\b|\bhttp\.NewRequest|\bhttps?\.get\b|\bfetch\s*\(|\baxios\b|\bgot\s*\(|\bURI\.open\b|\bopen-uri\b|\bNet::HTTP\b|\bHTTParty\b|\bFaraday\b|\bfile_get_contents\b|\bcurl_\w+|\bHttpClient\b|\bWebClient\b|\bnew\s+(?:java\.net\.)?URL\s*\(|\bopenStream\b|\bokhttp|\bhttpc:|:httpc\.|\bHTTPoison\b|\bReq\.get|\bFinch\b|\breqwest\b|\bureq\b|\bDownloads\.download\b|\bdownload(?:\.file)?\s*\(|\breadLines\s*\(|\bLWP::|\bHTTP::Tiny\b|\bsocket\.http\b|\bURLSession\b|\bhttp\.request\b`)
}

// fetchCommand is a program that fetches, as another one starts it.
func fetchCommand() *needle.Regexp {
	return compiled("[\"'`](?:curl|wget)[\"'`]\\s*,|\\x60(?:curl|wget)\\s")
}

// handsStream gives the output of one program to another.
func handsStream() *needle.Regexp {
	return compiled(`\bstdin\s*=\s*\w+\.stdout\b|\.Stdin\s*(?:,\s*\w+)?\s*=|\.stdout\.pipe\s*\(|\bStdoutPipe\b|Stdio::from|\bpipeline\s*\(|\.redirectInput|\.stdin\.write\s*\(`)
}

// startsFile starts, or loads, a file by a path out of the sources; the group is that path.
func startsFile() *needle.Regexp {
	return compiled(`(?:\bexec\.Command(?:Context)?|\bPopen|\b(?:subprocess\.)?(?:run|call|check_call|check_output)|\bspawn\w*|\bexec(?:File|v)?\w*|\bsystem|\bload|\brequire|\bdofile|\bsource|\binclude|\bdlopen|\bCDLL|\bplugin\.Open|\bLibrary::new|\bspec_from_file_location|\brun_path|\bProcess\.Start|\bProcessBuilder|\bCommand::new|\bshell_exec|\bpassthru)\s*\(?\s*\[?\s*(?:\w+\s*,\s*|["'][\w.]+["']\s*,\s*)?["'\x60]((?:/tmp|/var/tmp|/dev/shm|/run|~|\.{1,2})/[^"'\x60\s]+)`)
}

// executable makes a file one that can be started.
func executable() *needle.Regexp {
	return compiled(`\b(?:chmod\w*|Chmod)\s*\(?[^\n]{0,60}?(?:\b0?o?7[0-7][0-7]\b|S_IX|\+x)|\bWriteFile\s*\([^\n]*\b0?o?7[0-7][0-7]\s*\)|\bmode:\s*0?o?7[0-7][0-7]\b|set_mode\s*\(\s*0o7|from_mode\s*\(\s*0o7|\bsetExecutable\s*\(`)
}

// startsName starts a program by the name of a variable.
func startsName() *needle.Regexp {
	return compiled(`\bexec\.Command(?:Context)?\s*\(\s*(?:ctx\s*,\s*)?[a-zA-Z_]|\bPopen\s*\(\s*\[?\s*[a-zA-Z_]|\bsubprocess\.\w+\s*\(\s*\[?\s*[a-zA-Z_]|\bspawn\w*\s*\(\s*[a-zA-Z_]|\bexecFile\w*\s*\(\s*[a-zA-Z_]|\bsystem\s*\(?\s*[a-zA-Z_]\w*\s*[),\n]|\bCommand::new\s*\(\s*&?[a-zA-Z_]|\bProcessBuilder\s*\(\s*[a-zA-Z_]`)
}
