package console

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"passepartout/display"
)

// View implements tea.Model. It fills the screen exactly; no line is wider.
func (m model) View() tea.View {
	v := tea.NewView(m.content())
	v.AltScreen = true
	v.WindowTitle = "passepartout console"
	return v
}

func (m model) content() string {
	switch {
	case m.width == 0 || m.height == 0:
		return ""
	case m.small():
		return cut(fmt.Sprintf("the console needs %d × %d", minWidth, minHeight), m.width)
	case m.screen == list:
		return m.page(m.heading(), m.table(), append(m.tail(), m.foot("enter look · j/k move · q leave")...))
	default:
		return m.page(m.planHeading(), m.text(), m.planFoot())
	}
}

// page puts the foot at the bottom of the screen.
func (m model) page(heading string, body, foot []string) string {
	lines := append([]string{bold().Reverse(true).Render(pad(heading, m.width))}, body...)
	room := m.height - len(foot)
	for len(lines) < room {
		lines = append(lines, "")
	}
	return strings.Join(append(lines[:room:room], foot...), "\n")
}

func bold() lipgloss.Style  { return lipgloss.NewStyle().Bold(true) }
func faint() lipgloss.Style { return lipgloss.NewStyle().Faint(true) }

func (m model) heading() string {
	what := strconv.Itoa(len(m.plans)) + " flight plans wait"
	switch {
	case !m.loaded:
		what = "asking the workers …"
	case len(m.plans) == 0:
		what = "no flight plan waits"
	case len(m.plans) == 1:
		what = "1 flight plan waits"
	}
	return "Passepartout · " + what + " · as " + display.Line(string(m.who))
}

// table is one line a plan: a glance, not a consent.
func (m model) table() []string {
	rows := m.height - 3 - len(m.tail()) - 1 // heading, names, foot; one for what is not shown
	at := m.index()
	from := max(0, at-rows+1)
	out := []string{faint().Render(m.row("  ", "PLAN", "AGENT", "LEFT", "RULE", "WHAT"))}
	for i := from; i < min(from+rows, len(m.plans)); i++ {
		p := m.plans[i]
		mark := "  "
		if i == at {
			mark = "> "
		}
		line := m.row(mark, p.ID, string(p.Agent), m.left(p), p.Rule, p.Summary)
		if i == at {
			line = bold().Render(line)
		}
		out = append(out, line)
	}
	if more := len(m.plans) - from - rows; more > 0 {
		out = append(out, faint().Render(cut("  "+strconv.Itoa(more)+" more below", m.width)))
	}
	return out
}

func (m model) row(mark, plan, agent, left, rule, what string) string {
	line := mark
	for _, c := range []struct {
		text  string
		cells int
	}{{plan, 12}, {agent, 12}, {left, 7}, {rule, 20}} {
		line += pad(cut(display.Line(c.text), c.cells), c.cells) + "  "
	}
	return cut(line+display.Line(what), m.width)
}

// left is how long a plan still waits.
func (m model) left(p Plan) string {
	switch d := p.Deadline.Sub(m.now()).Truncate(time.Second); {
	case p.Deadline.IsZero():
		return "-"
	case d <= 0:
		return "over"
	case d >= time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + "h" + strconv.Itoa(int(d%time.Hour/time.Minute)) + "m"
	default:
		return d.String()
	}
}

// tail is the end of the log.
func (m model) tail() []string {
	rows := min(m.height/4, 8)
	out := []string{rule(m.width)}
	for i := max(0, len(m.log)-rows); i < len(m.log); i++ {
		n := m.log[i]
		out = append(out, cut(n.At.Local().Format(time.TimeOnly)+" "+display.Line(n.Text), m.width))
	}
	for len(out) <= rows {
		out = append(out, "")
	}
	return out
}

// foot is what became of the last thing that was tried, or else the keys.
func (m model) foot(keys string) []string {
	if m.status != "" {
		return []string{bold().Render(cut(m.status, m.width))}
	}
	return []string{faint().Render(cut(keys, m.width))}
}

func (m model) planHeading() string {
	p := m.shown
	text := "Flight plan " + display.Line(p.ID) + " of " + display.Line(string(p.Agent)) + " · " + m.left(p) + " left"
	if n := len(p.By); n > 0 {
		text += fmt.Sprintf(" · %d of %d approved", n, p.Quorum)
	}
	return text
}

// textRows is how many lines of a plan's text fit on the screen.
func (m model) textRows() int { return max(m.height-3, 1) } // heading, progress, foot

func (m model) text() []string {
	return m.lines[min(m.top, len(m.lines)):min(m.top+m.textRows(), len(m.lines))]
}

// planFoot says how much of the plan is not on the screen, then what can be done.
func (m model) planFoot() []string {
	below := len(m.lines) - m.top - len(m.text())
	progress := "the end"
	if below > 0 {
		progress = display.More(below)
	}
	switch {
	case m.gone:
		progress += " · waits no longer"
	case !m.read:
		progress += " · scroll before approving"
	}
	out := []string{faint().Render(cut(progress, m.width))}
	switch m.screen {
	case confirm:
		return append(out, bold().Reverse(true).Render(cut("let "+display.Line(m.shown.ID)+" fly? y is yes, any other key is no", m.width)))
	case reason:
		text := "why not? " + display.Line(m.words) + "_"
		if m.status != "" {
			text = m.status
		}
		return append(out, bold().Render(last(text, m.width)))
	default:
		keys := "space on · b back · a approve · r reject · esc list"
		if !m.read || m.gone {
			keys = "space on · b back · r reject · esc list"
		}
		return append(out, m.foot(keys)...)
	}
}

func rule(cells int) string { return faint().Render(strings.Repeat("─", cells)) }

// cut shortens a safe line to a number of columns, and says so by its last.
func cut(safe string, cells int) string {
	if display.Width(safe) <= cells {
		return safe
	}
	width := 0
	for i, r := range safe {
		n := display.Width(string(r))
		if width+n > cells-1 {
			return safe[:i] + "…"
		}
		width += n
	}
	return safe
}

// last keeps the end of a safe line, where somebody writes.
func last(safe string, cells int) string {
	for display.Width(safe) > cells {
		for i := range safe {
			if i > 0 {
				safe = safe[i:]
				break
			}
		}
	}
	return safe
}

func pad(safe string, cells int) string {
	safe = cut(safe, cells)
	return safe + strings.Repeat(" ", max(0, cells-display.Width(safe)))
}
