// Package catalogue knows what programs do with their words: which options
// take an argument, which operands are read, written or deleted, which words
// are hosts, code or another command. It is data, not code: one YAML file a
// family below data/, embedded, and files that an operator adds.
//
// An entry is found by name, and is decoded only then: opening the catalogue
// costs one scan over the text, so thousands of entries do not slow the start
// of the worker. Lint decodes everything.
//
// README.md in this folder is the guide for authors of entries; schema.json
// is the same for editors. Limits: an entry describes one program as its
// manual does; what two programs do together is the analyser's business.
// Whatever an entry does not mention is unknown, never harmless.
package catalogue
