#include "textflag.h"

// Layout of program (program.go); the test of the layout keeps both equal.
#define STEPS   0
#define COUNT   8
#define CHILD   16
#define CLONE   24
#define SIGSET  32
#define RECORD  40
#define KIND    40
#define STEP    48
#define ERRNO   56
#define STATUS  64
#define RUSAGE  72
#define RECSIZE 176
#define BACK_TO   216
#define BACK_FROM 224
#define BACK_SIZE 232
#define NO_TIME   240

#define FAILED_INIT  2
#define FAILED_CHILD 3

// func launch(args *cloneArgs, size uintptr, prog uintptr) int
//
// Registers that live across system calls: R12 program, R13 step, BX steps
// left, R14 the command's pid (0 when it is gone). The child uses no stack.
TEXT ·launch(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ args+0(FP), DI
	MOVQ size+8(FP), SI
	MOVQ prog+16(FP), R12
	MOVQ $435, AX             // clone3
	SYSCALL
	TESTQ AX, AX
	JZ   begin
	MOVQ AX, ret+24(FP)
	RET

begin:
	MOVQ STEPS(R12), R13
	MOVQ COUNT(R12), BX

step:
	TESTQ BX, BX
	JZ   ready
	MOVQ 0(R13), AX
	MOVQ 8(R13), DI
	MOVQ 16(R13), SI
	MOVQ 24(R13), DX
	MOVQ 32(R13), R10
	MOVQ 40(R13), R8
	MOVQ 48(R13), R9
	SYSCALL
	CMPQ AX, $-4096
	JLS  next
	CMPQ 56(R13), $0          // a step may be allowed to fail
	JNE  next
	JMP  failed

next:
	ADDQ $64, R13
	DECQ BX
	JMP  step

failed:
	NEGQ AX
	MOVQ AX, ERRNO(R12)
	MOVQ COUNT(R12), AX
	SUBQ BX, AX
	MOVQ AX, STEP(R12)
	MOVQ CHILD(R12), AX
	TESTQ AX, AX
	JZ   quit                 // the command: its reaper reads ERRNO and reports
	MOVQ $FAILED_INIT, KIND(R12)
	JMP  report

ready:
	MOVQ CHILD(R12), AX
	TESTQ AX, AX
	JZ   quit                 // a table without execve and without a command
	MOVQ CLONE(R12), DI
	MOVQ $88, SI
	MOVQ $435, AX             // clone3 with CLONE_VFORK: returns after execve
	SYSCALL
	TESTQ AX, AX
	JZ   command
	CMPQ AX, $-4096
	JHI  failed
	MOVQ AX, R14
	MOVQ CHILD(R12), R13
	MOVQ ERRNO(R13), AX
	TESTQ AX, AX
	JZ   reap
	MOVQ AX, ERRNO(R12)
	MOVQ STEP(R13), AX
	MOVQ AX, STEP(R12)
	MOVQ $FAILED_CHILD, KIND(R12)

report:
	MOVQ $3, DI
	LEAQ RECORD(R12), SI
	MOVQ $RECSIZE, DX
	MOVQ $1, AX               // write
	SYSCALL

quit:
	MOVQ $127, DI
	MOVQ $231, AX             // exit_group
	SYSCALL
	JMP  quit

command:
	MOVQ CHILD(R12), R12
	JMP  begin

wait:
	LEAQ SIGSET(R12), DI
	XORL SI, SI
	XORL DX, DX
	MOVQ $8, R10
	MOVQ $128, AX             // rt_sigtimedwait
	SYSCALL
	CMPQ AX, $17              // SIGCHLD
	JEQ  reap
	CMPQ AX, $0
	JLE  reap
	TESTQ R14, R14
	JZ   reap
	MOVQ R14, DI
	NEGQ DI
	MOVQ AX, SI
	MOVQ $62, AX              // kill the command's process group
	SYSCALL

reap:
	MOVQ $-1, DI
	LEAQ STATUS(R12), SI
	MOVQ $0x40000001, DX      // WNOHANG | __WALL
	LEAQ RUSAGE(R12), R10
	MOVQ $61, AX              // wait4
	SYSCALL
	TESTQ AX, AX
	JZ   wait
	CMPQ AX, $-4              // EINTR
	JEQ  reap
	CMPQ AX, $-4096
	JHI  quit                 // ECHILD: nothing is left
	CMPQ AX, R14
	JNE  reap
	XORL R14, R14

	// The command is gone. If nothing else is left, one record says both.
others:
	MOVQ $-1, DI
	XORL SI, SI
	MOVQ $0x40000001, DX
	XORL R10, R10
	MOVQ $61, AX              // wait4
	SYSCALL
	CMPQ AX, $-4
	JEQ  others
	CMPQ AX, $-4096
	JHI  empty
	TESTQ AX, AX
	JNZ  others
	MOVQ $1, KIND(R12)
	MOVQ $3, DI
	LEAQ RECORD(R12), SI
	MOVQ $RECSIZE, DX
	MOVQ $1, AX               // write
	SYSCALL
	JMP  wait

empty:
	MOVQ BACK_SIZE(R12), AX
	TESTQ AX, AX
	JNZ  drop
	MOVQ $4, KIND(R12)
	JMP  report

	// It serves again. Signals that were meant for the last command go.
drop:
	LEAQ SIGSET(R12), DI
	XORL SI, SI
	LEAQ NO_TIME(R12), DX
	MOVQ $8, R10
	MOVQ $128, AX             // rt_sigtimedwait
	SYSCALL
	CMPQ AX, $-4              // EINTR
	JEQ  drop
	CMPQ AX, $0
	JGT  drop
	MOVQ $5, KIND(R12)
	MOVQ $3, DI
	LEAQ RECORD(R12), SI
	MOVQ $RECSIZE, DX
	MOVQ $1, AX               // write
	SYSCALL
	CMPQ AX, $RECSIZE
	JNE  quit                 // nobody reads it
	MOVQ BACK_TO(R12), DI
	MOVQ BACK_FROM(R12), SI
	MOVQ BACK_SIZE(R12), CX
	CLD
	REP; MOVSB
	JMP  ready
