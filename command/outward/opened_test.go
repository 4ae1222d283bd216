package outward_test

import (
	"testing"

	"passepartout/command/outward"
)

// What opens a deployment to everybody is found in whatever describes it; what is open
// because it serves everybody is not.
func TestProjectOpens(t *testing.T) {
	t.Parallel()
	const egress = "egress {\n  protocol = \"-1\"\n  cidr_blocks = [\"0.0.0.0/0\"]\n}\n"
	for _, c := range []struct {
		file, text string
		kind       outward.Sort
		found      bool
	}{
		{"/w/a.tf", "ingress {\n  from_port = 22\n  cidr_blocks = [\"0.0.0.0/0\"]\n}\n", outward.OfSettings, true},
		{"/w/a.tf", "ingress {\n  from_port = 443\n  cidr_blocks = [\"0.0.0.0/0\"]\n}\n" + egress, outward.OfSettings, false},
		{"/w/a.tf", "ingress {\n  from_port = 22\n  cidr_blocks = [\"10.0.0.0/8\"]\n}\n" + egress, outward.OfSettings, false},
		{"/w/a.tf", "route {\n  cidr_block = \"0.0.0.0/0\"\n}\n", outward.OfSettings, false},
		{"/w/a.tf", "s|10.0.0.0/8|0.0.0.0/0|", outward.OfSettings, true},
		{"/w/a.yml", "- proto: tcp\n  ports: [5432]\n  cidr_ip: 0.0.0.0/0\n", outward.OfData, true},
		{"/w/a.yml", "SecurityGroupEgress:\n  - IpProtocol: '-1'\n    CidrIp: 0.0.0.0/0\n", outward.OfData, false},
		{"/w/a.json", `{"IpProtocol":"tcp","FromPort":6379,"IpRanges":[{"CidrIp":"0.0.0.0/0"}]}`, outward.OfData, true},
		{"/w/tests/test_a.py", `R = {"from_port": 22, "cidr": "0.0.0.0/0"}`, outward.OfCode, false},
		{"/w/a.rego", "r.cidr == \"0.0.0.0/0\"\nr.from_port == 22\n", outward.OfSettings, false},
		{"/w/a.tf", "acl = \"public-read\"\n", outward.OfSettings, true},
		{"/w/a.tf", "acl = \"private\"\n", outward.OfSettings, false},
		{"/w/a.tf", "# acl = \"public-read\"\n", outward.OfSettings, false},
		{"/w/a.json", `{"Effect":"Allow","Principal":"*","Action":"s3:GetObject"}`, outward.OfData, true},
		{"/w/a.json", `{"Effect":"Deny","Principal":"*","Action":"s3:*"}`, outward.OfData, false},
		{"/w/a.json", `{"Effect":"Allow","Principal":"*","Condition":{"StringEquals":{"aws:SourceVpce":"v"}}}`, outward.OfData, false},
		{"/w/a.json", `{"Effect":"Allow","Action":"*","Resource":"*"}`, outward.OfData, true},
		{"/w/a.json", `{"Effect":"Allow","Action":"s3:Get*","Resource":"*"}`, outward.OfData, false},
		{"/w/a.tf", "role = \"roles/run.invoker\"\nmember = \"allUsers\"\n", outward.OfSettings, false},
		{"/w/a.tf", "role = \"roles/storage.admin\"\nmember = \"allUsers\"\n", outward.OfSettings, true},
		{"/w/a.yaml", "roleRef: {kind: ClusterRole, name: cluster-admin}\n", outward.OfData, true},
		{"/w/a.yaml", "- apiGroups: ['acme.io']\n  resources: ['*']\n  verbs: ['*']\n", outward.OfData, false},
		{"/w/a.yaml", "- apiGroups: ['*']\n  resources: ['*']\n  verbs: ['*']\n", outward.OfData, true},
		{"/w/a.yaml", "securityContext: {privileged: true}\n", outward.OfData, true},
		{"/w/docker-compose.yml", "privileged: true\n", outward.OfSettings, false},
		{"/w/sshd.j2", "PermitRootLogin yes\n", outward.OfData, true},
		{"/w/sshd.j2", "PermitRootLogin prohibit-password\n", outward.OfData, false},
		{"/w/audit.sh", "grep -q 'PermitRootLogin yes' $1\n", outward.OfRecipe, false},
		{"/w/Dockerfile", "RUN echo 'PermitRootLogin yes' >> /etc/ssh/sshd_config\n", outward.OfData, true},
		{"/w/Dockerfile", "RUN useradd -o -u 0 a\n", outward.OfData, true},
		{"/w/Dockerfile", "RUN useradd -m -u 1000 a\n", outward.OfData, false},
		{"/w/ci.yaml", "- ssh-ed25519 AAAAC3Nz a\n", outward.OfData, true},
		{"/w/hosts", "github.com ssh-ed25519 AAAAC3Nz\n", outward.OfData, false},
		{"/w/redis.conf", "bind 0.0.0.0\nprotected-mode no\n", outward.OfData, true},
		{"/w/a.rules", "allow read, write: if true;", outward.OfSettings, true},
		{"/w/a.rules", "allow read: if true;", outward.OfSettings, false},
		{"/w/a.rules", "allow write: if request.auth != null;", outward.OfSettings, false},
		{"/w/a.tf", "enable_logging = false\n", outward.OfSettings, true},
		{"/w/a.yaml", "clientConfig: {url: 'https://a.io/m'}\n", outward.OfData, true},
		{"/w/a.yaml", "clientConfig: {service: {name: a}}\n", outward.OfData, false},
		{"/w/nginx.conf", "location / { mirror /m; }\nlocation = /m { proxy_pass https://a.io$request_uri; }\n", outward.OfData, true},
		{"/w/nginx.conf", "location / { mirror /m; }\nlocation = /m { proxy_pass http://shadow:80; }\n", outward.OfData, false},
		{"/w/app.py", "c = request.headers.get('X')\nout = subprocess.getoutput(c)\n", outward.OfCode, true},
		{"/w/app.py", "q = request.args.get('q')\nout = find(q)\n", outward.OfCode, false},
		{"/w/app.js", "const v = req.query.v; const m = RE.exec(v);\n", outward.OfCode, false},
		{"/w/app.js", "const v = req.query.v; exec(v, done);\n", outward.OfCode, true},
		{"/w/redis.conf", "bind 127.0.0.1\nprotected-mode no\n", outward.OfData, false},
	} {
		if word := outward.Project(c.file, c.text, c.kind, outward.World{Home: "/home/agent", Dir: "/w"}, func(int) bool { return true }); (word != "") != c.found {
			t.Errorf("Project(%q, %q) = %q, found must be %v", c.file, c.text, word, c.found)
		}
	}
}
