package outward

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestCheaperQuestions: what is asked before an expression lets through all that the
// expression may find.
func TestCheaperQuestions(t *testing.T) {
	t.Parallel()
	reply, send, raw := rapid.StringMatching(evaluatedReply().String()), rapid.StringMatching(sending().String()), rapid.StringMatching(rawSending().String())
	rapid.Check(t, func(t *rapid.T) {
		if s := reply.Draw(t, "reply"); !containsAny(s, evaluatorWords[:]...) {
			t.Fatalf("%q has no word of an evaluator", s)
		}
		if s := send.Draw(t, "sending") + rapid.SampledFrom([]string{"", "x", " x"}).Draw(t, "tail"); sending().MatchString(s) && !maySend(s) {
			t.Fatalf("%q may send", s)
		}
		if s := raw.Draw(t, "raw"); !maySend(s) {
			t.Fatalf("%q may send", s)
		}
		if s := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"http", "https", "s", " ", "://", "x", "\n", "-", "'"}), 1, 8).Draw(t, "http"), ""); sending().MatchString(s) && !maySend(s) {
			t.Fatalf("%q may send", s)
		}
	})
}

// TestContainsAny: a long text is asked as a short one is.
func TestContainsAny(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("abé/ ")), 0, 4, -1), manyWords, 12).Draw(t, "words")
		text := strings.Repeat("b/", longText/2) + rapid.StringOfN(rapid.SampledFrom([]rune("abé/ ")), 0, 30, -1).Draw(t, "text")
		want := false
		for _, w := range words {
			want = want || strings.Contains(text, w)
		}
		if got := containsAny(text, words...); got != want {
			t.Fatalf("%q in …%q: %v", words, text[longText-2:], got)
		}
	})
}
