package metric

// Scores are the four metrics, each between 0 and 1, or nil where there is
// nothing to divide by.
type Scores struct {
	PostCorr *float64 `json:"post_correctness"`
	PostComp *float64 `json:"post_completeness"`
	PreCorr  *float64 `json:"pre_correctness"`
	PreComp  *float64 `json:"pre_completeness"`
}

// Meets reports whether both postcondition metrics reach the threshold; together
// with a proof it makes MVR.
func (s Scores) Meets(threshold float64) bool {
	return s.PostCorr != nil && s.PostComp != nil && *s.PostCorr >= threshold && *s.PostComp >= threshold
}

// Admits reports whether PreCorr reaches the threshold: a precondition that excludes most
// valid inputs makes a strong postcondition cheap.
func (s Scores) Admits(threshold float64) bool {
	return s.PreCorr != nil && *s.PreCorr >= threshold
}

// Named returns the scores that are there under their names in JSON, nil where none is.
func (s Scores) Named() map[string]float64 {
	var out map[string]float64
	for name, v := range map[string]*float64{"post_correctness": s.PostCorr, "post_completeness": s.PostComp, "pre_correctness": s.PreCorr, "pre_completeness": s.PreComp} {
		if v == nil {
			continue
		}
		if out == nil {
			out = map[string]float64{}
		}
		out[name] = *v
	}
	return out
}

// PairCounts says what became of the pairs of T⁺ and how many inputs T⁻ has.
type PairCounts struct {
	Total   int `json:"total"`
	Decided int `json:"decided"` // in ψ or outside, and φ true or false
	Vacuous int `json:"vacuous"` // outside ψ
	Unknown int `json:"unknown"` // could not be decided; the reason is in the verdict
	Invalid int `json:"invalid"` // inputs of T⁻
}

// MutantCounts says what became of the output mutants of decided pairs.
type MutantCounts struct {
	Total    int `json:"total"`
	Killed   int `json:"killed"`
	Survived int `json:"survived"`
	Unknown  int `json:"unknown"`
}

// Ratio is a/b, nil for b = 0.
func Ratio(a, b int) *float64 {
	if b == 0 {
		return nil
	}
	r := float64(a) / float64(b)
	return &r
}
