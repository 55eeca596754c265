package sandbox

import (
	"strings"
	"time"
)

// deep is an expression of many parentheses.
var deep = strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000)

// Attacks on the CPython sandbox. Python is a way to write native code here:
// ctypes reaches every system call and every byte of the process.

var pythonFiles = []attack{
	{name: "read files outside", report: "tried", code: attempt("os, io, pathlib, codecs, linecache, shutil, mmap, tokenize, fileinput, runpy, zipfile, glob",
		"open('/etc/passwd').read()", "open('@SECRET@').read()", "os.read(os.open('@SECRET@', os.O_RDONLY), 99)",
		"pathlib.Path('@SECRET@').read_text()", "io.FileIO('@SECRET@').read()", "codecs.open('@SECRET@').read()",
		"shutil.copy('@SECRET@', 'here')", "tokenize.open('@SECRET@').read()", "list(fileinput.input('@SECRET@'))",
		"runpy.run_path('@SECRET@')", "open('/etc/shadow').read()", "open('/root/.bashrc').read()", "os.listdir('/')", "os.listdir('/etc')",
		"os.listdir('@DIR@')", "os.scandir('/home')", "open('@DIR@/../' + '@SECRET@'.rsplit('/', 2)[1] + '/secret').read()",
		"os.open('/etc', os.O_RDONLY | os.O_DIRECTORY)", "os.chroot('/')", "os.sendfile(1, os.open('@SECRET@', os.O_RDONLY), 0, 99)")},
	{name: "lists of directories by glob", report: "tried", code: "import glob, linecache\nprint('ESCAPED' if glob.glob('/etc/*') or linecache.getlines('@SECRET@') else 'nothing')\nprint('tried')"},
	{name: "the parent's environment", report: "tried", code: attempt("os",
		"open('/proc/@PARENT@/environ').read()", "open('/proc/%d/environ' % os.getppid()).read()", "open('/proc/self/../@PARENT@/environ').read()",
		"open('/proc/@PARENT@/cmdline').read()", "open('/proc/@PARENT@/maps').read()", "open('/proc/@PARENT@/mem', 'rb').read(1)", "os.listdir('/proc/@PARENT@/fd')",
		"open('/proc/@PARENT@/root/etc/passwd').read()", "open('/proc/@PARENT@/cwd/go.mod').read()", "os.readlink('/proc/@PARENT@/cwd')", "os.readlink('/proc/@PARENT@/exe')",
		"open('/proc/1/environ').read()", "os.listdir('/proc')")},
	{name: "its own environment", report: "{}", code: "import os, ctypes\nlib = ctypes.CDLL(None)\nlib.getenv.restype = ctypes.c_char_p\nif lib.getenv(b'PATH') or lib.getenv(b'HOME') or lib.getenv(b'ENSURES_ESCAPE_SECRET'): print('ESCAPED')\nprint(dict(os.environ))"},
	{name: "write outside", report: "tried", code: attempt("os, tempfile, shutil, sqlite3",
		"open('@DIR@/made', 'w')", "open('@SECRET@', 'w')", "open('@SECRET@', 'a').write('x')", "open('@SECRET@', 'r+').write('x')", "open('/tmp/made', 'x')", "open('/dev/shm/made', 'w')",
		"open('/var/tmp/made', 'w')", "os.mkdir('@DIR@/made')", "os.mkfifo('@DIR@/made')", "os.mknod('@DIR@/made')", "os.truncate('@SECRET@', 0)", "os.remove('@SECRET@')",
		"os.rename('@SECRET@', 'mine')", "os.rename('@SECRET@', '@DIR@/made')", "os.chmod('@SECRET@', 0o777)", "os.chown('@SECRET@', 1, 1)", "os.utime('@SECRET@', (1, 1))",
		"os.setxattr('@SECRET@', 'user.x', b'1')", "os.link('@SECRET@', 'mine')", "os.link('@SECRET@', '@DIR@/made')", "os.rmdir('@DIR@')", "os.symlink('/', '@DIR@/made')",
		"tempfile.mkstemp(dir='@DIR@')", "os.open('@DIR@', os.O_TMPFILE | os.O_RDWR)", "os.open('@SECRET@', os.O_RDONLY | os.O_TRUNC)")},
	{name: "a way out of the scratch folder by links", report: "tried", code: attempt("os",
		"(os.symlink('/etc/passwd', 'l'), open('l').read())[1]", "(os.symlink('/', 'd'), open('d/etc/passwd').read())[1]", "open('../../../../../../etc/passwd').read()",
		"(os.mkdir('m'), os.chdir('m'), open('../../etc/passwd').read())[2]", "(os.chdir('/etc'), open('passwd').read())[1]", "os.open('..', os.O_RDONLY)")},
	{name: "proc", report: "tried", code: attempt("os",
		"open('/proc/self/root/etc/passwd').read()", "open('/proc/self/mem', 'r+b')", "open('/proc/self/maps').read()", "os.listdir('/proc/self/fd')", "os.open('/proc/self/fd', os.O_RDONLY)",
		"open('/proc/thread-self/environ').read()", "open('/proc/self/oom_score_adj', 'w').write('-1000')",
		"open('/proc/sys/kernel/hostname').read()", "open('/proc/self/exe', 'r+b')", "open('/sys/kernel/mm/transparent_hugepage/enabled').read()", "open('/dev/mem', 'rb')",
		"open('/dev/tty')", "open('/dev/pts/0')", "open('/dev/sda', 'rb')", "open('/dev/kmsg')")},
	{name: "descriptors that were left open", report: "[0, 1, 2, 3, 4]", code: "import os\nl = []\nfor fd in range(1024):\n    try:\n        os.fstat(fd)\n        l.append(fd)\n    except OSError: pass\nprint(l)\nimport stat\nprint('ESCAPED' if any(stat.S_ISSOCK(os.fstat(f).st_mode) or stat.S_ISREG(os.fstat(f).st_mode) for f in l) else 'pipes')"},
}

