package view

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"ensures/internal/door"
)

// Serve serves the runs in dir on the loopback address until the context ends, to whoever
// has the token. A port of 0 is any free one; ready is told the page's address, with the
// token.
func Serve(ctx context.Context, dir string, port int, token string, ready func(url string)) error {
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: door.Pages(token, Handler(dir)), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 64 << 10}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		_ = srv.Shutdown(end)
	})
	defer stop()
	ready(door.Address("http://"+l.Addr().String()+"/", token))
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
