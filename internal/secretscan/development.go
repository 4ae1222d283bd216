package secretscan

import "strings"

// here reports whether an authority is this machine.
func here(host string) bool {
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost" || name == "127.0.0.1" || strings.HasPrefix(host, "[::1]")
}

// everybodys lists passwords that databases of development have everywhere; on
// this machine they keep nobody out.
func everybodys(password string) bool {
	switch password {
	case "postgres", "password", "pass", "secret", "test", "testing", "root", "admin", "dev", "develop", "development", "local", "guest", "user", "app", "mysql", "mariadb", "mongo", "redis", "rabbitmq", "docker", "django", "rails", "laravel":
		return true
	}
	return false
}
