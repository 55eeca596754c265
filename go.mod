module ensures

go 1.26
