package alloy

import (
	"context"
	"fmt"
	"time"
)

// controlModel has a command of each kind with and without an instance.
const controlModel = `sig A { }
run Some { some A } for 2
run None { some A and no A } for 2
assert Holds { no A or some A }
check Holds for 2
assert Fails { no A }
check Fails for 2
`

// Control asks Alloy commands whose answers are known. An error says that it did not
// answer them so: what it says of anything else is worth nothing.
func (t Toolchain) Control(ctx context.Context) error {
	o, err := t.Exec(ctx, controlModel, time.Minute)
	if err != nil {
		return fmt.Errorf("control question to %s: %w", t, err)
	}
	want := map[string]bool{"Some": true, "None": false, "Holds": false, "Fails": true}
	for _, c := range o.Commands {
		if instance, asked := want[c.Name]; !asked || c.Satisfied != instance {
			return fmt.Errorf("%s is not believed: asked a control question, it says of the command %s that it has an instance: %t", t, c.Name, c.Satisfied)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		return fmt.Errorf("%s is not believed: asked a control question, it leaves %d of 4 commands out", t, len(want))
	}
	return nil
}
