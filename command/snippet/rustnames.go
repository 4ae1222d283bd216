package snippet

import "passepartout/pipeline"

// What a program of Rust may name.

// rustModules are those of the standard library that only compute, print or wait.
var rustModules = nameTable{text: `collections fmt iter ops cmp convert mem num str string vec option result rc sync cell time thread hash marker borrow boxed char ascii array slice error any default clone future task pin panic hint ptr io alloc prelude
	i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64 bool primitive backtrace simd range assert assert_eq assert_ne println print format write writeln matches debug_assert vec unreachable todo panic`}

// rustBrought are names that may be brought in, each of which is looked at where it stands.
var rustBrought = map[string]string{
	"process": "self exit ExitCode id abort Termination",
	"env":     "self args var current_dir consts",
	"fs":      "self File",
	"path":    "self Path PathBuf Component Components",
	"ffi":     "self OsString OsStr CStr CString",
	"net":     "IpAddr Ipv4Addr Ipv6Addr SocketAddr AddrParseError",
}

// rustMacros are those of the language that only compute, print or fail.
var rustMacros = nameTable{text: `println print eprintln eprint format vec assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne panic todo unreachable unimplemented write writeln matches dbg thread_local concat stringify line file column module_path cfg
	format_args macro_rules compile_error`}

// rustAttributes change neither what runs nor where it comes from.
var rustAttributes = nameTable{text: `derive allow warn deny forbid expect inline test cfg must_use non_exhaustive default repr doc ignore should_panic cold track_caller macro_export macro_use rustfmt automatically_derived deprecated recursion_limit
	dead_code unused_variables unused unused_mut unused_imports unused_must_use unused_assignments non_snake_case non_camel_case_types non_upper_case_globals clippy all pedantic nursery warnings missing_docs arithmetic_overflow unconditional_panic unreachable_code unsafe_code rust_2018_idioms static_mut_refs
	Debug Clone Copy PartialEq Eq PartialOrd Ord Hash Default always never transparent C packed align u8 u16 u32 u64 i8 i16 i32 i64 debug_assertions not any skip hidden inline_always target_pointer_width target_os expected reason since note unused_unsafe feature large_enum_variant too_many_arguments type_complexity needless_range_loop unconditional_recursion overflowing_literals
	unused_parens unused_labels unused_macros private_interfaces improper_ctypes bindings_with_variant_name ellipsis_inclusive_range_patterns unreachable_patterns irrefutable_let_patterns while_true path_statements unit_bindings redundant_semicolons let_underscore_drop elided_lifetimes_in_paths mismatched_lifetime_syntaxes`}

// rustCalls are functions of std::fs that take a path first.
var rustCalls = map[string]pipeline.EffectKind{
	"read_to_string": pipeline.KindRead, "read": pipeline.KindRead, "write": pipeline.KindWrite, "create_dir": pipeline.KindWrite, "create_dir_all": pipeline.KindWrite,
	"remove_file": pipeline.KindDelete, "remove_dir": pipeline.KindDelete, "remove_dir_all": pipeline.KindDelete, "metadata": pipeline.KindRead, "exists": pipeline.KindRead,
}
