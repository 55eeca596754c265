package bench

import "strconv"

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// decimal is n hundredths.
func decimal(n int) string { return strconv.FormatFloat(float64(n)/100, 'f', -1, 64) }
