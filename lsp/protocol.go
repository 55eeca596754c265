package lsp

import "encoding/json"

// The part of the Language Server Protocol 3.17 that the server speaks. Names are the
// specification's; what is optional there and not used here is left out.

type position struct {
	Line      int `json:"line"`      // from 0
	Character int `json:"character"` // from 0, in units of the agreed encoding
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type textDocument struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
	Range        textRange    `json:"range"`
}

type changeParams struct {
	TextDocument textDocument `json:"textDocument"`
	Changes      []change     `json:"contentChanges"`
}

// change replaces a range, or the whole text where there is none.
type change struct {
	Range *textRange `json:"range"`
	Text  string     `json:"text"`
}

type initializeParams struct {
	Capabilities struct {
		General struct {
			PositionEncodings []string `json:"positionEncodings"`
		} `json:"general"`
		Window struct {
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
		Workspace struct {
			ApplyEdit bool `json:"applyEdit"`
			CodeLens  struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"codeLens"`
			InlayHint struct {
				RefreshSupport bool `json:"refreshSupport"`
			} `json:"inlayHint"`
		} `json:"workspace"`
	} `json:"capabilities"`
}

// The severities and the kinds that are used.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	messageError = 1
	messageInfo  = 3

	syncIncremental = 2
)

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// workspaceEdit names the version of the document that it is made for: an editor
// refuses it for any other.
type workspaceEdit struct {
	DocumentChanges []documentEdit `json:"documentChanges"`
}

type documentEdit struct {
	TextDocument versioned  `json:"textDocument"`
	Edits        []textEdit `json:"edits"`
}

type versioned struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

type commandParams struct {
	Command   string            `json:"command"`
	Arguments []json.RawMessage `json:"arguments"`
}

type codeLens struct {
	Range   textRange `json:"range"`
	Command command   `json:"command"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
	Command     *command       `json:"command,omitempty"`
}

type hover struct {
	Contents markup    `json:"contents"`
	Range    textRange `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type inlayHint struct {
	Position    position `json:"position"`
	Label       string   `json:"label"`
	PaddingLeft bool     `json:"paddingLeft"`
	Tooltip     string   `json:"tooltip,omitempty"`
}

type progressParams struct {
	Token string   `json:"token"`
	Value progress `json:"value"`
}

type progress struct {
	Kind        string `json:"kind"` // begin, report or end
	Title       string `json:"title,omitempty"`
	Message     string `json:"message,omitempty"`
	Cancellable bool   `json:"cancellable,omitempty"`
	Percentage  *int   `json:"percentage,omitempty"`
}
