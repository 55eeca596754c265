// Package server is a NATS server with streams in this process: for tests, and for
// the command ensures-queue. It is much larger than all the rest of a worker, so
// nothing else may import it.
//
// The package must not know what goes through the queue.
package server

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Options of a server.
type Options struct {
	Listen string // host:port; port 0 is a free one
	Store  string // folder of the streams
	Token  string // that clients must know; "": none
}

// Server is a server that runs.
type Server struct{ s *server.Server }

// Start starts a server.
func Start(o Options) (*Server, error) {
	host, p, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("listen address: %w", err)
	}
	port, err := strconv.Atoi(p)
	if err != nil {
		return nil, fmt.Errorf("listen address: %w", err)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if ip := net.ParseIP(host); o.Token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, errors.New("whoever can write to the queue decides what its workers run: on an address that other machines can reach it needs a token, ENSURES_QUEUE_TOKEN")
	}
	s, err := server.NewServer(&server.Options{Host: host, Port: port, JetStream: true, StoreDir: o.Store, Authorization: o.Token, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("the server is not ready after 10 s")
	}
	return &Server{s}, nil
}

// URL is where clients connect to.
func (s *Server) URL() string { return s.s.ClientURL() }

// Close ends the server; its streams stay on disk.
func (s *Server) Close() {
	s.s.Shutdown()
	s.s.WaitForShutdown()
}
