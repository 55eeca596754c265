package jail

import (
	"fmt"
	"os"

	"github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

func seccompSupported() bool { return seccomp.Supported() }

// permitted is what an interpreter needs to compute, and to read and write what
// it has open or Landlock lets it open. There is no system call in it that makes
// a socket, a process or a memory file, that reaches another process, that
// changes owner, mode, times or attributes of a file (Landlock does not see
// those), or that changes a limit. A name unknown to the machine's architecture
// is left out.
var permitted = []string{
	"read", "write", "readv", "writev", "pread64", "pwrite64", "lseek", "close", "dup", "dup2", "dup3",
	"open", "openat", "fstat", "stat", "lstat", "newfstatat", "fstatat", "statx", "access", "faccessat", "faccessat2",
	"readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "umask",
	"mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename", "renameat", "renameat2", "ftruncate", "fsync", "fdatasync", "fadvise64",
	"mmap", "munmap", "mprotect", "mremap", "madvise", "brk", "mincore", "membarrier",
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "sigaltstack", "restart_syscall", "pause",
	"futex", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "sched_yield", "sched_getaffinity", "arch_prctl",
	"getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getpgrp", "getpgid", "getsid", "getgroups",
	"getrlimit", "getrusage", "times", "uname", "sysinfo", "getrandom",
	"gettimeofday", "time", "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "getitimer", "setitimer", "alarm",
	"pipe", "pipe2", "poll", "ppoll", "select", "pselect6",
	"epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "eventfd2",
	"exit", "exit_group", "execve",
	"clone3", // refused with ENOSYS by a filter of its own, so that the C library falls back to clone
}

// Condition values.
const (
	ioctlTerminal = 0x5401 // TCGETS, the question whether a file is a terminal
	ioctlWindow   = 0x5413 // TIOCGWINSZ
	ioctlCloexec  = 0x5451 // FIOCLEX
	ioctlNocloex  = 0x5450 // FIONCLEX
)

func loadFilters(p Policy, s Support) error {
	// no_new_privs is set on this thread already.
	early := seccomp.Policy{DefaultAction: seccomp.ActionAllow, Syscalls: []seccomp.SyscallGroup{
		{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}},
	}}
	// Of two filters the stricter answer counts. The main one lets clone3 pass, so that ENOSYS is
	// the answer.
	if err := seccomp.LoadFilter(seccomp.Filter{Policy: early}); err != nil {
		return err
	}
	main, err := filter(p, s, os.Getpid())
	if err != nil {
		return err
	}
	return seccomp.LoadFilter(seccomp.Filter{Policy: main})
}

// filter is the list of permitted system calls for the process of that id.
func filter(p Policy, s Support, pid int) (seccomp.Policy, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return seccomp.Policy{}, fmt.Errorf("this machine's system calls: %w", err)
	}

	// Everything not named is refused with an error rather than a signal: an interpreter tries
	// things, and goes on without them.
	g := seccomp.SyscallGroup{Action: seccomp.ActionAllow}
	truncates := s.Landlock < 3 && !p.Contained // then Landlock does not see O_TRUNC
	for _, name := range permitted {
		if _, known := info.SyscallNames[name]; !known {
			continue
		}
		if truncates && (name == "open" || name == "openat") {
			continue
		}
		g.Names = append(g.Names, name)
	}

	when := func(name string, conds ...seccomp.Condition) {
		if _, known := info.SyscallNames[name]; known {
			g.NamesWithCondtions = append(g.NamesWithCondtions, seccomp.NameWithConditions{Name: name, Conditions: conds})
		}
	}
	is := func(arg uint32, v uint64) seccomp.Condition {
		return seccomp.Condition{Argument: arg, Operation: seccomp.Equal, Value: v}
	}

	if truncates {
		when("open", seccomp.Condition{Argument: 1, Operation: seccomp.BitsNotSet, Value: unix.O_TRUNC})
		when("openat", seccomp.Condition{Argument: 2, Operation: seccomp.BitsNotSet, Value: unix.O_TRUNC})
	}

	// fcntl, ioctl and prlimit64 do many things under one number: only what is asked by name
	// here.
	for _, cmd := range []uint64{unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL} {
		when("fcntl", is(1, cmd)) // F_SETOWN would send signals to others
	}
	for _, req := range []uint64{ioctlTerminal, ioctlWindow, ioctlCloexec, ioctlNocloex} {
		when("ioctl", is(1, req))
	}
	when("prlimit64", is(0, 0))        // one's own limits, which without privileges only go down
	when("tgkill", is(0, uint64(pid))) // abort, and the Go runtime's preemption
	if p.Threads {
		when("clone", seccomp.Condition{Argument: 0, Operation: seccomp.BitsSet, Value: unix.CLONE_THREAD})
	}
	return seccomp.Policy{DefaultAction: seccomp.ActionErrno, Syscalls: []seccomp.SyscallGroup{g}}, nil
}