var pythonNetwork = []attack{
	{name: "sockets of every family", report: "tried", code: attempt("socket, ssl, asyncio, urllib.request, http.client, ftplib, smtplib, xmlrpc.client",
		"socket.create_connection(('127.0.0.1', @TCP@), 1)", "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', @UDP@))",
		"socket.socket(socket.AF_INET6, socket.SOCK_STREAM)", "socket.socket(socket.AF_UNIX).connect('@UNIX@')", "socket.socket(socket.AF_UNIX).connect('\\0@ABSTRACT@')",
		"socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)", "socket.socket(socket.AF_PACKET, socket.SOCK_RAW)", "socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)",
		"socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)", "socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET)", "socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW)", "socket.socketpair()",
		"socket.fromfd(4, socket.AF_INET, socket.SOCK_STREAM).connect(('127.0.0.1', @TCP@))", "socket.getaddrinfo('example.com', 80)",
		"urllib.request.urlopen('http://127.0.0.1:@TCP@/')", "http.client.HTTPConnection('127.0.0.1', @TCP@).connect()", "asyncio.new_event_loop()")},
	{name: "sockets by number", report: "tried", code: raw("41, 2, 1, 0", "41, 1, 1, 0", "41, 16, 3, 0", "41, 40, 1, 0", "53, 1, 1, 0, buf", "42, 4, buf, 16", "44, 4, buf, 1, 0, 0, 0", "46, 4, buf, 0", "47, 3, buf, 0", "49, 4, buf, 16", "50, 4, 1", "288, 3, 0, 0, 0")},
}

