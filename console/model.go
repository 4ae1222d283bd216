package console

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"passepartout/display"
	"passepartout/pipeline"
)

// screen is what the console shows and waits for.
type screen int

const (
	list    screen = iota // the plans that wait
	detail                // one plan
	confirm               // one plan, and whether it shall fly
	reason                // one plan, and why it shall not
)

const (
	reload    = 10 // ticks between two looks at the desk, besides every notice
	maxLog    = 200
	maxReason = 500 // bytes
	// A smaller screen shows nothing that could be consented to.
	minWidth, minHeight = 40, 12
)

// What the world tells the model.
type (
	plansMsg struct {
		plans []Plan
		err   error
	}
	noticeMsg struct {
		notice Notice
		ok     bool // false: no more will come
	}
	answeredMsg struct {
		plan   string
		notice Notice
		err    error
	}
	tickMsg struct{}
)

// door is how the model asks the world. Every command yields one message.
type door struct {
	plans, next, tick tea.Cmd
	answer            func(p Plan, approve bool, reason string) tea.Cmd
}

// model is the state of the console. It is a value: Update returns another.
type model struct {
	who  pipeline.Principal
	now  func() time.Time
	door door

	width, height int
	screen        screen
	plans         []Plan
	loaded        bool
	cursor        string // id of the plan that is chosen
	log           []Notice
	status        string // what became of the last thing that was tried
	ticks         int

	shown Plan
	lines []string // of the shown plan's text, at this width
	top   int      // the first line on the screen
	seen  int      // lines shown without a gap, from the first
	read  bool     // all of them were
	gone  bool     // it waits no longer
	busy  bool     // an answer is under way
	words string   // the reason being written
}

func newModel(who pipeline.Principal, now func() time.Time, d door) model {
	return model{who: who, now: now, door: d}
}

// Init implements tea.Model.
func (m model) Init() tea.Cmd { return tea.Batch(m.door.plans, m.door.next, m.door.tick) }

// Update implements tea.Model.
func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m.layout(), nil
	case tickMsg:
		if m.ticks++; m.ticks%reload == 0 {
			return m, tea.Batch(m.door.tick, m.door.plans)
		}
		return m, m.door.tick
	case plansMsg:
		return m.list(msg), nil
	case noticeMsg:
		if !msg.ok {
			return m, nil
		}
		m.log = append(slices.Clone(m.log), msg.notice)
		m.log = m.log[max(0, len(m.log)-maxLog):]
		return m, tea.Batch(m.door.next, m.door.plans)
	case answeredMsg:
		return m.answered(msg), m.door.plans
	case tea.PasteMsg:
		if m.screen == reason {
			return m.write(msg.Content), nil
		}
	case tea.KeyPressMsg:
		if msg.String() == "ctrl+c" {
			return m, tea.Quit
		}
		switch m.screen {
		case list:
			return m.listKey(msg.String())
		case detail:
			return m.detailKey(msg.String())
		case confirm:
			return m.confirmKey(msg.String())
		case reason:
			return m.reasonKey(msg)
		}
	}
	return m, nil
}

// list takes what waits now. The choice stays with its plan, wherever that
// moves; a plan that is shown and waits no longer cannot be answered.
func (m model) list(msg plansMsg) model {
	if msg.err != nil {
		m.status = "the workers do not tell what waits: " + display.Line(msg.err.Error())
		return m
	}
	before := m.index()
	m.plans, m.loaded = msg.plans, true
	if m.index() < 0 && len(m.plans) > 0 {
		m.cursor = m.plans[min(max(before, 0), len(m.plans)-1)].ID
	}
	if m.screen == list {
		return m
	}
	i := slices.IndexFunc(m.plans, func(p Plan) bool { return p.ID == m.shown.ID })
	switch {
	case i < 0:
		if !m.gone && !m.busy {
			m.status = "this flight plan waits no longer"
		}
		m.gone, m.screen = true, detail
	case !m.plans[i].same(m.shown):
		m.status = "this flight plan has changed: read it again"
		return m.open(m.plans[i])
	default:
		m.shown.By, m.gone = m.plans[i].By, false
	}
	return m
}

// index is where the chosen plan stands, or -1.
func (m model) index() int {
	return slices.IndexFunc(m.plans, func(p Plan) bool { return p.ID == m.cursor })
}

func (m model) listKey(key string) (tea.Model, tea.Cmd) {
	at := m.index()
	m.status = ""
	switch key {
	case "q":
		return m, tea.Quit
	case "down", "j":
		at++
	case "up", "k":
		at--
	case "home", "g":
		at = 0
	case "end", "G":
		at = len(m.plans) - 1
	case "enter", "l", "right":
		if at >= 0 {
			return m.open(m.plans[at]), nil
		}
	}
	if len(m.plans) > 0 {
		m.cursor = m.plans[min(max(at, 0), len(m.plans)-1)].ID
	}
	return m, nil
}

