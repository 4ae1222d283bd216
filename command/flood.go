package command

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxFile is the size of a file from which on making it is no everyday work:
// 100 GB.
const maxFile = 100e9

// flood states that a program would fill the disk or the memory. Words are looked at as
// they are written, not as an entry reads them: it is asked for each command, and only
// what reads a device without an end goes further.
func (r *run) flood(name string, fields []field) {
	switch name {
	case "fallocate":
	case "dd", "head", "tail", "sort", "tac", "shuf", "sponge":
		if !slices.ContainsFunc(fields, func(f field) bool { return endlessDevice(strings.TrimPrefix(f.text, "if=")) }) {
			return
		}
	default:
		return
	}
	if what := floods(name, wordsOf(fields[1:])); what != "" {
		r.unknown(name+": "+what, name, fields[0].span)
	}
}

// floods says in which way a program would fill the disk or the memory without a bound,
// or with more than anybody needs: dd(1), fallocate(1), head(1). The point is a disk
// that is full for everybody, which no rule about paths prevents: the workspace is
// where writing is allowed.
func floods(name string, args words) string {
	switch name {
	case "dd":
		from, to, counted := "", "", false
		block, count := 512.0, 0.0
		for _, w := range args {
			key, value, _ := strings.Cut(w, "=")
			switch key {
			case "if":
				from = value
			case "of":
				to = value
			case "bs", "obs":
				block = size(value)
			case "count":
				counted, count = true, size(value)
			}
		}
		if to == "" || strings.HasPrefix(to, "/dev/") || !endlessDevice(from) {
			return ""
		}
		if !counted || block*count > maxFile {
			return "writes without end, or nearly so"
		}
	case "fallocate":
		for i, w := range args {
			n := ""
			switch {
			case (w == "-l" || w == "--length") && i+1 < len(args):
				n = args[i+1]
			case strings.HasPrefix(w, "--length="):
				n = w[len("--length="):]
			case strings.HasPrefix(w, "-l"):
				n = w[2:]
			}
			if size(n) > maxFile {
				return "a file of " + n
			}
		}
	case "head":
		if n := len(args); n > 1 && endlessDevice(args[n-1]) {
			for i, w := range args[:n-1] {
				value := strings.TrimPrefix(strings.TrimPrefix(w, "-c"), "--bytes=")
				if w == "-c" || w == "--bytes" {
					value = args[i+1]
				}
				if size(value) > maxFile {
					return value + " bytes"
				}
			}
		}
	case "tail", "sort", "tac", "shuf", "sponge":
		for i, w := range args {
			if endlessDevice(w) && (i == 0 || args[i-1] != "-n" && args[i-1] != "-c") {
				return "keeps in memory what has no end"
			}
		}
	}
	return ""
}

// size reads a number with a unit, as dd, head and fallocate take it; 0 if it is none.
// The suffixes are those of coreutils ("Block size"): K and KiB are 1,024; KB is 1,000,
// but is taken for 1,024, which is near enough for a bound of this size. b alone is a
// block of 512 bytes.
func size(s string) float64 {
	digits := strings.TrimRight(s, "kKmMgGtTpPeEiIbBcwxdD")
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil || n < 0 {
		return 0
	}
	unit := strings.ToUpper(strings.TrimRight(s[len(digits):], "iIbBdD"))
	for i, u := range [...]string{"K", "M", "G", "T", "P", "E"} {
		if unit == u {
			for range i + 1 {
				n *= 1024
			}
			return n
		}
	}
	if strings.EqualFold(s[len(digits):], "b") {
		return n * 512
	}
	return n
}

// endlessDevice names devices that never come to an end; see null(4), random(4),
// full(4).
func endlessDevice(p string) bool {
	return p == "/dev/zero" || p == "/dev/urandom" || p == "/dev/random" || p == "/dev/full"
}

