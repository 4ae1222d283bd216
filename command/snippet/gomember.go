package snippet

// goValues lists fields and methods of the types of listed packages. Whatever the
// value is that one is asked of, it does nothing but compute, or go on with
// what was stated when the value was made: a file that is open, a program that
// is to start.
func goValues(name string) bool {
	return listWords(`A AOffset AStride Abs Acc Accept Add AddAttrs AddCookie AddDate AddExistingFiles AddFile AddLine AddLineColumnInfo AddLineInfo AddParseTree AddSource Addr AddrPort Address AddressList After
		Align Alloc AllocedBytesPerOp AllocsPerOp Alpha16At AlphaAt And AndNot Anonymous Any Append AppendBinary AppendDecode AppendEncode AppendFormat AppendText AppendTo AppendUint16 AppendUint32
		AppendUint64 Arg Args ArgsPos Arrow ArtifactDir As16 As4 AsSlice Assign AssignableTo At AtomicWrite Attr Attrs AutoClose Available AvailableBuffer B Back Base BasicAuth Before Begin Binary
		Binomial Bit BitLen Bits BlockSize Blocks Body Bool BoolFunc BoolVar Bounds Broadcast Buffer BufferPool Buffered BufferedBytes Bytes C CMYKAt COffset CStride Call CanInterface Cancel Canon
		Cap Case Cb Certificate Chan CharsetReader CheckError CheckRedirect Cleanup Clear Client Clock Clone Close CloseClientConnections CloseIdleConnections CloseRead CloseWithError CloseWrite
		Closing Cmd Cmp CmpAbs Code Col0 Col1 Colon ColorIndexAt ColorModel Column CombinedOutput Comm Comma Comment Comments Comparable Compare CompareAndDelete CompareAndSwap CompressionLevel Cond
		Config Contains ContentLength Context Convert ConvertibleTo Cookie Cookies Copy Count Counters CoveredPackages Cr CryptBlocks Data Date Day Deadline Debug DebugContext Decl Decls Decode
		DecodeElement DecodeHeader DecodeString DecodeValue DecodedLen Decrypt DefValue DefaultSpace Defer DefinedTemplates Del Delete Delims Delta Denom Deps Description Dir DisallowUnknownFields
		Discard Div DivMod Do Doc Done Draw Duration DurationVar Dx Dy Elapsed Elem Ellipsis Else Elt Elts Empty Enabled Encode EncodeElement EncodeToString EncodeToken EncodeValue EncodedLen
		Encrypt End EndPos Entity Entry Eq Equal Err Error ErrorCode ErrorContext ErrorCount ErrorHandling ErrorLog Errorf EscapedFragment EscapedPath Execute ExecuteTemplate ExitCode Exited
		Exp ExpFloat64 Expand ExpandString Extra F Fail FailNow Failed Fatal Fatalf Fatalln Field Field1 Field2 FieldByName FieldPos Fields FieldsPerRecord File FileEnd FileLine FileStart Filename
		Files FillBytes Filter Find FindAll FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch FindAllStringSubmatchIndex FindAllSubmatch FindAllSubmatchIndex FindIndex
		FindReaderIndex FindReaderSubmatchIndex FindString FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatch FindSubmatchIndex Flag Flags Float Float32 Float64 Float64Var
		FloatPrec FloatString Flush Fn For ForceQuery Form FormValue Format Fragment Frame FreeOSMemory Frees From Front Fun Func Funcs Function Fuzz G GCD Generate Get Glob Go GoString GoVersion
		GobDecode GobEncode Gray16At GrayAt Group Grow Handle HandleFunc Handler Has Head Header Headers HeapAlloc HeapInuse HeapObjects HeapSys Height Helper Hi High Host Hostname Hour Hours IP
		ISOWeek Id If Implements Implicit Imports In Incomplete Indent Index Indices Info InfoContext Init InputOffset InputPos Insert InsertAfter InsertBefore Inset Inst Int Int31 Int31n Int32
		Int32N Int63 Int63n Int64 Int64N Int64Var IntN IntVar Interface Intersect Intn Inv Is4 Is4In6 Is6 IsAbs IsDST IsDir IsExported IsGlobalUnicast IsIdentRune IsInf IsInt IsInt64
		IsInterfaceLocalMulticast IsKeyword IsLinkLocalMulticast IsLinkLocalUnicast IsLiteral IsLoopback IsMulticast IsNil IsOperator IsPrivate IsRegular IsSingleIP IsUint64 IsUnspecified IsValid
		IsZero Iterate JoinPath K Key Kind L Label LastGC LatinOffset Layout LayoutElem LazyQuotes Lbrace Lbrack Len Less Level Lhs Line Line0 Line1 LineCount LineStart Lines Link List Listener
		LiteralPrefix Lo Load LoadAndDelete LoadOrStore Local LocalAddr Location Lock Log LogAttrs LogValue LogValuer Logf Longest Lookup Loop Low Lparen Lsh Lstat M Main Mallocs MantExp Map
		MapIndex MapKeys MapRange MarshalBinary MarshalJSON MarshalText MarshalXML MarshalXMLAttr Mask Masked Match MatchReader MatchString Max MaxCount MaxCountScale MemAllocs MemBytes MemString
		MergeLine Message Method Methods Microseconds Milliseconds Min MinPrec Minute Minutes Mod ModInverse ModSqrt ModTime Mode Month More Move MoveAfter MoveBefore MoveToBack MoveToFront Msg Mul
		MulRange Multistream N NArg NFlag NRGBA64At NRGBAAt NYCbCrAAt Name NamePos Names Nanosecond Nanoseconds Neg Network New Next Node NonceSize NormFloat64 Not NsPerOp Num NumAttrs NumField
		NumFields NumGC NumIn NumMethod NumOut NumSubexp OS Obj Objects Offset OmitHost Op OpPos Opaque Open Opening Option Or Out Out1 Out2 Outer Output Overhead Overlaps PC Package Palette Panic
		Panicf Panicln Parallel Params Parse ParseArgs ParseFS ParseList Parsed Password Path PathValue Pause PauseEnd PauseQuantiles PauseTotal PauseTotalNs Peek Perm Pid Pipeline Pix PixOffset
		PkgPath Pop Port Pos Position PositionFor Post PostForm PostFormValue Prec Precedence Precision Prefix Prev Print PrintDefaults Printf PrintfLine Println ProbablyPrime Proto Push PushBack
		PushBackList PushFront PushFrontList Put PutUint16 PutUint32 PutUint64 Quality Quantize Query Quo QuoRem R R16 R32 RGBA RGBA64At RGBAAt RLock RLocker RUnlock Rand Range Rat RatString
		RawFragment RawPath RawQuery RawToken Rbrace Rbrack Read ReadAll ReadAt ReadByte ReadBytes ReadCodeLine ReadContinuedLine ReadContinuedLineBytes ReadDir ReadDotBytes ReadDotLines ReadFile
		ReadFrom ReadLine ReadLineBytes ReadLink ReadMIMEHeader ReadResponse ReadRune ReadSlice ReadString Readdir Readdirnames Reader Rect Recv Redacted Rem RemoteAddr Remove RemoveFile
		RemoveMultiples Replace ReplaceAll ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc ReplaceAttr ReportAllocs ReportMetric RequestURI Reset
		ResetTimer Resolve ResolveReference Resp Result Results Return ReuseRecord Rhs Round Rparen Rsh Run RunParallel S Scan Scheme Scope Seal Search Second Seconds Seed Seek Sel Select Semicolon
		ServeHTTP Set SetAlpha SetAlpha16 SetBasicAuth SetBit SetBits SetBytes SetCMYK SetColorIndex SetDeadline SetEscapeHTML SetFlags SetFloat64 SetFrac SetFrac64 SetGray SetGray16 SetIndent
		SetInf SetInt SetInt64 SetLines SetLinesForContent SetMantExp SetMode SetNRGBA SetNRGBA64 SetOutput SetParallelism SetPrec SetPrefix SetRGBA SetRGBA64 SetRat SetReadDeadline SetSeed
		SetString SetUint64 SetWriteDeadline Setenv Settings Shuffle Sign Signal Signbit Size Skip SkipNow SkipSpace Skipf Skipped Slash Slice3 Sort Source Space Specs Split Sqrt Star Start
		StartLine StartTLS StartTimer Stat Status StatusCode Stderr StderrPipe Stdout StdoutPipe Stmt Stmts Stop StopTimer Store Str Strict Stride String StringExpanded StringVar Struct Sub SubImage
		SubexpIndex SubexpNames SubsampleRatio Success Sum Sum32 Sum64 Swap Switch Sync Sys SystemTime T TLS Tag Tag1 Tag2 Target TempDir Templates Temporary Text TextVar Time Timeout To To16 To4
		ToLower ToTitle ToUpper Tok TokPos Token TokenText Tool TotalAlloc TrailingComma TrailingZeroBits Transport Tree TrimLeadingSpace Truncate TryLock TryRLock Type TypeParams URL UTC Uint
		Uint16 Uint32 Uint32N Uint64 Uint64N Uint64Var UintN UintVar Union Unix UnixMicro UnixMilli UnixNano Unlock Unmap UnmarshalBinary UnmarshalJSON UnmarshalText UnmarshalXML UnmarshalXMLAttr
		Unordered UnreadByte UnreadRune Unresolved Unwrap Update Usage UseCRLF UseNumber User UserAgent UserTime Username Value ValueElem ValueEnd ValuePos Values Var Version Visit VisitAll W Wait
		Warn WarnContext Weekday Whitespace Width With WithAttrs WithContext WithGroup WithPadding WithZone WordDecoder Write WriteAll WriteAt WriteByte WriteHeader WriteRune WriteString WriteTo
		Writer X XORKeyStream Xor Y YCbCr YCbCrAt YOffset YStride Year YearDay Zone ZoneBounds`, name)
}
