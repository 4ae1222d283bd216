package snippet

import "strings"

// A package that nobody knows is code that the project has chosen, as its own
// modules are; but some do by their nature what a program may not do unseen: run
// commands, reach hosts and databases, change files, drive browsers, evaluate
// texts, load modules by texts, bind native code, or read what is secret.

// jsThird reports whether a package is one of these. A scope (@aws-sdk/…) stands for
// all packages of one author that do one kind of thing; of others the name without its
// scope is asked as well, as @types/pg is none but @fork/pg is.
func jsThird(name string) bool {
	scope, rest, scoped := strings.Cut(name, "/")
	if !scoped {
		return listWords(jsStrangers, name)
	}
	if !strings.HasPrefix(scope, "@") {
		return listWords(jsStrangers, scope)
	}
	second, _, _ := strings.Cut(rest, "/")
	if scope == "@rollup" && strings.HasPrefix(second, "plugin-") && !listWords("plugin-run plugin-eval", second) || scope == "@vitejs" && strings.HasPrefix(second, "plugin-") {
		return false // what changes modules on their way into a bundle
	}
	return listWords(jsStrangers, scope+"/"+second) || listWords(jsStrangers, second) && !listWords("@types @babel", scope) || listWords(`@aws-sdk @aws-amplify @aws-cdk @aws-crypto @smithy @google-cloud @googleapis @azure @firebase @octokit @gitbeaker
		@slack @discordjs @sendgrid @mailchimp @elastic @opensearch-project @clickhouse @planetscale @neondatabase @vercel @netlify @cloudflare @supabase @upstash @libsql @pinecone-database @qdrant
		@langchain @anthropic-ai @google @huggingface @mistralai @kubernetes @pulumi @cdktf @hashicorp @solana @ethersproject @nomiclabs @web3 @tensorflow @npmcli @yarnpkg @pnpm @changesets @semantic-release
		@puppeteer @playwright @wdio @grpc @confluentinc @nats-io @sentry @datadog @newrelic @opentelemetry @bugsnag @notionhq @contentful @shopify @stripe @paypal @twilio @vonage
		@microsoft @elevenlabs @deepgram @serialport @nestjs @sveltejs @remix-run @angular-devkit @nrwl @nx @expo @electron @capacitor @ionic @tauri-apps @parcel @rspack @rollup @vitejs @module-federation
		@mikro-orm @prisma @typeorm @keyv @apollo @urql @graphql-codegen @swc-node @dotenvx @1password @bitwarden @auth0 @okta @clerk @zoom @atlassian @linear @salesforce @hubspot @intercom @segment @amplitude`, scope)
}

// jsInert lists members of such packages that only compute all the same. They are
// called as members of the package, so nothing else of it is touched. That loading it
// runs its code was stated with require.
func jsInert(name string) string {
	switch name {
	case "mongodb", "bson":
		return "ObjectId ObjectID Decimal128 Long Int32 Double UUID Timestamp Binary BSON"
	case "mongoose":
		return "Types isValidObjectId Schema"
	case "sequelize":
		return "DataTypes Op"
	case "esbuild":
		return "transform transformSync formatMessages version"
	case "vite":
		return "normalizePath version mergeConfig loadEnv"
	case "ethers":
		return "parseEther formatEther parseUnits formatUnits isAddress getAddress keccak256 toUtf8Bytes"
	case "@nestjs/common":
		return "HttpException HttpStatus"
	case "undici":
		return "Headers FormData Response"
	case "vm2", "esm":
		return ""
	}
	return ""
}

