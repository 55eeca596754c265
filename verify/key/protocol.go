package key

import (
	"encoding/json"
	"fmt"
	"strings"
)

// job is one line to the worker: files that are loaded together.
type job struct {
	ID         int         `json:"id"`
	Files      []jobFile   `json:"files"`
	Exceptions string      `json:"exceptions"` // of the JVM's own: ban (an error) or allow (a path)
	Steps      int         `json:"steps"`
	ContractMS int64       `json:"contract_ms"`
	Again      bool        `json:"again"` // goals that KeY's strategy leaves open are searched again
	Ask        []signature `json:"ask"`
}

type jobFile struct {
	Name string `json:"name"`
	Text string `json:"text"` // in KeY's dialect
	Java string `json:"java"` // as given, for the Java compiler
}

// signature is a method as KeY names it, where it is declared.
type signature struct {
	Class  string   `json:"class"`
	Name   string   `json:"name"` // "<init>" of a constructor
	Params []string `json:"params"`
}

func (s signature) String() string {
	return s.Class + "::" + s.Name + "(" + strings.Join(s.Params, ",") + ")"
}

// The events of an answer.
const (
	eventReady    = "ready"
	eventLoaded   = "loaded"
	eventContract = "contract"
	eventDone     = "done"
	eventError    = "error"
)

// answer is one line from the worker. Which fields are set depends on Event.
type answer struct {
	Event string `json:"event"`
	ID    int    `json:"id"`
	// ready
	Version  string `json:"version"`
	Java     string `json:"java"`
	Integers string `json:"integers"`
	// contract
	signature         // Name is empty where no method is concerned
	Contract  string  `json:"contract"`
	Proved    bool    `json:"proved"`
	Failure   string  `json:"failure"` // KeY's own exception on this contract
	Open      int     `json:"open"`
	Goals     []goal  `json:"goals"`
	ElapsedMS float64 `json:"elapsed_ms"`
	// done
	Contracts int     `json:"contracts"`
	LoadMS    float64 `json:"load_ms"`
	HeapMB    int     `json:"heap_mb"`
	// error
	Stage   string     `json:"stage"`
	Message string     `json:"message"`
	File    string     `json:"file"`
	Line    int        `json:"line"`
	Column  int        `json:"column"`
	Errors  []javaFail `json:"errors"`
}

// goal is a branch of a proof that stayed open.
type goal struct {
	Branch  []string `json:"branch"`
	Line    int      `json:"line"`
	Sequent string   `json:"sequent"`
}

// javaFail is an error of the Java compiler.
type javaFail struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// ProtocolError is a line of the worker that is no answer to what was asked.
type ProtocolError struct{ Line string }

func (e *ProtocolError) Error() string {
	l := e.Line
	if len(l) > 200 {
		l = l[:200] + "…"
	}
	return fmt.Sprintf("the KeY worker said %q, which is no answer", l)
}

// parseAnswer reads one line and checks that it answers job id.
func parseAnswer(line []byte, id int) (answer, error) {
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return a, &ProtocolError{string(line)}
	}
	switch a.Event {
	case eventReady:
		// It is said once, before there is a job.
		if id != 0 {
			return a, &ProtocolError{string(line)}
		}
	case eventLoaded, eventContract, eventDone, eventError:
		if a.ID != id || id == 0 {
			return a, &ProtocolError{string(line)}
		}
	default:
		return a, &ProtocolError{string(line)}
	}
	return a, nil
}
