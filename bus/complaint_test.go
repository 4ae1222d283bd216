package bus_test

import (
	"testing"

	"passepartout/bus"
)

// The server's words for a lost store are known, and no other complaint ends a
// worker, whatever a client made the server say.
func TestALostStoreIsKnownByItsWords(t *testing.T) {
	t.Parallel()
	for text, lost := range map[string]bool{
		"Filestore [PP_SIGNALS] Critical write error: write /x/1.blk: no space left on device":            true,
		"JetStream failed to store a msg on stream 'WORKERS > PP_AUDIT': no space left on device":         true,
		"JetStream out of file resources, will be DISABLED":                                               true,
		"Filesystem permission denied while writing msg, disabling JetStream: permission denied":          true,
		"Filestore [PP_SIGNALS] Resource not found: open /x/1.blk":                                        false,
		"127.0.0.1:4 - cid:7 - \"JetStream out of file resources\" - Publish Violation, will be DISABLED": false,
		"127.0.0.1:4 - cid:7 - Subject \"Filestore [PP_X] Critical write error: x\" - Publish Violation":  false,
		"": false,
	} {
		if bus.StoreLost(text) != lost {
			t.Errorf("%q: want %v", text, lost)
		}
	}
}
