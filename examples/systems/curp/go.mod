module curp

go 1.26.0
