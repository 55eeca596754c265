package types

import "strings"

// Public classes of Java's own packages, so that a use of one that the library
// lacks is told from a misspelt name.
var jdkClasses = map[string]string{
	"java.lang":                   "Appendable AutoCloseable CharSequence Cloneable Comparable Iterable ProcessHandle Readable Runnable Boolean Byte Character Class ClassLoader ClassValue Double Enum Float InheritableThreadLocal Integer Long Math Module Number Object Package Process ProcessBuilder Record Runtime RuntimePermission SecurityManager Short StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder System Thread ThreadGroup ThreadLocal Throwable Void ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException ClassCastException ClassNotFoundException CloneNotSupportedException EnumConstantNotPresentException Exception IllegalAccessException IllegalArgumentException IllegalCallerException IllegalMonitorStateException IllegalStateException IllegalThreadStateException IndexOutOfBoundsException InstantiationException InterruptedException LayerInstantiationException NegativeArraySizeException NoSuchFieldException NoSuchMethodException NullPointerException NumberFormatException ReflectiveOperationException RuntimeException SecurityException StringIndexOutOfBoundsException TypeNotPresentException UnsupportedOperationException AbstractMethodError AssertionError BootstrapMethodError ClassCircularityError ClassFormatError Error ExceptionInInitializerError IllegalAccessError IncompatibleClassChangeError InstantiationError InternalError LinkageError NoClassDefFoundError NoSuchFieldError NoSuchMethodError OutOfMemoryError StackOverflowError ThreadDeath UnknownError UnsatisfiedLinkError UnsupportedClassVersionError VerifyError VirtualMachineError Deprecated FunctionalInterface Override SafeVarargs SuppressWarnings",
	"java.util":                   "Collection Comparator Deque Enumeration EventListener Formattable Iterator List ListIterator Map NavigableMap NavigableSet Observer PrimitiveIterator Queue RandomAccess Set SortedMap SortedSet Spliterator AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet ArrayDeque ArrayList Arrays Base64 BitSet Calendar Collections Currency Date Dictionary DoubleSummaryStatistics EnumMap EnumSet EventObject Formatter GregorianCalendar HashMap HashSet Hashtable HexFormat IdentityHashMap IntSummaryStatistics LinkedHashMap LinkedHashSet LinkedList Locale LongSummaryStatistics Objects Observable Optional OptionalDouble OptionalInt OptionalLong PriorityQueue Properties Random ResourceBundle Scanner ServiceLoader SimpleTimeZone Spliterators SplittableRandom Stack StringJoiner StringTokenizer Timer TimerTask TimeZone TreeMap TreeSet UUID Vector WeakHashMap ConcurrentModificationException DuplicateFormatFlagsException EmptyStackException FormatterClosedException IllegalFormatException InputMismatchException MissingResourceException NoSuchElementException UnknownFormatConversionException",
	"java.util.function":          "BiConsumer BiFunction BinaryOperator BiPredicate BooleanSupplier Consumer DoubleBinaryOperator DoubleConsumer DoubleFunction DoublePredicate DoubleSupplier DoubleToIntFunction DoubleToLongFunction DoubleUnaryOperator Function IntBinaryOperator IntConsumer IntFunction IntPredicate IntSupplier IntToDoubleFunction IntToLongFunction IntUnaryOperator LongBinaryOperator LongConsumer LongFunction LongPredicate LongSupplier LongToDoubleFunction LongToIntFunction LongUnaryOperator ObjDoubleConsumer ObjIntConsumer ObjLongConsumer Predicate Supplier ToDoubleBiFunction ToDoubleFunction ToIntBiFunction ToIntFunction ToLongBiFunction ToLongFunction UnaryOperator",
	"java.util.stream":            "BaseStream Collector Collectors DoubleStream IntStream LongStream Stream StreamSupport",
	"java.util.concurrent":        "BlockingDeque BlockingQueue Callable CompletionService CompletionStage ConcurrentMap ConcurrentNavigableMap Delayed Executor ExecutorService Future RunnableFuture ScheduledExecutorService ScheduledFuture ThreadFactory TransferQueue AbstractExecutorService ArrayBlockingQueue CompletableFuture ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentSkipListMap ConcurrentSkipListSet CopyOnWriteArrayList CopyOnWriteArraySet CountDownLatch CyclicBarrier DelayQueue Exchanger ExecutorCompletionService Executors ForkJoinPool ForkJoinTask FutureTask LinkedBlockingDeque LinkedBlockingQueue LinkedTransferQueue Phaser PriorityBlockingQueue RecursiveAction RecursiveTask ScheduledThreadPoolExecutor Semaphore SynchronousQueue ThreadLocalRandom ThreadPoolExecutor TimeUnit BrokenBarrierException CancellationException CompletionException ExecutionException RejectedExecutionException TimeoutException",
	"java.util.concurrent.atomic": "AtomicBoolean AtomicInteger AtomicIntegerArray AtomicLong AtomicLongArray AtomicReference AtomicReferenceArray DoubleAccumulator DoubleAdder LongAccumulator LongAdder",
	"java.util.concurrent.locks":  "Condition Lock ReadWriteLock LockSupport ReentrantLock ReentrantReadWriteLock StampedLock",
	"java.util.regex":             "MatchResult Matcher Pattern PatternSyntaxException",
	"java.math":                   "BigDecimal BigInteger MathContext RoundingMode",
	"java.io":                     "Closeable DataInput DataOutput Externalizable Flushable ObjectInput ObjectOutput Serializable BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter ByteArrayInputStream ByteArrayOutputStream CharArrayReader CharArrayWriter Console DataInputStream DataOutputStream File FileDescriptor FileInputStream FileOutputStream FileReader FileWriter InputStream InputStreamReader LineNumberReader ObjectInputStream ObjectOutputStream OutputStream OutputStreamWriter PrintStream PrintWriter PushbackReader RandomAccessFile Reader SequenceInputStream StreamTokenizer StringReader StringWriter Writer EOFException FileNotFoundException IOException NotSerializableException UncheckedIOException UnsupportedEncodingException",
	"java.nio":                    "Buffer ByteBuffer ByteOrder CharBuffer DoubleBuffer FloatBuffer IntBuffer LongBuffer ShortBuffer",
	"java.nio.charset":            "Charset StandardCharsets",
	"java.nio.file":               "Path FileSystem Files FileSystems Paths",
	"java.text":                   "DateFormat DecimalFormat DecimalFormatSymbols Format MessageFormat Normalizer NumberFormat ParseException SimpleDateFormat Collator BreakIterator CharacterIterator StringCharacterIterator",
	"java.time":                   "Clock Duration Instant LocalDate LocalDateTime LocalTime Month MonthDay OffsetDateTime Period Year YearMonth ZonedDateTime ZoneId ZoneOffset DayOfWeek DateTimeException",
	"java.time.format":            "DateTimeFormatter DateTimeFormatterBuilder DateTimeParseException",
	"java.time.temporal":          "ChronoUnit ChronoField Temporal TemporalAdjusters",
	"java.lang.annotation":        "Annotation Documented ElementType Inherited Native Repeatable Retention RetentionPolicy Target",
	"java.lang.reflect":           "Array Constructor Field InvocationTargetException InvocationHandler Member Method Modifier Parameter ParameterizedType Proxy Type",
	"java.lang.ref":               "PhantomReference Reference ReferenceQueue SoftReference WeakReference",
	"java.security":               "MessageDigest NoSuchAlgorithmException SecureRandom",
	"java.net":                    "URI URL URLEncoder URLDecoder Socket ServerSocket",
}

