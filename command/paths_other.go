//go:build !linux

package command

import "os"

// unlinked cannot be told with one call here.
func unlinked(string) bool { return false }

func executable(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}
