package command

import (
	"passepartout/command/snippet"
)

// lua reports whether the program at hand is Lua itself.
func (v *visit) lua() bool {
	name := unversioned(v.name)
	return name == "lua" || name == "luajit"
}

// luaScript judges a file in Lua whose text the same command has written, or a
// constant on standard input.
func (v *visit) luaScript(f field) bool {
	if !v.lua() || !f.exact() || len(v.options) > 0 || len(v.operands) == 0 || v.operands[0].span != f.span || len(v.fields) > 1 && v.fields[1].span != f.span {
		return false
	}
	if f.text == "-" {
		return v.sc.stdin.kind == stdinText && v.luaText(v.sc.stdin.text, f)
	}
	return v.madeProgram(f, func(text string) bool { return v.luaText(text, f) })
}

// luaInput judges a constant on standard input where nothing else is run.
func (v *visit) luaInput() bool {
	return v.lua() && len(v.fields) == 1 && v.sc.stdin.kind == stdinText && v.luaText(v.sc.stdin.text, v.fields[0])
}

// luaText states what a program does, if it is understood.
func (v *visit) luaText(text string, f field) bool {
	return v.states(snippet.LuaOwn, text, snippet.Given{}, f)
}
