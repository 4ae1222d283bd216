package snippet

// Symbols of Common Lisp that only compute and print: those of the standard (ANSI
// INCITS 226-1994) without what opens, loads, reads code, makes symbols of texts, or
// takes a text for a format that it does not hold itself.
const clNames = `
		&allow-other-keys &aux &body &key &optional &rest * ** *** *error-output* *gensym-counter* *print-array* *print-base* *print-case* *print-circle* *print-escape* *print-gensym* *print-length* *print-level* *print-lines*
		*print-miser-width* *print-pretty* *print-radix* *print-right-margin* *random-state* *standard-input* *standard-output* + - / /= 1+ 1- < <= = > >= above abs acons acos acosh across adjoin adjust-array adjustable-array-p
		alpha-char-p alphanumericp always and append apply aref arithmetic-error array array-dimension array-dimensions array-displacement array-element-type array-has-fill-pointer-p array-in-bounds-p array-rank array-row-major-index
		array-total-size array-total-size-limit arrayp ash asin asinh assoc assoc-if assoc-if-not atan atanh atom base-string being below bignum bit block both-case-p boundp butlast by byte byte-position byte-size caadr caar cadddr caddr
		cadr car case catch ccase cdar cdddr cddr cdr ceiling cell-error char char-code char-code-limit char-downcase char-equal char-greaterp char-int char-lessp char-name char-upcase char/= char< char<= char= char> char>= character
		characterp check-type cis cl-user::exit class-name class-of clear-input clear-output close clrhash code-char coerce collect collecting compilation-speed complement complex complexp concatenate cond condition conjugate cons consp
		constantly constantp continue control-error copy-alist copy-list copy-seq copy-tree cos cosh count count-if count-if-not counting ctypecase debug decf decode-universal-time defclass defconstant defgeneric define-condition
		defmethod defparameter defstruct deftype defun defvar delete delete-duplicates delete-if delete-if-not denominator destructuring-bind digit-char digit-char-p division-by-zero do do* doing dolist dotimes double-float downto dpb
		dynamic-extent each ecase eighth elt encode-universal-time end-of-file endp eq eql equal equalp etypecase evenp every exit exp expt fceiling ffloor fifth fill fill-pointer finally find find-if find-if-not finish-output first
		fixnum flet float float-digits float-precision float-radix float-sign floating-point-inexact floating-point-invalid-operation floating-point-overflow floating-point-underflow floatp floor for force-output fourth fresh-line from
		fround ftruncate funcall function functionp gcd gensym get get-decoded-time get-internal-real-time get-internal-run-time get-output-stream-string get-properties get-universal-time getf gethash go graphic-char-p handler-bind
		handler-case hash-key hash-keys hash-table hash-table-count hash-table-p hash-table-rehash-size hash-table-rehash-threshold hash-table-size hash-table-test hash-value hash-values identity if ignorable ignore ignore-errors imagpart
		in incf initially inline integer integer-length integerp internal-time-units-per-second intersection into isqrt keywordp labels lambda lambda-list last lcm ldb ldiff length let let* lisp-implementation-type
		lisp-implementation-version list list* list-length listen listp locally log logand logbitp logior lognot logxor loop loop-finish lower-case-p machine-version make-array make-hash-table make-instance make-list make-random-state
		make-sequence make-string make-string-output-stream map map-into mapc mapcan mapcar mapcon maphash mapl maplist max maximize member member-if member-if-not merge method min minimize minusp mismatch mod most-negative-fixnum
		most-positive-double-float most-positive-fixnum muffle-warning multiple-value-bind multiple-value-call multiple-value-list multiple-value-prog1 multiple-value-setq multiple-values-limit name-char named nbutlast nconc never nil
		nintersection ninth not notany notevery notinline nreconc nreverse nth nth-value nthcdr null number numberp numerator nunion oddp of on optimize or otherwise pairlis parse-error parse-integer peek-char phase pi plusp pop position
		position-if position-if-not pprint pprint-exit-if-list-exhausted pprint-fill pprint-indent pprint-linear pprint-newline pprint-pop pprint-tab pprint-tabular prin1 prin1-to-string princ princ-to-string print print-not-readable
		print-not-readable-object prog1 prog2 progn program-error psetf psetq push pushnew quit quote random random-state random-state-p rassoc rassoc-if rassoc-if-not ratio rational rationalize rationalp read-char read-char-no-hang
		read-line read-sequence reader-error real realp realpart reduce rem remf remhash remove remove-duplicates remove-if remove-if-not repeat replace rest return return-from revappend reverse rotatef round row-major-aref safety
		sb-ext:exit sb-ext:quit sbit scale-float schar search second sequence serious-condition set-difference set-exclusive-or setf setq seventh shiftf signum simple-array simple-string simple-string-p simple-vector simple-vector-p sin
		single-float sinh sixth sleep slot-value software-type software-version some sort space speed sqrt stable-sort standard-char-p standard-object storage-condition string string-capitalize string-downcase string-equal string-greaterp
		string-left-trim string-lessp string-not-equal string-right-trim string-trim string-upcase string/= string< string<= string= string> string>= stringp style-warning sublis subseq subsetp subst subst-if subst-if-not substitute
		substitute-if substitute-if-not subtypep sum summing svref sxhash symbol symbol-name symbol-plist symbolp t tagbody tailp tan tanh tenth terpri the then thereis third throw time to tree-equal truncate type type-error type-of
		typecase typep uiop:quit unbound-variable undefined-function union unless unread-char until unwind-protect upper-case-p using values values-list vector vector-pop vector-push vector-push-extend vectorp warning when while with
		with-accessors with-hash-table-iterator with-input-from-string with-output-to-string with-slots write write-byte write-char write-line write-sequence write-string write-to-string zerop`