var pythonProcesses = []attack{
	{name: "start programs", report: "tried", code: attempt("os, subprocess, pty, multiprocessing, webbrowser, platform, concurrent.futures as cf",
		"subprocess.run(['/bin/echo', 'x'])", "subprocess.run('echo x > @DIR@/made', shell=True)", "os.popen('id').read() or 1/0", "os.posix_spawn('/bin/ls', ['ls'], {})", "os.spawnv(os.P_WAIT, '/bin/ls', ['ls'])",
		"pty.fork()", "os.forkpty()", "os.fork()", "multiprocessing.Process(target=print).start()", "multiprocessing.Pool(2)", "cf.ProcessPoolExecutor(1).submit(print).result()",
		"os.execv('/bin/sh', ['sh', '-c', 'echo ESCAPED'])", "os.execv('/usr/bin/env', ['env'])", "os.execve('/bin/cat', ['cat', '@SECRET@'], {})")},
	{name: "os.system", report: "status", code: "import os\nprint('status', os.system('echo ESCAPED; echo x > @DIR@/made'))"},
	{name: "a program of its own making", report: "tried", code: "import os\nopen('prog', 'w').write('#!/bin/sh\\necho ESCAPED\\n')\n" + attempt("os, shutil, sys",
		"os.chmod('prog', 0o755)", "os.execv('./prog', ['prog'])", "os.execv(os.memfd_create('m'), ['m'])", "os.memfd_create('x')", "shutil.copy(sys.executable, 'py') and os.execv('./py', ['py', '-c', 'print(1)'])")},
	{name: "another start of python is in the same place", kind: BrokenError, code: "import os, sys\nos.execv(sys.executable, [sys.executable, '-c', 'print(open(\"@SECRET@\").read())'])"},
	{name: "the loader as a way to start programs", code: "import os, glob\nfor ld in ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1']:\n    try: os.execv(ld, [ld, '/bin/cat', '@SECRET@'])\n    except OSError as e: print('failed', e)"},
	{name: "threads", report: "tried", code: attempt("threading, _thread, concurrent.futures as cf", "threading.Thread(target=print).start()", "_thread.start_new_thread(print, ())", "cf.ThreadPoolExecutor(2).submit(print).result()")},
	{name: "fork bomb", report: "tried", code: "import os, ctypes\nlib = ctypes.CDLL(None)\nn = 0\nfor i in range(2000):\n    for f in (os.fork, lib.fork, lib.vfork):\n        try:\n            if f() >= 0: n += 1\n        except OSError: pass\nprint('ESCAPED' if n else 'failed')\nprint('tried')"},
	{name: "processes by number", report: "tried", code: raw("57", "58", "56, 17, 0, 0, 0, 0", "56, 0x10f00, 0, 0, 0, 0", "56, 0x10000000, 0, 0, 0, 0", "435, buf, 88", "322, 3, b'', 0, 0, 0x1000", "59, b'/bin/ls', 0, 0")},
	{name: "kill the parent", report: "tried", code: attempt("os, signal",
		"os.kill(@PARENT@, 9)", "os.kill(os.getppid(), 9)", "os.kill(os.getppid(), 0)", "os.kill(-1, 9)", "os.kill(0, 9)", "os.killpg(os.getpgid(@PARENT@), 9)", "os.killpg(0, 9)", "os.kill(1, 0)",
		"os.pidfd_open(@PARENT@)", "os.setpgid(0, @PARENT@)", "os.setsid()", "os.tcsetpgrp(0, 1)")},
	{name: "signals by number", report: "tried", code: raw("62, @PARENT@, 9", "62, -1, 9", "62, 0, 15", "200, @PARENT@, 9", "234, @PARENT@, @PARENT@, 9", "129, @PARENT@, 9, buf", "297, @PARENT@, @PARENT@, 9, buf", "424, 4, 9, 0, 0", "434, @PARENT@, 0")},
	{name: "signals by descriptor", report: "tried", code: attempt("fcntl, os", "fcntl.fcntl(4, fcntl.F_SETOWN, @PARENT@)", "fcntl.fcntl(4, 10, 9)", "fcntl.fcntl(4, 15, b'\\0' * 8)", "fcntl.fcntl(4, fcntl.F_NOTIFY, 1)", "fcntl.fcntl(4, 1031, 1 << 20)", "fcntl.ioctl(4, 0x8902, b'\\0' * 4)", "fcntl.ioctl(0, 0x5412, b'x')", "fcntl.flock(os.open('f', os.O_CREAT), 2)")},
	{name: "other processes' memory", report: "tried", code: raw("101, 16, @PARENT@, 0, 0", "101, 0x4206, @PARENT@, 0, 0", "101, 0, 0, 0, 0", "310, @PARENT@, buf, 1, buf, 1, 0", "311, @PARENT@, buf, 1, buf, 1, 0", "312, @PARENT@, @PARENT@, 0, 0, 0", "438, 4, 3, 0", "440, 4, buf, 1, 1, 0", "279, @PARENT@, 0, 0, 0, 0", "256, @PARENT@, 1, buf, buf")},
}

