package command

import (
	"net/url"
	"strings"

	"passepartout/pipeline"
)

// Projects find their databases, queues and caches by variables. One that names
// another host sends the project's own code there: DATABASE_URL=postgres://prod/app
// before a migration.

// dataSource reports whether a variable is one of these by convention.
func dataSource(name string) bool {
	switch name {
	case "DSN", "DB_HOST", "DATABASE_HOST", "POSTGRES_HOST", "REDIS_HOST", "MONGO_HOST", "MONGODB_HOST", "RABBITMQ_HOST", "ELASTICSEARCH_HOST", "ELASTICSEARCH_HOSTS", "MEMCACHED_HOST",
		"KAFKA_BROKERS", "KAFKA_BOOTSTRAP_SERVERS", "SPRING_DATASOURCE_URL", "JDBC_URL", "CELERY_BROKER_URL", "BROKER_URL", "CELERY_RESULT_BACKEND", "AMQP_URL", "CLOUDAMQP_URL":
		return true
	}
	if last := name[max(0, len(name)-4):]; last != "_URL" && last != "_URI" && last != "_DSN" { // as all that follow
		return false
	}
	for _, end := range [...]string{"DATABASE_URL", "DATABASE_URI", "DB_URL", "DB_URI", "DB_DSN", "DATABASE_DSN", "POSTGRES_URL", "POSTGRESQL_URL", "PG_URL", "MYSQL_URL", "MARIADB_URL", "REDIS_URL", "REDIS_URI", "MONGO_URL", "MONGO_URI",
		"MONGODB_URL", "MONGODB_URI", "RABBITMQ_URL", "ELASTICSEARCH_URL", "OPENSEARCH_URL", "CLICKHOUSE_URL", "SQLALCHEMY_URL", "JDBC_DATABASE_URL"} {
		if rest, ok := strings.CutSuffix(name, end); ok && (rest == "" || rest[len(rest)-1] == '_') {
			return true
		}
	}
	return false
}

// sendsData states the hosts that such a variable names.
func (r *run) sendsData(name string, v value, span pipeline.Span) {
	if v.kind != valueText {
		r.unknown(name+"="+v.text, name, span)
		return
	}
	for _, host := range dataHosts(v.text) {
		bare, _, _ := strings.Cut(strings.TrimPrefix(host, "["), "]")
		if !strings.HasPrefix(host, "[") {
			bare, _, _ = strings.Cut(host, ":")
		}
		if bare != "" && !loopback(bare) {
			r.emit(pipeline.Effect{Kind: pipeline.KindConnect, Object: strings.ToLower(host), Certain: true, By: name, Span: span})
		}
	}
}

// dataHosts finds the hosts in a URL of a database, in what JDBC, libpq and the
// drivers of Go take, or in a plain list of hosts.
func dataHosts(s string) []string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "jdbc:")
	if _, in, ok := strings.Cut(s, "("); ok && strings.Contains(s, "@") { // user:password@tcp(host:port)/name
		in, _, _ = strings.Cut(in, ")")
		if strings.HasPrefix(in, "/") {
			return nil // a socket
		}
		return []string{in}
	}
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		if scheme == "file" || strings.HasPrefix(scheme, "sqlite") || strings.HasPrefix(scheme, "duckdb") || scheme == "memory" {
			return nil
		}
		for _, end := range [...]string{"/", "?", ";"} {
			rest, _, _ = strings.Cut(rest, end)
		}
		if i := strings.LastIndexByte(rest, '@'); i >= 0 {
			rest = rest[i+1:]
		}
		if host, err := url.PathUnescape(rest); err == nil {
			rest = host
		}
		return strings.Split(rest, ",")
	}
	if strings.Contains(s, "=") { // host=a port=5432
		var out []string
		for word := range strings.FieldsFuncSeq(s, func(c rune) bool { return c == ' ' || c == ';' || c == '&' }) {
			if key, host, ok := strings.Cut(word, "="); ok && (strings.EqualFold(key, "host") || strings.EqualFold(key, "hostaddr") || strings.EqualFold(key, "server") || strings.EqualFold(key, "data source")) && !strings.HasPrefix(host, "/") {
				out = append(out, strings.Split(host, ",")...)
			}
		}
		return out
	}
	for _, kind := range [...]string{"sqlite:", "file:", "h2:", "hsqldb:", "derby:", ":memory:", "duckdb:", "cache+memory"} {
		if strings.HasPrefix(s, kind) {
			return nil
		}
	}
	if strings.ContainsAny(s, "/\\ ") {
		return nil // a path
	}
	return strings.Split(s, ",")
}
