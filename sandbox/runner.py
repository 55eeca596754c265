"""Runs code of a model inside a process that is held in already.

Orders come in on descriptor 3 and events go out on descriptor 4, as frames of a
length and JSON. Nothing here is a wall: the code can reach all of it, and gains
nothing but its own process, which the kernel holds in.
"""
import ast, builtins, io, json, linecache, os, signal, struct, sys, time, traceback, warnings


class ToolError(Exception):
    """A tool could not do what it was asked for."""


class _Final(BaseException):
    pass


class _TimeUp(BaseException):
    pass


class _Link:
    """The two pipes."""

    def __init__(self):
        self.key, self.count, self.busy = "", 0, False

    def read(self, n):
        parts = []
        while n:
            part = os.read(3, min(n, 1 << 20))
            if not part:
                os._exit(0)  # the parent is gone
            parts.append(part)
            n -= len(part)
        return b"".join(parts)

    def receive(self):
        (n,) = struct.unpack(">I", self.read(4))
        return json.loads(self.read(n))

    def send(self, **event):
        was, self.busy = self.busy, True
        try:
            self.count += 1
            event["key"], event["n"] = self.key, self.count
            body = json.dumps(event).encode()
            body = struct.pack(">I", len(body)) + body
            while body:
                body = body[os.write(4, body):]
        finally:
            self.busy = was


link = _Link()


class _Out(io.TextIOBase):
    """What print writes to: kept up to a limit, counted beyond it."""

    def __init__(self):
        self.reset(0)

    def reset(self, limit):
        self.left, self.dropped, self.buffer_, self.size = limit, 0, [], 0

    def writable(self):
        return True

    def write(self, s):
        if not isinstance(s, str):
            raise TypeError("write() takes a str, not " + type(s).__name__)
        kept = s[: self.left]
        self.left -= len(kept)
        self.dropped += len(s) - len(kept)
        if kept:
            self.buffer_.append(kept)
            self.size += len(kept)
            if self.size > 4096:
                self.emit()
        return len(s)

    def emit(self):
        if self.buffer_:
            text, self.buffer_, self.size = "".join(self.buffer_), [], 0
            for i in range(0, len(text), 8192):
                link.send(ev="out", text=text[i : i + 8192])


out = _Out()


class _Clock:
    """Ends code that runs too long, with the line it was at. It stands still inside tools."""

    def start(self, seconds):
        signal.signal(signal.SIGALRM, self.ring)
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))

    def stop(self):
        return signal.setitimer(signal.ITIMER_REAL, 0)[0]

    def ring(self, number, frame):
        if link.busy:
            signal.setitimer(signal.ITIMER_REAL, 0.02)  # not in the middle of a frame
            return
        signal.setitimer(signal.ITIMER_REAL, 0.25)  # again, when the code catches the first
        raise _TimeUp()


clock = _Clock()


class _Calls:
    def __init__(self):
        self.over, self.bytes = False, 0

    def call(self, name, args):
        if self.over:
            raise _Final()
        raw = json.dumps(args, allow_nan=False, default=_plain)
        if len(raw) > self.bytes:
            raise ToolError("%s: the arguments take more than %d bytes" % (name, self.bytes))
        link.busy = True
        left = clock.stop()
        try:
            out.emit()
            link.send(ev="call", name=name, args=json.loads(raw))
            answer = link.receive()
        finally:
            link.busy = False
            clock.start(left or 0.001)
        if answer["do"] == "result":
            return answer.get("value")
        if answer["do"] == "final":
            self.over = True
            raise _Final()
        raise ToolError(answer.get("error", ""))


calls = _Calls()


def _plain(v):
    if isinstance(v, (set, frozenset)):
        return sorted(v, key=repr)
    if isinstance(v, (range, map, filter, zip)) or hasattr(v, "__next__"):
        return list(v)
    raise TypeError("tools take plain values, not " + type(v).__name__)


def _tool(name, params, doc):
    def tool(*args, **named):
        if len(args) > len(params):
            raise TypeError("%s() takes %d arguments (%s), %d given" % (name, len(params), ", ".join(params), len(args)))
        values = dict(zip(params, args))
        for k, v in named.items():
            if k in values:
                raise TypeError("%s() got two values for %r" % (name, k))
            if k not in params:
                raise TypeError("%s() has no argument %r; it has: %s" % (name, k, ", ".join(params) or "none"))
            values[k] = v
        return calls.call(name, values)

    tool.__name__ = tool.__qualname__ = name
    tool.__doc__ = "%s(%s)\n%s" % (name, ", ".join(params), doc)
    return tool


def _ours(filename):
    return filename.startswith("<step ")


def _line(tb, filename):
    line = 0
    while tb is not None:
        if tb.tb_frame.f_code.co_filename == filename:
            line = tb.tb_lineno
        tb = tb.tb_next
    return line


def _text(err):
    te = traceback.TracebackException.from_exception(err, limit=-200)
    te.__cause__ = te.__context__ = None
    frames = [f for f in te.stack if _ours(f.filename)]
    if len(frames) > 12:
        frames = frames[:4] + frames[-8:]
    te.stack = traceback.StackSummary.from_list(frames)
    text = "".join(te.format(chain=False))
    return text.rstrip() if frames or isinstance(err, SyntaxError) else "".join(te.format_exception_only()).rstrip()


def _execute(code, filename, names):
    """The value of the last expression, or None."""
    tree = ast.parse(code, filename)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    body = compile(tree, filename, "exec")
    tail = compile(last, filename, "eval") if last else None
    exec(body, names)
    return eval(tail, names) if tail else None