var pythonKernel = []attack{
	{name: "identity and privileges", report: "tried", code: attempt("os, resource", "os.setuid(1)", "os.setgid(1)", "os.setresuid(0, 0, 0)", "os.setgroups([0])", "os.setreuid(0, 0)", "os.initgroups('root', 0)", "os.nice(-5)",
		"os.setpriority(os.PRIO_PROCESS, 0, -5)", "os.sched_setaffinity(0, {0})", "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
		"resource.setrlimit(resource.RLIMIT_AS, (-1, -1))", "resource.setrlimit(resource.RLIMIT_CPU, (-1, -1))", "resource.setrlimit(resource.RLIMIT_NPROC, (100, 100))", "resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 40, 1 << 40))",
		"resource.prlimit(@PARENT@, resource.RLIMIT_AS, (1, 1))", "resource.prlimit(@PARENT@, resource.RLIMIT_AS)")},
	{name: "capabilities, seccomp, prctl", report: "tried", code: raw("126, buf, buf", "157, 4, 1, 0, 0, 0", "157, 8, 1, 0, 0, 0", "157, 1, 0, 0, 0, 0", "157, 22, 1, 0, 0, 0", "317, 1, 0, buf", "105, 0", "106, 0", "117, 0, 0, 0", "135, 0", "308, 4, 0", "272, 0x10000000", "272, 0x20000", "446, 4, 0", "444, buf, 8, 0")},
	{name: "mounts and roots", report: "tried", code: raw("165, b'none', b'/tmp', b'tmpfs', 0, 0", "166, b'/', 2", "161, b'/'", "155, b'/', b'/'", "428, -100, b'/', 1", "429, 4, b'', -100, b'/tmp', 4", "430, b'tmpfs', 0", "442, 4, b'', 0, buf, 32", "163, b'/tmp/x'", "169, 1, 2, 3, 0", "170, b'x', 1", "167, b'/dev/sda', 0")},
	{name: "keys, bpf, uring and other big interfaces", report: "tried", code: raw("248, b'user', b'k', b'v', 1, -2", "249, b'user', b'k', 0, -2", "250, 0, -1, 0", "321, 0, buf, 64", "298, buf, 0, -1, -1, 0", "323, 1", "425, 8, buf", "426, 4, 1, 1, 1, 0, 0", "427, 4, 0, 0, 0", "319, b'm', 0", "447, 0",
		"303, -100, b'/etc/passwd', buf, buf, 0", "304, 4, buf, 0", "175, 0, 0, b''", "313, 4, b'', 0", "246, 0, 0, 0, 0", "300, 0, 0", "253", "254, 4, b'/', 2", "301, 4, 0, 0, -100, b'/'", "103, 3, buf, 100", "153", "172, 3", "173, 0, 1, 1", "212, 0, 0", "216", "180")},
	{name: "shared memory and queues", report: "tried", code: raw("29, 1234, 4096, 0o1666", "30, 0, 0, 0", "64, 1234, 1, 0o1666", "68, 1234, 0o1666", "240, b'/q', 66, 0o666, 0", "319, b'shm', 0") + attempt("multiprocessing.shared_memory as sm, mmap", "sm.SharedMemory(create=True, size=100)")},
	{name: "extended attributes, modes, owners by number", report: "tried", code: raw("90, b'@SECRET@', 0o777", "91, 4, 0o777", "92, b'@SECRET@', 1, 1", "268, -100, b'@SECRET@', 0o777", "452, -100, b'@SECRET@', 0o777, 0", "260, -100, b'@SECRET@', 1, 1, 0", "188, b'@SECRET@', b'user.x', b'1', 1, 0", "132, b'@SECRET@', 0", "235, b'@SECRET@', buf", "280, -100, b'@SECRET@', buf, 0", "76, b'@SECRET@', 0", "86, b'@SECRET@', b'l'", "88, b'/', b'l'", "265, -100, b'@SECRET@', -100, b'l', 0", "437, -100, b'@SECRET@', buf, 24")},
	{name: "the 32-bit door", code: machine(
		"31 db 89 d8 b8 14 00 00 00 cd 80 c3"), report: "tried"}, // mov eax,20 (getpid in i386); int 0x80
	{name: "the x32 door", report: "tried", code: raw("0x40000000 + 41, 2, 1, 0", "0x40000000 + 39", "0x40000000 + 57", "0x40000000 + 520, b'/bin/ls', 0, 0")},
}

