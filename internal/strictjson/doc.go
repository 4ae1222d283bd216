// Package strictjson reads JSON that nobody vouches for. The standard decoder
// is friendly: it keeps the last of two equal keys, matches keys in any case,
// ignores what it does not know, repairs broken text and nests ten thousand
// levels deep. Two readers of the same bytes can thus see two different
// requests, and one of them is the judge. This package refuses every such
// text and says where in it the fault lies.
//
// Refused are: duplicate keys at any level (after escapes are resolved), keys
// that a Go type does not know (compared by exact case), values of the wrong
// kind, more nesting than MaxDepth, invalid UTF-8, half surrogates, raw control
// bytes, anything after the value, and nothing at all.
//
// A null stands for an absent value, because many clients write one for every
// option that was not given.
//
// One pass, time linear in the text, no state kept.
package strictjson
