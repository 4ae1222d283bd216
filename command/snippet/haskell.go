package snippet

import (
	"regexp"
	"strings"

	"passepartout/pipeline"
)

// Expressions of Haskell are read by their words, as ghc -e and GHCi take them. Prelude
// and the modules that are listed are all that an expression sees unless the project's
// own settings say more; whatever Prelude has for files and input is not listed.

// haskellPlain are names that the modules below export, which may be imported.
const haskellPlain = `sort nub group sortBy sortOn intercalate intersperse transpose partition isPrefixOf isSuffixOf isInfixOf permutations subsequences foldl' foldl1' insert delete union intersect groupBy nubBy zipWith3 zip4 unfoldr tails inits findIndex elemIndex find genericLength splitOn stripPrefix
	toUpper toLower isDigit isAlpha isSpace isUpper isLower isAlphaNum isPunctuation digitToInt intToDigit ord chr fromMaybe mapMaybe catMaybes isJust isNothing fromJust listToMaybe maybeToList comparing on showHex showOct showFFloat readHex printf forM_ forM when unless replicateM replicateM_ foldM zipWithM_ zipWithM filterM forever void
	shiftL shiftR xor popCount testBit setBit complement readMaybe lefts rights partitionEithers bimap first second numerator denominator realPart imagPart for_ traverse_ toList foldr' Down getSum getProduct Sum Product`

// haskellMembers are what qualified names of such modules may be.
const haskellMembers = `fromList toList toAscList toDescList fromListWith fromListWithKey lookup findWithDefault member notMember insert insertWith delete adjust alter update union unionWith unionsWith intersection difference keys elems assocs size empty singleton null map mapWithKey filter filterWithKey foldr foldl foldrWithKey lookupMin lookupMax findMin findMax partition unions isSubsetOf
	sort nub group sortBy sortOn intercalate intersperse transpose isPrefixOf isSuffixOf isInfixOf permutations subsequences foldl' tails inits groupBy zipWith3 toUpper toLower isDigit isAlpha isSpace ord chr fromMaybe mapMaybe catMaybes isJust printf showHex shiftL shiftR xor popCount testBit readMaybe comparing on pack unpack words unwords lines length splitOn strip toTitle replace index replicate reverse`

// haskellWords is the vocabulary of an expression.
//
//nolint:gochecknoglobals // a table, never changed
var haskellWords = &vocabulary{
	words: qualified(wordsOf(`let in where if then else case of do otherwise True False Nothing Just Left Right LT EQ GT Int Integer Double Float Char String Bool Maybe Either Rational Word Ordering Show Num Eq Ord Integral Fractional Map Set
		map filter foldr foldl foldr1 foldl1 sum product length reverse take drop takeWhile dropWhile span break splitAt zip zipWith zip3 unzip unzip3 head tail last init null concat concatMap and or any all elem notElem lookup maximum minimum iterate repeat replicate cycle
		lines unlines words unwords show read reads shows fst snd curry uncurry id const flip div mod quot rem divMod quotRem abs signum negate fromIntegral fromInteger toInteger realToFrac truncate round ceiling floor sqrt exp log logBase sin cos tan atan atan2 asin acos sinh cosh pi gcd lcm even odd min max succ pred compare not
		maybe either fmap pure return sequence sequence_ mapM_ mapM traverse print putStrLn putStr fromEnum toEnum minBound maxBound scanl scanl1 scanr scanr1 subtract until mempty mappend mconcat foldMap seq error undefined isNaN isInfinite enumFromTo enumFromThenTo recip properFraction fromRational toRational asTypeOf
		`+haskellPlain), `Data.List L List`, `Data.Char C Char`, `Data.Map Data.Map.Strict M Map`, `Data.Set S Set`, `Data.Bits Bits`, `Data.Maybe`, `Data.Ord`, `Data.Function`, `Numeric`, `Text.Printf`, `Text.Read`, `Data.Text T Text`, `Data.IntMap IM`),
	join: '.', marks: "\\`$!&|:@^%", quotes: `"`, named: func(name string) bool { return smallName(strings.TrimRight(name, "'"), 0) }, primes: true,
	refuses: regexp.MustCompile(`^\s*:|--|\{-|'[^a-zA-Z)\], ]|(?:^|[^A-Za-z0-9_'])'|\$\(|\[\w*\||\n|[^\x20-\x7e\t]`),
}

// qualified adds names with what qualifies them: each list is a module and what it may
// be called.
func qualified(words map[string]bool, modules ...string) map[string]bool {
	for _, m := range modules {
		for q := range strings.FieldsSeq(m) {
			for name := range strings.FieldsSeq(haskellMembers) {
				words[q+"."+name] = true
			}
		}
	}
	return words
}

var (
	haskellImport = regexp.MustCompile(`^\s*import\s+(?:qualified\s+)?(?:Data\.(?:List|Char|Map|Map\.Strict|Set|Bits|Maybe|Ord|Function|Ratio|Foldable|Traversable|Word|Int|Complex|Either|Bifunctor|Text|IntMap|IntMap\.Strict|Sequence|Monoid|Functor|Tuple|List\.Split)|Numeric|Text\.Printf|Text\.Read|Control\.Monad)(?:\s+as\s+(?:L|List|C|Char|M|Map|S|Set|Bits|T|Text|IM))?(?:\s+(?:hiding\s+)?\([\w, '()|.<>%&^+*/-]*\))?\s*$`)
	// haskellAsks are orders of GHCi that tell about names and types, or end it.
	haskellAsks = regexp.MustCompile(`^\s*:(?:(?:t|type|k|kind|i|info|doc|browse!?|instances)\s+[\w\s.'()\[\]>=:+*,"<!&/^%-]*|(?:q|quit|r|reload|browse|show\s+(?:modules|bindings|imports)|set\s+\+[mst]|set\s+-X[A-Z]\w*)\s*)$`)
	haskellLoad = regexp.MustCompile(`^\s*:(?:l|load|add|a)\s+\*?([A-Za-z0-9_][\w./-]*\.l?hs)\s*$`)
	// haskellSplice is an extension by which a type may run code.
	haskellSplice = regexp.MustCompile(`TemplateHaskell|QuasiQuotes|CPP|Foreign`)
)

// Haskell reads what ghc -e is given: one expression, an import or an order that asks.
func Haskell(text string, _ Given) ([]Effect, bool) {
	if haskellImport.MatchString(text) || asksHaskell(text) {
		return inFolder(nil, true)
	}
	return inFolder(haskellWords.spoken(text, 0))
}

// asksHaskell reports whether a line only asks for names and types.
func asksHaskell(line string) bool {
	return haskellAsks.MatchString(line) && !haskellSplice.MatchString(line) && !strings.Contains(line, "\n")
}

// GHCi reads what is typed there, a line each. What the folder holds is code, as is what
// is loaded.
func GHCi(text string, _ Given) ([]Effect, bool) {
	if len(text) > MaxText || strings.ContainsAny(text, "\r\x00") {
		return nil, false
	}
	effects := []Effect{{Kind: pipeline.KindCode, Object: "."}}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := haskellLoad.FindStringSubmatch(line); m != nil {
			effects = append(effects, Effect{Kind: pipeline.KindCode, Object: m[1]})
			continue
		}
		if strings.TrimSpace(line) == "" || haskellImport.MatchString(line) || asksHaskell(line) {
			continue
		}
		found, ok := haskellWords.spoken(line, 0)
		if !ok {
			return nil, false
		}
		effects = append(effects, found...)
	}
	return effects, true
}