// machine runs machine code of x86-64 that returns a system call's result.
func machine(hex string) string {
	return `import ctypes, mmap, platform
if platform.machine() == 'x86_64':
    code = bytes.fromhex('` + hex + `')
    m = mmap.mmap(-1, 4096, prot=7)
    m.write(code)
    f = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(m)))
    print('tried', flush=True)
    r = f()
    print('ESCAPED' if r > 0 else 'failed', r)
else:
    print('tried')`
}

var short = Limits{Wall: 400 * time.Millisecond}

var pythonResources = []attack{
	{name: "memory bomb", kind: LimitError, code: "l = []\nwhile True:\n    l.append(bytearray(1 << 20))"},
	{name: "one large block", kind: LimitError, code: "x = bytearray(1 << 33)"},
	{name: "memory past the allocator", report: "failed", code: "import mmap\nl = []\ntry:\n    for i in range(10000):\n        l.append(mmap.mmap(-1, 64 << 20))\n    print('ESCAPED')\nexcept OSError:\n    print('failed')\ndel l"},
	{name: "big integers", kind: LimitError, limits: short, code: "x = 7 ** (10 ** 9)"},
	{name: "a long string of digits", limits: short, code: "str(1 << 10 ** 8)"},
	{name: "endless loop", kind: LimitError, limits: short, code: "while True: pass"},
	{name: "endless loop that catches everything", kind: LimitError, limits: short, code: "while True:\n    try:\n        while True: pass\n    except BaseException: pass"},
	{name: "endless loop without alarm", kind: LimitError, limits: short, code: "import signal\nsignal.setitimer(signal.ITIMER_REAL, 0)\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass"},
	{name: "endless regular expression", kind: LimitError, limits: short, code: "import re\nre.match('(a+)+$', 'a' * 40 + 'b')"},
	{name: "endless sleep", kind: LimitError, limits: short, code: "import time\ntime.sleep(10 ** 6)"},
	{name: "processor time", kind: LimitError, limits: Limits{Wall: 20 * time.Second, CPU: time.Second}, code: "while True: pass"},
	{name: "endless recursion in C", code: "import sys\nsys.setrecursionlimit(10 ** 8)\ndef f(): f()\nf()"},
	{name: "output flood", code: "while True: print('x' * 10000)", limits: short, kind: LimitError},
	{name: "output flood past print", kind: LimitError, code: "import os\nwhile True: os.write(1, b'x' * 100000)"},
	{name: "output flood on the error stream", kind: LimitError, code: "import sys, os\nwhile True: os.write(2, b'x' * 100000)"},
	{name: "one large value", report: "cut", code: "'v' * 50000000"},
	{name: "one large error", code: "raise ValueError('v' * 50000000)"},
	{name: "a full disk", limits: Limits{Scratch: 4 << 20, Wall: 5 * time.Second}, code: "import time\nfor i in range(500):\n    open('f%d' % i, 'wb').write(b'x' * 100000)\ntime.sleep(4)\nprint('ESCAPED')"},
	{name: "many files", limits: Limits{Wall: 5 * time.Second}, code: "import os, time\nfor i in range(3000): os.close(os.open('f%d' % i, os.O_CREAT))\ntime.sleep(4)\nprint('ESCAPED')"},
	{name: "a large file", code: "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nf = open('f', 'wb')\nfor i in range(100): f.write(b'x' * 1000000)\nprint('ESCAPED')"},
	{name: "an end of the process", kind: BrokenError, code: "import os\nos._exit(0)"},
	{name: "a crash of the process", kind: BrokenError, code: "import ctypes\nctypes.string_at(0)"},
	{name: "an abort of the process", kind: BrokenError, code: "import os\nos.abort()"},
}

