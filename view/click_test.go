package view

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ensures/runner"
	"ensures/trajectories"
)

// looks opens a page in both colours, wide and narrow: it fits the window each time. A
// person looks at the pictures.
func (p *page) looks(name, address string) {
	p.t.Helper()
	for _, scheme := range []string{"light", "dark"} {
		p.scheme(scheme)
		for _, width := range []int{1400, 390} {
			p.size(width, 900)
			p.goTo(address)
			p.eval("new Promise((done) => setTimeout(done, 300))") // pictures come after the page
			p.fits(fmt.Sprint(name, " at ", width))
			p.shot(fmt.Sprintf("%s-%s-%d", name, scheme, width))
		}
	}
	p.size(1400, 900)
}

func TestBrowserClicksThroughBench(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	first := filepath.Join(dir, "first")
	benchRun(t, first, five, 71, 3)
	agentRun(t, filepath.Join(first, "tasks", "Task00"), "guided-1", 3, 10, noon)
	agentRun(t, dir, "other", 1, 10, noon)
	p := open(t, dir)
	p.looks("bench", "#/bench?id=first")
	p.goTo("")
	p.click("a.tile", "specgenbench")
	p.wait(`document.querySelectorAll("#tasks tbody tr").length === 71`)
	p.check(`document.body.innerText.includes("352 of 355 done")`)
	p.check(`document.querySelector("#summary").innerText.includes("strongest")`)

	// Sort, filter, one engine with all its columns, of which the last is in sight.
	p.click("#tasks th button", "solved by")
	p.wait(`document.querySelector("#tasks td.first").textContent === "Task01"`)
	p.eval(`{ const s = document.querySelector('select[aria-label="Verdict"]'); s.value = "refuted"; s.dispatchEvent(new Event("change")); }`)
	p.wait(`document.querySelector("#count").textContent.includes("of 52")`)
	p.click("#summary button.link", "houdini")
	p.wait(`document.querySelector("h2").textContent.includes("houdini") || [...document.querySelectorAll("h2")].some((h) => h.textContent.includes("by houdini"))`)
	for _, title := range []string{"Verdict", "PostCorr", "PostComp", "PreCorr", "PreComp", "Steps", "Tokens", "Time", "Failure"} {
		p.check(fmt.Sprintf(`[...document.querySelectorAll("#tasks th")].some((h) => h.textContent.includes(%q) && h.getBoundingClientRect().right <= innerWidth)`, title))
	}
	p.looks("engine", "#/bench?id=first&engine=guided")

	// Two engines, and a run with the judge's verdict.
	p.goTo("#/bench?id=first")
	p.click("summary", "McNemar")
	p.click("#pairs a", "by task")
	p.wait(`document.querySelector("#mcnemar")`)
	p.check(`document.querySelector("#mcnemar").textContent.includes("p = 0.0652")`)
	p.click("button.group", "only guided")
	p.wait(`document.querySelectorAll("#tasks tbody tr").length === 24`)
	p.looks("engines", "#/engines?id=first&a=guided&b=strongest")
	p.goTo("#/bench?id=first")
	p.click("a.celllink", "verified")
	p.wait(`document.querySelector("#judge")`)
	p.check(`document.querySelector("#judge").textContent.includes("PreComp 0.25")`)
}

// What is new appears without a reload, and what somebody does meanwhile stays.
func TestBrowserLive(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	b := filepath.Join(dir, "b")
	benchRun(t, b, five, 2, 2)
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(noon)}, trajectories.Header{Run: "r", Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Suspend()
	w.Start("action", "1", nil).Close(trajectories.StepResult{Outcome: "ok", Thought: "first thought"})
	p := open(t, dir)
	p.goTo("#/bench?id=b")
	p.eval("window.kept = true") // gone after a reload
	p.check(`document.body.innerText.includes("8 of 10 done")`)
	addRow(t, b, benchRow1(1, 3, "houdini"))
	p.wait(`document.body.innerText.includes("9 of 10 done") && window.kept`)

	p.goTo("#/run?id=r")
	p.wait(`document.querySelector('[data-step="1"]')`)
	p.eval(`document.querySelector('[data-step="1"]').dataset.touched = "yes"`)
	for i := 2; i < 40; i++ {
		w.Start("action", fmt.Sprint(i), nil).Close(trajectories.StepResult{Outcome: "ok", Thought: fmt.Sprint("thought ", i)})
	}
	p.wait(`document.querySelector('[data-step="2"]') && document.querySelectorAll("#outline .entry").length === 39`)
	p.check(`document.querySelector('[data-step="1"]').dataset.touched === "yes"`)
	p.check(`document.querySelector("h2").textContent.includes("39 steps")`)
}

