package secretscan

// token is a provider's format: a prefix and how many characters of the
// alphabet follow at least.
type token struct {
	prefix string
	kind   string
	min    int // shorter ones are words of prose or made up
	chars  *alphabet
	mixed  bool // the rest must have high entropy, because the prefix is short
}

// tokens is the table for one first byte. The order decides where a prefix is
// the beginning of another: "sk-" comes after those that go on. Lengths are the
// least that were given out, as formats have grown.
func tokens(first byte) []token { return formats[first] }

// formats are the tokens by their first byte.
//
//nolint:gochecknoglobals // a table, never changed
var formats = [256][]token{
	'A': {
		{"AKIA", "aws-access-key", 16, &upperDigits, false},
		{"ASIA", "aws-access-key", 16, &upperDigits, false},
		{"AIza", "google-api-key", 35, &words, false},
		{"AGE-SECRET-KEY-1", "age-key", 50, &upperDigits, false},
	},
	'd': {{"dop_v1_", "digitalocean-token", 60, &words, false}, {"dckr_pat_", "docker-token", 20, &words, false}, {"dapi", "databricks-token", 32, &hexDigits, false}},
	'e': {{"eyJ", "jwt", 30, &jwts, true}},
	'g': {
		{"ghp_", "github-token", 36, &words, false}, {"gho_", "github-token", 36, &words, false}, {"ghu_", "github-token", 36, &words, false},
		{"ghs_", "github-token", 36, &words, false}, {"ghr_", "github-token", 36, &words, false},
		{"github_pat_", "github-token", 22, &words, false}, {"glpat-", "gitlab-token", 20, &words, false}, {"glsa_", "grafana-token", 32, &words, false},
	},
	'h': {{"hvs.", "vault-token", 24, &words, false}, {"hf_", "huggingface-token", 30, &words, false}},
	'l': {{"lin_api_", "linear-key", 32, &words, false}},
	'n': {{"npm_", "npm-token", 36, &words, false}},
	'p': {{"pypi-AgE", "pypi-token", 50, &words, false}, {"phc_", "posthog-key", 32, &words, false}},
	'r': {{"rk_live_", "stripe-key", 20, &words, false}, {"rubygems_", "rubygems-key", 40, &hexDigits, false}},
	's': {
		{"sk-ant-", "anthropic-key", 20, &words, false}, {"sk-proj-", "openai-key", 20, &words, false}, {"sk_live_", "stripe-key", 20, &words, false},
		{"sk_test_", "stripe-key", 20, &words, false}, {"shpat_", "shopify-token", 32, &hexDigits, false}, {"sk-", "openai-key", 32, &words, true},
		{"sntrys_", "sentry-token", 40, &words, false},
	},
	'S': {{"SG.", "sendgrid-key", 40, &jwts, false}, {"SU", "nats-seed", 56, &upperDigits, true}, {"SA", "nats-seed", 56, &upperDigits, true}, {"SO", "nats-seed", 56, &upperDigits, true}},
	'x': {
		{"xoxb-", "slack-token", 20, &words, false}, {"xoxp-", "slack-token", 20, &words, false}, {"xoxa-", "slack-token", 20, &words, false},
		{"xoxr-", "slack-token", 20, &words, false}, {"xoxs-", "slack-token", 20, &words, false}, {"xapp-", "slack-token", 20, &words, false},
	},
	'y': {{"ya29.", "google-token", 30, &words, false}},
}