// forged finds the key of the running step and writes frames of its own.
const forged = `import json, os, struct, gc, sys
link = [o for o in gc.get_objects() if type(o).__name__ == '_Link'][0]
def frame(**e):
    link.count += 1
    e.update(key=link.key, n=link.count)
    b = json.dumps(e).encode()
    os.write(4, struct.pack('>I', len(b)) + b)
`

var pythonPipes = []attack{
	{name: "garbage on the pipe", kind: BrokenError, code: "import os\nos.write(4, b'garbage' * 100)"},
	{name: "a frame without the key", kind: BrokenError, code: "import os, struct\nb = b'{\"ev\":\"done\",\"n\":2,\"key\":\"\",\"value\":\"ESC\"}'\nos.write(4, struct.pack('>I', len(b)) + b)\nwhile True: pass"},
	{name: "a frame that repeats a number", kind: BrokenError, code: forged + "link.count -= 1\nframe(ev='out', text='x')\nwhile True: pass"},
	{name: "a frame of four gigabytes", kind: BrokenError, code: "import os\nos.write(4, b'\\xff\\xff\\xff\\xff')\nwhile True: pass"},
	{name: "a tool that is not there", report: "", code: forged + "frame(ev='call', name='secret_tool', args={})\nprint(link.receive())"},
	{name: "a tool's arguments that are none", code: forged + "frame(ev='call', name='echo', args='x' * 10)\nlink.receive()"},
	{name: "calls without end", kind: LimitError, code: forged + "while True:\n    frame(ev='call', name='echo', args={})"},
	{name: "a call with large arguments", code: forged + "frame(ev='call', name='echo', args={'x': 'y' * 3000000})\nlink.receive()"},
	{name: "calls after the end", report: "", code: "try: ends()\nexcept BaseException: pass\nfor i in range(10):\n    try: echo(i)\n    except BaseException: pass"},
	{name: "a forged end, and the code goes on", code: forged + "frame(ev='done', value='7')\nwhile True: pass", limits: short},
	{name: "a second greeting", kind: BrokenError, code: forged + "frame(ev='hello', text='x')\nwhile True: pass"},
	{name: "a refusal that was not", kind: BrokenError, code: forged + "frame(ev='fatal', text='x')\nwhile True: pass"},
	{name: "output frames without end", kind: LimitError, code: forged + "while True: frame(ev='out', text='x' * 8000)"},
	{name: "a closed pipe", code: "import os\nos.close(4)"},
	{name: "a closed pipe of orders", code: "import os\nos.close(3)"},
	{name: "import hooks and changed libraries", code: "import sys, json, builtins, os\nclass F:\n    def find_spec(self, *a): raise ImportError('mine')\nsys.meta_path.insert(0, F())\nbuiltins.__import__ = None\njson.dumps = lambda *a, **k: 'ESC'\nsys.stdout.write('tried')\nos.read = None"},
	{name: "a runner turned inside out", ruins: true, code: "import gc, types\nfor o in gc.get_objects():\n    if type(o) is dict and '_run' in o and '_execute' in o:\n        o['_run'] = lambda *a: {'ev': 'done', 'value': '7'}"},
	{name: "a handler that outlives the step", code: "import signal, os\ndef again(*a):\n    os.write(4, b'late' * 10)\nsignal.signal(signal.SIGALRM, again)\nsignal.signal = lambda *a: None\nsignal.setitimer(signal.ITIMER_REAL, 0.05)\nsignal.setitimer = lambda *a: (0, 0)"},
	{name: "trace functions and exit hooks", code: "import sys, atexit, os\natexit.register(lambda: os.write(4, b'late'))\nsys.settrace(lambda *a: None)\nsys.excepthook = None\nsys.displayhook = None"},
}

