package javatest

import (
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ensures/sandbox"
)

//go:embed Same.java
var same []byte

// Program is a program with inputs: files by name, the class with main, and what it reads
// from standard input, run by run.
type Program struct {
	Files  map[string]string
	Main   string
	Inputs []string
}

// Same compiles each program by itself and runs it on each of its inputs, all under one
// JVM, in a scratch folder of the caller's. Two programs with equal answers printed and
// threw the same on equal inputs; an answer that does not begin with "ok " says why a
// program does not compile.
func Same(ctx context.Context, java, dir string, list []Program) ([]string, error) {
	write := func(path, text string) error {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o644)
	}
	driver := filepath.Join(dir, "Same.java")
	if err := write(driver, string(same)); err != nil {
		return nil, err
	}
	var lines strings.Builder
	folders := map[string]string{} // of inputs, by their texts
	for i, p := range list {
		folder := filepath.Join(dir, strconv.Itoa(i))
		for name, text := range p.Files {
			if err := write(filepath.Join(folder, name), text); err != nil {
				return nil, err
			}
		}
		key := strings.Join(p.Inputs, "\x00")
		inputs, ok := folders[key]
		if !ok {
			inputs = filepath.Join(dir, "inputs"+strconv.Itoa(len(folders)))
			folders[key] = inputs
			for k, in := range p.Inputs {
				if err := write(filepath.Join(inputs, fmt.Sprintf("%05d", k)), in); err != nil {
					return nil, err
				}
			}
		}
		fmt.Fprintf(&lines, "%s\t%s\t%s\n", folder, p.Main, inputs)
	}
	res, err := sandbox.Run(ctx, sandbox.Cmd{
		Path: java, Args: []string{"-XX:TieredStopAtLevel=1", driver}, Dir: dir,
		Stdin: strings.NewReader(lines.String()), Timeout: time.Hour, MaxOutput: 64 << 20,
	})
	if err != nil {
		return nil, err
	}
	answers := strings.Split(strings.TrimSpace(string(res.Stdout)), "\n")
	if len(answers) != len(list) {
		return nil, fmt.Errorf("%d programs, %d answers: %s", len(list), len(answers), res.Stderr)
	}
	return answers, nil
}
