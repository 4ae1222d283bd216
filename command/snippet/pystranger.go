package snippet

import "strings"

// pyThird reports whether a module belongs to a library that is listed: its
// functions do whatever their arguments say, so that they are no code of the
// project's own.
func pyThird(module string) bool {
	first, _, _ := strings.Cut(module, ".")
	return strings.HasPrefix(module, stranger) || listWords(pyMore, first) || listWords(`numpy pandas yaml requests scipy sklearn torch torchvision torchaudio tensorflow keras jax transformers datasets huggingface_hub tokenizers accelerate polars pyarrow dask
		matplotlib seaborn plotly bokeh altair PIL cv2 skimage imageio wand moviepy pydub ffmpeg librosa soundfile networkx sympy numba cython Cython cupy statsmodels xgboost lightgbm catboost
		httpx aiohttp urllib3 httplib2 pycurl treq websocket websockets socketio grpc zmq pika kafka redis pymongo motor psycopg psycopg2 asyncpg pymysql MySQLdb mysql aiosqlite peewee sqlalchemy
		sqlmodel alembic duckdb cassandra neo4j elasticsearch opensearchpy boto boto3 botocore s3fs s3transfer fsspec gcsfs google azure digitalocean openstack hvac kubernetes docker podman
		paramiko fabric fabric2 invoke sh plumbum pexpect ptyprocess delegator envoy ansible salt nornir netmiko scp asyncssh pysftp smbprotocol impacket scapy pwn pwnlib psutil pyudev
		django flask fastapi starlette uvicorn gunicorn hypercorn werkzeug jinja2 mako chameleon tornado sanic bottle cherrypy pyramid twisted gevent eventlet celery rq dramatiq luigi airflow
		prefect dagster click typer rich fire docopt prompt_toolkit questionary textual tqdm colorama termcolor loguru structlog sentry_sdk dotenv environs decouple dynaconf omegaconf hydra
		pydantic attr attrs marshmallow cattrs msgpack orjson ujson simplejson rapidjson toml tomli tomlkit tomli_w ruamel xmltodict lxml bs4 html5lib markdown markdown2 mistune docutils sphinx
		mkdocs docx openpyxl xlrd xlsxwriter pptx PyPDF2 pypdf pdfplumber fitz reportlab weasyprint pdfkit pytesseract pytest _pytest unittest2 nose hypothesis mock coverage tox nox faker factory
		freezegun responses vcr respx selenium playwright pyppeteer scrapy mechanize setuptools pkg_resources pip wheel build twine poetry hatchling flit virtualenv pipenv pip_api distlib packaging
		cffi pybind11 pyximport cppimport pluggy stevedore dill cloudpickle joblib jsonpickle pebble ray git pygit2 dulwich github gitlab jira slack slack_sdk slackclient telegram discord tweepy
		twilio sendgrid mailchimp stripe braintree openai anthropic cohere langchain langchain_core llama_index tiktoken nltk spacy gensim textblob cryptography Crypto Cryptodome nacl jwt jose
		passlib bcrypt OpenSSL certifi keyring secretstorage browser_cookie3 pyperclip pyautogui pynput keyboard mouse mss pygame pyglet kivy PyQt5 PyQt6 PySide2 PySide6 wx gi dbus pydbus
		watchdog schedule apscheduler crontab dateutil pytz pendulum arrow tzlocal humanize regex chardet charset_normalizer idna six future past attrdict box munch glom toolz cytoolz more_itertools
		sortedcontainers cachetools diskcache tenacity retry backoff wrapt decorator deprecated typing_extensions zope IPython ipykernel ipywidgets jupyter jupyter_client jupyter_core nbformat
		nbconvert papermill notebook black isort flake8 pylint mypy ruff bandit autopep8 yapf rope jedi parso libcst astor black_primer graphviz pydot pygraphviz shapely geopandas fiona rasterio
		pyproj folium netCDF4 h5py zarr xarray tables fastparquet avro thrift google_auth_oauthlib oauthlib requests_oauthlib authlib ldap ldap3 nmap shodan dns whois netaddr pyshark serial usb
		smbus RPi gpiozero bluetooth can telethon pyrogram yt_dlp youtube_dl instaloader praw streamlit gradio dash panel pywebview webview cefpython3 win32api win32con pythoncom comtypes
		mpmath sqlparse sqlglot ibis pyspark findspark delta great_expectations dbt pandera mlflow wandb comet_ml neptune optuna timm onnx onnxruntime openvino sentencepiece peft trl vllm deepspeed
		filelock portalocker pathlib2 path py unipath appdirs platformdirs send2trash shellingham distro cpuinfo GPUtil pynvml pywintypes magic filetype patoolib py7zr rarfile zstandard lz4 brotli snappy`, first)
}

