module pgo

go 1.26.0
