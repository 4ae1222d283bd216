// Package policy is the judge that follows a rule file: rules over effects,
// never over the text of a command.
//
// The idea: every effect of a proposal is judged by itself. The strictest of
// the rules that match it wins; an effect that no rule matches is held; the
// order of rules and files never matters. So a rule can be read alone, and a
// file can only be wrong in what it says, not in where it says it.
//
// A rule says which effects it is about (kinds, objects by class, path, host
// or program, marks, certain or not, confined or not, who asks, and optionally
// a CEL condition), the outcome, a reason for the person and a hint for the
// agent. It carries examples that must and must not match; a file whose
// examples fail is refused, and the rules that were in force stay in force.
//
// Files are read in layers: an embedded preset (strict, standard, contained),
// then the operator's files, which may drop rules of the preset by name. An
// agent's profile may choose another preset and add files, which may then only
// deny or hold.
//
// Limits: 1 MiB a file, 5,000 rules. Rules see one effect at a time; what
// several effects mean together is for other gates. Reload swaps rules
// atomically; a proposal judged before and acted on after is judged again at
// the last mile, and its digest names the version of the rules.
package policy
