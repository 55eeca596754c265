package openai

import (
	"context"
	"fmt"
	"time"

	"ensures/llm"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// checkTime is how long a server may take for the list of its models.
const checkTime = 10 * time.Second

// Check asks a server for its models, which costs nothing, and says in words
// whether the model is one of them.
func Check(ctx context.Context, o Options, model string) (string, error) {
	c, err := open(o)
	if err != nil {
		return "", err
	}
	limited, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	failed := c.watch()
	models := sdk.NewModelService(append(c.opts, option.WithMiddleware(failed.keep))...)
	page, err := models.List(limited)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", fmt.Errorf("%w: no list of models in %s", llm.ErrTimeout, checkTime)
	case failed.status == 404:
		return "the server answers; it does not list its models", nil
	case err != nil || failed.status != 0:
		return "", failed.translate(limited, err, &llm.Response{})
	}
	for _, m := range page.Data {
		if m.ID == model || m.ID == "models/"+model || m.ID == model+":latest" {
			return "the server answers and has the model", nil
		}
	}
	return fmt.Sprintf("the server answers; %s is not among the %d models that it lists", model, len(page.Data)), nil
}
