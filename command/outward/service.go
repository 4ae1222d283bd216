package outward

import (
	"path"

	"passepartout/internal/needle"
)

// connecting finds a server of data that is not this machine's, where a text connects
// to one.
func (f *finder) connecting() string {
	word := connects().FindString(f.code)
	if word == "" {
		return ""
	}
	if host := foreign(f.constants, false) + named(f.constants); host != "" {
		return word + " " + host
	}
	return ""
}

// named finds a host in a text that says how to connect: "host=db.internal user=a".
func named(constants []string) string {
	for _, c := range constants {
		for _, m := range hostOf().FindAllStringSubmatch(c, 8) {
			if !near(m[1]) {
				return m[1]
			}
		}
	}
	return ""
}

// hostOf is a key of a connection that names a host by more than one word.
func hostOf() *needle.Regexp {
	return compiled(`(?i)\b(?:host|hostaddr|server|data source)\s*=\s*([\w-]+(?:\.[\w-]+)+)`)
}

// serving finds a client of a service of others in what tools load by itself: a test, a
// configuration. The code of an application may have one; a test has a stand-in.
func (f *finder) serving() string {
	if word := keeper().FindString(f.code); word != "" {
		return word
	}
	if base := path.Base(f.file); !loadedByTools().MatchString(f.file) && !configName().MatchString(base) || standsIn().MatchString(f.text) {
		return ""
	}
	if word := services().FindString(f.code); word != "" {
		return word
	}
	for _, r := range f.rows {
		if len(r.words) > 0 && loading().MatchString(r.by) && serviceLibrary().MatchString(r.words[0]) {
			return r.words[0]
		}
	}
	return ""
}

// loadedByTools are files that a runner of tests loads.
func loadedByTools() *needle.Regexp {
	return compiled(`(?i)/test_[^/]*$|/(?:tests?|spec|__tests__|e2e)/|_test\.|\.test\.|\.spec\.|_spec\.|Tests?\.\w+$|/conftest|/Rakefile$|/noxfile|/tasks\.py$`)
}

// standsIn are words of libraries that put something in the place of a service.
func standsIn() *needle.Regexp {
	return compiled(`(?i)\bmoto\b|mock|\bpatch\(|stub|\bfake|localstack|localhost|127\.0\.0\.1|testcontainers|vcr|nock|msw|respx|wiremock|monkeypatch`)
}

// keeper are calls that ask for what is kept for a person.
func keeper() *needle.Regexp {
	return compiled(`\bbrowser_cookie3\b|\bpycookiecheat\b|\bsecretstorage\b|\bdbus\.|\bimport netrc\b|\bnetrc\.netrc\b|\bhub\.load\s*\(|trust_remote_code\s*=\s*True|\bclone_from\s*\(|\bkeyring\.(?:get|set|delete)|load_kube_config|\bkeytar\b|SecKeychain|secretmanager|\.remotes?\s*(?:\(\s*(?:""|\x27\x27)?\s*\))?(?:\.origin)?\.push\s*\(|simpleGit\([^)]*\)\.push|PushOptions\s*\{`)
}

// services are clients of services as code mentions them, serviceLibrary as it loads
// them.
func services() *needle.Regexp {
	return compiled(`\bboto3\b|\bbotocore\b|google\.cloud|\bazure\.|\bkubernetes\b|docker\.from_env|\bslack_sdk\b|\bopenai\.|\bOpenAI\s*\(|\banthropic\.|\btwilio\b|\btelegram\.|\bgithub\.Github|\bgspread\b|\btweepy\b|\bdiscord\.|\bsentry_sdk\.init|(?:^|[^\w>.$])mail\s*\(\s*(?:""|\x27\x27)|\bstripe\.|\bsendgrid\b|\bAws::|Google::Cloud|Azure::|\bStripe::|\bTwilio::|AmazonS3|software\.amazon|ExAws|aws_sdk_|aws_config|rusoto`)
}

// serviceLibrary are packages that talk to a service with the credentials of whoever
// runs them.
func serviceLibrary() *needle.Regexp {
	return compiled(`^(?:keytar$|@aws-sdk/|aws-sdk|@google-cloud/|@azure/|@slack/|openai$|@anthropic-ai/|stripe$|twilio$|@octokit/|octokit|dockerode|@kubernetes/|simple-git|firebase-admin|@sendgrid/|github\.com/aws/|cloud\.google\.com/|k8s\.io/client-go|github\.com/docker/docker/client|github\.com/slack-go)`)
}

// connects are calls that open a connection to a database or a queue.
func connects() *needle.Regexp {
	return compiled(`\b(?:connect\w*|create_engine|create_async_engine|from_url|Redis|StrictRedis|MongoClient|MotorClient|sql\.Open|sqlx\.\w+|gorm\.Open|pgx\.\w+|Pool|PgPool|createConnection|createPool|createClient|DataSource|establish_connection|getConnection|Sequelize|PDO|mysqli|pg_connect|AsyncConnection|KafkaProducer|Kafka|amqplib|Elasticsearch|Client)\s*(?:::\w+\s*)?\(`)
}

// killing finds what ends processes that are not the text's own: one of a number that
// stands there, a group, all that there are.
func (f *finder) killing() string {
	return kills().FindString(f.code)
}

// kills finds such calls. A number behind kill is a process that the text did not start:
// it cannot know which it is.
func kills() *needle.Regexp {
	return compiled(`getppid\b|process\.ppid|Process\.ppid|\bGetppid\b|ProcessHandle\.current\(\)\.parent|Pid::from_raw\(\s*-|\bkillpg\s*\(\s*-?\d|(?:process|os|syscall|unix|Process)\.[kK]ill\s*\(\s*(?:(?:""|''|:\w+|-?\d+)\s*,\s*)?-?\d|(?:process|os|syscall|unix|Process)\.[kK]ill\s*\(\s*(?:int\s*\(|(?:i|p|n|pid|id|k)\s*[,)]|Number\(|parseInt\()|process_iter\s*\(|\bpids\s*\(\)|ProcessHandle\.allProcesses|Process\.GetProcesses`)
}

// publishing are commands that show the project's work to others, or fetch what runs.
func publishing() *needle.Regexp {
	return compiled(`^(?:git push|git config --(?:global|system)|(?:npm|yarn|pnpm|cargo|poetry|flit|hatch|uv|gem|twine|dotnet nuget|docker|helm|composer) (?:publish|push|upload|login|release)|(?:pip3?|python3? -m pip|-m pip|pipx|gem|npm|yarn|pnpm|cargo|go) (?:install|add|i|global) [^-.]|terraform (?:apply|destroy)|(?:vercel|netlify|fly|heroku|firebase|ansible-playbook|ansible)(?: |$))`)
}
