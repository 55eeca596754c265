// Package door asks for a token at a server on this machine: whoever else works on it
// can reach the loopback interface too.
//
// It must not know what is served.
package door

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// New returns a token that nobody can guess.
func New() string {
	b := make([]byte, 24)
	_, _ = rand.Read(b) // it never fails
	return base64.RawURLEncoding.EncodeToString(b)
}

// parameter is the name of the token in an address.
const parameter = "token"

// Address returns an address that opens the door.
func Address(base, token string) string {
	return base + "?" + parameter + "=" + url.QueryEscape(token)
}

// Programs lets in requests with the token in their address or as a bearer's.
func Programs(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !same(bearer, token) && !same(r.URL.Query().Get(parameter), token) {
			refuse(w, "a token is needed: use the address that was printed, or send it as Authorization: Bearer")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Pages lets in a browser that once came with the token in the address: it gets a
// cookie for this session, and the address without the token, which histories and
// screens show.
func Pages(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// With the port in it, since several of these servers may run, each with a token of its
		// own.
		name := "ensures-" + portOf(r)
		// An address that still has the token is turned into one without it even for who has the
		// cookie.
		if c, err := r.Cookie(name); err == nil && same(c.Value, token) && !r.URL.Query().Has(parameter) {
			next.ServeHTTP(w, r)
			return
		}
		// Only a page that is opened may bring the token; everything else has the cookie by then.
		if r.Method != http.MethodGet || !same(r.URL.Query().Get(parameter), token) {
			refuse(w, "a token is needed: open the address that ensures view printed")
			return
		}
		// Strict: no other site's link or form brings the cookie along.
		http.SetCookie(w, &http.Cookie{Name: name, Value: token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		to := *r.URL
		q := to.Query()
		q.Del(parameter)
		to.RawQuery, to.Scheme, to.Host = q.Encode(), "", ""
		to.Path = "/" + strings.TrimLeft(to.Path, "/") // no other host: //evil
		w.Header().Set("Referrer-Policy", "no-referrer")
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
	})
}

// portOf returns the port that a request came in by: browsers keep cookies for all ports
// of a host together.
func portOf(r *http.Request) string {
	if a, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		if _, port, err := net.SplitHostPort(a.String()); err == nil {
			return port
		}
	}
	return "0"
}

func refuse(w http.ResponseWriter, why string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, why, http.StatusUnauthorized)
}

// same compares in a time that says nothing about the token, its length included.
func same(got, token string) bool {
	a, b := sha256.Sum256([]byte(got)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
