package snippet

import "passepartout/pipeline"

// What a program of Java may name. Types and methods that are not listed are
// the program's own; those of the second kind of list may not even be that, since
// a name that is declared in one place may mean the library's in another.

var javaKeywords = nameTable{text: `abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if
	implements import instanceof int interface long new non null package permits private protected public record return sealed short static strictfp super
	switch synchronized this throw throws transient true try var void volatile when while yield`}

// javaTypes only compute, wait, print, or work on streams that are open already.
// Some are looked at where they are made.
var javaTypes = nameTable{text: `AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSet Adler32 ArithmeticException ArrayBlockingQueue ArrayDeque
	ArrayIndexOutOfBoundsException ArrayList ArrayStoreException Arrays AssertionError AtomicBoolean AtomicInteger AtomicIntegerArray AtomicLong
	AtomicLongArray AtomicMarkableReference AtomicReference AtomicReferenceArray AtomicStampedReference AutoCloseable Base64 BaseStream BiConsumer
	BiFunction BiPredicate BigDecimal BigInteger BinaryOperator BitSet BlockingQueue Boolean BooleanSupplier BreakIterator BrokenBarrierException
	BufferedInputStream BufferedOutputStream BufferedReader BufferedWriter Builder Byte ByteArrayInputStream ByteArrayOutputStream ByteBuffer ByteOrder
	CRC32 Calendar Callable CancellationException CharArrayReader CharArrayWriter CharBuffer CharSequence Character CharacterCodingException
	Characteristics Charset CharsetDecoder CharsetEncoder Checksum ChoiceFormat ChronoField ChronoUnit ClassCastException Cleaner Clock
	CloneNotSupportedException Cloneable Closeable CodingErrorAction Collator Collection Collections Collector Collectors CompactNumberFormat Comparable
	Comparator CompletableFuture CompletionException CompletionStage ConcurrentHashMap ConcurrentLinkedDeque ConcurrentLinkedQueue ConcurrentMap
	ConcurrentModificationException ConcurrentSkipListMap ConcurrentSkipListSet Condition Console Consumer CopyOnWriteArrayList CopyOnWriteArraySet
	CountDownLatch Currency CyclicBarrier DataFormatException DataInputStream DataOutputStream Date DateFormat DateTimeException DateTimeFormatter
	DateTimeFormatterBuilder DateTimeParseException DayOfWeek DecimalFormat DecimalFormatSymbols Decoder Deflater DeflaterOutputStream DelayQueue
	Deprecated Deque Double DoubleAdder DoubleBinaryOperator DoubleFunction DoublePredicate DoubleStream DoubleSummaryStatistics DoubleSupplier
	DoubleUnaryOperator Duration EOFException EmptyStackException Encoder Entry Enum EnumMap EnumSet Error EventObject Exception Exchanger
	ExecutionException Executor ExecutorService Executors FileNotFoundException FilterInputStream FilterOutputStream Float Flow ForkJoinPool Form
	FormatStyle Function FunctionalInterface Future FutureTask GZIPInputStream GZIPOutputStream Gatherer Gatherers GeneralSecurityException
	GregorianCalendar HashMap HashSet Hashtable HexFormat IO IOException IdentityHashMap IllegalArgumentException IllegalStateException
	IndexOutOfBoundsException Inflater InflaterInputStream InheritableThreadLocal InputMismatchException InputStream InputStreamReader Instant
	IntBinaryOperator IntBuffer IntConsumer IntFunction IntPredicate IntStream IntSummaryStatistics IntSupplier IntToDoubleFunction IntToLongFunction
	IntUnaryOperator Integer InterruptedException IsoFields Iterable Iterator LineNumberReader LinkedBlockingDeque LinkedBlockingQueue LinkedHashMap
	LinkedHashSet LinkedList List ListIterator LocalDate LocalDateTime LocalTime Locale Lock LockSupport Long LongAccumulator LongAdder LongBinaryOperator
	LongBuffer LongConsumer LongFunction LongPredicate LongStream LongSummaryStatistics LongSupplier LongUnaryOperator Mac MalformedInputException Map
	MatchResult Matcher Math MathContext MessageDigest MessageFormat MissingResourceException Month MonthDay NavigableMap NavigableSet
	NegativeArraySizeException NoSuchAlgorithmException NoSuchElementException Normalizer NullPointerException Number NumberFormat NumberFormatException
	ObjIntConsumer Object Objects Observable Observer OfInt OffsetDateTime OffsetTime Optional OptionalDouble OptionalInt OptionalLong OutOfMemoryError
	OutputStream OutputStreamWriter Override ParseException Pattern PatternSyntaxException Period PhantomReference Phaser Predicate PrimitiveIterator
	PrintStream PrintWriter PriorityBlockingQueue PriorityQueue Properties Publisher PushbackReader Queue Random RandomAccess ReadLock ReadWriteLock
	Reader Record RecursiveAction RecursiveTask ReentrantLock ReentrantReadWriteLock Reference ReferenceQueue RejectedExecutionException ResolverStyle
	RoundingMode Runnable Runtime RuntimeException SafeVarargs Scanner ScheduledExecutorService ScheduledFuture ScopedValue SecretKeySpec SecureRandom
	Semaphore SequenceInputStream SequencedCollection SequencedMap Serializable Set Short SimpleDateFormat SimpleEntry SimpleImmutableEntry SoftReference
	SortedMap SortedSet Spliterator Spliterators SplittableRandom Stack StackOverflowError StackTraceElement StampedLock StandardCharsets State Stream
	StreamSupport StrictMath String StringBuffer StringBuilder StringIndexOutOfBoundsException StringJoiner StringReader StringTokenizer StringWriter
	StructuredTaskScope Subscriber Subscription Subtask Supplier SuppressWarnings SynchronousQueue System Temporal TemporalAccessor TemporalAdjusters
	TemporalAmount TemporalUnit TextStyle Thread ThreadFactory ThreadLocal ThreadLocalRandom ThreadPoolExecutor Throwable TimeUnit TimeZone
	TimeoutException Timer TimerTask ToDoubleBiFunction ToDoubleFunction ToIntBiFunction ToIntFunction ToLongBiFunction ToLongFunction TreeMap TreeSet URI
	URLDecoder URLEncoder UUID UnaryOperator UncaughtExceptionHandler UncheckedIOException UnsupportedEncodingException UnsupportedOperationException
	Vector Version Void WeakHashMap WeakReference WeekFields WriteLock Writer Year YearMonth ZoneId ZoneOffset ZoneRules ZonedDateTime`}

