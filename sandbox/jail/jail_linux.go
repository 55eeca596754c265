package jail

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// Supported asks the kernel.
func Supported() Support {
	var s Support
	if v, err := ll.LandlockGetABIVersion(); err == nil {
		s.Landlock = v
	}
	s.Seccomp = seccompSupported()
	switch {
	case s.Landlock < 1:
		s.Reason = "the kernel has no Landlock (Linux 5.13 or later, with landlock among its security modules)"
	case !s.Seccomp:
		s.Reason = "the kernel, or the container around this process, has no seccomp filters"
	}
	return s
}

// Exec locks the goroutine to its thread, holds it in and executes a program there.
// It returns only when it could not; what was taken by then isn't given back, so
// the process must end.
func Exec(p Policy, path string, argv, env []string) error {
	runtime.LockOSThread()
	s := Supported()
	if s.Reason != "" && !(p.Contained && s.Seccomp) {
		return errors.New(s.Reason)
	}
	// A victim for the kernel's memory killer; it may be forbidden already.
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0)

	// no_new_privs comes first, without which an unprivileged process may neither restrict itself
	// by Landlock nor load filters. Files are restricted before the filters, which forbid the
	// calls for it.
	if err := dropPrivileges(); err != nil {
		return err
	}
	if !p.Contained {
		if err := restrictFiles(p, s); err != nil {
			return fmt.Errorf("landlock: %w", err)
		}
	}
	if err := setLimits(limits(p)); err != nil {
		return err
	}

	// 0 to 2 are the standard streams, 3 and 4 the two pipes. Whatever else this program has open
	// is none of the executed one's business.
	if err := unix.CloseRange(5, ^uint(0), unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return fmt.Errorf("close descriptors: %w", err)
	}
	if err := loadFilters(p, s); err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}

	// All walls stand by now, and what they are to hold in is not there yet.
	if err := try(); err != nil {
		return err
	}
	last, err := settings(lastLimits(p))
	if err != nil {
		return err
	}
	// This program itself may not fit into the last ones, so they are set when
	// nothing is left to do but the execution, whose arguments are ready by then: even
	// to allocate those could need memory that is refused. Nor is the Go scheduler told
	// of the system calls: while one takes long it would start a thread, refused too.
	file, args, vars, err := pointers(path, argv, env)
	if err != nil {
		return fmt.Errorf("execute %s: %w", path, err)
	}
	for i := range last {
		if _, _, errno := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(last[i].resource), uintptr(unsafe.Pointer(&last[i].to)), 0, 0, 0); errno != 0 {
			return fmt.Errorf("limit of %s: %w", last[i].name, errno)
		}
	}
	_, _, errno := unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(file)), uintptr(unsafe.Pointer(&args[0])), uintptr(unsafe.Pointer(&vars[0])))
	runtime.KeepAlive(args)
	runtime.KeepAlive(vars)
	return fmt.Errorf("execute %s: %w", path, errno)
}

// pointers are the arguments of execve.
func pointers(path string, argv, env []string) (file *byte, args, vars []*byte, err error) {
	if file, err = syscall.BytePtrFromString(path); err != nil {
		return nil, nil, nil, err
	}
	if args, err = syscall.SlicePtrFromStrings(argv); err != nil {
		return nil, nil, nil, err
	}
	vars, err = syscall.SlicePtrFromStrings(env)
	return file, args, vars, err
}

// ExecOpen executes a program that needs no jail.
func ExecOpen(path string, argv, env []string) error {
	return fmt.Errorf("execute %s: %w", path, syscall.Exec(path, argv, env))
}

// PrivateFolder mounts an empty file system of a size and a number of files over a
// folder, for this process and its children alone, and goes there. It takes mounts of
// the process's own, not those of the namespace that outside names; what is on them is
// gone with the process.
func PrivateFolder(dir string, size int64, files int, outside string) error {
	if own := MountSpace(); own == "" || own == outside {
		return errors.New("the mounts are not this process's own")
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("make mounts private: %w", err)
	}
	options := fmt.Sprintf("size=%d,nr_inodes=%d,mode=0700", size, files)
	if err := unix.Mount("ensures", dir, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, options); err != nil {
		return fmt.Errorf("mount %s: %w", dir, err)
	}
	return os.Chdir(dir)
}

// MountSpace names the namespace of this process's mounts; "" where that can't be told.
func MountSpace() string {
	name, err := os.Readlink("/proc/self/ns/mnt")
	if err != nil {
		return ""
	}
	return name
}

// DieWithParent has the kernel kill this process when its parent, of that process
// id, ends. The setting outlives Exec.
func DieWithParent(parent int) error {
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("parent death signal: %w", err)
	}
	// The parent may have ended before the setting was made; then no signal comes any more.
	if os.Getppid() != parent {
		return errors.New("the parent process is gone")
	}
	return nil
}

// dropPrivileges gives up every capability for good. The user stays the same:
// what it may do with files and other processes is taken by Landlock and seccomp.
func dropPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	// More than any kernel has; those that it does not know are passed over by their error.
	for c := uintptr(0); c <= 63; c++ {
		if on, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, c, 0, 0, 0); err != nil || on == 0 {
			continue
		}
		// Without CAP_SETPCAP there is nothing to drop that could come back: an
		// unprivileged user gains none with no_new_privs.
		_ = unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0)
	}
	_ = unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("drop capabilities: %w", err)
	}
	return nil
}