// Names of Scheme (R7RS, SRFI 1, 13 and 69), Guile and Racket that do the same.
const schemeNames = `
		* *unspecified* + - -1+ ->bool ->char-set ... / 1+ < <= = => =? > >= ? _ abs acons acos acosh add1 alist->hash-table alist-cons alist-copy alist-delete alist-delete! and and-map and=> andmap angle any append append! append*
		append-map append-map! apply argmax argmin arithmetic-shift array->list array-dimensions array-equal? array-for-each array-in-bounds? array-length array-rank array-ref array-set! array? ash asin asinh assert assertion-violation
		assf assoc assoc-ref assoc-set! assq assq-ref assq-set! assv assv-ref assv-set! atan atanh banner basename begin begin0 bit-count bit-count* bit-extract bit-invert! bit-position bit-set*! bitwise-and bitwise-ior bitwise-not
		bitwise-xor boolean=? boolean? build-list build-string build-vector bytes bytes->string/utf-8 bytes-length caar cadddr caddr cadr call-with-current-continuation call-with-output-string call-with-values call/cc car car+cdr
		cartesian-product case case-lambda case-lambda* catch cdar cdddr cddr cdr ceiling ceiling/ char->integer char-alphabetic? char-ci<=? char-ci<? char-ci=? char-ci>=? char-ci>? char-downcase char-general-category char-is-both?
		char-lower-case? char-numeric? char-titlecase char-upcase char-upper-case? char-whitespace? char<=? char<? char=? char>=? char>? char? check-= check-equal? check-exn check-false check-not-equal? check-true circular-list
		circular-list? combinations command-line complex? compose compose1 concatenate concatenate! cond conjoin cons cons* cons? const cos cosh count cube current-error-port current-inexact-milliseconds current-input-port
		current-milliseconds current-output-port current-seconds current-time curry curryr cut cute define define! define* define-inlinable define-once define-record-type define-struct define-values defined? delay delete delete!
		delete-duplicates delete-duplicates! delete1! delq delq! denominator disjoin display displayln div div-and-mod div0 div0-and-mod0 do dotted-list? drop drop-right drop-right! drop-while dropf dynamic-wind eighth else empty empty?
		eof-object? eprintf eq? equal? eqv? error even? every exact exact->inexact exact-ceiling exact-floor exact-integer-sqrt exact-integer? exact-nonnegative-integer? exact-positive-integer? exact-round exact-truncate exact? exception?
		exit exn-message exn:fail? exp expt fifth filter filter! filter-map filter-not find find-tail findf finite? first flatten floor floor-quotient floor-remainder floor/ fold fold-left fold-right foldl foldr for for* for*/fold
		for*/list for*/sum for-each for/and for/first for/fold for/hash for/hasheq for/last for/list for/lists for/or for/product for/set for/string for/sum for/vector force force-output format fourth fprintf gambit-version gcd
		get-output-string get-print-state get-string-all gmtime group-by guard has-trailing-newline? hash hash->list hash-clear! hash-count hash-for-each hash-has-key? hash-keys hash-map hash-map->list hash-ref hash-remove hash-set
		hash-set! hash-table->alist hash-table-contains? hash-table-copy hash-table-count hash-table-delete! hash-table-equivalence-function hash-table-exists? hash-table-fold hash-table-hash-function hash-table-keys hash-table-merge!
		hash-table-ref hash-table-ref/default hash-table-set! hash-table-size hash-table-update! hash-table-update!/default hash-table-values hash-table-walk hash-table? hash-update hash-update! hash-values hash? hasheq hashq hashq-ref
		hashq-set! identity if imag-part in-hash in-hash-keys in-hash-values in-indexed in-lines in-list in-naturals in-range in-string in-value in-vector index-of inexact inexact->exact inexact? inf inf? infinite? integer->char
		integer-expt integer-length integer-valued? integer? iota keyword? lambda lambda* last last-pair lcm length length+ let let* let*-values let-values let/ec letrec letrec* list list* list->array list->set list->string list->vector
		list-copy list-head list-index list-ref list-rest list-set! list-sort list-tabulate list-tail list= list? localtime log log10 logand logbit? logior lognot logtest logxor magnitude make-array make-equal-hash-table make-hash
		make-hash-table make-hasheq make-immutable-hash make-list make-parameter make-polar make-promise make-rectangular make-string make-strong-eqv-hash-table make-symbol make-vector map map! match match* match-define match-lambda
		match-lambda* match-let match-let* match-letrec match:substring max member memf memq memv merge merge! min mktime mod mod0 modulo modulo-expt most-negative-fixnum most-positive-fixnum named-lambda nan nan? natural? negate
		negative? newline nil? ninth non-empty-string? noop not not-pair? null-list? null? number->string number? numerator odd? open-input-string open-output-string or or-map ormap pair-for-each pair? parameter? parameterize partition
		partition! permutations pi port->lines port->string positive? pp pretty-print print printf println procedure procedure? promise? proper-list? quit quote quotient quotient/remainder raise raise-exception raise-user-error random
		random-integer range rational-valued? rational? rationalize read-line real->decimal-string real-part real-time real-valued? real? receive record-modifier record-predicate record? reduce reduce-left reduce-right regexp-exec
		regexp-match regexp-match* regexp-match? regexp-quote regexp-replace regexp-replace* regexp-split regexp? remainder remove remove* remove-duplicates remq rest reverse reverse! reverse-list->string reverse-list->vector
		reverse-vector->list round round/ runtime second sequence->list sequence-map set set! set->list set-add set-car! set-cdr! set-count set-intersect set-member? set-subtract set-union seventh sgn shuffle simple-exceptions
		simple-format sin sinh sixth sort sort! sort-list sort-list! sorted? span span! split-at split-at! sqr sqrt square stable-sort stable-sort! stream stream->list stream-car stream-cdr stream-cons stream-first stream-head stream-rest
		stream-tail stream-take strftime string string->bytes/utf-8 string->char-set string->char-set! string->list string->number string->symbol string-any string-append string-append/shared string-capitalize string-capitalize!
		string-ci->symbol string-ci< string-ci<= string-ci<=? string-ci<? string-ci= string-ci=? string-ci> string-ci>= string-ci>=? string-ci>? string-compare string-concatenate string-concatenate/shared string-contains string-contains?
		string-copy string-copy! string-count string-delete string-downcase string-downcase! string-drop string-drop-right string-empty? string-every string-fill! string-filter string-fold string-fold-right string-for-each
		string-for-each-index string-hash string-index string-index-right string-join string-length string-map string-map! string-match string-normalize-nfc string-normalize-nfd string-normalize-nfkc string-normalize-nfkd
		string-normalize-spaces string-null? string-pad string-pad-left string-pad-right string-prefix-length string-prefix-predicate string-prefix=? string-prefix? string-ref string-replace string-reverse string-reverse! string-rindex
		string-search-all string-search-forward string-set! string-skip string-skip-right string-split string-suffix-length string-suffix? string-tabulate string-take string-take-right string-titlecase string-titlecase! string-tokenize
		string-trim string-trim-both string-trim-right string-upcase string-upcase! string-utf8-length string< string<= string<=? string<? string= string=? string> string>= string>=? string>? string? strptime struct sub1 subset? substring
		subvector symbol symbol->keyword symbol->string symbol=? symbol? system-type system-version-string take take! take-right take-while take-while! takef takef-right tan tanh tenth third throw thunk thunk? time transpose-array
		truncate truncate-quotient truncate-remainder truncate/ truncated-print unfold unfold-right unless unspecified? values vector vector->list vector-any vector-append vector-argmax vector-argmin vector-concatenate vector-copy
		vector-copy! vector-count vector-empty? vector-every vector-fill! vector-fold vector-fold-right vector-for-each vector-grow vector-index vector-index-right vector-length vector-map vector-map! vector-member vector-ref
		vector-reverse! vector-set! vector-sort vector-swap! vector= vector? version void when while with-exception-handler with-handlers with-output-to-string write write-char write-line write-string xcons xsubstring zero? zip ~a ~r ~s
		~v`

