package sandbox

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// mountSpaces are ways to give a child mounts of its own, the one that asks for least
// first. The last one gives none.
func mountSpaces() []func(*exec.Cmd) {
	// An unprivileged user may have mounts of its own in a user namespace only. It is mapped to
	// itself: the child's files belong to whom they belonged before.
	own := func(cmd *exec.Cmd) {
		uid, gid := os.Geteuid(), os.Getegid()
		cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWNS | syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	}
	list := []func(*exec.Cmd){own, func(*exec.Cmd) {}}
	// Root needs no user namespace, and a container that runs as root may forbid them.
	if os.Geteuid() == 0 {
		list = append([]func(*exec.Cmd){func(cmd *exec.Cmd) { cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWNS }}, list...)
	}
	return list
}

// usage is what a scratch folder takes of the disk.
type usage struct {
	bytes int64
	files int
	deep  bool // folders are nested deeper than is looked
	seen  map[[2]uint64]bool
}

// measure counts the blocks of all that is in a folder, by descriptors, so that no
// path is too long, and with modes set right, so that no folder is hidden.
func measure(dir string) usage {
	u := usage{seen: map[[2]uint64]bool{}}
	if f, err := openFolder(unix.AT_FDCWD, dir); err == nil {
		u.folder(f, 0)
	}
	return u
}

// folder counts what is in an open folder, and closes it.
func (u *usage) folder(f *os.File, depth int) {
	defer f.Close()
	for {
		entries, err := f.ReadDir(100)
		for _, e := range entries {
			// A limit on names as well as on bytes: empty files take inodes and the time of
			// whoever counts them.
			u.files++
			if u.files > maxFiles {
				return
			}
			var st unix.Stat_t
			if unix.Fstatat(int(f.Fd()), e.Name(), &st, unix.AT_SYMLINK_NOFOLLOW) != nil {
				continue
			}
			u.add(st)
			if st.Mode&unix.S_IFMT != unix.S_IFDIR {
				continue
			}
			// Each level holds a descriptor open. What is below is not counted, and deep ends the
			// code for it.
			if depth == maxNested {
				u.deep = true
				continue
			}
			if sub, err := openFolder(int(f.Fd()), e.Name()); err == nil {
				u.folder(sub, depth+1)
			}
		}
		if err != nil {
			return
		}
	}
}

// add counts a file once, however many names it has.
func (u *usage) add(st unix.Stat_t) {
	id := [2]uint64{st.Dev, st.Ino}
	if !u.seen[id] {
		u.seen[id] = true
		u.bytes += st.Blocks * 512
	}
}

// unlinked counts files of the folder's file system that have no name any more but
// that a process still has open, or in its memory: of the latter the kernel does not
// tell the size, so that each counts as the largest that it can be.
func (u *usage) unlinked(pid int, dir string, largest int64) {
	proc := "/proc/" + strconv.Itoa(pid)
	children, _ := os.ReadFile(proc + "/task/" + strconv.Itoa(pid) + "/children")
	for _, c := range strings.Fields(string(children)) { // bubblewrap's
		if n, err := strconv.Atoi(c); err == nil {
			u.unlinked(n, dir, largest)
		}
	}

	fds, _ := os.ReadDir(proc + "/fd")
	for _, fd := range fds {
		path := filepath.Join(proc, "fd", fd.Name())
		var st unix.Stat_t
		// Also files that still have a name, which were counted before: add counts each once.
		if to, err := os.Readlink(path); err == nil && strings.HasPrefix(to, dir+"/") && unix.Stat(path, &st) == nil {
			u.add(st)
		}
	}

	maps, err := os.Open(proc + "/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for sc := bufio.NewScanner(io.LimitReader(maps, 16<<20)); sc.Scan(); {
		// 7f0c1a000000-7f0c1a021000 rw-s 00000000 00:2d 513   /tmp/box/file (deleted)
		// A mapping keeps a deleted file's blocks after its descriptor is closed.
		at := strings.Index(sc.Text(), " "+dir+"/")
		if at < 0 || !strings.HasSuffix(sc.Text(), " (deleted)") {
			continue
		}
		words := strings.Fields(sc.Text())
		var major, minor uint32
		inode, err := strconv.ParseUint(words[4], 10, 64)
		if _, err2 := fmt.Sscanf(words[3], "%x:%x", &major, &minor); err != nil || err2 != nil {
			continue
		}
		if id := [2]uint64{unix.Mkdev(major, minor), inode}; !u.seen[id] {
			u.seen[id] = true
			u.bytes += largest
		}
	}
}

// openFolder opens a folder below another one, no link, whatever its mode.
func openFolder(at int, name string) (*os.File, error) {
	const flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(at, name, flags, 0)
	// The code took the right to read from its own folder. Who owns it can give that back.
	if errors.Is(err, unix.EACCES) {
		if err := unix.Fchmodat(at, name, 0o700, 0); err != nil { // links have no mode of their own
			return nil, err
		}
		fd, err = unix.Openat(at, name, flags, 0)
	}
	if err != nil {
		return nil, err
	}
	// What can be read may still not be searched, or not changed.
	_ = unix.Fchmod(fd, 0o700)
	return os.NewFile(uintptr(fd), name), nil
}

// removeHostile removes a folder that was made to be hard to remove: with modes that
// hide it, paths that are too long to be named, nested deeper than files can be open.
// Folders below are first moved up, so that two are open at a time.
func removeHostile(dir string) error {
	top, err := openFolder(unix.AT_FDCWD, dir)
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	defer top.Close()

	moved := 0
	for {
		// Folders that were moved up are found in the next round, after the seek.
		names, err := top.Readdirnames(-1)
		if err != nil || len(names) == 0 {
			break
		}
		before := moved
		gone := 0
		for _, name := range names {
			if unix.Unlinkat(int(top.Fd()), name, 0) == nil {
				gone++
				continue
			}
			sub, err := openFolder(int(top.Fd()), name)
			if err != nil {
				continue
			}
			children, _ := sub.Readdirnames(-1)
			for _, c := range children {
				if unix.Unlinkat(int(sub.Fd()), c, 0) != nil {
					moved++
					_ = unix.Fchmodat(int(sub.Fd()), c, 0o700, 0) // a folder that can't be written can't be moved
					_ = unix.Renameat(int(sub.Fd()), c, int(top.Fd()), fmt.Sprintf("..moved-%d", moved))
				}
			}
			sub.Close()
			if unix.Unlinkat(int(top.Fd()), name, unix.AT_REMOVEDIR) == nil {
				gone++
			}
		}
		if gone == 0 && moved == before {
			break // no progress: the rest is not ours to remove
		}
		if _, err := top.Seek(0, io.SeekStart); err != nil {
			break
		}
	}
	return os.RemoveAll(dir)
}

// pause stops a child's group, and resume lets it go on: between steps nothing runs.
func pause(cmd *exec.Cmd)  { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGSTOP) }
func resume(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGCONT) }
