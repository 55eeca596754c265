package jail

import (
	"encoding/binary"
	"testing"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Every name on the list is a system call of some machine, and each machine has
// what no interpreter does without.
func TestPermittedNames(t *testing.T) {
	for _, n := range permitted {
		_, intel := arch.X86_64.SyscallNames[n]
		_, arm := arch.AARCH64.SyscallNames[n]
		if !intel && !arm {
			t.Errorf("%s is no system call", n)
		}
	}
	for _, m := range []*arch.Info{arch.X86_64, arch.AARCH64} {
		for _, n := range []string{"read", "write", "openat", "close", "mmap", "munmap", "mprotect", "futex", "exit_group", "execve", "rt_sigaction", "getrandom", "clone", "prlimit64", "fcntl", "ioctl"} {
			if _, ok := m.SyscallNames[n]; !ok {
				t.Errorf("the table of %s has no %s", m.Name, n)
			}
		}
		stat := 0
		for _, n := range []string{"newfstatat", "fstatat", "statx", "fstat"} {
			if _, ok := m.SyscallNames[n]; ok {
				for _, p := range permitted {
					if p == n {
						stat++
					}
				}
			}
		}
		if stat < 3 {
			t.Errorf("on %s only %d forms of stat are permitted", m.Name, stat)
		}
	}
}

// ask runs the filter on a system call as the kernel would.
func ask(t *testing.T, p seccomp.Policy, audit uint32, nr uint32, args ...uint64) seccomp.Action {
	t.Helper()
	program, err := p.Assemble()
	if err != nil {
		t.Fatal(err)
	}
	vm, err := bpf.NewVM(program)
	if err != nil {
		t.Fatal(err)
	}
	// The kernel loads words as they are; the machine of package bpf reads them as
	// big-endian, so the words are laid out that way.
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[0:], nr)
	binary.BigEndian.PutUint32(data[4:], audit)
	for i, a := range args {
		low, high := 16+8*i, 20+8*i
		binary.BigEndian.PutUint32(data[low:], uint32(a))
		binary.BigEndian.PutUint32(data[high:], uint32(a>>32))
	}
	got, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return seccomp.Action(uint32(got))
}

const denied = seccomp.ActionErrno | seccomp.Action(unix.EPERM)

func TestFilter(t *testing.T) {
	info, err := arch.GetInfo("")
	if err != nil {
		t.Skip(err)
	}
	const pid = 4711
	python, err := filter(Policy{}, Support{Landlock: 7}, pid)
	if err != nil {
		t.Fatal(err)
	}
	threads, err := filter(Policy{Threads: true}, Support{Landlock: 7}, pid)
	if err != nil {
		t.Fatal(err)
	}
	old, err := filter(Policy{}, Support{Landlock: 1}, pid)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		p    seccomp.Policy
		call string
		args []uint64
		want seccomp.Action
	}{
		{"read", python, "read", nil, seccomp.ActionAllow},
		{"open", python, "openat", []uint64{0, 0, unix.O_TRUNC}, seccomp.ActionAllow},
		{"open to read where Landlock is old", old, "openat", []uint64{0, 0, unix.O_RDONLY}, seccomp.ActionAllow},
		{"truncation where Landlock is old", old, "openat", []uint64{0, 0, unix.O_RDONLY | unix.O_TRUNC}, denied},
		{"socket", python, "socket", []uint64{unix.AF_INET, unix.SOCK_STREAM}, denied},
		{"ptrace", python, "ptrace", []uint64{0}, denied},
		{"a process", python, "clone", []uint64{uint64(unix.SIGCHLD)}, denied},
		{"a thread where there are none", python, "clone", []uint64{unix.CLONE_THREAD | unix.CLONE_VM}, denied},
		{"a thread", threads, "clone", []uint64{unix.CLONE_THREAD | unix.CLONE_VM}, seccomp.ActionAllow},
		{"a process where there are threads", threads, "clone", []uint64{uint64(unix.SIGCHLD)}, denied},
		{"abort", python, "tgkill", []uint64{pid, pid, 6}, seccomp.ActionAllow},
		{"a signal to another", python, "tgkill", []uint64{pid - 1, pid - 1, 6}, denied},
		{"a signal to another by high bits", python, "tgkill", []uint64{pid | 1<<32, pid, 6}, denied},
		{"kill", python, "kill", []uint64{pid, 9}, denied},
		{"close on exec", python, "fcntl", []uint64{4, unix.F_SETFD, 1}, seccomp.ActionAllow},
		{"owner of signals", python, "fcntl", []uint64{4, unix.F_SETOWN, 1}, denied},
		{"is it a terminal", python, "ioctl", []uint64{1, unix.TCGETS}, seccomp.ActionAllow},
		{"type into a terminal", python, "ioctl", []uint64{1, unix.TIOCSTI}, denied},
		{"own limits", python, "prlimit64", []uint64{0, 7, 0, 1}, seccomp.ActionAllow},
		{"another's limits", python, "prlimit64", []uint64{1, 7, 0, 1}, denied},
	} {
		t.Run(c.name, func(t *testing.T) {
			nr, ok := info.SyscallNames[c.call]
			if !ok {
				t.Skipf("this machine has no %s", c.call)
			}
			if got := ask(t, c.p, uint32(info.ID), uint32(nr), c.args...); got != c.want {
				t.Errorf("%#x, want %#x", uint32(got), uint32(c.want))
			}
			// Through another architecture's door nothing is permitted.
			if got := ask(t, c.p, uint32(arch.I386.ID), uint32(nr), c.args...); got == seccomp.ActionAllow {
				t.Error("permitted through the 32-bit door")
			}
			if got := ask(t, c.p, uint32(info.ID), uint32(nr)|0x40000000, c.args...); got == seccomp.ActionAllow {
				t.Error("permitted through the x32 door")
			}
		})
	}
	// What is permitted is the list and nothing else.
	listed := map[string]bool{}
	for _, n := range permitted {
		listed[n] = true
	}
	for nr, n := range info.SyscallNumbers {
		if got := ask(t, python, uint32(info.ID), uint32(nr), 1<<40, 1<<40, 1<<40); (got == seccomp.ActionAllow) != listed[n] {
			t.Errorf("%s: %#x", n, uint32(got))
		}
	}
	for nr := uint32(1000); nr < 2000; nr++ { // calls that are yet to come
		if ask(t, python, uint32(info.ID), nr) == seccomp.ActionAllow {
			t.Fatalf("system call %d is permitted", nr)
		}
	}
}
