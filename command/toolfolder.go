package command

import (
	"path"
	"slices"
	"strings"

	"passepartout/command/catalogue"
	"passepartout/pipeline"
)

// usersTool reports whether a program lies in such a folder, or is linked from
// there to where such managers keep it, but not to what the agent works on.
func (r *run) usersTool(program string) bool {
	if !r.toolFolder(folderOf(program)) {
		return false
	}
	real := r.w.Paths.Resolve(program)
	return real == program || !mayTouch(r.w.Dir, true, real) && !strings.HasPrefix(real, "/tmp/") && !strings.HasPrefix(real, "/var/tmp/") && !strings.HasPrefix(real, "/dev/shm/")
}

// toolFolder reports whether a folder is one where the managers of languages put
// the programs that the user has installed: below the home, outside of what the
// agent works on, and not touched by this command. A program in there is the
// user's own, as one of a folder that the worker's PATH names is.
func (r *run) toolFolder(dir string) bool {
	home := strings.TrimSuffix(r.w.Home, "/")
	below, ok := strings.CutPrefix(dir, home+"/")
	if !ok || home == "" || mayTouch(r.w.Dir, true, dir) || strings.HasPrefix(home, "/tmp") || r.linked || r.beside {
		return false
	}
	switch below {
	case ".cargo/bin", "go/bin", ".local/bin", ".dotnet/tools", ".dotnet", ".bun/bin", ".deno/bin", ".volta/bin", ".pyenv/shims", ".pyenv/bin", ".rbenv/shims", ".rbenv/bin", ".asdf/shims", ".asdf/bin",
		".local/share/mise/shims", ".local/share/pnpm", ".npm-global/bin", ".yarn/bin", ".ghcup/bin", ".cabal/bin", ".juliaup/bin", ".pub-cache/bin", ".mix/escripts", ".composer/vendor/bin",
		".config/composer/vendor/bin", ".poetry/bin", ".foundry/bin", ".nix-profile/bin", ".rye/shims", ".pixi/bin", ".krew/bin", ".nimble/bin", ".moon/bin", ".proto/shims":
	default:
		return false
	}
	return !r.touchedBelow(dir)
}

// projectPath are the folders of the project that a PATH has, if it has no others but
// those that the old one or every system has, and those where the user's own tools lie.
// What stands in a folder of the project runs as its scripts do; so that is code of the
// project, which nothing of this command may have made.
func (r *run) projectPath(sc *scope, list string) (own []string, ok bool) {
	have := strings.Split(r.w.Env["PATH"]+":"+DefaultPath, ":")
	system := false
	for dir := range strings.SplitSeq(list, ":") {
		if path.IsAbs(dir) && (slices.Contains(have, dir) || systemDir(dir) || r.toolFolder(dir)) {
			system = system || dir == "/usr/bin"
			continue
		}
		here, exact := sc.exactFolder()
		if dir == "" || !path.IsAbs(dir) && (!exact || r.pathFrom != "" && r.pathFrom != here) {
			return nil, false
		}
		at := dir
		if !path.IsAbs(dir) { // it is another one from elsewhere
			r.pathFrom = here
			at = path.Join(here, dir)
		}
		if at != path.Clean(at) || !strings.HasPrefix(at, strings.TrimSuffix(r.w.Dir, "/")+"/") || r.linked || r.beside || r.w.Paths.Resolve(at) != at || r.touchedBelow(at) {
			return nil, false
		}
		own = append(own, at)
		r.pathOwn = r.pathOwn || !system
	}
	return own, true
}

// touchedBelow reports whether this command may have put something into a folder.
func (r *run) touchedBelow(dir string) bool {
	return slices.ContainsFunc(r.effects, func(e pipeline.Effect) bool {
		return (e.Kind == pipeline.KindWrite || e.Kind == pipeline.KindDelete) && (mayTouch(e.Object, e.Certain, dir+"/x") || strings.HasPrefix(e.Object, dir+"/"))
	})
}

// shadowed holds a program by its bare name that a folder of the project may have in
// place of the machine's, unless it runs code of the project in any case, as test
// runners, compilers and linters with plugins do.
func (r *run) shadowed(sc *scope, f field, codes int) {
	if !r.pathOwn || r.codes > codes || strings.Contains(f.text, "/") {
		return
	}
	v := sc.single("PATH")
	if v.kind != valueText {
		return
	}
	first, _, _ := strings.Cut(v.text, ":")
	if p, err := r.a.catalogue.Find(f.text); err == nil && p.Spec.NPM && installedFor(path.Join(first, f.text)) && mayTouch(r.w.Dir, true, first) { // as npx would start it
		r.emit(pipeline.Effect{Kind: pipeline.KindCode, Object: path.Join(first, f.text), Certain: true, By: f.text, Mark: catalogue.MarkBuild, Span: f.span})
		return
	}
	if !systemDir(first) && !slices.Contains(strings.Split(r.w.Env["PATH"], ":"), first) {
		r.code("PATH="+v.text, "PATH", catalogue.MarkLoaderInjection, f.span)
	}
}
