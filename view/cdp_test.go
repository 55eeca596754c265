package view

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"ensures/internal/require"
)

// page is a page in a headless browser that a test clicks through, over the browser's own
// protocol on two pipes.
type page struct {
	t       *testing.T
	url     string
	out     *os.File
	in      *bufio.Reader
	session string
	id      int
}

// open starts a browser with a page over the runs in dir.
func open(t *testing.T, dir string) *page {
	t.Helper()
	chromium := require.Tool(t, "chromium")
	srv := httptest.NewServer(Handler(dir))
	t.Cleanup(srv.Close)
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--hide-scrollbars", "--remote-debugging-pipe", "--user-data-dir="+profile(t))
	cmd.ExtraFiles = []*os.File{theirIn, theirOut} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
		ourOut.Close()
		ourIn.Close()
	})
	if err := ourIn.SetReadDeadline(time.Now().Add(4 * time.Minute)); err != nil { // a browser that hangs
		t.Fatal(err)
	}
	p := &page{t: t, url: srv.URL, out: ourOut, in: bufio.NewReader(ourIn)}
	var target struct{ TargetID string }
	p.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	p.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p.session = attached.SessionID
	p.call("Page.enable", nil, nil)
	p.size(1400, 900)
	return p
}

// call sends a command and waits for its answer; events are passed over.
func (p *page) call(method string, params any, result any) {
	p.t.Helper()
	p.id++
	m := map[string]any{"id": p.id, "method": method}
	if params != nil {
		m["params"] = params
	}
	if p.session != "" {
		m["sessionId"] = p.session
	}
	raw, err := json.Marshal(m)
	if err == nil {
		_, err = p.out.Write(append(raw, 0))
	}
	if err != nil {
		p.t.Fatal(err)
	}
	for {
		raw, err := p.in.ReadBytes(0)
		if err != nil {
			p.t.Fatalf("%s: %v", method, err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(raw[:len(raw)-1], &answer); err != nil {
			p.t.Fatal(err)
		}
		if answer.ID != p.id {
			continue
		}
		if answer.Error != nil {
			p.t.Fatalf("%s: %s", method, answer.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(answer.Result, result); err != nil {
				p.t.Fatal(err)
			}
		}
		return
	}
}

func (p *page) size(width, height int) {
	p.t.Helper()
	p.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
}

func (p *page) scheme(name string) {
	p.t.Helper()
	p.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": name}}}, nil)
}

// goTo loads a page anew and waits for it.
func (p *page) goTo(address string) {
	p.t.Helper()
	p.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	p.call("Page.navigate", map[string]any{"url": p.url + "/" + address}, nil)
	p.wait(`document.body && document.body.dataset.ready`)
}

// eval evaluates an expression of JavaScript; a promise is waited for.
func (p *page) eval(expr string) any {
	p.t.Helper()
	var res struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	p.call("Runtime.evaluate", map[string]any{"expression": expr, "awaitPromise": true, "returnByValue": true}, &res)
	if res.ExceptionDetails != nil {
		p.t.Fatalf("%s: %s", expr, res.ExceptionDetails.Exception.Description)
	}
	return res.Result.Value
}

// wait waits until an expression is true.
func (p *page) wait(expr string) {
	p.t.Helper()
	for range 600 {
		if p.eval("!!("+expr+")") == true {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("never: %s\n%.3000s", expr, p.eval("document.body.innerText"))
}

// check is wait for what has to be so already.
func (p *page) check(expr string) {
	p.t.Helper()
	if v := p.eval("!!(" + expr + ")"); v != true {
		p.t.Errorf("not so: %s\n%.1500s", expr, p.eval("document.body.innerText"))
	}
}

// click clicks on the first element of a selector whose text contains a string.
func (p *page) click(selector, text string) {
	p.t.Helper()
	find := fmt.Sprintf("[...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q))", selector, text)
	p.wait(find)
	p.eval(find + ".click()")
}

// key presses a key.
func (p *page) key(k string) {
	p.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": k}
		if kind == "keyDown" && len(k) == 1 {
			params["text"] = k
		}
		p.call("Input.dispatchKeyEvent", params, nil)
	}
}

// shot keeps a picture where ENSURES_SCREENSHOTS names a folder, for a person to look at.
func (p *page) shot(name string) {
	p.t.Helper()
	dir := os.Getenv("ENSURES_SCREENSHOTS")
	if dir == "" {
		return
	}
	var res struct{ Data string }
	p.call("Page.captureScreenshot", map[string]any{"format": "png"}, &res)
	raw, err := base64.StdEncoding.DecodeString(res.Data)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), raw, 0o644)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// fits checks that nothing is wider than the window.
func (p *page) fits(name string) {
	p.t.Helper()
	if v := p.eval("document.documentElement.scrollWidth - innerWidth"); v != 0.0 {
		p.t.Errorf("%s is %v pixels wider than the window", name, v)
	}
}
