package command_test

import (
	"testing"

	"passepartout/pipeline"
)

// Which port a server of the same command takes is known by its words or by a variable
// of its own, and of tools whose option for it the entry knows.
func TestServing(t *testing.T) {
	t.Parallel()
	wantObjects(t, map[string]string{
		`php artisan serve --port=8009 & curl -s http://127.0.0.1:8009/x`:       "127.0.0.1:8009",
		`(LISTEN=127.0.0.1:8088 ./bin/api &); curl http://127.0.0.1:8088/x`:     "127.0.0.1:8088",
		`PORT=8088 npm start & curl http://localhost:8088/x`:                    "localhost:8088",
		`tensorboard --logdir runs --port 6007`:                                 "localhost:6007",
		`UPSTREAM_ADDR=127.0.0.1:8001 ./bin/api & curl http://127.0.0.1:8001/x`: "",
		`PORT=$P ./bin/api & curl http://127.0.0.1:8001/x`:                      "",
		`PORT=8001 true; ./bin/api & curl http://127.0.0.1:8001/x`:              "",
		`PORT=8001 ./bin/api & curl http://h.example:8001/x`:                    "",
		`curl http://127.0.0.1:8088/x; PORT=8088 ./bin/api`:                     "",
	}, func(e pipeline.Effect) bool { return e.Kind == pipeline.KindListen })
}