// endlessSource reports whether a command prints without end. It is asked of the tree,
// before words are expanded: what a variable holds is judged by flood again, when the
// words are known.
func endlessSource(s *syntax.Stmt) bool {
	switch commandName(s) {
	case "yes":
		return true
	case "dd":
		words := literals(s)
		return slices.ContainsFunc(words, func(w string) bool { return endlessDevice(strings.TrimPrefix(w, "if=")) }) &&
			!slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, "count=") || strings.HasPrefix(w, "of=") })
	case "awk", "gawk", "mawk", "python3", "python", "node", "perl", "ruby", "php", "lua", "Rscript":
		return slices.ContainsFunc(literals(s), roundForEver)
	case "cat", "pv", "tee", "tr", "base64", "xxd", "od", "hexdump", "gzip", "bzip2", "xz", "zstd", "openssl", "cp", "install":
	default:
		return false
	}
	words := literals(s)
	if len(words) == 0 {
		return false
	}
	return slices.ContainsFunc(words[1:], endlessDevice) || slices.ContainsFunc(s.Redirs, func(rd *syntax.Redirect) bool {
		return rd.Op == syntax.RdrIn && endlessDevice(rd.Word.Lit())
	})
}

// overflow looks at a command of which there is no end and that writes a file. overflow
// looks at a command of which there is no end and that writes a file itself: cat
// /dev/zero > f, cp /dev/zero f.
func (r *run) overflow(s *syntax.Stmt, c *syntax.CallExpr) {
	if len(s.Redirs) == 0 && (len(c.Args) < 3 || c.Args[0].Lit() != "cp" && c.Args[0].Lit() != "install") {
		return
	}
	if writesFile(s) && endlessSource(s) {
		r.unknown("writes without end", "redirect", r.spanOf(s))
	}
}

// writesFile reports whether the output of a statement goes into a file, or a
// copy of it does.
func writesFile(s *syntax.Stmt) bool {
	for _, rd := range s.Redirs {
		if (rd.Op == syntax.RdrOut || rd.Op == syntax.AppOut || rd.Op == syntax.RdrClob || rd.Op == syntax.RdrAll || rd.Op == syntax.AppAll) && rd.Word.Lit() != "/dev/null" && (rd.N == nil || rd.N.Value != "2") {
			return true
		}
	}
	words := literals(s)
	if len(words) < 2 {
		return false
	}
	switch words[0] {
	case "tee", "cp", "install", "sponge":
		return words[len(words)-1] != "/dev/null"
	case "dd":
		of, count := false, false
		for _, w := range words[1:] {
			of = of || strings.HasPrefix(w, "of=") && w != "of=/dev/null"
			count = count || strings.HasPrefix(w, "count=")
		}
		return of && !count
	}
	return false
}

// overflows looks at a pipeline whose first command never ends, and in which nothing
// stops reading, where a file or the memory takes it all up. From the end back to the
// front: as soon as something stands there that may stop reading (head, grep -m, any
// program that is not listed), the first command dies of SIGPIPE and nothing fills up.
func (r *run) overflows(first *syntax.Stmt, rest []*syntax.BinaryCmd) {
	if !endlessSource(first) {
		return
	}
	for i := len(rest) - 1; i >= 0; i-- {
		s := rest[i].Y
		words := literals(s)
		if len(words) == 0 {
			return
		}
		switch words[0] {
		case "cat", "tee", "tr", "base64", "gzip", "bzip2", "xz", "zstd", "pv", "openssl", "xxd", "od", "hexdump", "dd", "rev", "nl", "fold", "sponge":
		case "sort", "tac", "tail":
			r.unknown("keeps in memory what has no end", words[0], r.spanOf(s))
			return
		default:
			return
		}
		if words[0] == "pv" && slices.ContainsFunc(words, func(w string) bool { return w == "-S" || w == "--stop-at-size" || strings.HasPrefix(w, "-Ss") }) {
			return
		}
		if writesFile(s) {
			r.unknown("writes without end", "redirect", r.spanOf(s))
			return
		}
	}
}
