package bus

import "time"

// Hasten shortens the clocks of a bus for tests; zero leaves one as it is.
func (c *Config) Hasten(ackWait time.Duration, maxDeliver int, leaseTTL time.Duration) {
	c.ackWait, c.maxDeliver, c.leaseTTL = ackWait, maxDeliver, leaseTTL
}

// Watch sets how often a puller compares what waits with what comes.
func (c *Config) Watch(every time.Duration) { c.watchEvery = every }

// CutOff ends the bus's connection for good, as for a process that hangs.
func (b *Bus) CutOff() { b.nc.Close() }

// StoreLost is how the server's complaints are read.
func StoreLost(text string) bool { return storeLost(text) }
