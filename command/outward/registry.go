package outward

import (
	"slices"
	"strings"

	"passepartout/internal/needle"
)

// registry reports whether a host is one that many people take packages from: the
// registries of the languages, their mirrors, and those of vendors.
func registry(host string) bool {
	host, _, _ = strings.Cut(host, ":")
	if owner, ok := strings.CutSuffix(host, ".github.io"); ok {
		return !unknownOwner(owner)
	}
	for _, end := range [...]string{".pkg.github.com", ".hashicorp.com", ".nvidia.com", ".apache.org", ".gradle.org", ".maven.org", ".sonatype.org", ".pytorch.org", ".nixos.org", ".jetbrains.com", ".debian.org", ".ubuntu.com", ".anaconda.org", ".anaconda.com", ".terraform.io", ".buildbuddy.io", ".pulumi.com"} {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	return slices.Contains([]string{
		"registry.npmjs.org", "registry.npmjs.com", "www.npmjs.com", "npmjs.com", "registry.yarnpkg.com", "yarnpkg.com", "repo.yarnpkg.com", "registry.npmmirror.com", "npm.jsr.io", "jsr.io", "deno.land", "esm.sh", "cdn.jsdelivr.net", "unpkg.com", "npm.pkg.github.com",
		"pypi.org", "test.pypi.org", "files.pythonhosted.org", "pypi.python.org", "upload.pypi.org", "pypi.tuna.tsinghua.edu.cn", "mirrors.aliyun.com", "mirrors.tuna.tsinghua.edu.cn", "www.piwheels.org", "data.pyg.org", "download.openmmlab.com", "conda.anaconda.org", "repo.anaconda.com", "pypi.ngc.nvidia.com",
		"crates.io", "index.crates.io", "static.crates.io", "doc.rust-lang.org", "proxy.golang.org", "sum.golang.org", "goproxy.io", "goproxy.cn",
		"repo.maven.apache.org", "repo1.maven.org", "maven.google.com", "dl.google.com", "plugins.gradle.org", "services.gradle.org", "downloads.gradle.org", "gradle.org", "oss.sonatype.org", "s01.oss.sonatype.org", "central.sonatype.com", "repo.spring.io", "jcenter.bintray.com", "packages.confluent.io", "repository.jboss.org", "maven.repository.redhat.com", "repo.jenkins-ci.org", "maven.fabricmc.net", "maven.minecraftforge.net", "repo.papermc.io", "repo.akka.io", "repo.typesafe.com", "repo.scala-sbt.org", "maven.pkg.github.com", "www.w3.org", "maven.apache.org",
		"api.nuget.org", "www.nuget.org", "nuget.org", "nuget.pkg.github.com", "dotnet.myget.org", "schemas.microsoft.com",
		"rubygems.org", "index.rubygems.org", "rubygems.pkg.github.com", "gems.ruby-china.com", "gems.contribsys.com", "packagist.org", "repo.packagist.org", "asset-packagist.org", "wpackagist.org", "packages.drupal.org", "getcomposer.org", "nova.laravel.com", "repo.magento.com", "packages.wikimedia.org",
		"hex.pm", "repo.hex.pm", "pub.dev", "pub.dartlang.org", "cdn.cocoapods.org", "trunk.cocoapods.org", "galaxy.ansible.com", "registry.terraform.io", "registry.opentofu.org", "cache.nixos.org", "nix-community.cachix.org", "devenv.cachix.org", "numtide.cachix.org", "charts.bitnami.com", "charts.jetstack.io", "helm.elastic.co", "charts.jenkins.io", "helm.traefik.io", "helm.cilium.io", "charts.rook.io", "helm.nginx.com", "helm.datadoghq.com", "charts.konghq.com", "charts.external-secrets.io", "jitpack.io", "cran.r-project.org", "cloud.r-project.org", "packagemanager.posit.co", "packagemanager.rstudio.com", "hackage.haskell.org", "opam.ocaml.org", "luarocks.org", "cpan.metacpan.org", "www.cpan.org", "conan.io", "center.conan.io", "center2.conan.io", "mise.jdx.dev", "json.schemastore.org", "biomejs.dev", "plugins.dprint.dev", "mcr.microsoft.com",
	}, host)
}

// borrowed reports whether steps of build servers, or libraries straight from their
// repository, are taken by many people from an owner. Lists; who is not on them is a
// stranger.
func borrowed(owner string) bool {
	_, known := slices.BinarySearch(borrowedOwners(), strings.ToLower(owner))
	return known
}

// borrowedOwners are sorted.
func borrowedOwners() []string {
	return []string{
		"5monkeys", "8398a7", "a8m", "abatilo", "abseil", "actions", "actions-cool", "actions-ecosystem", "actions-rs", "actions-rust-lang", "ad-m", "agda", "ahmetb", "air-verse", "ajeetdsouza", "akhileshns", "alamofire", "alexellis", "allure-framework", "amacneil", "amannn", "aminya", "ammaraskar", "amondnet", "anchore", "android-actions", "andstor", "angular", "ankane", "anmol098", "anothrnick", "ansible", "anthropics", "apache", "apple", "apple-actions", "appleboy",
		"aquasecurity", "arduino", "argoproj", "ariga", "arrow-kt", "artifacthub", "artilleryio", "asdf-vm", "astral-sh", "athul", "atlassian", "awalsh128", "aws", "aws-actions", "azure", "azure-samples", "babashka", "babel", "baptiste0928", "bats-core", "bazel-contrib", "benbjohnson", "benchmark-action", "bevyengine", "biomejs", "bitnami-labs", "bnjbvr", "bobheadxi", "bojand", "boostorg", "borkdude", "bridgecrewio", "browser-actions", "bufbuild", "buildbuddy-io", "buildpacks",
		"burnett01", "bytecodealliance", "cachix", "caddyserver", "cargo-bins", "carlosperate", "catchorg", "cert-manager", "chainguard-dev", "changesets", "charmbracelet", "checkly", "checkmarx", "checkstyle", "chetan", "chickensoft-games", "chrnorm", "chromaui", "cilium", "cirrus-actions", "cirruslabs", "citusdata", "clap-rs", "cli", "clickhouse", "clojure", "cloudflare", "cloudposse", "cockroachdb", "codacy", "codecov", "codespell-project", "codspeedhq", "com-lihaoyi",
		"commitlint", "composer", "conan-io", "conda-forge", "conda-incubator", "containerd", "contentful", "conventional-changelog", "coursier", "coverallsapp", "cpina", "crate-ci", "crazy-max", "crystal-lang", "cschleiden", "cue-lang", "cycjimmy", "cypress-io", "dandavison", "danger", "danielpalme", "dapr", "dart-lang", "dashbitco", "dask", "datadog", "davidanson", "dawidd6", "deepsourcelabs", "denoland", "derailed", "detekt", "determinatesystems", "digitalocean", "diktat",
		"directus", "django", "dlang", "docker", "docker-library", "docker-practice", "dominikh", "dorny", "dotnet", "doxygen", "drizzle-team", "drupal", "dtolnay", "duckdb", "easimon", "easingthemes", "edgedb", "egor-tensin", "elastic", "electron", "electron-userland", "elixir-ecto", "elixir-lang", "elm", "embarkstudios", "emberjs", "emscripten-core", "encode", "endbug", "engineerd", "enricomi", "envoyproxy", "erlef", "errata-ai", "eslint", "espressif", "etcd-io", "expo",
		"expressjs", "external-secrets", "eza-community", "facebook", "facebookresearch", "fastapi", "fastify", "fastlane", "filosottile", "firebase", "firebaseextended", "fkirc", "fluent", "flutter", "fluxcd", "flyway", "fmtlib", "fortio", "fossa-contrib", "fossas", "fullstorydev", "gabime", "gajira", "game-ci", "gatling", "gaurav-nelson", "gautamkrishnar", "gcovr", "geldata", "gerlero", "getkong", "getsentry", "getsops", "getzola", "ggerganov", "ggml-org", "ggreer", "gin-gonic",
		"github", "gitleaks", "gittools", "gleam-lang", "glfw", "go-chi", "godotengine", "gohugoio", "golang", "golangci", "google", "google-deepmind", "google-github-actions", "google-java-format", "googleapis", "goreleaser", "graalvm", "gradle", "grafana", "grpc", "grpc-ecosystem", "gruntwork-io", "hadolint", "hairyhenderson", "haproxytech", "hashicorp", "haskell", "haskell-actions", "hasura", "heartcombo", "heinrichreimer", "helm", "heroicons", "heroku", "holoviz", "honojs",
		"hotwired", "hoverkraft-tech", "huggingface", "hynek", "hyperium", "ibiqlik", "idris-lang", "ilammy", "ilshidur", "imjohnbo", "in-toto", "infracost", "ingress-nginx", "insightsengineering", "insomnia", "irongut", "istio", "istio-ecosystem", "jacobtomlinson", "jacoco", "jaegertracing", "jakebailey", "jakejarvis", "jamesives", "jasonetco", "jax-ml", "jdx", "jesseduffield", "jestjs", "jetstack", "jfrog", "jgm", "jimver", "jlumbroso", "johnsundell", "julia-actions",
		"juliangruber", "juliaregistries", "jupyter", "jupyterlab", "jurplel", "just-containers", "jwilder", "jwlawson", "k0sproject", "k1low", "k6io", "katyo", "kceb", "kedacore", "kentaro-m", "keystonejs", "kishikawakatsumi", "kitware", "kong", "krallin", "kubernetes", "kubernetes-client", "kubernetes-sigs", "kuhnroyal", "kyoh86", "kysely-org", "laravel", "leafo", "leanprover-community", "leiningen", "lewagon", "lhci", "libsdl-org", "linkerd", "linode", "liquibase",
		"litestream-io", "llvm", "locustio", "longhorn", "lots0logs", "lowlighter", "ludeeus", "lukka", "lycheeverse", "madler", "madrapps", "mamba-org", "manusa", "marocchino", "mastodon", "mathieudutour", "matplotlib", "mattallty", "maxim-lobanov", "medyagh", "meilisearch", "mend", "mesonbuild", "metallb", "metcalfc", "mgechev", "micronaut-projects", "microsoft", "mikepenz", "mikro-orm", "minio", "mobiledevops", "moby", "mochajs", "mockito", "moonrepo", "mozilla-actions",
		"mshick", "msys2", "mxschmitt", "mymindstorm", "nanasess", "nats-io", "ncalteen", "ncipollo", "nearform-actions", "neondatabase", "nestjs", "netlify", "newman", "newrelic", "nginxinc", "nick-fields", "nick-invision", "nim-lang", "ninja-build", "nix-community", "nixos", "nlohmann", "notaryproject", "nowsprinting", "nuget", "numpy", "numtide", "nuxt", "nuxtlabs", "nvidia", "obi1kenobi", "ocaml", "ocornut", "octokit", "odin-lang", "ogham", "okteto", "ollama", "onsi",
		"open-policy-agent", "open-telemetry", "openai", "openapitools", "opencontainers", "openfaas", "opensearch-project", "openssl", "opentofu", "oprypin", "opspresso", "oracle-actions", "oras-project", "orgoro", "ossf", "oven-sh", "paambaati", "pact-foundation", "pallets", "pandas-dev", "pandoc", "payloadcms", "pdm-project", "peaceiris", "percy", "peter-evans", "peter-murray", "phoenix-actions", "phoenixframework", "phpstan", "phpunit", "pingcap", "planetscale", "plantuml",
		"platane", "platformio", "playwright-community", "pmd", "pnpm", "pocketbase", "pointfreeco", "portainer", "postgrest", "postmanlabs", "potiuk", "powerman", "pozetroninc", "pre-commit", "prefix-dev", "pressly", "prettier", "prisma", "probot", "projectdiscovery", "prometheus", "prometheus-community", "psf", "pulumi", "purescript", "py-cov-action", "pydantic", "pypa", "pytorch", "qdrant", "quarkusio", "quarto-dev", "questdb", "qwikdev", "r-lib", "r0adkll", "rails", "rancher",
		"raven-actions", "ravsamhq", "raysan5", "rclone", "re-actors", "reactivecircus", "reactjs", "rectorphp", "redhat-actions", "redocly", "redwoodjs", "regclient", "release-drafter", "remix-run", "repo-sync", "requarks", "restic", "reviewdog", "rhysd", "roc-lang", "rokroskar", "rollup", "romeovs", "rook", "rqlite", "rspec", "rstudio", "rtcamp", "ruby", "ruby-actions", "ruby-lang", "rubygems", "rust-lang", "rustls", "rustsec", "samsmithnz", "samuelmeuli", "sanity-io", "sarisia",
		"sbt", "scacap", "scala-steward-org", "scalacenter", "scikit-learn", "scipy", "scipy-conferences", "sdkman", "seanmiddleditch", "sebastianbergmann", "seleniumhq", "semantic-release", "sequelize", "serde-rs", "sethvargo", "shimataro", "shivammathur", "sigstore", "simeji", "sinatra", "slackapi", "slsa-framework", "smallstep", "snok", "snyk", "softprops", "solidjs", "sonarqube", "sonarsource", "sosedoff", "spf13", "spotbugs", "spring-io", "sqlalchemy", "sqlfluff", "stackhawk",
		"starship", "stefanbuck", "stefanzweifel", "step-security", "stern", "stoplight", "stoplightio", "storybookjs", "strapi", "streetsidesoftware", "stretchr", "strimzi", "styfle", "subosito", "supabase", "super-linter", "supercharge", "superfly", "surrealdb", "sveltejs", "svenstaro", "swagger-api", "swaggo", "swatinem", "swiftlang", "symfony", "taiki-e", "tailscale", "tailwindcss", "tailwindlabs", "tamasfe", "tauri-apps", "tcort", "technote-space", "tectonic-typesetting",
		"tektoncd", "tensorflow", "terraform-aws-modules", "terraform-google-modules", "terraform-linters", "test-summary", "testing-library", "textbook", "tfutils", "tgymnich", "thollander", "threeal", "tiangolo", "tibdex", "timescale", "tj-actions", "tofuutils", "tokio-rs", "traefik", "treosh", "trilom", "trpc", "trufflesecurity", "tsenart", "tspascoal", "tyk", "typeorm", "typescript-eslint", "typesense", "typst", "uber-go", "unetworking", "unfor19", "upx", "vapor",
		"vedantmgoyal", "vektra", "velero", "veracode", "vercel", "vitejs", "vitessio", "vlang", "vmware-tanzu", "vuejs", "vuepress", "w9jds", "wagoid", "wangyoucao577", "warrenbuckley", "wasmerio", "wearerequired", "webassembly", "webfactory", "webpack", "werf", "wiremock", "withastro", "wntrblm", "wolfi-dev", "wordpress", "wzieba", "xmake-io", "xt0rted", "yutailang0119", "zaproxy", "zephyrproject-rtos", "ziglang", "zizmorcore",
	}
}

// registryVariable is a variable, or a word of a command, that names where packages come
// from.
func registryVariable() *needle.Regexp {
	return compiled(`\b(?:GOPROXY|GONOSUMDB_URL|(?:PIP|UV)_(?:EXTRA_)?(?:INDEX(?:_URL)?|DEFAULT_INDEX|FIND_LINKS)|UV_DEFAULT_INDEX|PIPENV_PYPI_MIRROR|(?i:npm_config_)(?:\w*:)?(?i:registry)|YARN_(?:NPM_)?REGISTRY(?:_SERVER)?|CARGO_REGISTR\w*_INDEX|CARGO_SOURCE_\w+_REGISTRY|RUSTUP_DIST_SERVER|RUSTUP_UPDATE_ROOT|NVM_NODEJS_ORG_MIRROR|NODEJS_ORG_MIRROR|ELECTRON_MIRROR|BUNDLE_MIRROR\w*|GEM_SOURCE|HEX_MIRROR(?:_URL)?|HEX_REPO\w*|PUB_HOSTED_URL|COMPOSER_REPO_PACKAGIST|CONDA_CHANNEL_ALIAS|DENO_REGISTRY|JSR_URL|HOMEBREW_\w*(?:DOMAIN|REMOTE)|PYTHON_BUILD_MIRROR_URL|PLAYWRIGHT_DOWNLOAD_HOST|PUPPETEER_DOWNLOAD_\w+|MAVEN_MIRROR\w*)["']?\s*(?:[:=]|\s)\s*["']?(?:direct,|off,)?(https?://[^\s"',|]+)|\b(?:npm|yarn|pnpm|pip3?|poetry|bundle|gem|composer|uv|conda)\s+config\s+(?:set|add|\S+)?[^\n;&]*?(https?://[^\s"';&]+)|\bdeb(?:-src)?\s+(?:\[[^\]]*\]\s*)?(https?://[^\s"']+)|\bregistry-url["']?\s*:\s*["']?(https?://[^\s"',}]+)|\bgit\s+(?:remote\s+(?:add|set-url)\s+\S+|push)\s+["']?(https?://[^\s"';&]+)|--(?:registry|repository-url|index-url|extra-index-url|default-index|find-links)[= ]["']?(https?://[^\s"']+)|\b(?:gem\s+sources\s+-a|conda\s+config\s+--add\s+channels|helm\s+repo\s+add\s+\S+|dotnet\s+nuget\s+add\s+source|pip3?\s+install\s[^\n;&]*?\s-[if])\s+["']?(https?://[^\s"']+)`)
}

// strangeShelf finds packages that come from a shelf of a stranger beside the one of the
// system.
func strangeShelf(text string) string {
	for _, m := range compiled(`\bppa:([\w.-]+)/|\bbrew\s+(?:tap|install)\s+(?:-\S+\s+)*([\w-]+)/[\w-]+`).FindAllStringSubmatch(text, maxValues) {
		if owner := m[1] + m[2]; unknownOwner(owner) && !slices.Contains([]string{"deadsnakes", "git-core", "ondrej", "ubuntu-toolchain-r", "graphics-drivers", "longsleep", "kisak", "mozillateam", "apt-fast", "neovim-ppa", "fish-shell", "redislabs", "linuxuprising", "ubuntugis", "openjdk-r", "cran", "marutter", "c2d4u.team", "savoury1", "oibaf", "mongodb", "elastic", "stripe", "heroku", "weaveworks", "buildpacks"}, strings.ToLower(owner)) {
			return m[0]
		}
	}
	return ""
}

// unsignedPackages is a server of packages whose packages nobody has signed.
func unsignedPackages() *needle.Regexp {
	return compiled(`\btrusted=yes\b|--allow-unauthenticated\b|--nogpgcheck\b|GONOSUMDB=\*|GOFLAGS=-insecure|GOINSECURE=\*`)
}

// movedRegistry finds a line that names a registry by its bare name and another host
// beside it: an edit that puts the one in the other's place.
func movedRegistry(text string) string {
	for line := range strings.Lines(text) {
		known, other := "", ""
		for _, m := range bareHost().FindAllString(line, 8) {
			if registry(m) || m == "github.com" {
				known = m
			} else {
				other = m
			}
		}
		if known != "" && other != "" && known != "github.com" {
			return known + " becomes " + other
		}
	}
	return ""
}

// bareHost is the name of a host.
func bareHost() *needle.Regexp {
	return compiled(`\b(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|io|dev|app|ai|co|me|xyz|info|biz|cloud|site|online|tech|gg|to|us|uk|de|fr|eu|ru|cn|nl|se|ch|jp|kr|br|test|top|live|icu|sh|pm|ws|cc|in)\b|\b\d{1,3}(?:\.\d{1,3}){3}\b`)
}
