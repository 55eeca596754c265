module dqueue

go 1.26.0
