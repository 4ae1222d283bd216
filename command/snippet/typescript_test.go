package snippet_test

import (
	"testing"

	"passepartout/command/snippet"
)

// TestTypeScript: what has types is read as what is left without them.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		`const x: number = 1; let y: string | null = null, z!: Map<string, Array<number>>`,
		`interface A<T = any> extends B, C<D> { a: string; m(x: number): void; [k: string]: any }`,
		`type F = (a: string, b?: number) => Promise<void>; type G<T> = T extends { id: infer U } ? U : never`,
		`enum L { A, B = 2, C = "c" } console.log(L.A); const enum M { X }`,
		`function f<T extends object>(xs: T[], n = 1, ...rest: string[]): T | undefined { return xs[0] } f<{ a: 1 }>([{ a: 1 }])`,
		`function over(a: string): string; function over(a: any): any { return a }`,
		`class A<T> extends Map<string, T> implements I, J<K> { private a: number = 1; readonly b?: string; constructor(private readonly n: number, public m?: string) { super() } async go<U>(u: U): Promise<void> { } get x(): number { return this.a } }`,
		`abstract class A { abstract m(): void; protected n(): number { return 1 } }`,
		`const g = async <T,>(x: T): Promise<T[]> => [x]; const h = (a: number, b: { c: string }): a is number => a > 1`,
		`console.log([1].map(x => x * 2) as number[], { a: 1 } as const, { b: 2 } satisfies Record<string, number>)`,
		`const m = new Map<string, Set<number>>(); m.get("x")!.add(1)`,
		`try { throw new Error("x") } catch (e: unknown) { console.log((e as Error).message) }`,
		`import { readFileSync, type PathLike } from "fs"; import type { X } from "./x"; import type Y from "./y"; export type { X }; readFileSync("a")`,
		`const a = 1 < 2 ? (3) : (4); switch (a) { case (3): console.log(a) }`,
		`const f = (x: unknown): x is string => typeof x === "string"; for (const k of ["a"] as const) console.log(k)`,
	} {
		if _, ok := snippet.TypeScript(s, snippet.Given{Known: true}); !ok {
			t.Errorf("not understood:\n%s", s)
		}
	}
	for _, s := range []string{
		`eval("1") as any`, `(eval as any)("1")`, `const f: any = eval; f("1")`, `let x: typeof eval = eval`,
		`require<any>("child_process").execSync(process.argv[9])`,
		`import { execSync } from "child_process"; execSync<string>(process.argv[9])`,
		`import { execSync } from "child_process"; execSync < string > (process.argv[9])`,
		`import { execSync } from "child_process"; execSync<` + "`${1}`" + `>("rm -rf x")`,
		`import { execSync } from "child_process"; execSync<{ a: 1 / 2 }>("rm -rf x")`,
		`import { rmSync } from "fs"; rmSync!(process.argv[9])`, `import { rmSync } from "fs"; (rmSync as any)(process.argv[9])`,
		`import fs = require("fs"); fs.rmSync("x")`, `import type = require("fs")`,
		`const F: any = [][process.argv[1]][process.argv[1]]; F("1")()`, `const k = process.argv[1]; (([] as any)[k][k] as any)("1")()`,
		`class A { constructor(private f: any) {} go() { return this.f("1")() } } const k = process.argv[1]; new A(([] as any)[k][k]).go()`,
		`enum E { A = eval("1") }`, `enum E { ["constructor"] = 1 }`, `namespace N { eval("1") }`, `declare const x: any; x("1")`,
		`@eval class A {}`, `class A { @eval x = 1 }`, `class A { @eval("1") m() {} }`,
		`const x = <any>eval("1")`, `type X = 1, eval("1")`, `type X = { a: 1 } eval("1")`, "type X = 1\neval('1')",
		`interface A { } eval("1")`, "interface\neval('1')", "type\nX = eval('1')", `let type = 1; type = eval("1")`,
		`const a = 1 ? (2) : eval("1")`, `const a = 1 ? (b) : c => eval("1")`, `(x): any => eval("1")`, `a < (eval("1"), 2) > (3)`,
		`function f(this: any) { return this } f().process.exit()`, `let x = y as any, z = eval("1")`, `let x = 1 satisfies any; eval("1")`,
		`f<typeof import("child_process")>(eval("1"))`, "x\nas\n(eval('1'))", `[] as unknown as { constructor: any }; ([] as any).constructor`,
		`const cp = require("child_process") as typeof import("child_process"); cp.execSync(process.argv[9])`,
		`const {a = eval("1")}: {a?: any} = {}`, `abstract class A { x = eval("1") }`, `class A { declare x: any; y = eval("1") }`,
	} {
		if effects, ok := snippet.TypeScript(s, snippet.Given{Known: true, Args: []string{"constructor"}, Eval: true}); ok {
			t.Errorf("understood:\n%s\n%v", s, effects)
		}
	}
}