// jsStrangers lists them.
const jsStrangers = `0x 1password 7zip-min @11ty/eleventy @abandonware/noble @angular-devkit/core @angular/cli @babel/node @babel/register @changesets/cli @clickhouse/client
	@cloudflare/workers-types @dotenvx/dotenvx @duckdb/node-api @elastic/elasticsearch @grpc/grpc-js @huggingface/inference @influxdata/influxdb-client @jest/core
	@mailchimp/mailchimp_marketing @marsaud/smb2 @nestjs/cli @ngrok/ngrok @npmcli/arborist @npmcli/promise-spawn @npmcli/run-script @nrwl/workspace @nut-tree/nut-js
	@opensearch-project/opensearch @opentelemetry/sdk-node @parcel/core @playwright/test @remix-run/dev @rspack/core @sendgrid/client @sendgrid/mail @sentry/browser @sentry/node
	@serialport/bindings-cpp @supabase/supabase-js @sveltejs/kit @swc-node/register @urql/core @vercel/ncc @vue/cli-service @xenova/transformers @yao-pkg/pkg ably active-win
	activedirectory adm-zip aedes agenda agentkeepalive ai airtable algoliasearch algosdk ali-oss amplitude amqp amqp-connection-manager amqplib analytics-node angular-expressions
	anthropic anyproxy apify apollo-client append-transform appium applicationinsights appwrite arangojs archiver arp art-template artillery asana astro async-exec async-mqtt
	autocannon ava await-exec aws-amplify aws-cdk aws-cdk-lib aws-param-store aws-sdk axios-retry azure azure-storage bacstack baileys basic-ftp bcx-expression-evaluator bee-queue
	bent bigquery binance-api-node bindings bitbucket bitcoinjs-lib bitcore-lib bittorrent-dht bitwarden bleno bluetooth-serial-port bonjour bonjour-service bookshelf botbuilder
	botkit braintree brightness browserify bugsnag bull bullmq bumpp bunyan-logstash c8 cap capacitor casperjs cassandra-driver caxa ccxt cdk8s cdktf changesets
	child-process-promise chokidar chromadb chrome-launcher chrome-remote-interface chromedriver classic-level clear-module clickhouse clinic clipboard-event clipboardy cloudflare
	cloudflared codeceptjs coffee-script coffeescript cohere-ai coinbase comlink command-exists compressing concurrently conf config configstore consolidate constructs consul
	contentful contentful-management copy-paste copyfiles cordova corepack cos-nodejs-sdk-v5 cosmiconfig couchbase couchdb cp-file cpy cradle crawlee crawler credential-manager
	cross-fetch cross-spawn cross-spawn-promise cryo cypress databricks db-migrate dd-trace deasync decache decompress degit del del-cli depcheck detox digitalocean discord.js
	diskusage dns-over-http dns-packet dns2 do-wrapper doT docker-cli-js docker-compose dockerode docusaurus docx-templates dot dotenv dotenv-cli dotenv-expand dotenv-flow
	dotenv-safe download download-git-repo drivelist drizzle-kit drizzle-orm duckdb dugite dustjs-linkedin dynamodb-toolbox dynamoose easy-soap-request eco edge-js edgedb ejs
	elastic-apm-node elasticsearch electron electron-builder electron-packager electron-shutdown-command eleventy email-templates emailjs ember-cli engine.io engine.io-client
	env-cmd envfile eris esbuild esbuild-register esbuild-runner escpos esm esmock eta etcd3 etcher-sdk ethers eureka-js-client eval eval5 eventsource evilscan exec-sh execa
	execspawn expo expr-eval express-handlebars expression-eval extract-zip facebook-nodejs-business-sdk farm fauna faunadb faye faye-websocket fb fb-watchman fetch-blob
	fetch-retry ffi ffi-napi ffmpeg-static fibers file-saver filtrex find-process firebase firebase-admin firebase-tools firmata fkill fluent-ffmpeg fly follow-redirects
	foreground-child forever forever-monitor fs-jetpack fs-tree-diff ftp funcster function-serialize ga-4-node ganache gatsby gaxios gaze gcloud geckodriver gh-got gh-pages giget
	git-js git-raw-commits git-repo-info git-rev-sync gitbeaker github-api gitlab gitlog gitly glob-stream globule gm google-auth-library google-spreadsheet googleapis got
	graceful-fs grammy graphql-request gremlin groq-sdk growl grpc grunt gulp gulp-template haml haml-coffee handlebars handy-redis happy-dom hardhat hbs heapdump heroku-client
	hexo hogan.js hot-module-replacement hot-shots hoxy html-pdf html-pdf-node http-proxy http-proxy-agent http-proxy-middleware https-proxy-agent hubspot husky hygen hyperswarm
	i2c-bus ibm_db imagemagick imagemin imap imapflow import-cwd import-fresh import-from import-local influx inspector-api instagram-private-api interpret interpreted iohook
	ioredis ioredis-mock ipfs ipfs-http-client ipp irc irc-framework isolated-vm isomorphic-fetch isomorphic-git isomorphic-ws jade jake jayson jest-cli jest-runner jest-worker
	jexl jira-client jira.js jiti johnny-five jsdom jsep-eval jsforce jsftp jsinterpreter jsmodbus json-rpc-2.0 jsonata jsonpath jsonpath-plus jsonrpc jszip just-task k6
	kafka-node kafkajs karma karma-cli kerberos keychain keytar kill-port klaw klaw-sync knex koffi kubernetes-client kubernetes-models kubo-rpc-client kue ky kysely langchain
	lastfm lastpass launch-editor ldapjs ldapts lerna level leveldown levelup libarchive.js libnpmaccess libnpmexec libnpmpublish libp2p libreoffice-convert libsecret lighthouse
	lilconfig linkedin-api linkfs linode lint-staged liquid-node livescript llamaindex lmdb loadtest local-devices localtunnel lodash.template log4js-node loggly logrocket
	loudness lowdb macaddress mail-notifier mailgun-js mailgun.js mailparser make-dir make-fetch-happen make-synchronized mali mariadb marko massive masto mastodon-api mathjs
	matrix-bot-sdk matrix-js-sdk mdns megalodon meilisearch memcached memfs memjs memwatch-next messagebird metalsmith metro microbundle migrate migrate-mongo mikro-orm miniflare
	minio mistralai mixpanel mkdirp mocha-runner mock-require mockery mockttp modbus-serial module-alias mongodb mongodb-memory-server mongoist mongojs mongoose monk mosca
	mountutils move-file mqtt ms-rest-azure msal mssql multicast-dns mv mysql mysql2 nan nano nano-spawn nanomsg nat-upnp native-dns nats ncc nconf ncp ndb near-api-js nedb needle
	neo4j-driver net-ping net-snmp netlify netlify-cli network neutralinojs newrelic nexe nexmo next nfs ngrok nice-grpc nightmare nightwatch noble node-7z node-addon-api
	node-api-headers node-bluetooth node-cmd node-credential-store node-dir node-disk-info node-etcd node-eval node-fetch node-ffi node-ffmpeg node-gyp node-gyp-build node-hid
	node-imap node-inspect node-jira node-key-sender node-keytar node-krb5 node-linux node-llama-cpp node-mac node-machine-id node-mailjet node-nats-streaming node-nmap
	node-notifier node-opcua node-os-utils node-pandoc node-pg-migrate node-pop3 node-powershell node-pty node-pty-prebuilt-multiarch node-rdkafka node-red node-resque node-rsync
	node-saml node-screenshots node-serialize node-ssdp node-ssh node-telegram-bot-api node-thermal-printer node-unifi node-unoconv node-unrar-js node-vault node-vault-client
	node-virtualbox node-watch node-windows node-worker-threads-pool node-xmpp node-zookeeper-client nodegit nodejs-cluster nodejs-traceroute nodemailer nodemon notevil
	notion-client now np npm npm-check npm-check-updates npm-run-all npm-run-all2 nunjucks nut-js nuxt nw nx nyc objection octokit odbc ofetch officegen-cli ollama
	onnxruntime-node onoff open open-editor open-graph openai opener openid-client openstack opn oracledb orm os-service osmosis pa11y pac-proxy-agent pacote page-scraper pandoc
	papr parcel parcel-bundler passport-remote paypal-rest-sdk pcap pdf-puppeteer peerjs pg pg-native pg-pool pg-promise pg-query-stream pgtyped phantom phantom-html-to-pdf
	phantomjs phin pidtree pidusage pigpio pinecone-client ping pino-elasticsearch pirates piscina pkg pkgcloud plaid play-dl playwright playwright-core plivo plop pm2 pnpm
	popsicle portscanner postgrator postgres posthog-node postmark pouchdb primus printer prisma prismic process-exists prom-client-gateway promise-ftp promisify-child-process
	proxy-agent proxy-chain proxyquire ps-list ps-node pty.js publish pubsub-js pug pulsar-client pulumi puppeteer puppeteer-core puppeteer-extra pusher qdrant-js qiniu questdb
	quickjs-emscripten radius rascal raspi-io raw-socket rc react-native react-scripts readdirp realm reconnecting-websocket recursive-copy recursive-readdir redaxios reddit redis
	ref ref-napi relay-runtime release-it repl.it replicate request request-promise request-promise-native require-all require-dir require-directory require-from-string requireg
	resend resolve-from resque rethinkdb rethinkdbdash rewire rewiremock rimraf robotjs rocksdb rollbar rolldown rollup rpio rsync run-script-os s3-upload-stream s3rver safe-eval
	safer-eval salesforce sane sanity sao sapper say scp2 screenshot-desktop scriptjs scylladb secret-service segment selenium-webdriver semantic-release sendmail sentry sequelize
	sequelize-cli sequelize-typescript serialijse serialize-to-js serialport serverless service-install sftp sharp-cli shell-exec shelljs shopify-api-node shutdown-windows
	simple-git simple-git-hooks simple-peer simple-ssh simplecrawler slack-node sleep slonik smb2 smtp-server snmp-native snoowrap snowflake-sdk snowpack soap socket.io
	socket.io-client sockjs sockjs-client socks socks-proxy-agent solr-client spawn-command spawn-wrap spi-device spotify-web-api-node sql.js-httpvfs sqlite sqlite3 sqs-consumer
	square squirrelly ssh2 ssh2-sftp-client sshpk sst stan standard-version static-eval statsd-client stellar-sdk steno sticky-session stomp-client stompit storyblok storybook
	stripe strong-soap stryker sucrase-node sudo-prompt supabase superagent surge surrealdb.js sval swig swig-templates sync-fetch sync-request sync-rpc synckit systeminformation
	taiko tap tar tar-fs tar-stream tauri tedious tedis telegraf telegram telnet telnet-client temp temp-dir template7 tempy terminate terraform testcafe testcontainers textract
	then-request threads thrift throng tiged tiny-worker tinyexec tmi.js tmp tmp-promise toasted-notifier together-ai traceroute trash trash-cli tree-kill trello tronweb truffle
	ts-node tsup tsx tunnel-ssh turbo twig twilio twit twitter twitter-api-v2 typed-rest-client typeorm typescript-eval typesense uWebSockets.js uiohook-napi umzug unbuild
	underscore-template undici unfetch unionfs universal-analytics unrar unzipper upnp urllib urql usb v8-profiler v8-profiler-next vagrant vault velocityjs venom-bot vercel
	verdaccio viem vinyl-fs virtualbox vite vite-node vitepress vitest-node vm-browser vm-browserify vm2 volume vonage vue-cli vuepress wagmi wake_on_lan walk walkdir wallpaper
	watchify watchpack waterline wd wdio weaviate-client weaviate-ts-client web3 webdav webdriver webdriverio webpack webpack-cli webpack-dev-server website-scraper websocket
	websocket-stream webtorrent whatsapp-web.js whatwg-fetch which-pm whiskers win32-api windows-api windows-credentials winston-cloudwatch winston-loggly wkhtmltopdf
	woocommerce-api worker-farm workerize workerpool wrangler wretch write-file-atomic wrtc wsrun x-ray xmlrpc xmpp.js xrpl yarn yauzl yazl yeoman-environment yeoman-generator
	youtube-dl youtube-dl-exec ytdl-core zendesk-node-api zeromq zip-lib zombie zookeeper zx`
