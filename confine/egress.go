package confine

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The egress proxy lives in the worker and listens inside a sandbox's network
// namespace, where there is nothing else to reach. It speaks HTTP (CONNECT, and
// plain requests by absolute URI) and SOCKS5. It resolves names itself and
// dials the address that it checked, so a name that changes its mind between
// the check and the connection gains nothing.
const (
	proxyPort       = 3128
	maxConnections  = 64
	maxConnBytes    = 1 << 30
	headerPatience  = 15 * time.Second
	dialPatience    = 15 * time.Second
	silencePatience = 5 * time.Minute
)

// Resolver finds the addresses of a name.
type Resolver func(ctx context.Context, name string) ([]netip.Addr, error)

func systemResolver(ctx context.Context, name string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
}

// egress is one proxy.
type egress struct {
	owner   string
	rules   []hostRule
	resolve Resolver
	report  func(EgressEvent)
	now     func() time.Time
	patient time.Duration // with a connection on which nothing goes either way
	// carry takes a connection to where it is judged; nil: here.
	carry func(context.Context, net.Conn) error

	listener net.Listener // nil: connections are brought, see admit
	cancel   context.CancelFunc
	slots    chan struct{}
	running  sync.WaitGroup
}

// serveEgress serves a listening socket, which it takes over.
func serveEgress(ctx context.Context, fd int, owner string, hosts []string, cfg Config) (*egress, error) {
	f := os.NewFile(uintptr(fd), "egress")
	defer func() { _ = f.Close() }()
	l, err := net.FileListener(f)
	if err != nil {
		return nil, fmt.Errorf("egress: %w", err)
	}
	e, ctx, err := newEgress(ctx, owner, hosts, cfg)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	e.listener = l
	e.running.Go(func() { e.accept(ctx) })
	return e, nil
}

// newEgress makes a proxy without a socket of its own. Its context ends with
// close: the proxy lives as long as its sandbox, not as the request that made it.
func newEgress(ctx context.Context, owner string, hosts []string, cfg Config) (*egress, context.Context, error) {
	rules, err := parseHosts(hosts)
	if err != nil {
		return nil, nil, fmt.Errorf("egress: %w", err)
	}
	e := &egress{
		owner: owner, rules: rules, resolve: cfg.Resolve, report: cfg.Egress, now: cfg.Now, carry: cfg.carry, patient: silencePatience,
		slots: make(chan struct{}, maxConnections),
	}
	if e.resolve == nil {
		e.resolve = systemResolver
	}
	ctx, e.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return e, ctx, nil
}

func (e *egress) close() {
	e.cancel()
	if e.listener != nil {
		_ = e.listener.Close()
	}
	e.running.Wait()
}

func (e *egress) accept(ctx context.Context) {
	for {
		c, err := e.listener.Accept()
		if err != nil {
			return // closed
		}
		e.admit(ctx, c)
	}
}

// admit serves one connection while the context lasts.
func (e *egress) admit(ctx context.Context, c net.Conn) {
	select {
	case e.slots <- struct{}{}:
	default:
		_ = c.Close() // as a full server does
		return
	}
	e.running.Go(func() {
		defer func() { <-e.slots }()
		stop := context.AfterFunc(ctx, func() { _ = c.Close() })
		defer stop()
		defer func() { _ = c.Close() }()
		if e.carry != nil {
			_ = e.carry(ctx, c)
			return
		}
		_ = e.serve(ctx, c)
	})
}

// serve speaks with one client; its error is the client's own business.
func (e *egress) serve(ctx context.Context, c net.Conn) error {
	if err := c.SetReadDeadline(e.now().Add(headerPatience)); err != nil {
		return err
	}
	r := bufio.NewReaderSize(io.LimitReader(c, maxConnBytes), 16<<10)
	first, err := r.Peek(1)
	if err != nil {
		return err
	}
	if first[0] == 5 {
		return e.socks(ctx, c, r)
	}
	return e.http(ctx, c, r)
}

// refused is a decision against a connection.
type refused struct{ reason string }

func (r refused) Error() string { return r.reason }

