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
// Registers that live across system calls: R19 program, R20 step, R21 steps
// left, R22 the command's pid (0 when it is gone). The child uses no stack.
TEXT ·launch(SB), NOSPLIT|NOFRAME, $0-32
	MOVD args+0(FP), R0
	MOVD size+8(FP), R1
	MOVD prog+16(FP), R19
	MOVD $435, R8             // clone3
	SVC
	CBZ  R0, begin
	MOVD R0, ret+24(FP)
	RET

begin:
	MOVD STEPS(R19), R20
	MOVD COUNT(R19), R21

step:
	CBZ  R21, ready
	MOVD 0(R20), R8
	MOVD 8(R20), R0
	MOVD 16(R20), R1
	MOVD 24(R20), R2
	MOVD 32(R20), R3
	MOVD 40(R20), R4
	MOVD 48(R20), R5
	SVC
	CMN  $4095, R0
	BLO  next
	MOVD 56(R20), R9          // a step may be allowed to fail
	CBNZ R9, next
	B    failed

next:
	ADD  $64, R20
	SUB  $1, R21
	B    step

failed:
	NEG  R0, R0
	MOVD R0, ERRNO(R19)
	MOVD COUNT(R19), R9
	SUB  R21, R9
	MOVD R9, STEP(R19)
	MOVD CHILD(R19), R9
	CBZ  R9, quit             // the command: its reaper reads ERRNO and reports
	MOVD $FAILED_INIT, R9
	MOVD R9, KIND(R19)
	B    report

ready:
	MOVD CHILD(R19), R9
	CBZ  R9, quit             // a table without execve and without a command
	MOVD CLONE(R19), R0
	MOVD $88, R1
	MOVD $435, R8             // clone3 with CLONE_VFORK: returns after execve
	SVC
	CBZ  R0, command
	CMN  $4095, R0
	BHS  failed
	MOVD R0, R22
	MOVD CHILD(R19), R20
	MOVD ERRNO(R20), R9
	CBZ  R9, reap
	MOVD R9, ERRNO(R19)
	MOVD STEP(R20), R9
	MOVD R9, STEP(R19)
	MOVD $FAILED_CHILD, R9
	MOVD R9, KIND(R19)

report:
	MOVD $3, R0
	ADD  $RECORD, R19, R1
	MOVD $RECSIZE, R2
	MOVD $64, R8              // write
	SVC

quit:
	MOVD $127, R0
	MOVD $94, R8              // exit_group
	SVC
	B    quit

command:
	MOVD CHILD(R19), R19
	B    begin

wait:
	ADD  $SIGSET, R19, R0
	MOVD $0, R1
	MOVD $0, R2
	MOVD $8, R3
	MOVD $137, R8             // rt_sigtimedwait
	SVC
	CMP  $17, R0              // SIGCHLD
	BEQ  reap
	CMP  $0, R0
	BLE  reap
	CBZ  R22, reap
	MOVD R0, R1
	NEG  R22, R0
	MOVD $129, R8             // kill the command's process group
	SVC

reap:
	MOVD $-1, R0
	ADD  $STATUS, R19, R1
	MOVD $0x40000001, R2      // WNOHANG | __WALL
	ADD  $RUSAGE, R19, R3
	MOVD $260, R8             // wait4
	SVC
	CBZ  R0, wait
	CMN  $4, R0               // EINTR
	BEQ  reap
	CMN  $4095, R0
	BHS  quit                 // ECHILD: nothing is left
	CMP  R22, R0
	BNE  reap
	MOVD $0, R22

	// The command is gone. If nothing else is left, one record says both.
others:
	MOVD $-1, R0
	MOVD $0, R1
	MOVD $0x40000001, R2
	MOVD $0, R3
	MOVD $260, R8             // wait4
	SVC
	CMN  $4, R0
	BEQ  others
	CMN  $4095, R0
	BHS  empty
	CBNZ R0, others
	MOVD $1, R9
	MOVD R9, KIND(R19)
	MOVD $3, R0
	ADD  $RECORD, R19, R1
	MOVD $RECSIZE, R2
	MOVD $64, R8              // write
	SVC
	B    wait

empty:
	MOVD BACK_SIZE(R19), R9
	CBNZ R9, drop
	MOVD $4, R9
	MOVD R9, KIND(R19)
	B    report

	// It serves again. Signals that were meant for the last command go.
drop:
	ADD  $SIGSET, R19, R0
	MOVD $0, R1
	ADD  $NO_TIME, R19, R2
	MOVD $8, R3
	MOVD $137, R8             // rt_sigtimedwait
	SVC
	CMN  $4, R0               // EINTR
	BEQ  drop
	CMP  $0, R0
	BGT  drop
	MOVD $5, R9
	MOVD R9, KIND(R19)
	MOVD $3, R0
	ADD  $RECORD, R19, R1
	MOVD $RECSIZE, R2
	MOVD $64, R8              // write
	SVC
	CMP  $RECSIZE, R0
	BNE  quit                 // nobody reads it
	MOVD BACK_TO(R19), R0
	MOVD BACK_FROM(R19), R1
	MOVD BACK_SIZE(R19), R2

back:
	MOVD.P 8(R1), R3          // a whole number of words
	MOVD.P R3, 8(R0)
	SUBS $8, R2
	BNE  back
	B    ready