// Names of Clojure that do the same, with what Babashka knows without being asked.
const clojureNames = `
		% %& %1 %2 %3 & * *' *clojure-version* *command-line-args* *err* *flush-on-newline* *in* *input* *out* *warn-on-reflection* + +' -> ->> .charAt .concat .contains .endsWith .getMessage .indexOf .isEmpty .length .replace .split
		.startsWith .substring .toLowerCase .toString .toUpperCase .trim / < <= = == > >= ArithmeticException AssertionError Character/getNumericValue Character/isDigit Character/isLetter Character/isUpperCase Character/toUpperCase Double
		Double/parseDouble Exception Exception. ExceptionInfo IllegalArgumentException Integer Integer/MAX_VALUE Integer/MIN_VALUE Integer/parseInt Integer/toBinaryString Integer/toHexString Long Long/MAX_VALUE Long/MIN_VALUE
		Long/parseLong Math/E Math/PI Math/abs Math/cbrt Math/ceil Math/cos Math/exp Math/floor Math/floorDiv Math/floorMod Math/log Math/log10 Math/max Math/min Math/pow Math/round Math/sin Math/sqrt Math/tan Number NumberFormatException
		Object RuntimeException String String/format String/valueOf System/currentTimeMillis System/exit System/nanoTime Thread/sleep Throwable _ abs and any? apply as-> assert assoc assoc! assoc-in associative? atom bigdec bigint
		biginteger binding bit-and bit-and-not bit-clear bit-flip bit-not bit-or bit-set bit-shift-left bit-shift-right bit-xor boolean boolean? butlast byte bytes case cat catch char char? chars cheshire.core clojure-version coll?
		comment comp comparator compare compare-and-set! complement concat cond cond-> cond->> condp conj conj! count counted? cycle dec dec' decimal? declare dedupe def defmethod defmulti defn defn- defonce delay delay? denominator deref
		disj disj! dissoc dissoc! distinct distinct? do doall dorun doseq dotimes doto double double? doubles drop drop-last drop-while edn empty empty? even? every-pred every? ex-data ex-info ex-message false false? ffirst filter filterv
		finally find find-keyword first flatten float float? floats flush fn fn? fnext fnil for force format frequencies get get-in group-by hash hash-map hash-set if if-let if-not if-some ifn? inc inc' indexed? infinite? inst? int int?
		integer? interleave interpose into ints iterate java.io.BufferedReader. json json/decode json/encode json/generate-string json/parse-string json/read-str json/write-str juxt keep keep-indexed key keys keyword keyword? last
		lazy-cat lazy-seq let letfn line-seq list list* list? long longs loop m map map-entry? map-indexed map? mapcat mapv math max max-key memoize merge merge-with min min-key mod name namespace nat-int? neg-int? neg? next nfirst nil
		nil? nnext not not-any? not-empty not-every? not= nth nthnext nthrest num number? numerator odd? or parse-boolean parse-double parse-long parse-uuid partial partition partition-all partition-by peek persistent! pmap pop pop!
		pos-int? pos? pp pprint pr pr-str print print-str print-table printf println println-str prn prn-str quot quote rand rand-int rand-nth random-uuid range ratio? rational? rationalize re-groups re-matcher re-matches re-pattern
		re-seq read-line recur reduce reduce-kv reduced reduced? rem remove repeat repeatedly replace require reset! reset-vals! rest reverse reversible? rseq rsubseq run! s satisfies? second select-keys seq seq? seqable? sequence
		sequential? set set? short shorts shuffle some some-> some->> some-fn some? sort sort-by sorted-map sorted-map-by sorted-set sorted-set-by sorted? split-at split-with str string string? subs subseq subvec swap! swap-vals! take
		take-last take-nth take-while throw time tree-seq true true? try type unreduced update update-in update-keys update-vals uuid? val vals vec vector vector-of vector? volatile! volatile? vreset! vswap! w walk when when-first
		when-let when-not when-some while with-in-str with-out-str with-precision zero? zipmap`

// clojureSpaces are namespaces of Clojure with the names that they are given, and what
// of theirs computes.
//
//nolint:gochecknoglobals // a table, never changed
var clojureSpaces = []struct{ space, aliases, names string }{
	{"clojure.data", "data", `diff`},
	{"clojure.edn", "edn", `read-string`},
	{"clojure.math", "math m", `E PI acos asin atan atan2 cbrt ceil cos exp floor floor-div floor-mod hypot log log10 pow random rint round signum sin sqrt tan tanh to-degrees to-radians`},
	{"clojure.pprint", "pp pprint", `pprint print-table`},
	{"clojure.set", "set", `difference index intersection join map-invert project rename rename-keys select subset? superset? union`},
	{"clojure.string", "str string s", `blank? capitalize ends-with? escape includes? index-of join last-index-of lower-case re-quote-replacement replace replace-first reverse split split-lines starts-with? trim trim-newline triml trimr upper-case`},
	{"clojure.walk", "walk w", `keywordize-keys postwalk postwalk-replace prewalk prewalk-replace stringify-keys walk`},
}
