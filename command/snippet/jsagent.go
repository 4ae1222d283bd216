package snippet

// The class of agents of http and https, and one that a program made. An agent keeps
// connections, and what its options say goes before what a request says: host, socketPath,
// lookup and createConnection would lead a request elsewhere than it states. So options
// are a closed list, nothing of an agent but destroy is known, and it may stand nowhere
// but as the agent of a request: whoever could set its members would never get it.
const (
	jsAgentClass = "http.Agent"
	jsAgent      = "http.Agent()"
)

// agent is new http.Agent({keepAlive: true}).
func (j *jsJudge) agent(n *node) jsValue {
	args := n.kids[1:]
	if len(args) > 1 || len(args) == 1 && args[0].kind != nDict {
		return j.fail()
	}
	for _, a := range args {
		for i := 0; i+1 < len(a.kids); i += 2 {
			key, value := a.kids[i], a.kids[i+1]
			if key == nil || key.kind != nText || !key.sure || value.kind != nConst && value.kind != nText ||
				!listWords("keepAlive keepAliveMsecs maxSockets maxTotalSockets maxFreeSockets scheduling timeout rejectUnauthorized", key.text) {
				return j.fail()
			}
		}
	}
	return jsValue{what: jsObject, name: jsAgent}
}

// agented reports whether an expression is the name of such an agent.
func (j *jsJudge) agented(n *node) bool {
	if n.kind != nName {
		return false
	}
	v := j.name(n)
	return v.what == jsObject && v.name == jsAgent
}

// agentless are the options of a request without the agent, which is no data.
func (j *jsJudge) agentless(n *node) *node {
	for i := 0; i+1 < len(n.kids); i += 2 {
		if key := n.kids[i]; key != nil && key.kind == nText && key.sure && key.text == "agent" && j.agented(n.kids[i+1]) {
			rest := *n
			rest.kids = append(append([]*node(nil), n.kids[:i]...), n.kids[i+2:]...)
			return &rest
		}
	}
	return n
}

// steers notes an assignment to a member that may say where a connection goes: a request
// leads to its agent, and the agent to its options, which hold for later requests. Only
// what the program holds by the name of a literal is certainly something else.
func (j *jsJudge) steers(target *node) {
	if target.kind != nAttr && target.kind != nIndex {
		return
	}
	base := target.kids[0]
	if base.kind == nName && j.made(base) {
		return
	}
	where := func(name string) bool {
		return listWords("host hostname port path socketPath lookup options agent agents servername proxy localAddress createConnection", name)
	}
	if target.kind == nAttr {
		j.steered = j.steered || where(target.text)
		return
	}
	if key := target.kids[1]; !j.numeric(key) {
		texts := j.used(j.eval(key)).texts
		j.steered = j.steered || len(texts) == 0 || jsAny(texts, where)
	}
}
