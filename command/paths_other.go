//go:build !linux

package command

import "os"

// unlinked cannot be told with one call here.
func unlinked(string) bool { return false }

// executable reports whether a path leads to a file that somebody may run.
func executable(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// isDir reports whether a path leads to a folder, links followed.
func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}
