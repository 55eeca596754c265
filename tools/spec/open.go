package spec

import (
	"context"
	"strings"

	"ensures/bench"
	"ensures/java"
	"ensures/jml"
	"ensures/tools"
)

// adopt makes the method of a file the session's task.
func (s *Session) adopt(tool, code, method string, w words) error {
	if code == "" {
		return tools.Refuse(tool, "no task is open: call open_task with the Java or Rust file first")
	}
	language := w.language
	if w.either {
		language = languageOf(code)
	}
	tasks, mistake := tasksOf(language, code)
	w = wordsOf(language)

	var fit []*bench.Task
	ids := []string{}
	for _, t := range tasks {
		ids = append(ids, t.ID)
		// Without a name every method fits, so that a file with a single one needs none.
		if method == "" || t.ID == method || t.Method == method || strings.HasSuffix(t.Method, "::"+method) {
			fit = append(fit, t)
		}
	}

	switch {
	case len(fit) == 1:
		s.set(fit[0])
		return nil
	case len(tasks) == 0 && mistake != nil:
		return tools.Refuse(tool, "the %s file has mistakes: %v", w.name, mistake)
	case len(tasks) == 0:
		return tools.Refuse(tool, "the file has no %s with a body", w.method)
	}
	if method != "" && len(fit) == 0 {
		return tools.Refuse(tool, "there is no %s %s; call open_task with method set to one of %v", w.method, method, ids)
	}
	return tools.Refuse(tool, "which %s? call open_task with method set to one of %v", w.method, ids)
}

// tasksOf are the methods of a file that can be specified, without the specifications that
// it has.
func tasksOf(l bench.Language, code string) ([]*bench.Task, error) {
	if l == bench.Rust {
		return rustTasks(code)
	}
	tasks, errs := bench.MethodsOf("Task.java", plain(code))
	if len(errs) > 0 {
		return tasks, errs[0]
	}
	return tasks, nil
}

// languageOf is the language of a file: Java unless it is read as Rust alone.
func languageOf(code string) bench.Language {
	// The parser of Java gives a partial tree of anything; only one without mistakes counts.
	if tasks, mistake := tasksOf(bench.Java, code); mistake == nil && len(tasks) > 0 {
		return bench.Java
	}
	if tasks, _ := rustTasks(code); len(tasks) > 0 {
		return bench.Rust
	}
	return bench.Java
}

// plain is a file without its JML, as it stands in a task.
func plain(code string) string {
	f, _ := java.Parse("", code)
	text, err := jml.Strip(f).Apply()
	if err != nil {
		return code
	}
	return text
}

type openIn struct {
	Code     string `json:"code" jsonschema_description:"a whole Java or Rust file; JML comments and //@ comments in it are left out of the task"`
	Method   string `json:"method,omitempty" jsonschema_description:"Class.method or method, of Rust function or Type::function; needed where the file has several"`
	Language string `json:"language,omitempty" jsonschema:"enum=java,enum=rust" jsonschema_description:"of the file; told from its contents where it is left out"`
}

type openOut struct {
	Task     string   `json:"task"`
	Language string   `json:"language" jsonschema:"enum=java,enum=rust"`
	Methods  []string `json:"methods" jsonschema_description:"all methods or functions of the file that can be a task"`
}

func (s *Session) openTask() tools.Tool {
	const name = "open_task"
	return tools.New(name, `Choose the Java method or the Rust function that is to be specified. The other tools are about it until another one is chosen. A Rust file has to compile by itself, with nothing but std.`,
		func(ctx context.Context, in openIn) (openOut, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			w := anyLanguage()
			switch in.Language {
			case "java":
				w = wordsOf(bench.Java)
			case "rust":
				w = wordsOf(bench.Rust)
			}
			if err := s.adopt(name, unfence(in.Code), in.Method, w); err != nil {
				return openOut{}, err
			}
			out := openOut{Task: s.task.ID, Language: wordsOf(s.task.Language).label, Methods: []string{}}
			tasks, _ := tasksOf(s.task.Language, s.task.Source)
			for _, t := range tasks {
				out.Methods = append(out.Methods, t.ID)
			}
			return out, nil
		})
}