// javaMembers are methods, constants and packages that lead to nothing but such
// types, on whatever they are called.
var javaMembers = nameTable{text: `APRIL AUGUST BASIC_ISO_DATE BIG_ENDIAN BLOCKED BYTES CASE_INSENSITIVE CASE_INSENSITIVE_ORDER CEILING CENTURIES COMMENTS CONCURRENT DAYS DAY_OF_MONTH
	DAY_OF_WEEK DECADES DECEMBER DECIMAL128 DECIMAL32 DECIMAL64 DISTINCT DOTALL DOWN E EMPTY_LIST EMPTY_MAP ENGLISH EPOCH EPOCH_DAY FALSE FEBRUARY FLOOR
	FRANCE FRIDAY FULL GERMAN GERMANY HALF_DAYS HALF_DOWN HALF_EVEN HALF_UP HOURS HOUR_OF_DAY IDENTITY_FINISH IEEEremainder IGNORE IMMUTABLE INSTANCE
	ISO_8859_1 ISO_DATE ISO_DATE_TIME ISO_INSTANT ISO_LOCAL_DATE ISO_LOCAL_DATE_TIME ISO_LOCAL_TIME ISO_OFFSET_DATE_TIME ISO_ZONED_DATE_TIME JANUARY JAPAN
	JULY JUNE LENIENT LITERAL LITTLE_ENDIAN LONG MARCH MAX MAX_VALUE MAY MEDIUM MICROS MICROSECONDS MIDNIGHT MILLIS MILLISECONDS MIN MINUTES MIN_NORMAL
	MIN_VALUE MONDAY MONTH MONTHS MULTILINE NANOS NANOSECONDS NARROW NEGATIVE_INFINITY NEW NFC NFD NFKC NFKD NONNULL NOON NOVEMBER NaN OCTOBER
	OFFSET_SECONDS ONE ORDERED PI POSITIVE_INFINITY REPLACE REPORT RFC_1123_DATE_TIME ROOT RUNNABLE SATURDAY SECONDS SEPTEMBER SHORT SIZE SIZED SMART
	SORTED STRICT SUNDAY TEN TERMINATED THURSDAY TIMED_WAITING TRUE TUESDAY TWO TYPE UK UNICODE_CASE UNICODE_CHARACTER_CLASS UNLIMITED UNNECESSARY
	UNORDERED UP US US_ASCII UTC UTF_16 UTF_16BE UTF_16LE UTF_8 WAITING WEDNESDAY WEEKS YEAR YEARS ZERO abs absExact accept accumulateAndGet acos acquire
	add addAll addAndGet addExact addFirst addLast addSuppressed adjustInto allMatch allOf allocate allocateDirect and andNot andThen anyMatch anyOf
	append appendLiteral appendPattern appendReplacement appendTail apply applyAsDouble applyAsInt applyAsLong applyPattern array arraycopy arrive
	arriveAndAwaitAdvance asDoubleStream asIntBuffer asList asLongStream asMatchPredicate asPredicate asReadOnlyBuffer asin atDay atEndOfMonth atOffset
	atStartOfDay atTime atZone atan atan2 atomic available availablePermits availableProcessors average averagingDouble averagingInt averagingLong await
	awaitTermination between binarySearch bitCount bitLength booleanValue boxed build builder byteValue call canEncode cancel capacity cardinality cast
	cbrt ceil ceilDiv ceilDivExact ceilMod ceiling ceilingEntry ceilingKey charAt charCount charValue chars charset checkError checkIndex chrono clamp
	class clear clearBit clone close codePointAt codePointBefore codePointCount codePoints collect collectingAndThen commonPool compact compare
	compareAndExchange compareAndSet compareTo compareToIgnoreCase compareUnsigned comparing comparingByKey comparingByValue comparingDouble comparingInt
	comparingLong compile complementOf complete completeExceptionally completeOnTimeout completedFuture compose compute computeIfAbsent computeIfPresent
	concat concurrent contains containsAll containsKey containsValue copyOf copyOfRange copySign copyValueOf cos cosh count countDown countTokens counting
	create crypto current currentThread currentTimeMillis dayOfWeekInMonth decode decrement decrementAndGet decrementExact deepEquals deepHashCode
	deepToString defaultCharset deflate delete deleteCharAt descendingIterator descendingKeySet descendingMap descendingSet digest digit disjoint
	displayName distinct divide divideAndRemainder divideExact divideToIntegralValue divideUnsigned dividedBy doFinal doubleToLongBits doubleToRawLongBits
	doubleValue doubles drainPermits drainTo dropWhile duplicate element empty emptyList emptyMap emptySet encode encodeToString end endsWith
	ensureCapacity entry entrySet equals equalsIgnoreCase err exceptionNow exceptionally exceptionallyCompose exchange execute exit exp expm1 factory
	failedFuture feature fill fillInStackTrace filter filtering finalize find findAny findFirst finish finished first firstDayOfMonth firstEntry
	firstInMonth firstKey fixed flags flatMap flatMapping flip flipBit floatToIntBits floatToRawIntBits floatValue floor floorDiv floorDivExact floorEntry
	floorKey floorMod flush fma forDigit forEach forEachOrdered forEachRemaining forLanguageTag forName fork format formatHex formatted freeMemory
	frequency fromString function gather gc gcd generate get getAcquire getActiveCount getAndAccumulate getAndAdd getAndDecrement getAndIncrement
	getAndSet getAndUpdate getAsDouble getAsInt getAsLong getAuthority getAvailableIDs getAverage getBuffer getBytes getCanonicalName getCause getChar
	getClass getClassName getCompactNumberInstance getCompletedTaskCount getComponentType getCount getCountry getCurrencyCode getCurrencyInstance
	getDayOfMonth getDayOfWeek getDayOfYear getDays getDeclaringClass getDecoder getDefault getDefaultFractionDigits getDigestLength getDisplayName
	getDouble getEncoder getEnumConstants getEpochSecond getFileName getFirst getFloat getFragment getHoldCount getHost getHour getId getInstance getInt
	getIntegerInstance getKey getLanguage getLast getLeastSignificantBits getLineNumber getLocalizedMessage getLong getMax getMessage getMethodName
	getMimeEncoder getMin getMinute getMonth getMonthValue getMonths getMostSignificantBits getName getNano getNow getNumberInstance getNumericValue
	getOffset getOrDefault getPackageName getParallelism getPath getPercentInstance getPlain getPool getPoolSize getPort getPriority getProperty getQuery
	getQueue getRawPath getRawQuery getReadLockCount getRules getRuntime getScheme getSecond getShort getSimpleName getStackTrace getState getSum
	getSuperclass getSuppressed getSymbol getTaskCount getTime getTransition getType getTypeName getUrlDecoder getUrlEncoder getUserInfo getValidOffsets
	getValue getYear getYears getZone group groupCount groupingBy groupingByConcurrent handle handleAsync hasMoreElements hasMoreTokens hasNext
	hasNextDouble hasNextInt hasNextLine hasNextLong hasPrevious hasQueuedThreads hasRemaining hash hashCode headMap headSet higher higherEntry higherKey
	highestOneBit hitEnd holdsLock hypot identity identityHashCode ifPresent ifPresentOrElse in increment incrementAndGet incrementExact indent indexOf
	inflate init initCause insert instant intBitsToFloat intValue intValueExact intern interrupt interrupted intersects ints invoke invokeAll invokeAny io
	isAbsolute isAfter isAlive isAlphabetic isArray isBefore isBlank isCancelled isCompletedExceptionally isDaemon isDaylightSavings isDigit isDone
	isEmpty isEnum isEqual isFair isFinite isHeldByCurrentThread isHighSurrogate isInfinite isInstance isInterface isInterrupted isJavaIdentifierPart
	isJavaIdentifierStart isLeapYear isLetter isLetterOrDigit isLocked isLowSurrogate isLowerCase isNaN isNegative isNull isPositive isPresent
	isProbablePrime isRecord isShutdown isSpaceChar isSupported isSurrogate isTerminated isUpperCase isValidOffset isVirtual isWhitespace isZero iterate
	iterator java javax join joinUntil joining keySet lang last lastDayOfMonth lastEntry lastIndexOf lastKey lazySet length lengthOfMonth lengthOfYear
	limit lineSeparator lines list listIterator lock lockInterruptibly locks log log10 log1p logicalAnd logicalOr logicalXor longBitsToDouble longValue
	longValueExact longs lookingAt lower lowerEntry lowerKey lowestOneBit map mapMulti mapToDouble mapToInt mapToLong mapToObj mapping mappingCount mark
	matcher matches math max maxBy maxMemory merge millis min minBy minus minusDays minusHours minusMillis minusMinutes minusMonths minusSeconds
	minusWeeks minusYears mismatch mod modInverse modPow movePointLeft movePointRight multipliedBy multiply multiplyExact multiplyFull multiplyHigh
	nCopies name nameUUIDFromBytes namedGroups nanoTime nativeOrder naturalOrder navigableKeySet negate negateExact new newCachedThreadPool newCondition
	newDecoder newEncoder newFixedThreadPool newKeySet newLine newScheduledThreadPool newSingleThreadExecutor newThread newThreadPerTaskExecutor
	newVirtualThreadPerTaskExecutor newWorkStealingPool next nextAfter nextBoolean nextBytes nextClearBit nextDouble nextDown nextElement nextFloat
	nextGaussian nextIndex nextInt nextLine nextLong nextOrSame nextProbablePrime nextSetBit nextToken nextTransition nextUp nio nonNull noneMatch noneOf
	normalize normalized not notify notifyAll now nullsFirst nullsLast numberOfLeadingZeros numberOfTrailingZeros of ofDays ofEntries ofEpochDay
	ofEpochMilli ofEpochSecond ofHours ofInstant ofLocalizedDate ofLocalizedDateTime ofMillis ofMinutes ofMonths ofNanos ofNullable ofPattern ofPlatform
	ofSeconds ofTotalSeconds ofVirtual ofWeeks ofYearDay ofYears offer offerFirst offerLast offsetByCodePoints onMalformedInput onSpinWait
	onUnmappableCharacter optionalEnd optionalStart or orElse orElseGet orElseThrow orTimeout order ordinal out outer parallel parallelPrefix parallelSort
	parallelStream park parkNanos parse parseBest parseBoolean parseByte parseCaseInsensitive parseDouble parseFloat parseHex parseInt parseLong
	parseShort parseUnsignedInt parseUnsignedLong partitioningBy pattern peek peekFirst peekLast plus plusDays plusHours plusMillis plusMinutes plusMonths
	plusNanos plusSeconds plusWeeks plusYears poll pollFirst pollFirstEntry pollLast pollLastEntry pop position pow precision previous previousIndex
	previousOrSame previousTransition print printStackTrace printf println probablePrime push put putAll putChar putDouble putFloat putIfAbsent putInt
	putLong putShort quote quoteReplacement random randomUUID range rangeClosed read readAllBytes readByte readDouble readFully readInt readLine readLock
	readLong readNBytes readUTF ready reduce reduceValues reducing ref regex region regionMatches register release remainder remainderUnsigned remaining
	remainingCapacity remove removeAll removeEldestEntry removeFirst removeIf removeLast repeat replace replaceAll replaceFirst requireNonNull
	requireNonNullElse requireNonNullElseGet reset resultNow results retainAll reverse reverseBytes reverseOrder reversed rewind rint rotate rotateLeft
	rotateRight round run runAsync scalb scale schedule scheduleAtFixedRate scheduleWithFixedDelay search security sequential set setAll setBit setCharAt
	setCorePoolSize setDaemon setDefault setGroupingUsed setInput setLength setLenient setLevel setMaximumFractionDigits setMinimumFractionDigits
	setMinimumIntegerDigits setName setParseBigDecimal setPlain setPriority setProperty setRelease setRoundingMode setScale setStackTrace setText setTime
	setTimeZone setUncaughtExceptionHandler setValue shiftLeft shiftRight shortValue shuffle shutdown shutdownNow signal signalAll signum sin singleton
	singletonList singletonMap sinh size skip sleep slice sort sorted spec split splitAsStream splitWithDelimiters spliterator sqrt start
	startVirtualThread startsWith stream stringPropertyNames strip stripIndent stripLeading stripTrailing stripTrailingZeros subList subMap subSet submit
	substring subtract subtractExact sum sumThenReset summarizingDouble summarizingInt summarizingLong summaryStatistics summingDouble summingInt
	summingLong super supplyAsync swap synchronizedList synchronizedMap synchronizedSet systemDefault systemUTC tailMap tailSet take takeWhile tan tanh
	teeing temporal test testBit text thenAccept thenAcceptAsync thenApply thenApplyAsync thenCombine thenCombineAsync thenComparing thenComparingDouble
	thenComparingInt thenComparingLong thenCompose thenComposeAsync thenRun this threadId throwIfFailed tick time toArray toBigInteger toBinaryString
	toByteArray toCharArray toChars toCodePoint toCollection toConcurrentMap toDays toDaysPart toDegrees toEngineeringString toEpochDay toEpochMilli
	toEpochSecond toFormatter toHexString toHours toHoursPart toIdentityString toInstant toIntExact toLanguageTag toList toLocalDate toLocalDateTime
	toLocalTime toLowerCase toMap toMicros toMillis toMillisPart toMinutes toMinutesPart toNanos toNanosPart toOctalString toOffsetDateTime toPlainString
	toRadians toSeconds toSecondsPart toSet toString toUnmodifiableList toUnmodifiableMap toUnmodifiableSet toUnsignedInt toUnsignedLong toUnsignedString
	toUpperCase toZonedDateTime totalMemory transfer transferTo transform translateEscapes trim truncatedTo tryAcquire tryConvertToWriteLock tryLock
	tryOptimisticRead ulp unlock unlockRead unlockWrite unmodifiableCollection unmodifiableList unmodifiableMap unmodifiableSet unordered unpark unread
	unscaledValue unstarted until update updateAndGet useDelimiter usePattern util validate valueOf values version wait whenComplete whenCompleteAsync
	with withDayOfMonth withDayOfYear withHour withInitial withLocale withMinute withMonth withNano withOffsetSameInstant withResolverStyle withSecond
	withUpperCase withYear withZone withZoneSameInstant withZoneSameLocal withoutPadding wrap write writeByte writeBytes writeDouble writeInt writeLock
	writeLong writeUTF xor yield zip zone`}

