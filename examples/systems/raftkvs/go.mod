module raftkvs

go 1.26.0

require pgo v0.0.0

replace pgo => ../support/pgo
