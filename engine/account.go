package engine

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"ensures/internal/atomicfile"
	"ensures/propose"
)

// AccountFile is the file of a task's folder that tells what the engine did.
const AccountFile = "account.jsonl"

// accountJSON is what an engine did on one method, a line of AccountFile.
type accountJSON struct {
	Method    string          `json:"method"`
	Line      int             `json:"line"`
	Status    propose.Status  `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Clauses   int             `json:"clauses"`
	ElapsedMS float64         `json:"elapsed_ms"`
	Account   propose.Account `json:"account"`
}

func writeAccounts(dir string, methods []propose.MethodResult) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, m := range methods {
		err := enc.Encode(accountJSON{m.Name, m.Line, m.Status, m.Reason, len(m.Clauses), float64(m.Elapsed.Microseconds()) / 1000, m.Account})
		if err != nil {
			return err
		}
	}
	return atomicfile.Write(filepath.Join(dir, AccountFile), b.Bytes())
}
