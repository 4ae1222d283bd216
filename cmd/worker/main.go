package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"passepartout/confine"
)

func main() {
	confine.Main() // the sandbox starts this program again under names of its own
	os.Exit(run())
}

// run is main with a result, so that deferred calls happen before the exit.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		dir = "/"
	}
	return Main(ctx, Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Environ: os.Environ(), Dir: dir, Now: time.Now,
	})
}