// pyMore lists further libraries that are no own modules, by what they are for:
// they run code or commands, reach other machines and devices, or open what
// they are named.
const pyMore = `setup manage noxfile fabfile pyparted radish amoco agate svglib graphene scons pycurl_requests jinja2_cli sh execnet numexpr evdev uinput subprocess32 sarge command_runner pyfakefs asteval simpleeval evalidate RestrictedPython js2py dukpy quickjs py_mini_racer lupa rpy2 oct2py matlab
	jpype jpype1 py4j jnius pyjnius pythonnet clr frida pymem pyrasite ptrace manhole hunter viztracer pyinstrument memray scalene line_profiler memory_profiler rpyc Pyro4 Pyro5 pyro spyne
	hy coconut macropy xonsh brython transcrypt nuitka PyInstaller cx_Freeze py2exe py2app shiv pex zipapps briefcase pyoxidizer bytecode xdis uncompyle6 decompyle3
	shutilwhich trash winshell yagmail envelopes mailer boxsdk dropbox pydrive pydrive2 gdown wget pooch kaggle ftputil pyodbc pymssql cx_Oracle oracledb snowflake clickhouse_driver
	clickhouse_connect clickhouse_sqlalchemy influxdb influxdb_client couchdb cloudant rethinkdb aiomysql asyncmy aiopg pg8000 pgdb tortoise pony mongoengine beanie odmantic umongo aioredis
	redis_om rediscluster walrus kazoo consul etcd3 nats stomp paho aiomqtt asyncio_mqtt gmqtt pulsar confluent_kafka aiokafka kombu amqp amqpstorm aio_pika aiormq huey zeroconf pychromecast
	wakeonlan pywifi bleak pyvisa visa pyftdi hid pymodbus minimalmodbus snap7 opcua asyncua pigpio adafruit_dht busio digitalio esptool rshell ampy mpremote usb1 libusb1 parted
	blivet setproctitle daemon daemonize supervisor circus honcho pystemd systemd apt apt_pkg aptsources dnf rpm yum conda conda_build mamba pipx uv hatch pdm ansible_runner testinfra molecule
	libcloud pulumi pulumi_aws troposphere aws_cdk cdktf python_terraform vagrant libvirt pylxd proxmoxer kubernetes_asyncio kopf openshift pykube lightkube hcloud linode_api4 scaleway oci
	ibm_boto3 ibm_cloud_sdk_core aioboto3 aiobotocore moto localstack chalice zappa serverless distributed ipyparallel mpi4py pathos multiprocess billiard loky deap parsl
	aiofiles aioftp aiodocker aiosmtplib aiosmtpd anyio trio curio uvloop asyncssh2 pyinotify inotify watchfiles watchgod ptpython bpython pudb ipdb pdbpp debugpy ptvsd pydevd rpdb web_pdb remote_pdb
	cookiecutter copier yeoman jupytext nbclient nbdev doit SCons waflib paver buildozer pythonforandroid locust mitmproxy pcapy dpkt nmap3 masscan sqlmap volatility volatility3 angr
	capstone unicorn keystone r2pipe gdb lldb drgn bcc bpfcc fuse pyfuse3 llfuse fs smart_open upath cloudpathlib obstore minio oss2 qiniu qcloud_cos b2sdk swiftclient webdav3 webdavclient3
	easywebdav exchangelib imapclient imap_tools O365 msal msgraph zeep suds gql python_graphql_client hug uplink grequests requests_html requests_toolbelt requests_futures requests_cache
	requests_unixsocket cloudscraper curl_cffi niquests primp tls_client socks sockshandler autobahn engineio sseclient aiohttp_socks newspaper trafilatura feedparser pytube pytubefix you_get
	gallery_dl streamlink yfinance alpaca_trade_api alpaca ccxt web3 eth_account eth_keys solana solders bitcoinlib pycoin pandas_datareader wikipedia wikipediaapi pywikibot mwclient
	googletrans deep_translator replicate groq mistralai google_genai ollama litellm dspy crewai autogen pyautogen smolagents interpreter haystack guidance instructor marvin
	chromadb pinecone qdrant_client weaviate pymilvus milvus lancedb faiss annoy hnswlib sentence_transformers diffusers bitsandbytes fastai paddle mxnet theano tvm onnxmltools coremltools
	tflite_runtime ultralytics detectron2 mmcv mmdet yolov5 gym gymnasium stable_baselines3 hickle skops klepto sqlitedict tinydb zodb ZODB plyvel lmdb unqlite leveldb rocksdb rocksdict
	pysqlite3 apsw sqlcipher3 pysqlcipher3 records dataset petl xlwings pyexcel pyexcel_xlsx camelot tabula pdf2image ocrmypdf pikepdf img2pdf cairosvg pyvips pgmagick pyscreenshot
	pyscreeze pywinauto uiautomation pystray plyer notify2 win10toast pyttsx3 speech_recognition sounddevice pyaudio vlc mpv playsound gtts cups escpos appium uiautomator2 adbutils adb_shell
	ppadb pymobiledevice3 behave lettuce splinter helium undetected_chromedriver webdriver_manager seleniumwire requests_oauth pyppeteer2 DrissionPage nodriver botasaurus crawlee
	cmd2 cliff fire2 winpty pyte tmuxp libtmux screenutils chevron Cheetah genshi tenjin pystache airspeed pyautocad ezodf odf odfpy textract tika docx2txt docxtpl docx2pdf unoconv uno
	mammoth ebooklib markitdown unstructured docling PyPDF4 pypdfium2 pdfminer pdfrw borb fpdf pymupdf pypandoc panflute nbstripout sphinx_rtd_theme livereload pelican nikola
	psycopg_pool psycopg2cffi sqlobject dataclass_sql databases ormar gino piccolo edgedb gel surrealdb arango pyArango py2neo neomodel gremlin_python rdflib SPARQLWrapper pysolr meilisearch
	typesense algoliasearch elasticsearch_dsl elastic_transport opensearch_dsl splunklib datadog ddtrace newrelic opentelemetry prometheus_client statsd honeycomb rollbar bugsnag airbrake
	logging_loki logstash graypy fluent loguru_sentry azureml sagemaker vertexai boto3_type botocore_stubs s3cmd s3path awscli awswrangler pyathena redshift_connector databricks
	pyhive impala thrift_sasl hdfs pywebhdfs snakebite happybase phoenixdb ignite pyignite hazelcast aerospike couchbase fauna faunadb firebase_admin pyrebase supabase postgrest appwrite
	notion_client airtable pyairtable gspread ezsheets pygsheets googleapiclient httplib2shim apiclient todoist trello asana pyzmail simple_salesforce hubspot zendesk intercom pagerduty
	opsgenie atlassian confluence gitea gogs bitbucket jenkins jenkinsapi travispy circleci ghapi sgqlc vonage plivo messagebird pushover pushbullet ntfy apprise mattermostdriver rocketchat
	aiogram telebot telepot nextcord disnake interactions hikari slixmpp sleekxmpp xmpp irc matrix_client nio whatsapp yowsup wechatpy itchat zulip instagrapi facebook mastodon atproto TikTokApi
	pysmb smb smbclient nfs libnfs pyspnego gssapi kerberos pykerberos pyasn1 pysnmp easysnmp puresnmp pyeapi napalm ncclient junos scrapli pyats genie routeros_api librouteros pyping ping3 icmplib
	speedtest geoip2 geopy overpy osmnx openmeteo_requests opencage googlemaps folium2 pcap pypcap netifaces netfilterqueue iptc pyroute2 bluepy pybluez gattlib pyusb pyserial canlib
	cantools udsoncan odrive pymavlink dronekit rospy rclpy roslib rosbag smbus2 spidev gpiod Jetson luma picamera picamera2 cv2_enumerate v4l2 pyrealsense2 freenect depthai
	pyHook pyxhook Xlib xlib ewmh wnck Quartz AppKit objc rumps applescript osascript win32gui win32process win32service _winreg winreg2 wmi pyuac elevate shellescape
	pyaes pycrypto gnupg pgpy keyrings pykeepass onepasswordconnectsdk lastpass bitwarden hvac2 conjur pyotp fido2 yubico ykman smartcard PyKCS11 pkcs11 tpm2_pytss
	jailbreak xmlrunner codecov coveralls pytest_asyncio pytest_mock pytest_django xdist testcontainers docker_py dockerpty podman_compose nerdctl buildah skopeo harbor
	cwltool toil snakemake nextflow luigi2 kedro metaflow zenml flytekit kfp bentoml ray_serve seldon truss modal runpod apache_beam flink pyflink storm streamparse faust
	pymem3 pynng nanomsg zerorpc jsonrpclib tinyrpc xmlrpcclient grpc_tools grpclib betterproto capnp bitproto restrictedpython code_runner pyodide micropip wasmtime wasmer wasm3
	importlib_resources importlib_metadata pkginfo piptools pip_tools pipdeptree pip_audit safety pyup johnnydep micropipenv resolvelib unearth findpython pythonfinder pyenv nodeenv
	nodejs npm nodejs_bin playwright_stealth cefpython pyside tkinterdnd2 customtkinter dearpygui nicegui flet remi eel toga taipy reflex solara shiny voila chainlit gradio_client
	anvil justpy pywebio mesop starlette_admin sqladmin flask_script flask_migrate flask_sqlalchemy flask_mail flask_security django_extensions djcelery daphne channels gevent_socketio
	granian waitress gunicorn2 meinheld bjoern falcon responder litestar starlite blacksheep robyn emmett masonite turbogears web2py gluon cherrypy2 zope2 plone odoo frappe erpnext
	wagtail mezzanine saleor oscar trytond superset redash metabase jupyterhub binderhub nbgrader papermill2 great_tables pyarrow_hotfix vaex modin dask_ml cudf cuml rapids turicreate`