def _run(order, names):
    filename = "<step %d>" % order["step"]
    code = order.get("code", "")
    linecache.cache[filename] = (len(code), None, code.splitlines(True), filename)
    done = {"ev": "done"}
    try:
        try:
            clock.start(order["wall_ms"] / 1000)
            value = _execute(code, filename, names)
            if value is not None:
                names["_"] = value
                text = repr(value)
                done["value"] = text[: order["output"] + 1]
        finally:
            clock.stop()
    except _Final:
        pass
    except _TimeUp as e:
        line = _line(e.__traceback__, filename)
        done.update(kind="limit", line=line, error="the code ran longer than %g s and was stopped%s; names are kept"
                    % (order["wall_ms"] / 1000, " at line %d" % line if line else ""))
    except MemoryError as e:
        e.__traceback__, line = None, _line(e.__traceback__, filename)
        done.update(kind="limit", line=line, error="MemoryError: the code used more memory than it may%s" % (" at line %d" % line if line else ""))
    except SystemExit as e:
        done.update(kind="runtime", line=_line(e.__traceback__, filename), error="SystemExit: the code asked to exit; the interpreter stays")
    except SyntaxError as e:
        own = e.filename == filename
        done.update(kind="syntax" if own else "runtime", line=e.lineno or 0 if own else _line(e.__traceback__, filename), error=_text(e))
    except BaseException as e:
        done.update(kind="runtime", line=_line(e.__traceback__, filename), error=_text(e)[:20000])
    out.emit()
    done["dropped"] = out.dropped
    return done


class _Frozen:
    """Time and chance as every run has them: what a code prints of them is the same
    when a recorded run is repeated. Time begins at a fixed instant and goes on by a
    millisecond with every look at it, and by what is slept."""

    START = 1_700_000_000_000_000_000  # ns since 1970

    def __init__(self):
        self.passed, self.drawn, self.frozen = 0, 0, set()
        self.localtime, self.gmtime, self.strftime, self.sleep_ = time.localtime, time.gmtime, time.strftime, time.sleep

    def now(self):
        self.passed += 1_000_000
        return self.START + self.passed

    def install(self):
        time.time_ns, time.time = self.now, lambda: self.now() / 1e9
        for name in ("monotonic", "perf_counter", "process_time", "thread_time"):
            setattr(time, name + "_ns", lambda: self.now() - self.START)
            setattr(time, name, lambda: (self.now() - self.START) / 1e9)
        time.sleep = self.sleep
        time.localtime = time.gmtime = lambda secs=None: self.gmtime(time.time() if secs is None else secs)
        time.ctime = lambda secs=None: time.asctime(time.gmtime(secs))
        time.strftime = lambda form, t=None: self.strftime(form, time.gmtime() if t is None else t)
        os.urandom = self.bytes
        self.load, builtins.__import__ = builtins.__import__, self.import_

    def sleep(self, secs):
        self.sleep_(secs)
        self.passed += int(secs * 1e9)

    def bytes(self, n):
        out = bytearray()
        for _ in range(n):  # a linear congruence: nobody relies on its being secret
            self.drawn = (self.drawn * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            out.append(self.drawn >> 56)
        return bytes(out)

    def import_(self, name, *rest, **named):
        module = self.load(name, *rest, **named)
        for which, freeze in (("random", self.random), ("datetime", self.datetime)):
            loaded = sys.modules.get(which)  # perhaps by an import within an import, and perhaps half of it
            if loaded and which not in self.frozen and not getattr(loaded.__spec__, "_initializing", False):
                self.frozen.add(which)
                freeze(loaded)
        return module

    def random(self, module):
        seed = module.Random.seed

        class Random(module.Random):
            def seed(self, a=None, version=2):
                seed(self, 0 if a is None else a, version)

        Random.__qualname__ = "Random"
        module.seed(0)
        module.Random = Random

    def datetime(self, module):
        class Kind(type):  # a datetime is a date, as it was
            def __instancecheck__(cls, x):
                return isinstance(x, cls.__mro__[1])

        class date(module.date, metaclass=Kind):
            @classmethod
            def today(cls):
                return cls.fromtimestamp(time.time())

        class datetime(module.datetime, metaclass=Kind):
            @classmethod
            def now(cls, tz=None):
                return cls.fromtimestamp(time.time(), tz)

            @classmethod
            def utcnow(cls):
                return cls.fromtimestamp(time.time(), module.timezone.utc).replace(tzinfo=None)

            @classmethod
            def today(cls):
                return cls.now()

        for c in (date, datetime):
            c.__module__, c.__qualname__ = "datetime", c.__name__
            setattr(module, c.__name__, c)


def _main():
    sys.path[:] = [p for p in sys.path if p]
    os.environ.clear()
    start = link.receive()
    link.key = start["key"]
    names = {"__name__": "__main__", "__builtins__": builtins, "ToolError": ToolError}
    for t in start.get("tools") or ():
        names[t["Name"]] = _tool(t["Name"], t.get("Params") or [], t.get("Doc") or "")
    sys.argv = [""]
    warnings.simplefilter("ignore", SyntaxWarning)
    _Frozen().install()
    link.send(ev="hello", text=sys.version.split()[0])
    while True:
        order = link.receive()
        if order["do"] != "exec":
            continue
        link.key, calls.bytes = order["key"], order["bytes"]
        calls.over = False
        out.reset(order["output"])
        sys.stdout = sys.stderr = out
        done = _run(order, names)
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        link.send(**done)


_main()
