package raftkvs

// request is what a client asks for: to put a value under a key, or to get the one there. The
// client counts its requests.
type request struct {
	client int
	number int
	op     string // "put" or "get"; "none" in the entry that a leader begins with
	key    string
	value  int // to be put
}

// entry is an entry of a log.
type entry struct {
	term    int
	request request
}

// voteRequest asks for a vote, and says how far the log of the candidate goes.
type voteRequest struct {
	from, term          int
	lastIndex, lastTerm int
}

// voteAnswer is the answer to it.
type voteAnswer struct {
	from, term int
	granted    bool
}

// appendRequest has the leader's entries after the one before them, and how many it knows to
// be committed. Without entries it only says that there is a leader.
type appendRequest struct {
	from, term          int
	prevIndex, prevTerm int
	entries             []entry
	commit              int
}

// appendAnswer is the answer to it: the entry before them is there or not, and how far the
// log agrees with the leader's.
type appendAnswer struct {
	from, term int
	success    bool
	match      int
}

// clientRequest is a request on its way to a server.
type clientRequest struct {
	request request
}

// clientAnswer is what a client is told: the value that it put or got, or that the server
// doesn't lead and who does.
type clientAnswer struct {
	number int
	done   bool
	value  int
	leader int
}
