// Package pipeline holds the words of Passepartout and the line they form:
//
//	message → perceive → signal → reason → proposal + decision → act → feedback
//
// One meaning each:
//
//   - Message: bytes lent by the bus; not trusted.
//   - Signal: an event that was perceived: decoded, validated and attributed to
//     an authenticated Principal; not a permission.
//   - Skill: know-how that turns a signal into a proposed Action; not a doer.
//   - Effect: one thing that an action would do to the world.
//   - Proposal: an action with its effects, its signal and its Digest; not approved.
//   - Gate: a deterministic judge with one concern. Verdict: what one gate said.
//   - Decision: all verdicts folded; the strictest wins; not a person's answer.
//   - Approval: the proof, from an answer or a grant, that a hold is lifted for
//     one digest; not a clearance.
//   - Clearance: the permission to act now. Only Clear makes a valid one; it
//     never leaves the process.
//   - Actuator: the hand for one family of actions.
//   - Result: what an action did; a non-zero exit is a result, not an error.
//   - Feedback: what became of one signal.
//
// The states of one signal are: perceived, then denied, suspended or cleared;
// a suspended one is answered, expired or withdrawn; a cleared one is claimed
// in the journal, acted once, and its feedback is stored before it is published.
//
// Everything fails closed: the zero Outcome denies, the zero EffectKind is
// unknown, the zero Clearance is invalid, the zero Disposition hands the
// message back.
//
// The package imports the standard library only and does no I/O.
package pipeline
