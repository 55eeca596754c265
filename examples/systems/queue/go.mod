module queue

go 1.26.0