// javaNeverTypes reach beyond the program.
var javaNeverTypes = nameTable{text: `AccessController Class ClassLoader Compiler DirectoryStream FileChannel FileDescriptor FileStore FileSystem FileSystems FileVisitor Formatter JarFile
	KeyStore Modifier Module ModuleLayer ObjectInputStream ObjectOutputStream ObjectStreamClass Permission Policy Process ProcessBuilder ProcessHandle
	ProcessImpl Provider Proxy RandomAccessFile ResourceBundle RuntimePermission SecureClassLoader Security SecurityManager ServiceLoader
	SimpleFileVisitor StackWalker WatchService ZipFile`}

// javaNeverMembers lead from harmless types to what reaches beyond the program:
// to classes, their loaders and methods, to processes and to files.
var javaNeverMembers = nameTable{text: `addShutdownHook addURL arrayType bindTo createNewFile createTempFile defineClass defineHiddenClass deleteOnExit describeConstable findConstructor
	findSpecial findStatic findVirtual getAbsoluteFile getAllStackTraces getCanonicalFile getClassLoader getConstructor getConstructors
	getContextClassLoader getDeclaredClasses getDeclaredConstructor getDeclaredConstructors getDeclaredField getDeclaredFields getDeclaredMethod
	getDeclaredMethods getEnclosingMethod getFields getMethods getParentFile getPermittedSubclasses getPlatformClassLoader getProtectionDomain
	getRecordComponents getResource getResourceAsStream getResources getSystemClassLoader halt inheritedChannel invokeExact invokeWithArguments listFiles
	loadClass loadLibrary newInstance openConnection openStream privateLookupIn readObject renameTo resolveConstantDesc resolveSibling setAccessible
	setContextClassLoader setExecutable setLastModified setSecurityManager setWritable toAbsolutePath toFile toPath toRealPath trySetAccessible unreflect
	writeObject`}

