module redisraft

go 1.26.0
