package audit

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
)

// maxLine bounds one record in an exported file.
const maxLine = 4 << 20

// Export writes a trail as NDJSON: one record a line, in order, byte for byte
// as it is hashed, so that the file can be verified without the log.
func Export(ctx context.Context, t Trail, w io.Writer) (records int64, err error) {
	out := bufio.NewWriter(w)
	err = t.Read(ctx, 0, func(body []byte) error {
		if bytes.IndexByte(body, '\n') >= 0 {
			return fmt.Errorf("record %d is not one line", records)
		}
		records++
		if _, err := out.Write(body); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		if err := out.WriteByte('\n'); err != nil {
			return fmt.Errorf("write: %w", err)
		}
		return nil
	})
	if err != nil {
		return records, fmt.Errorf("export: %w", err)
	}
	if err := out.Flush(); err != nil {
		return records, fmt.Errorf("export: %w", err)
	}
	return records, nil
}

// File is an exported record as a trail. Each Read begins at the start.
type File struct{ R io.ReadSeeker }

var _ Trail = File{}

// Read implements Trail.
func (f File) Read(ctx context.Context, from int64, each func(body []byte) error) error {
	if _, err := f.R.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("rewind: %w", err)
	}
	lines := bufio.NewScanner(f.R)
	lines.Buffer(make([]byte, 0, 64<<10), maxLine)
	lines.Split(line)
	for n := int64(0); lines.Scan(); n++ {
		if err := ctx.Err(); err != nil {
			return err // the caller's own context
		}
		if n < from {
			continue
		}
		if err := each(lines.Bytes()); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	return nil
}

// line splits at line feeds and, unlike the standard one, leaves carriage
// returns alone: they would change the hash.
func line(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}