func TestBrowserClicksThroughRun(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	agentRun(t, dir, "r", 60, 300, noon)
	p := open(t, dir)
	p.looks("run", "#/run?id=r")
	p.goTo("#/run?id=r")
	p.wait(`document.querySelectorAll("#outline .entry").length === 60 && document.querySelector(".curves svg")`)
	// Each curve has its name and a line of its own.
	p.check(`["PostCorr", "PostComp"].every((n) => document.querySelector(".curves svg").textContent.includes(n))`)
	p.check(`new Set([...document.querySelectorAll(".curves svg path[stroke-linejoin]")].map((e) => e.getAttribute("d"))).size === 2`)

	// Keys.
	p.key("j")
	p.wait(`document.querySelector(".step.here")?.dataset.step === "1" || document.querySelector(".step.here")?.dataset.step === "2"`)
	at := p.eval(`Number(document.querySelector(".step.here").dataset.step)`).(float64)
	p.key("j")
	p.wait(fmt.Sprintf(`document.querySelector(".step.here").dataset.step === "%d"`, int(at)+1))
	p.key("k")
	p.wait(fmt.Sprintf(`document.querySelector(".step.here").dataset.step === "%d"`, int(at)))
	p.key("?")
	p.wait(`document.querySelector("dialog").open && document.querySelector("dialog").innerText.includes("next step")`)
	p.shot("keys")
	p.key("Escape")
	p.wait(`!document.querySelector("dialog").open`)

	// Search inside, from the keyboard, to a step that is not there yet.
	p.key("/")
	p.wait(`document.activeElement.name === "find"`)
	p.eval(`document.activeElement.value = "thought 5"; document.activeElement.form.requestSubmit()`)
	p.wait(`document.querySelector("#found").textContent === "1 of 11 steps" && document.querySelector(".step.here").dataset.step === "5"`)
	p.key("n")
	p.wait(`document.querySelector('[data-step="50"]')`)
	p.key("G")
	p.wait(`document.querySelector('[data-step="60"]')`)

	// The outline leads to a step; a candidate shows what changed.
	p.click("#outline .entry", "41 action")
	p.wait(`document.querySelector('[data-step="41"] .diff .add')`)
	p.check(`document.querySelector('[data-step="41"] .diff .add').textContent.includes(">= 40")`)

	// The chat.
	p.key("c")
	p.wait(`document.querySelectorAll(".turn").length >= 20`)
	p.check(`document.querySelector(".turn").innerText.includes("request 1") && document.querySelector(".turn .assistant").innerText.includes("answer")`)
	p.looks("chat", "#/chat?id=r")
}

func TestBrowserClicksThroughProject(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	for i := range 6 {
		var list []trajectories.Finding
		for k := range 30 {
			verdict := []string{"verified", "refuted", "unknown"}[(k*i)%3]
			list = append(list, trajectories.Finding{File: fmt.Sprintf("/p/src/F%d.java", k%4), Method: fmt.Sprintf("F%d.method%d(int,int[])", k%4, k), Line: k + 1, Verdict: verdict, Clauses: 2,
				Strict:    map[string]float64{"post_correctness": 1, "post_completeness": float64((k+i)%11) / 10, "pre_correctness": 1},
				Survivors: []string{"returns 7 where the code returns 8, for a=[1, 2]"}})
		}
		findings(t, dir, fmt.Sprint("run", i), noon.Add(time.Duration(i)*time.Hour), list...)
	}
	p := open(t, dir)
	p.looks("project", "#/project")
	p.goTo("")
	p.key("m")
	p.wait(`document.querySelectorAll("#methods tbody tr:not(.below)").length === 30`)
	p.check(`document.querySelector("#methods tbody tr .badge").textContent === "refuted"`)
	p.check(`document.querySelector("#methods tr.below").innerText.includes("survives: returns 7")`)
	p.check(`document.querySelectorAll("#methods tbody tr:first-child .history a").length === 6`)
	p.click("#files button.link", "F2.java")
	p.wait(`document.querySelector("#count").textContent.includes("of 7")`)
	p.click(".history a", "")
	p.wait(`location.hash.includes("run?id=run")`)
}

func TestBrowserLooksOfRuns(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	for i := range 12 {
		agentRun(t, dir, fmt.Sprint("run", i), i+1, 10, noon.Add(time.Duration(i)*time.Hour))
	}
	p := open(t, dir)
	p.looks("runs", "")
	p.goTo("")
	p.check(`[...document.querySelectorAll("#runs th")].find((h) => h.textContent.includes("Time")).getBoundingClientRect().right <= innerWidth`)
	p.looks("compare", "#/compare?a=run1&b=run3")
}

// Rows, manifests and findings full of markup are text on every page.
func TestBrowserHostilePages(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	hostileRun(t, dir)
	b := filepath.Join(dir, "b")
	benchRun(t, b, []string{attack, "guided", "other"}, 1, 3)
	raw, _ := json.Marshal(runner.Manifest{Hash: "h", Dataset: attack, Backend: attack, Engines: []string{attack, "guided", "other"}, Runs: 1, Tasks: 1, Version: attack, Config: attack})
	if err := os.WriteFile(filepath.Join(b, runner.ManifestFile), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	for k, engine := range []string{attack, "guided", "other"} {
		r := benchRow1(1, k, engine)
		r.TaskID, r.Category, r.Status, r.Verdict, r.FailureClass, r.Reason, r.Backend, r.Unsupported, r.Conditions = attack, attack, attack, attack, attack, attack, attack, []string{attack}, []string{attack}
		addRow(t, b, r)
	}
	addRow(t, b, runner.Row{TaskID: "foreign", Engine: attack + "x", Run: 1})
	p := open(t, dir)
	bad := url.QueryEscape(attack)
	for page, shows := range map[string]string{
		"": "#runs", "#/chat?id=" + hostileID(): ".turn", "#/project": "#methods", "#/project?file=" + bad + "&text=" + bad + "&sort=" + bad: "input", "#/run?id=" + hostileID(): ".step",
		"#/bench?id=b": "#tasks", "#/bench?id=b&engine=" + bad: "#tasks", "#/bench?id=b&sort=" + bad + "&text=" + bad: "input", "#/engines?id=b&b=guided&a=other": "#tasks", "#/engines?id=" + bad: ".error",
	} {
		p.goTo(page)
		p.wait(fmt.Sprintf("document.querySelector(%q)", shows))
		p.check(`!document.querySelector("main script, main iframe, main img, main b#pwned, [data-pwned]") && !document.body.hasAttribute("data-pwned") && typeof pwned === "undefined"`)
		p.check(`[...document.querySelectorAll("main a")].every((a) => a.getAttribute("href").startsWith("#/"))`)
	}
}