// open shows a plan from its beginning.
func (m model) open(p Plan) model {
	m.screen, m.shown, m.top, m.seen, m.read, m.gone, m.words = detail, p, 0, 0, false, false, ""
	return m.layout()
}

// layout breaks the shown text for the width of the screen. What was read at
// another width stays read only if all of it was.
func (m model) layout() model {
	if m.screen == list || m.small() {
		return m
	}
	lines := display.Rewrap(strings.TrimRight(m.shown.Text, "\n"), m.width)
	if !slices.Equal(lines, m.lines) {
		m.seen = 0
	}
	m.lines = lines
	return m.scroll(m.top)
}

// scroll moves the text and notes what that shows. Only what follows what was
// shown before counts.
func (m model) scroll(top int) model {
	rows := m.textRows()
	m.top = min(max(top, 0), max(len(m.lines)-rows, 0))
	if m.top <= m.seen {
		m.seen = max(m.seen, min(m.top+rows, len(m.lines)))
	}
	m.read = m.read || m.seen >= len(m.lines)
	return m
}

func (m model) small() bool { return m.width < minWidth || m.height < minHeight }

func (m model) detailKey(key string) (tea.Model, tea.Cmd) {
	page := max(m.textRows()-1, 1) // one line stays, so that the eye finds its place
	switch key {
	case "q", "esc", "h", "left":
		m.screen, m.status = list, ""
		return m, nil
	case "down", "j":
		return m.scrolled(m.top + 1), nil
	case "up", "k":
		return m.scrolled(m.top - 1), nil
	case "space", "pgdown", "f":
		return m.scrolled(m.top + page), nil
	case "pgup", "b":
		return m.scrolled(m.top - page), nil
	case "home", "g":
		return m.scrolled(0), nil
	case "end", "G":
		return m.scrolled(len(m.lines)), nil
	case "a":
		if m.status = m.obstacle(); m.status == "" && !m.read {
			m.status = "not all of it was shown: " + display.More(len(m.lines)-m.seen) + " to read before you approve"
		}
		if m.status == "" {
			m.screen = confirm
		}
	case "r":
		if m.status = m.obstacle(); m.status == "" {
			m.screen, m.words = reason, ""
		}
	}
	return m, nil
}

func (m model) scrolled(top int) model {
	if m.small() {
		return m // nothing is on the screen
	}
	m.status = ""
	return m.scroll(top)
}

// obstacle says why the shown plan cannot be answered; empty if it can.
func (m model) obstacle() string {
	switch {
	case m.busy:
		return "an answer is under way"
	case m.gone:
		return "this flight plan waits no longer"
	case m.small():
		return "the screen is too small"
	case !m.shown.Deadline.IsZero() && !m.now().Before(m.shown.Deadline):
		return "its time is over"
	}
	return ""
}

// confirmKey takes y for yes. Any other key is no.
func (m model) confirmKey(key string) (tea.Model, tea.Cmd) {
	m.screen = detail
	if key != "y" {
		m.status = "not approved"
		return m, nil
	}
	return m.send(true)
}

func (m model) reasonKey(key tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch key.String() {
	case "esc":
		m.screen, m.status = detail, "not rejected"
	case "enter":
		if strings.TrimSpace(m.words) == "" {
			m.status = "say why, for the agent; esc goes back"
			return m, nil
		}
		m.screen = detail
		return m.send(false)
	case "backspace":
		_, size := utf8.DecodeLastRuneInString(m.words)
		m.words = m.words[:len(m.words)-size]
	default:
		return m.write(key.Text), nil
	}
	return m, nil
}

// write adds to the reason what fits.
func (m model) write(text string) model {
	text = strings.ToValidUTF8(text, "")
	for _, r := range text {
		if len(m.words)+utf8.RuneLen(r) > maxReason {
			m.status = "the reason is as long as it may be"
			break
		}
		m.words += string(r)
	}
	return m
}

func (m model) send(approve bool) (tea.Model, tea.Cmd) {
	if m.status = m.obstacle(); m.status != "" {
		return m, nil
	}
	words := strings.TrimSpace(m.words)
	if approve {
		words = ""
	}
	m.busy, m.status = true, "answering …"
	return m, m.door.answer(m.shown, approve, words)
}

// answered shows what became of an answer.
func (m model) answered(msg answeredMsg) model {
	m.busy = false
	if msg.err != nil {
		m.status = "not answered: " + display.Line(msg.err.Error())
		return m
	}
	m.status = display.Line(msg.notice.Text)
	if m.screen != list && m.shown.ID == msg.plan {
		m.screen = list
	}
	return m
}
