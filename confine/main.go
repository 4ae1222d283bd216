package confine

import (
	"fmt"
	"os"
)

// The binary starts itself again under these names. They are no secrets: a
// process that is started under one of them by somebody else gets an empty
// sandbox of its own and nothing more.
const (
	selfExe     = "/proc/self/exe"
	nameProbe   = "passepartout-probe"
	nameZygote  = "passepartout-zygote"
	exitRefused = 125
)

// IsHelper says whether this process was started to be one of our helpers. It
// looks at the name alone and costs nothing.
func IsHelper() bool {
	return len(os.Args) > 0 && os.Args[0] == nameZygote || len(os.Args) == 2 && os.Args[1] == nameProbe || isGuest()
}

// Main is a helper's whole life; it does not return for a helper and does
// nothing otherwise. Call it first thing in main, and in TestMain of packages
// that confine.
func Main() {
	if !IsHelper() {
		return
	}
	code := 0
	switch {
	case isGuest():
		code = guestMain()
	case os.Args[0] == nameZygote:
		code = zygoteMain()
	default:
		code = probeMain() // by argument: bwrap chooses the name itself
	}
	os.Exit(code)
}

// probeMain tells what a confined child has become.
func probeMain() int {
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitRefused
	}
	if _, err := os.Stdout.Write(raw); err != nil {
		return exitRefused
	}
	return 0
}
