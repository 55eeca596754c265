package native

// WithoutContradictions has b not ask whether a proof's facts contradict, so that the
// benchmark can say what asking costs.
func (b *Backend) WithoutContradictions() { b.unasked = true }
