package bus

import "time"

// Hasten shortens the clocks of a bus for tests; zero leaves one as it is.
func (c *Config) Hasten(ackWait time.Duration, maxDeliver int, leaseTTL time.Duration) {
	c.ackWait, c.maxDeliver, c.leaseTTL = ackWait, maxDeliver, leaseTTL
}

// Watch sets how often a puller compares what waits with what comes.
func (c *Config) Watch(every time.Duration) { c.watchEvery = every }

// DropLease ends the lease's renewals as a process does that hangs.
func (b *Bus) DropLease() {
	close(b.lease.stop)
	<-b.lease.done
}
