package command_test

import (
	"testing"

	"passepartout/command"
	"passepartout/pipeline"
)

// looks reports whether no effect of a command is code that nobody can see or
// unknown: what runs is the project's own.
func looks(t *testing.T, text string) bool {
	t.Helper()
	for _, e := range analyze(t, command.Input{Text: text, Shell: true}).Effects {
		if e.Kind == pipeline.KindUnknown || e.Kind == pipeline.KindCode && !e.Certain {
			return false
		}
	}
	return true
}

// TestDebuggerCommands: what gdb and lldb are told to show, and what would do more.
func TestDebuggerCommands(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`print sizeof(struct ring)`:               true,
		`p *(struct ring*)0x20000000`:             true,
		`p a * (b + c)`:                           true,
		`break parse if n == 3`:                   true,
		`frame apply all info locals`:             true,
		`thread apply all -q bt full`:             true,
		`frame function main`:                     true,
		`x/8i $pc`:                                true,
		`run < in.txt`:                            true,
		`set print elements 0`:                    true,
		`frame apply all shell id`:                false,
		`f ap all shell id`:                       false,
		`thread apply all frame apply 1 shell id`: false,
		`p system("id")`:                          false,
		`p (system)("id")`:                        false,
		`p (f) (x)`:                               false,
		`p x = 5`:                                 false,
		`p x <<= 5`:                               false,
		`p f<int>(x)`:                             false,
		`p $_shell("id")`:                         false,
		`set language ada`:                        false,
		`set environment LD_PRELOAD ./x.so`:       false,
		`set debuginfod enabled on`:               false,
		`run $(id)`:                               false,
		`run > /etc/x`:                            false,
		`target remote 127.0.0.1:3344`:            false,
		`monitor reset`:                           false,
		`load`:                                    false,
	} {
		for _, gdb := range [...]string{"gdb", "gdb-multiarch", "arm-none-eabi-gdb"} {
			if got := looks(t, gdb+` -batch -ex '`+text+`' ./a.out`); got != want {
				t.Errorf("%s %s: looks %v", gdb, text, got)
			}
		}
	}
	for text, want := range map[string]bool{
		`image lookup -n main`:                    true,
		`b parse`:                                 true,
		`frame variable`:                          true,
		`x --outfile /etc/x 0x10`:                 false,
		`breakpoint set -n main -C "platform sh"`: false,
		`frame recognizer add -l x`:               false,
		`platform shell id`:                       false,
	} {
		if got := looks(t, `lldb -b -o '`+text+`' ./a.out`); got != want {
			t.Errorf("lldb %s: looks %v", text, got)
		}
	}
}

// TestEmulatedTarget: gdb may be joined to a board that the same command emulates.
func TestEmulatedTarget(t *testing.T) {
	t.Parallel()
	const qemu = `qemu-system-arm -S -gdb tcp:127.0.0.1:3344 -kernel a.elf & `
	for text, want := range map[string]bool{
		qemu + `gdb -batch -ex 'target remote :3344' -ex load -ex c a.elf`:                       true,
		qemu + `gdb -batch -ex 'target remote 127.0.0.1:3333' -ex c a.elf`:                       false,
		qemu + `gdb -batch -ex 'target remote :3344' -ex 'monitor migrate exec:id' a.elf`:        false,
		`nc -l 3344 & gdb -batch -ex 'target remote :3344' a.elf`:                                false,
		`qemu-system-arm -S -gdb tcp::3344 -kernel a.elf & gdb -ex 'target remote board:3344' x`: false,
	} {
		if got := looks(t, text); got != want {
			t.Errorf("%s: looks %v", text, got)
		}
	}
}

// TestParallelMarks: what each mark of a template puts in for a word.
func TestParallelMarks(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`parallel rm {} ::: a/b.c`:          "/home/u/w/a/b.c",
		`parallel rm {.} ::: a/b.c`:         "/home/u/w/a/b",
		`parallel rm {/} ::: a/b.c`:         "/home/u/w/b.c",
		`parallel rm {//} ::: a/b.c`:        "/home/u/w/a",
		`parallel rm {/.} ::: a/b.c`:        "/home/u/w/b",
		`parallel 'rm {.}' ::: a.d/b`:       "/home/u/w/a.d/b",
		`parallel 'rm {}.bak' ::: a/*.c`:    "/home/u/w/a/*.c.bak",
		`parallel 'rm x/{/}' ::: a/*.c`:     "/home/u/w/x/*.c",
		`parallel 'rm {2}' ::: a/*.c`:       "",
		`parallel 'rm {= x =}' ::: a/*.c`:   "",
		`parallel "rm '{}'" ::: a/*.c`:      "",
		`parallel -I% 'rm %' ::: a/*.c`:     "",
		`parallel -n2 cp ::: a /etc/b`:      "",
		`parallel --colsep , rm {} ::: a,b`: "",
	} {
		effects := analyze(t, command.Input{Text: text, Shell: true}).Effects
		deleted, unknown := "", false
		for _, e := range effects {
			if e.Kind == pipeline.KindDelete {
				deleted = e.Object
			}
			unknown = unknown || e.Kind == pipeline.KindUnknown
		}
		if want == "" && !unknown || want != "" && (unknown || deleted != want) {
			t.Errorf("%s: deletes %q, unknown %v", text, deleted, unknown)
		}
	}
}

// TestToolchainNames: the tools of other processors read their words as the
// machine's own do.
func TestToolchainNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		`arm-none-eabi-strings a.elf`:                true,
		`riscv-none-elf-readelf -h a.elf`:            true,
		`xtensa-esp32s3-elf-addr2line -e a.elf 0x40`: true,
		`arm-none-eabi-gcc-nm a.o`:                   true,
		`arm-none-eabi-flash a.elf`:                  false,
		`arm-none-eabi-gcc @args`:                    false,
		`evil-none-eabi-gcc a.c`:                     false,
		`arm-none-eabi-gcc -fplugin=./x.so a.c`:      false,
		`arm-none-eabi-gcc -Wl,--plugin,./x.so a.o`:  false,
		`arm-none-eabi-gcc -Wl,-Map=build/a.map a.o`: true,
	} {
		if got := looks(t, text); got != want {
			t.Errorf("%s: looks %v", text, got)
		}
	}
}
