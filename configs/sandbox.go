package configs

import "time"

// Sandbox is where code that a model wrote runs, and what it may use.
type Sandbox struct {
	Engine string        `mapstructure:"engine" json:"engine"`
	Python string        `mapstructure:"python" json:"python"`
	Wall   time.Duration `mapstructure:"wall" json:"wall"`
	CPU    time.Duration `mapstructure:"cpu" json:"cpu"`
	Memory int64         `mapstructure:"memory" json:"memory"`
	Output int           `mapstructure:"output" json:"output"`
	Calls  int           `mapstructure:"calls" json:"calls"`
}

// Prompts are the texts that a model is told.
type Prompts struct {
	Dir string `mapstructure:"dir" json:"dir"`
}
