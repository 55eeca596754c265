// Command ensures-queue is the queue of runs on several machines: a NATS server
// with streams, as nats-server --jetstream is one.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"ensures/runner/queue/server"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:4222", "address and port; :4222 is for every machine, and needs ENSURES_QUEUE_TOKEN")
	store := flag.String("store", "runs/queue", "folder of the streams, which survive the server")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "ensures-queue takes no arguments\n")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s, err := server.Start(server.Options{Listen: *listen, Store: *store, Token: os.Getenv("ENSURES_QUEUE_TOKEN")})
	if err != nil {
		fmt.Fprintf(os.Stderr, "ensures-queue: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(s.URL())
	<-ctx.Done()
	s.Close()
}
