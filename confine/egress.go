package confine

const proxyPort = 3128

type egress struct{}

func (e *egress) close() {}

func proxyEnv() []string { return nil }

func serveEgress(fd int, owner string, hosts []string, cfg Config) (*egress, error) {
	return &egress{}, nil
}
