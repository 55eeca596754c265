package curp

// Client proposes one command at a time, to all servers, and again while it waits.
type Client struct {
	ID int

	n        int
	command  Command // that it waits for, or Empty
	kept     map[int]map[int]bool
	executed map[int]Command
	observe  func(Step)
}

// NewClient is a client of n servers.
func NewClient(id, n int, observe func(Step)) *Client {
	return &Client{ID: id, n: n, observe: observe}
}

// Waits is the command that the client waits for, or Empty.
func (c *Client) Waits() Command { return c.command }

// Begin lets the client propose a command.
func (c *Client) Begin(command Command) {
	c.command, c.kept, c.executed = command, map[int]map[int]bool{}, map[int]Command{}
	c.observe(Step{Event: "Propose", Client: c.ID, Command: command})
}

// Hear handles an answer. By the fast path a command is finished when the leader of a term has
// executed it, and with the leader a superquorum has kept it in that term.
func (c *Client) Hear(a Answer) {
	if a.Command != c.command {
		return
	}
	if a.Kind == Synced {
		c.end("Slow", a.Result)
		return
	}
	if c.kept[a.Term] == nil {
		c.kept[a.Term] = map[int]bool{}
	}
	c.kept[a.Term][a.From] = true
	if a.Kind == Executed {
		c.executed[a.Term] = a.Result
	}
	if result, ok := c.executed[a.Term]; ok && len(c.kept[a.Term]) >= SuperQuorum(c.n) {
		c.end("Fast", result)
	}
}

func (c *Client) end(event string, result Command) {
	c.observe(Step{Event: event, Client: c.ID, Command: c.command, Result: &result})
	c.command = Empty
}