// versions are what each version of Landlock's interface can restrict.
func versions() []landlock.Config {
	return []landlock.Config{{}, landlock.V1, landlock.V2, landlock.V3, landlock.V4, landlock.V5, landlock.V6,
		landlock.V7, landlock.V8, landlock.V9, landlock.V10, landlock.V11}
}

// restrictFiles restricts this thread, which is the only one that the executed
// program keeps, to the policy's files. Whatever else the kernel's Landlock knows
// (TCP, UDP, signals, abstract sockets, device ioctl) is refused whole; seccomp
// refuses it too.
func restrictFiles(p Policy, s Support) error {
	all := versions()

	// A kernel that is newer than the list is used by what the list knows.
	c := all[min(s.Landlock, len(all)-1)]
	ruleset, err := ll.LandlockCreateRuleset(&ll.RulesetAttr{
		HandledAccessFS: uint64(c.HandledAccessFS), HandledAccessNet: uint64(c.HandledAccessNet), Scoped: uint64(c.Scoped),
	}, 0)
	if err != nil {
		return fmt.Errorf("make a ruleset: %w", err)
	}
	defer unix.Close(ruleset)
	const file, read = ll.AccessFSReadFile, ll.AccessFSReadFile | ll.AccessFSReadDir
	allow := func(path string, access uint64) error {
		// Rules name files by descriptors. O_PATH needs no right to read.
		fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
			return nil // a library folder that isn't there, or that can't be read anyway
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		defer unix.Close(fd)
		var st unix.Stat_t
		if err := unix.Fstat(fd, &st); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		// The kernel refuses rights of folders in a rule on a file.
		if st.Mode&unix.S_IFMT != unix.S_IFDIR {
			access &= ll.AccessFSReadFile | ll.AccessFSExecute
		}
		// Rights that this kernel's version does not handle are refused by it too, and are not
		// restricted anyway.
		attr := ll.PathBeneathAttr{AllowedAccess: access & uint64(c.HandledAccessFS), ParentFd: fd}
		if err := ll.LandlockAddPathBeneathRule(ruleset, &attr, 0); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	}
	for _, path := range p.Read {
		if err := allow(path, read); err != nil {
			return err
		}
	}
	for _, path := range p.Execute {
		if err := allow(path, file|ll.AccessFSExecute); err != nil {
			return err
		}
	}
	if p.Write != "" {
		if err := allow(p.Write, read|ll.AccessFSWriteFile|ll.AccessFSTruncate|
			ll.AccessFSMakeReg|ll.AccessFSMakeDir|ll.AccessFSRemoveFile|ll.AccessFSRemoveDir); err != nil {
			return err
		}
	}
	return ll.LandlockRestrictSelf(ruleset, 0)
}

type limit struct {
	name       string
	resource   int
	soft, hard uint64
}

// setting is what a limit is to be set to: no more than it is now.
type setting struct {
	limit
	to unix.Rlimit
}

func limits(p Policy) []limit {
	// CPU time has a hard limit a second above the soft one: the signal of the soft one tells
	// afterwards what ended the process.
	return []limit{
		{"core", unix.RLIMIT_CORE, 0, 0},
		{"locked memory", unix.RLIMIT_MEMLOCK, 0, 0},
		{"message queues", unix.RLIMIT_MSGQUEUE, 0, 0},
		{"pending signals", unix.RLIMIT_SIGPENDING, 64, 64},
		{"CPU time", unix.RLIMIT_CPU, p.Limits.CPUSeconds, p.Limits.CPUSeconds + 1},
		{"file size", unix.RLIMIT_FSIZE, p.Limits.FileSize, p.Limits.FileSize},
		{"open files", unix.RLIMIT_NOFILE, p.Limits.Files, p.Limits.Files},
	}
}

func lastLimits(p Policy) []limit {
	list := []limit{{"address space", unix.RLIMIT_AS, p.Limits.AddressSpace, p.Limits.AddressSpace}}
	if !p.Threads {
		list = append(list, limit{"processes", unix.RLIMIT_NPROC, 0, 0})
	}
	return list
}

func setLimits(list []limit) error {
	settings, err := settings(list)
	if err != nil {
		return err
	}
	for _, s := range settings {
		if err := unix.Prlimit(0, s.resource, &s.to, nil); err != nil {
			return fmt.Errorf("limit of %s: %w", s.name, err)
		}
	}
	return nil
}

func settings(list []limit) ([]setting, error) {
	out := make([]setting, len(list))
	for i, l := range list {
		var now unix.Rlimit
		if err := unix.Prlimit(0, l.resource, nil, &now); err != nil {
			return nil, fmt.Errorf("limit of %s: %w", l.name, err)
		}
		// Without privileges a hard limit can only go down, and one that is lower already stays.
		out[i] = setting{l, unix.Rlimit{Cur: min(l.soft, now.Max), Max: min(l.hard, now.Max)}}
	}
	return out, nil
}

// try tests that the walls stand, from the inside.
func try() error {
	if fd, err := unix.Open("/etc/passwd", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return errors.New("a file outside could be opened")
	}
	if fd, err := unix.Open("/proc/"+strconv.Itoa(os.Getppid())+"/environ", unix.O_RDONLY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return errors.New("the parent's environment could be opened")
	}
	if fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return errors.New("a socket could be opened")
	}
	if err := unix.Kill(os.Getppid(), 0); err == nil {
		return errors.New("the parent could be signalled")
	}
	return nil
}