func knownJDK(pkg, name string) bool {
	list, ok := jdkClasses[pkg]
	return ok && containsWord(list, name)
}

func containsWord(list, w string) bool {
	if w == "" {
		return false
	}
	for rest := list; ; {
		i := strings.Index(rest, w)
		if i < 0 {
			return false
		}
		j := i + len(w)
		if (i == 0 || rest[i-1] == ' ') && (j == len(rest) || rest[j] == ' ') {
			return true
		}
		rest = rest[j:]
	}
}

// jdkPackageOf is the package of a well-known class, java.util before others.
func jdkPackageOf(name string) string {
	for _, p := range [...]string{"java.util", "java.util.function", "java.util.stream", "java.math", "java.io", "java.util.regex",
		"java.util.concurrent", "java.util.concurrent.atomic", "java.util.concurrent.locks", "java.text", "java.time", "java.nio.file", "java.nio.charset"} {
		if knownJDK(p, name) {
			return p
		}
	}
	return ""
}

// isJDKName reports whether a qualified name is that of a class of Java's own, as
// far as we know: any name in a package that the table does not list may be.
func isJDKName(qualified string) bool {
	if !strings.HasPrefix(qualified, "java.") && !strings.HasPrefix(qualified, "javax.") && !strings.HasPrefix(qualified, "jdk.") {
		return false
	}
	i := lastDot(qualified)
	list, ok := jdkClasses[qualified[:i]]
	return !ok || containsWord(list, qualified[i+1:])
}

// similarJDK suggests the class of a package that a misspelt qualified name means.
func similarJDK(qualified string) string {
	i := lastDot(qualified)
	list, ok := jdkClasses[qualified[:i]]
	if !ok {
		return ""
	}
	if s := similar(qualified[i+1:], strings.Fields(list)); s != "" {
		return "did you mean " + qualified[:i] + "." + s + "?"
	}
	return ""
}