// javaPackages may be imported as a whole: what is dangerous in them has a name
// that may not be used.
var javaPackages = nameTable{text: `java.util java.util.function java.util.stream java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks java.util.regex java.io java.math java.text java.time java.time.format java.time.temporal java.time.zone java.time.chrono
	java.nio java.nio.charset java.nio.file java.security java.util.zip java.lang java.lang.ref java.util.random`}

// javaStatics are classes whose members may be imported.
var javaStatics = nameTable{text: `java.lang.Math java.util.stream.Collectors java.util.concurrent.TimeUnit java.time.temporal.ChronoUnit java.util.Map.Entry java.util.Comparator java.util.Objects java.util.Map java.util.List java.util.function.Function java.util.function.Predicate java.nio.charset.StandardCharsets
	java.util.Arrays java.util.Collections java.util.stream.IntStream java.util.stream.Stream java.math.BigInteger java.math.BigDecimal java.math.RoundingMode java.time.Duration java.time.DayOfWeek java.util.Set`}

// javaOftenOwn are names of the same kind that programs often give to what is
// theirs, which is believed where nothing stands that has the other.
var javaOftenOwn = nameTable{text: `load exec lookup getField getMethod getModule console mkdir mkdirs findClass resolve getParent getRoot subpath`}

// javaFiles are what opens files. Of the file that is opened a constant must stand
// where it is made.
var javaFiles = nameTable{text: `File FileReader FileWriter FileInputStream FileOutputStream Files Path Paths StandardOpenOption OpenOption NoSuchFileException`}

// javaFileCalls say what Files does with a path.
var javaFileCalls = map[string]pipeline.EffectKind{
	"readString": pipeline.KindRead, "readAllLines": pipeline.KindRead, "lines": pipeline.KindRead, "readAllBytes": pipeline.KindRead, "newBufferedReader": pipeline.KindRead, "newInputStream": pipeline.KindRead, "size": pipeline.KindRead,
	"exists": pipeline.KindRead, "notExists": pipeline.KindRead, "isDirectory": pipeline.KindRead, "isRegularFile": pipeline.KindRead, "getLastModifiedTime": pipeline.KindRead,
	"writeString": pipeline.KindWrite, "write": pipeline.KindWrite, "newBufferedWriter": pipeline.KindWrite, "newOutputStream": pipeline.KindWrite, "createFile": pipeline.KindWrite, "createDirectory": pipeline.KindWrite, "createDirectories": pipeline.KindWrite,
	"delete": pipeline.KindDelete, "deleteIfExists": pipeline.KindDelete,
}

// javaSystem are the members of System that tell and change nothing beyond the program.
var javaSystem = nameTable{text: `out err in currentTimeMillis nanoTime arraycopy identityHashCode lineSeparator exit gc getProperty setOut setErr setIn`}
