package snippet

import "strings"

// A member that is got by a reckoned name may be what each object has by birth, the
// constructor of functions among it. Of that in turn a member of a known name is
// nothing at all, unless the language has one of that name somewhere.

// inborn reports whether a name is that of a member of something of the language's own,
// of a module, or of what modules make.
func inborn(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, "$") || listWords(jsInborn, name) || listWords(jsPowers, name) || listWords(jsShared, name) || jsMethod(name) || foreignName(name) || jsForbidden(name)
}

// jsInborn lists them. TestInbornForReal asks Node whether there are others.
const jsInborn = `AT_TARGET BUBBLING_PHASE BYTES_PER_ELEMENT CAPTURING_PHASE Collator CompileError Console DateTimeFormat DisplayNames E EPSILON Exception Global Instance LN10 LN2
	LOG10E LOG2E LinkError ListFormat Locale MAX_SAFE_INTEGER MAX_VALUE MIN_SAFE_INTEGER MIN_VALUE Memory Module NEGATIVE_INFINITY NONE NaN NumberFormat PI
	POSITIVE_INFINITY PluralRules RelativeTimeFormat RuntimeError SQRT1_2 SQRT2 Segmenter Table Tag UTC abs acos acosh add addEventListener all allSettled alloc
	allocUnsafe allocUnsafeSlow anchor and any append apply arguments asIntN asUintN asciiSlice asciiWrite asin asinh assert assign asyncDispose asyncIterator at atan
	atan2 atanh base64Slice base64Write base64urlSlice base64urlWrite baseName big bind blink bold bubbles buffer byteLength byteOffset calendar calendars call caller
	canParse cancelBubble cancelable captureStackTrace caseFirst catch cbrt ceil charAt charCodeAt clear clz32 codePointAt collation collations compare compareExchange
	compile compileStreaming composed composedPath concat construct constructor context copy copyBytesFrom copyWithin cos cosh count countReset create createObjectURL
	createTask currentTarget customSections debug defaultPrevented defineProperties defineProperty delete deleteProperty deref description detail dir dirxml
	dispatchEvent dispose dotAll endsWith entries equals error eventPhase every exchange exec exp expm1 exports fill filter finally find findIndex findLast findLastIndex
	fixed flags flat flatMap floor fontcolor fontsize for forEach format formatRange formatRangeToParts formatToParts freeze from fromCharCode fromCodePoint fromEntries
	fround get getAll getArg getBigInt64 getBigUint64 getCanonicalLocales getDate getDay getFloat32 getFloat64 getFullYear getHours getInt16 getInt32 getInt8
	getMilliseconds getMinutes getMonth getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames getOwnPropertySymbols getPrototypeOf getSeconds getTime
	getTimezoneOffset getUTCDate getUTCDay getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds getUint16 getUint32 getUint8 getYear
	global group groupCollapsed groupEnd grow growable has hasIndices hasInstance hasOwn hasOwnProperty hash hexSlice hexWrite host hostname hourCycle hourCycles href
	hypot ignoreCase imports imul includes indexOf info initEvent input inspect instantiate instantiateStreaming is isArray isBuffer isConcatSpreadable isEncoding
	isExtensible isFinite isFrozen isInteger isLockFree isNaN isPrototypeOf isSafeInteger isSealed isTrusted isView isWellFormed italics iterator join keyFor keys
	language lastIndexOf lastMatch lastParen latin1Slice latin1Write leftContext length link load localeCompare log log10 log1p log2 map match matchAll max maxByteLength
	maximize message min minimize multiline name next normalize notify now numberingSystem numberingSystems numeric of offset or origin ownKeys padEnd padStart parent
	parse parseFloat parseInt password pathname poolSize pop port pow prepareStackTrace preventDefault preventExtensions profile profileEnd propertyIsEnumerable protocol
	prototype push race random raw readBigInt64BE readBigInt64LE readBigUInt64BE readBigUInt64LE readBigUint64BE readBigUint64LE readDoubleBE readDoubleLE readFloatBE
	readFloatLE readInt16BE readInt16LE readInt32BE readInt32LE readInt8 readIntBE readIntLE readUInt16BE readUInt16LE readUInt32BE readUInt32LE readUInt8 readUIntBE
	readUIntLE readUint16BE readUint16LE readUint32BE readUint32LE readUint8 readUintBE readUintLE reduce reduceRight region register reject removeEventListener repeat
	replace replaceAll resizable resize resolve resolvedOptions return returnValue reverse revocable revokeObjectURL rightContext round script seal search searchParams
	segment select selectRange set setBigInt64 setBigUint64 setDate setFloat32 setFloat64 setFullYear setHours setInt16 setInt32 setInt8 setMilliseconds setMinutes
	setMonth setPrototypeOf setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds setUint16 setUint32
	setUint8 setYear shift sign sin sinh size slice small some sort source species splice split sqrt srcElement stackTraceLimit startsWith sticky
	stopImmediatePropagation stopPropagation store strike stringify sub subarray substr substring sup supportedLocalesOf supportedValuesOf swap16 swap32 swap64 table tan
	tanh target test textInfo then throw time timeEnd timeLog timeStamp timeZones toDateString toExponential toFixed toGMTString toISOString toJSON toLocaleDateString
	toLocaleLowerCase toLocaleString toLocaleTimeString toLocaleUpperCase toLowerCase toPrecision toPrimitive toReversed toSorted toSpliced toString toStringTag
	toTimeString toUTCString toUpperCase toWellFormed trace trim trimEnd trimLeft trimRight trimStart trunc type ucs2Slice ucs2Write unicode unicodeSets unregister
	unscopables unshift username utf8Slice utf8Write validate value valueOf values wait waitAsync warn weekInfo with write writeBigInt64BE writeBigInt64LE
	writeBigUInt64BE writeBigUInt64LE writeBigUint64BE writeBigUint64LE writeDoubleBE writeDoubleLE writeFloatBE writeFloatLE writeInt16BE writeInt16LE writeInt32BE
	writeInt32LE writeInt8 writeIntBE writeIntLE writeUInt16BE writeUInt16LE writeUInt32BE writeUInt32LE writeUInt8 writeUIntBE writeUIntLE writeUint16BE writeUint16LE
	writeUint32BE writeUint32LE writeUint8 writeUintBE writeUintLE xor`
