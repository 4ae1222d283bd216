package config

import (
	"encoding"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
)

// Duration is a time.Duration written as "30s", "15m" or "1h30m"; a bare
// number is seconds, because requests count in seconds, too.
type Duration struct{ time.Duration }

// MarshalText writes the duration without trailing zero units: "15m", not "15m0s".
func (d Duration) MarshalText() ([]byte, error) {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return []byte(s), nil
}

// UnmarshalText reads what MarshalText writes, and bare seconds.
func (d *Duration) UnmarshalText(text []byte) error {
	s := string(text)
	if n, err := strconv.ParseInt(s, 10, 32); err == nil {
		d.Duration = time.Duration(n) * time.Second
		return nil
	}
	v, err := time.ParseDuration(s)
	if err != nil {
		return fmt.Errorf("%q is no duration; write 30s, 15m or 1h", s)
	}
	d.Duration = v
	return nil
}

// UnmarshalYAML is UnmarshalText, with the place in the file where it is wrong.
func (d *Duration) UnmarshalYAML(node ast.Node) error { return oneWord(node, d) }

// oneWord reads a value that is written as one word.
func oneWord(node ast.Node, v encoding.TextUnmarshaler) error {
	at := node.GetToken()
	if _, ok := node.(ast.ScalarNode); !ok {
		return &yaml.SyntaxError{Message: "one word or number is wanted here", Token: at}
	}
	if err := v.UnmarshalText([]byte(at.Value)); err != nil {
		return &yaml.SyntaxError{Message: err.Error(), Token: at}
	}
	return nil
}

// Size is a number of bytes, written as "100kB" (1000), "64KiB" (1024), or a
// bare number.
type Size int64

// The units that a size may be written in.
const (
	kB  Size = 1000
	MB       = 1000 * kB
	GB       = 1000 * MB
	KiB Size = 1024
	MiB      = 1024 * KiB
	GiB      = 1024 * MiB
)

// sizeUnits lists longer suffixes first, so that "kB" is not read as "B".
func sizeUnits() []sizeUnit {
	return []sizeUnit{{"GiB", GiB}, {"MiB", MiB}, {"KiB", KiB}, {"GB", GB}, {"MB", MB}, {"kB", kB}, {"B", 1}}
}

type sizeUnit struct {
	name string
	size Size
}

// MarshalText writes the size in the largest unit that divides it.
func (s Size) MarshalText() ([]byte, error) {
	for _, u := range sizeUnits() {
		if u.size > 1 && s != 0 && s%u.size == 0 {
			return fmt.Appendf(nil, "%d%s", s/u.size, u.name), nil
		}
	}
	return strconv.AppendInt(nil, int64(s), 10), nil
}

// UnmarshalText reads what MarshalText writes.
func (s *Size) UnmarshalText(text []byte) error {
	number, unit := string(text), Size(1)
	for _, u := range sizeUnits() {
		if cut, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(cut), u.size
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/int64(unit) {
		return fmt.Errorf("%q is no size; write 100kB, 1MiB or a number of bytes", text)
	}
	*s = Size(n) * unit
	return nil
}

// UnmarshalYAML is UnmarshalText, with the place in the file where it is wrong.
func (s *Size) UnmarshalYAML(node ast.Node) error { return oneWord(node, s) }