// dial judges host and port, and connects to an address that was judged.
func (e *egress) dial(ctx context.Context, host string, port int) (net.Conn, error) {
	conn, addr, err := e.connect(ctx, host, port)
	if e.report != nil {
		ev := EgressEvent{Owner: e.owner, Host: printable(host), Port: port, Allowed: err == nil, Reason: "allowed", At: e.now()}
		if addr.IsValid() {
			ev.Address = addr.String()
		}
		if err != nil {
			ev.Reason = err.Error()
		}
		e.report(ev)
	}
	return conn, err
}

func (e *egress) connect(ctx context.Context, host string, port int) (net.Conn, netip.Addr, error) {
	name, addr, err := normalHost(host)
	if err != nil || port <= 0 || port > 65535 {
		return nil, netip.Addr{}, refused{"not a host and port"}
	}
	ctx, cancel := context.WithTimeout(ctx, dialPatience)
	defer cancel()
	addrs := []netip.Addr{addr}
	if !addr.IsValid() {
		if !allowsName(e.rules, name, port) {
			return nil, addr, refused{"host not cleared"}
		}
		if addrs, err = e.resolve(ctx, name); err != nil {
			return nil, addr, errors.New("cannot be resolved")
		}
	}
	last := error(refused{"address not cleared"})
	for _, a := range addrs {
		a = a.Unmap()
		if !allowsAddr(e.rules, name, a, port) {
			continue
		}
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", netip.AddrPortFrom(a, uint16(port)).String())
		if err == nil {
			return conn, a, nil
		}
		last = errors.New("cannot be reached")
	}
	return nil, netip.Addr{}, last
}

// http serves one request of a client of an HTTP proxy.
func (e *egress) http(ctx context.Context, c net.Conn, r *bufio.Reader) error {
	req, err := http.ReadRequest(r)
	if err != nil {
		return e.answer(c, http.StatusBadRequest, "bad request")
	}
	if req.Method == http.MethodConnect {
		host, port, err := splitPort(req.RequestURI)
		if err != nil || port == 0 {
			return e.answer(c, http.StatusBadRequest, "not a host and port")
		}
		to, err := e.dial(ctx, host, port)
		if err != nil {
			return e.deny(c, err)
		}
		defer func() { _ = to.Close() }()
		if _, err := io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
			return err
		}
		return e.relay(ctx, c, r, to)
	}
	if req.URL.Scheme != "http" || req.URL.Host == "" || req.URL.User != nil {
		return e.answer(c, http.StatusBadRequest, "an absolute http address is needed")
	}
	// ReadRequest lets the URI win over the Host header; a header that names
	// somebody else is an attempt to reach them behind a shared server.
	host, port, err := splitPort(req.URL.Host)
	if err != nil {
		return e.answer(c, http.StatusBadRequest, "not a host and port")
	}
	if port == 0 {
		port = 80
	}
	to, err := e.dial(ctx, host, port)
	if err != nil {
		return e.deny(c, err)
	}
	defer func() { _ = to.Close() }()
	return e.forward(ctx, c, req, to)
}

// forward sends one request on, under the host of its URI, and its answer
// back. The connection then ends: the next request is judged anew.
func (e *egress) forward(ctx context.Context, c net.Conn, req *http.Request, to net.Conn) error {
	for _, h := range []string{"Proxy-Connection", "Proxy-Authorization", "Connection", "Upgrade", "Keep-Alive"} {
		req.Header.Del(h)
	}
	req.Close = true
	stop := context.AfterFunc(ctx, func() { _ = to.Close() })
	defer stop()
	quiet := &silence{a: c, b: to, now: e.now, patient: e.patient}
	if err := quiet.begin(); err != nil {
		return err
	}
	if req.ContentLength != 0 {
		req.Body = io.NopCloser(quiet.heard(req.Body))
	}
	if err := req.Write(to); err != nil {
		return e.answer(c, http.StatusBadGateway, "the server hung up")
	}
	_, err := io.Copy(c, quiet.heard(io.LimitReader(to, maxConnBytes)))
	return err
}

