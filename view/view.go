// Package view is a web page over a folder of recorded runs: a table of them, one
// run as a timeline or as a chat, two side by side, a run over a data set as tasks ×
// engines, and what all runs say of a project's methods. It serves files of its own only,
// needs no network, and reads no more of a run than what is on the screen.
//
// Whoever wrote the runs is not trusted: every text is data, the page's policy
// allows no script but its own, and a run is found by its folder's name in a
// listing, never by joining paths. The package must not know engines and verifiers; of a
// recorded step it knows the shape and not what it is about.
package view

import (
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"strconv"

	"ensures/trajectories"
)

//go:embed assets
var assets embed.FS

// policy is the page's content security policy: our files, nothing inline, no text
// ever turned into markup.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// Handler serves the page over the runs in dir.
func Handler(dir string) http.Handler {
	s := &store{dir: dir, read: trajectories.OpenOutline}
	files, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is embedded
	}

	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(files))
	for path, f := range map[string]func(*store, query) (any, error){
		"/api/runs":    runs,
		"/api/run":     oneRun,
		"/api/steps":   steps,
		"/api/record":  record,
		"/api/call":    modelCall,
		"/api/text":    text,
		"/api/compare": compare,
		"/api/chat":    chat,
		"/api/search":  search,
		"/api/outline": contents,
		"/api/bench":   benchPage,
		"/api/engines": twoEngines,
		"/api/project": projectView,
		"/api/changed": changed,
	} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			v, err := f(s, query{r})
			if err != nil {
				fail(w, err)
				return
			}
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_ = json.NewEncoder(w).Encode(v) // the client has gone away
		})
	}

	mux.HandleFunc("GET /api/curves.svg", func(w http.ResponseWriter, r *http.Request) {
		svg, err := curves(s, query{r})
		if err != nil {
			fail(w, err)
			return
		}
		w.Header().Set("Content-Type", "image/svg+xml; charset=utf-8")
		_, _ = w.Write([]byte(svg))
	})
	return guard(mux)
}

// guard lets in only who asks for this machine by name, so that a foreign page
// whose name was made to point here reads nothing, and sets the headers of every answer.
func guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		// A name of a foreign page can be made to lead to this machine (DNS rebinding): its
		// requests carry that name here.
		if !local(r.Host) {
			http.Error(w, "this page answers to localhost only", http.StatusMisdirectedRequest)
			return
		}
		// Browsers say where a request comes from, and let no script set this header.
		if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
			http.Error(w, "not from another site", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func local(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	switch host {
	case "localhost", "127.0.0.1", "::1", "[::1]":
		return true
	}
	return false
}

// badRequest is a mistake of the client's.
type badRequest string

func (e badRequest) Error() string { return string(e) }

func fail(w http.ResponseWriter, err error) {
	code := http.StatusInternalServerError
	switch {
	case errors.As(err, new(badRequest)):
		code = http.StatusBadRequest
	case errors.Is(err, errNoRun), errors.Is(err, trajectories.ErrNotThere):
		code = http.StatusNotFound
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]string{"error": err.Error()})
}

// query reads a request's parameters.
type query struct{ *http.Request }

func (q query) str(name string) string { return q.URL.Query().Get(name) }

// num is a number from 0 to most; missing is what an absent one means.
func (q query) num(name string, missing, most int) (int, error) {
	s := q.str(name)
	if s == "" {
		return missing, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, badRequest(name + " is no number")
	}
	return min(n, most), nil
}

// page is which rows of a list are wanted: n from the row from on.
func (q query) page() (from, n int, err error) {
	if from, err = q.num("from", 0, 1<<30); err != nil {
		return 0, 0, err
	}
	n, err = q.num("n", 100, mostRows)
	return from, n, err
}
