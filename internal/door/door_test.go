package door

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"testing"
)

func served(t *testing.T, door func(string, http.Handler) http.Handler, token string) string {
	t.Helper()
	srv := httptest.NewServer(door(token, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "in "+r.URL.String()) })))
	t.Cleanup(srv.Close)
	return srv.URL
}

// Another user of the machine finds the port, and not the token.
func TestAttackNoToken(t *testing.T) {
	token := New()
	if len(token) < 32 || token == New() {
		t.Fatalf("%q", token)
	}
	for name, door := range map[string]func(string, http.Handler) http.Handler{"pages": Pages, "programs": Programs} {
		base := served(t, door, token)
		for _, bad := range []struct{ query, header, cookie string }{
			{}, {query: "?token="}, {query: "?token=" + token[1:]}, {query: "?token=" + token + "x"}, {query: "?token=x&token=" + token}, {query: "?Token=" + token},
			{header: "Bearer "}, {header: token}, {header: "Basic " + token}, {cookie: "x"},
		} {
			req, _ := http.NewRequest(http.MethodGet, base+"/a"+bad.query, nil)
			if bad.header != "" {
				req.Header.Set("Authorization", bad.header)
			}
			if bad.cookie != "" {
				req.AddCookie(&http.Cookie{Name: "ensures-" + base[strings.LastIndex(base, ":")+1:], Value: bad.cookie})
			}
			if name == "programs" && bad.header == token {
				continue // as good as with "Bearer": it is the token
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != http.StatusUnauthorized || strings.Contains(string(body), token) {
				t.Errorf("%s: %+v: %s %s", name, bad, res.Status, body)
			}
		}
	}
}

func TestPagesKeepTheTokenOutOfSight(t *testing.T) {
	token := New()
	base := served(t, Pages, token)
	jar, _ := cookiejar.New(nil)
	c := &http.Client{Jar: jar}
	for _, at := range []string{"//evil.example/run?id=1&token=" + token, "/run?id=1"} { // the second by its cookie
		res, err := c.Get(base + at)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if !strings.HasSuffix(string(body), "/run?id=1") || res.Request.URL.Host != strings.TrimPrefix(base, "http://") || strings.Contains(res.Request.URL.String(), token) {
			t.Errorf("%s: %s at %s", at, body, res.Request.URL)
		}
	}
}

func TestProgramsBringTheToken(t *testing.T) {
	token := New()
	base := served(t, Programs, token)
	req, _ := http.NewRequest(http.MethodPost, base, nil)
	req.Header.Set("Authorization", "Bearer "+token)
	other, _ := http.NewRequest(http.MethodPost, Address(base+"/mcp", token), nil)
	for _, r := range []*http.Request{req, other} {
		res, err := http.DefaultClient.Do(r)
		if err != nil || res.StatusCode != http.StatusOK {
			t.Error(err, res)
		}
		res.Body.Close()
	}
}