// relay copies both ways until either side ends.
func (e *egress) relay(ctx context.Context, c net.Conn, r io.Reader, to net.Conn) error {
	stop := context.AfterFunc(ctx, func() { _ = to.Close() })
	defer stop()
	quiet := &silence{a: c, b: to, now: e.now, patient: e.patient}
	if err := quiet.begin(); err != nil {
		return err
	}
	up := make(chan error, 1)
	go func() {
		_, err := io.Copy(to, quiet.heard(r))
		if t, ok := to.(*net.TCPConn); ok {
			err = errors.Join(err, t.CloseWrite())
		}
		up <- err
	}()
	_, err := io.Copy(c, quiet.heard(io.LimitReader(to, maxConnBytes)))
	_ = c.Close()
	_ = to.Close()
	return errors.Join(err, <-up)
}

func (e *egress) deny(c net.Conn, err error) error {
	if _, ok := errors.AsType[refused](err); ok {
		return e.answer(c, http.StatusForbidden, err.Error())
	}
	return e.answer(c, http.StatusBadGateway, err.Error())
}

func (e *egress) answer(c net.Conn, status int, text string) error {
	body := "egress: " + text + "\n"
	_, err := fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nContent-Type: text/plain\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		status, http.StatusText(status), len(body), body)
	return err
}

// Replies of SOCKS5, RFC 1928 section 6.
const (
	socksDone        = 0
	socksNotAllowed  = 2
	socksUnreachable = 4
	socksNoCommand   = 7
	socksNoAddress   = 8
)

// socks serves one client of SOCKS5: no authentication, CONNECT alone.
func (e *egress) socks(ctx context.Context, c net.Conn, r *bufio.Reader) error {
	head := make([]byte, 2)
	if _, err := io.ReadFull(r, head); err != nil {
		return err
	}
	if _, err := io.CopyN(io.Discard, r, int64(head[1])); err != nil {
		return err
	}
	if _, err := c.Write([]byte{5, 0}); err != nil {
		return err
	}
	ask := make([]byte, 4)
	if _, err := io.ReadFull(r, ask); err != nil {
		return err
	}
	host, port, err := socksAddress(r, ask[3])
	switch {
	case errors.Is(err, errHost):
		return socksReply(c, socksNoAddress)
	case err != nil:
		return err
	case ask[0] != 5 || ask[1] != 1:
		return socksReply(c, socksNoCommand)
	}
	to, err := e.dial(ctx, host, port)
	if _, no := errors.AsType[refused](err); no {
		return socksReply(c, socksNotAllowed)
	}
	if err != nil {
		return socksReply(c, socksUnreachable)
	}
	defer func() { _ = to.Close() }()
	if err := socksReply(c, socksDone); err != nil {
		return err
	}
	return e.relay(ctx, c, r, to)
}

func socksReply(c net.Conn, code byte) error {
	_, err := c.Write([]byte{5, code, 0, 1, 0, 0, 0, 0, 0, 0})
	return err
}

func socksAddress(r io.Reader, kind byte) (string, int, error) {
	size := map[byte]int{1: 4, 4: 16}[kind]
	if kind == 3 {
		n := make([]byte, 1)
		if _, err := io.ReadFull(r, n); err != nil {
			return "", 0, err
		}
		size = int(n[0])
	}
	if size == 0 {
		return "", 0, errHost
	}
	raw := make([]byte, size+2)
	if _, err := io.ReadFull(r, raw); err != nil {
		return "", 0, err
	}
	port := int(binary.BigEndian.Uint16(raw[size:]))
	if kind == 3 {
		return string(raw[:size]), port, nil
	}
	a, _ := netip.AddrFromSlice(raw[:size])
	return a.String(), port, nil
}

// printable bounds what an agent can put into the audit.
func printable(s string) string {
	if len(s) > 255 {
		s = s[:255]
	}
	quoted := strconv.QuoteToASCII(s)
	return strings.TrimSuffix(strings.TrimPrefix(quoted, `"`), `"`)
}

// proxyEnv tells programs of the proxy, in every spelling that is in use.
func proxyEnv() []string {
	const at = "127.0.0.1:" + "3128"
	return []string{
		"HTTP_PROXY=http://" + at, "http_proxy=http://" + at, "HTTPS_PROXY=http://" + at, "https_proxy=http://" + at,
		"ALL_PROXY=socks5h://" + at, "all_proxy=socks5h://" + at, "NO_PROXY=", "no_proxy=",
	}
}
