package llm

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"
)

// Price is what a model costs, in US dollars per million tokens.
type Price struct {
	Model  string // a name, or a pattern such as gpt-5*
	Input  float64
	Output float64
	Cached float64 // input that the server had in its cache
}

// ParsePrice reads "MODEL INPUT OUTPUT [CACHED]". Without CACHED, cached input
// costs as much as other input.
func ParsePrice(s string) (Price, error) {
	f := strings.Fields(s)
	if len(f) != 3 && len(f) != 4 {
		return Price{}, fmt.Errorf("price %q: want MODEL INPUT OUTPUT [CACHED], in USD per million tokens", s)
	}
	p := Price{Model: f[0]}
	if _, err := path.Match(p.Model, ""); err != nil {
		return Price{}, fmt.Errorf("price %q: %q is no pattern", s, p.Model)
	}
	for i, to := range []*float64{&p.Input, &p.Output, &p.Cached} {
		if i+1 >= len(f) {
			p.Cached = p.Input
			break
		}
		n, err := strconv.ParseFloat(f[i+1], 64)
		if err != nil || !(n >= 0 && n < 1e6) {
			return Price{}, fmt.Errorf("price %q: %q is no amount of dollars", s, f[i+1])
		}
		*to = n
	}
	return p, nil
}

// Cost is what a usage costs, in US dollars.
func (p Price) Cost(u Usage) float64 {
	fresh := max(0, u.Input-u.CachedInput)
	return (float64(fresh)*p.Input + float64(u.CachedInput)*p.Cached + float64(u.Output)*p.Output) / 1e6
}

// PriceOf is the price of a model: the first whose name or pattern fits.
func PriceOf(prices []Price, model string) (Price, bool) {
	for _, p := range prices {
		// In a pattern * stands for any text, also for a slash.
		plain := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
		if ok, err := path.Match(plain(p.Model), plain(model)); err == nil && ok {
			return p, true
		}
	}
	return Price{}, false
}

// Priced fills in the cost of replies. A cost that the server itself names stays.
func Priced(c Client, prices []Price) Client { return &priced{c, prices} }

type priced struct {
	next   Client
	prices []Price
}

func (c *priced) Complete(ctx context.Context, r Request) (Response, error) {
	res, err := c.next.Complete(ctx, r)
	if p, ok := PriceOf(c.prices, r.Model); ok && err == nil && res.Usage.CostUSD == 0 && !res.Cached {
		res.Usage.CostUSD = p.Cost(res.Usage)
	}
	return res, err
}