// Attacks on the Starlark sandbox, which has no way to name what it can't have.
var starlarkAttacks = []attack{
	{name: "open", kind: RuntimeError, code: "open('/etc/passwd').read()"},
	{name: "import os", kind: DialectError, code: "import os"},
	{name: "import of a part", kind: DialectError, code: "from os.path import join"},
	{name: "import by function", kind: RuntimeError, code: "__import__('os')"},
	{name: "load", code: "load('/etc/passwd', 'x')"},
	{name: "exec and eval", kind: RuntimeError, code: "eval('1')"},
	{name: "classes of classes", kind: RuntimeError, code: "''.__class__.__mro__[1].__subclasses__()"},
	{name: "globals of functions", kind: RuntimeError, code: "def f(): pass\nf.__globals__"},
	{name: "our own names", kind: SyntaxError, code: "$import('os')"},
	{name: "input", kind: RuntimeError, code: "input()"},
	{name: "memory bomb of lists", kind: LimitError, code: "l = [0]\nwhile True:\n    l = l + l"},
	{name: "memory bomb of strings", kind: LimitError, code: "s = 'x'\nwhile True:\n    s = s + s"},
	{name: "memory bomb of dicts", kind: LimitError, limits: Limits{Wall: 20 * time.Second}, code: "d = {}\ni = 0\nwhile True:\n    i += 1\n    d[i] = [i] * 100"},
	{name: "memory by repetition", code: "'x' * (1 << 40)"},
	{name: "memory by a list of a range", code: "list(range(10 ** 12))", kind: LimitError, limits: Limits{Wall: 20 * time.Second}},
	{name: "memory by a wide format", code: "f'{1:>1000000000000}' + '%1000000000000d' % 1 + 'x'.center(10 ** 12)"},
	{name: "memory by a precision", code: "f'{1.5:.1000000000000f}'"},
	{name: "memory by replacing", code: "s = 'x' * 100000\nfor i in range(10):\n    s = s.replace('x', s)", kind: LimitError},
	{name: "big integers by powers", code: "x = 7 ** (10 ** 10)"},
	{name: "big integers by shifts", code: "x = 1 << (10 ** 10)"},
	{name: "big integers by products", limits: short, kind: LimitError, code: "x = 7\nwhile True:\n    x = x * x"},
	{name: "factorials", code: "import math\nmath.factorial(10 ** 12)"},
	{name: "endless loop", kind: LimitError, limits: short, code: "while True: pass"},
	{name: "endless loop in a function", kind: LimitError, limits: short, code: "def f():\n    while True: pass\nf()"},
	{name: "endless recursion", kind: RuntimeError, code: "def f(): f()\nf()"},
	{name: "endless recursion of lambdas", code: "f = lambda g: g(g)\nf(f)"},
	{name: "endless recursion of a sort key", code: "def f(x): return sorted([1, 2], key=f)\nf(1)"},
	{name: "deeply nested source", code: "x = " + deep},
	{name: "a list in itself", code: "l = []\nl.append(l)\nprint(l)\nimport json\njson.dumps(l)"},
	{name: "a regular expression with a bomb", code: "import re\nre.match('((a{100}){100}){100}', 'a')"},
	{name: "backtracking", code: "import re\nbool(re.match('(a+)+$', 'a' * 40 + 'b'))"},
	{name: "output flood", kind: LimitError, limits: short, code: "while True: print('x' * 10000)"},
	{name: "one large value", report: "cut", code: "'v' * 50000000"},
	{name: "one large error", code: "raise ValueError('v' * 50000000)"},
	{name: "calls without end", code: "while True: echo(1)", kind: RuntimeError, report: "limit of 5 calls"},
	{name: "a call with large arguments", kind: RuntimeError, code: "echo('x' * 3000000)"},
	{name: "deep JSON", code: "import json\njson.loads('[' * 1000000)"},
	{name: "tools with names of ours", kind: RuntimeError, code: "echo(**{'$x': 1})"},
}
