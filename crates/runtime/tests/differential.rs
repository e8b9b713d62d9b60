//! The models against the system's C library: `libc.c` is built natively with
//! every public name prefixed by `epm_`, linked with the comparison programs
//! in `runtime/tests/differential/` under AddressSanitizer and
//! UndefinedBehaviorSanitizer, and run on 2,000 random inputs per function
//! (`EVERYPATH_CASES=10000` for as many; `make bench` has them).
//!
//! Source of the expected values: glibc (2.36 was used; `qsort`'s order of
//! equal elements changed in 2.37). Cost: under a minute.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn runtime_dir() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

fn flags() -> Vec<String> {
    let text = fs::read_to_string(runtime_dir().join("libc/FLAGS")).unwrap();
    text.lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Random inputs per function.
fn cases() -> u64 {
    let asked = std::env::var("EVERYPATH_CASES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(1_000)
}

fn clang() -> Command {
    Command::new(std::env::var("EVERYPATH_CLANG").unwrap_or_else(|_| "clang-19".into()))
}

fn succeed(mut command: Command) -> Output {
    let output = command.output().unwrap();
    assert!(
        output.status.success(),
        "{command:?}\n{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// The models as LLVM assembly, for one target.
fn assembly(target: &str) -> String {
    let mut command = clang();
    command
        .current_dir(runtime_dir().join("libc"))
        .args(flags())
        .args([target, "-S", "-emit-llvm", "libc.c", "-o", "-"]);
    String::from_utf8(succeed(command).stdout).unwrap()
}

/// The name after the first `@` of a line.
fn symbol(line: &str) -> &str {
    let name = line.split('@').nth(1).unwrap_or("");
    let end = name
        .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
        .unwrap_or(name.len());
    &name[..end]
}

/// All functions and variables that a program can link to.
fn public_names(assembly: &str) -> Vec<String> {
    assembly
        .lines()
        .filter(|line| {
            let function = line.starts_with("define ");
            let variable = line.starts_with('@');
            (function || variable) && !line.contains(" internal ") && !line.contains(" private ")
        })
        .map(|line| symbol(line).to_owned())
        .collect()
}

/// The functions among them.
fn public_functions(assembly: &str) -> BTreeSet<String> {
    assembly
        .lines()
        .filter(|line| line.starts_with("define ") && !line.contains(" internal "))
        .map(|line| symbol(line).to_owned())
        // Starting points of the engine's are no part of the library.
        .filter(|name| !name.starts_with("__ep_"))
        .collect()
}

/// Builds and runs the comparison; returns what it prints.
fn compare(target: &str, sanitize: bool) -> String {
    let dir = tempfile::tempdir().unwrap();
    let header: String = public_names(&assembly(target))
        .iter()
        .map(|name| format!("#define {name} epm_{name}\n"))
        .collect();
    let rename = dir.path().join("rename.h");
    fs::write(&rename, header).unwrap();
    let sanitizers: &[&str] = if sanitize {
        &[
            "-fsanitize=address,undefined",
            // `scandir` calls with its own names of the system's types.
            "-fno-sanitize=function",
            "-fno-sanitize-recover=all",
            "-fno-wrapv",
            "-g1",
        ]
    } else {
        &[]
    };

    let models = dir.path().join("models.o");
    let mut command = clang();
    command
        .current_dir(runtime_dir().join("libc"))
        .args(flags())
        .args(sanitizers)
        .args([target, "-include"])
        .arg(&rename)
        .args(["-c", "libc.c", "-o"])
        .arg(&models);
    succeed(command);

    let program = dir.path().join("differential");
    let mut sources: Vec<PathBuf> = fs::read_dir(runtime_dir().join("tests/differential"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    sources.sort();
    let mut command = clang();
    command
        .args(["-std=gnu11", "-O1", "-fno-builtin", "-Wall", "-Wextra"])
        .args(["-Werror", "-Wno-nonnull", target])
        .arg(format!("-DCASES={}", cases()))
        .args(sanitizers)
        .args(sources)
        .arg(&models)
        .args(["-lm", "-o"])
        .arg(&program);
    succeed(command);

    // A fixed environment: the system's functions look at locale variables.
    let mut command = Command::new(&program);
    command
        .env_clear()
        .env("TZ", "UTC")
        .env("ASAN_OPTIONS", "allocator_may_return_null=1:detect_leaks=0");
    let output = succeed(command);
    String::from_utf8(output.stdout).unwrap()
}

/// What a report has against a target's models: failures, and functions that
/// were not compared on as many inputs under their own names.
fn judge(report: &str, target: &str) {
    println!("{report}");
    assert!(report.contains(" 0 failures"), "{report}");
    let compared: BTreeMap<&str, u64> = report
        .lines()
        .filter_map(|line| line.strip_prefix("COMPARED "))
        .filter_map(|line| line.rsplit_once(' '))
        .map(|(name, cases)| (name, cases.parse().unwrap()))
        .collect();
    let few: Vec<_> = public_functions(&assembly(target))
        .into_iter()
        .filter(|f| compared.get(f.as_str()).is_none_or(|n| *n < cases()))
        .collect();
    assert!(
        few.is_empty(),
        "models that are not compared with the system's on {} inputs: {few:?}",
        cases()
    );
}

#[test]
fn models_agree_with_the_system_under_sanitizers() {
    judge(&compare("-m64", true), "-m64");
}

/// The harnesses, in order.
fn harnesses() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(runtime_dir().join("tests/symbolic"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    found.sort();
    found
}

/// The functions that a harness calls when it is compiled as `everypath test`
/// compiles it: what clang folds away or turns into an instruction is no call.
fn calls_of(harness: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(harness).unwrap();
    let flags = text.lines().filter_map(|l| l.strip_prefix("// flags: "));
    let own = flags.filter_map(|l| l.split_once("-- ")).map(|(_, f)| f);
    let mut command = clang();
    command
        .args(["-O0", "-Xclang", "-disable-O0-optnone"])
        .args(ep_runtime::USER_CFLAGS)
        .args(own.flat_map(str::split_whitespace))
        .arg("-I")
        .arg(runtime_dir().join("include"))
        .args(["-w", "-S", "-emit-llvm", "-o", "-"])
        .arg(harness);
    let assembly = String::from_utf8(succeed(command).stdout).unwrap();
    let called = assembly
        .lines()
        .filter(|line| line.contains(" call ") && line.contains("@"));
    called.map(|line| symbol(line).to_owned()).collect()
}

/// The list is the bitcode's: a new model without a harness fails here.
#[test]
fn every_model_has_a_symbolic_harness() {
    let called: BTreeSet<String> = harnesses().iter().flat_map(|h| calls_of(h)).collect();
    for target in ["-m64", "-m32"] {
        let missing: Vec<_> = public_functions(&assembly(target))
            .into_iter()
            .filter(|f| !called.contains(f))
            .collect();
        assert!(
            missing.is_empty(),
            "models that no harness in runtime/tests/symbolic calls: {missing:?}"
        );
    }
}

/// The harnesses that `everypath test` is to prove hold natively on random
/// inputs: a proof of a false assertion would be noticed.
#[test]
fn symbolic_harnesses_hold_natively() {
    let dir = tempfile::tempdir().unwrap();
    for harness in harnesses() {
        let first_line = fs::read_to_string(&harness).unwrap();
        assert!(
            first_line.starts_with("// expect: proved\n"),
            "{}",
            harness.display()
        );
        let object = dir.path().join("harness.o");
        let mut command = clang();
        command
            .args(["-Wall", "-fno-builtin", "-Dmain=harness_main", "-I"])
            .arg(runtime_dir().join("include"))
            .arg("-c")
            .arg(&harness)
            .arg("-o")
            .arg(&object);
        succeed(command);
        let program = dir.path().join("harness");
        let mut command = clang();
        command
            .arg("-std=gnu11")
            .arg(runtime_dir().join("tests/symbolic_native.c"))
            .arg(&object)
            .args(["-lm", "-o"])
            .arg(&program);
        succeed(command);
        let mut command = Command::new(&program);
        command.arg("300").current_dir(dir.path()).env("TZ", "UTC");
        succeed(command);
    }
}

/// On 32 bits the sizes of `long`, `size_t` and of pointers differ.
#[test]
fn models_agree_with_the_32_bit_system() {
    judge(&compare("-m32", false), "-m32");
}

/// A user's program may define its own `getline`: a model that called the
/// public one would call the user's.
#[test]
fn models_call_only_helpers_and_builtins() {
    let builtins = [
        "malloc",
        "calloc",
        "realloc",
        "free",
        "aligned_alloc",
        "memcpy",
        "memmove",
        "memset",
        "abort",
        "_exit",
        "__ep_read",
        "__ep_write",
        "__ep_open",
        "__ep_seek",
        "__ep_variable",
        "klee_is_symbolic",
        "__ep_unsupported",
        "__ep_fixed",
        "__ep_assume_no_other_file",
        "__ep_assume_folder",
        "__ep_optional_arguments",
        "__ep_keep_arguments",
        "__ep_math",
        "__ep_math_error",
        "__ep_any_number",
        "__ep_some_value",
        "__ep_assume_clock",
        "__ep_assume_order",
        "__ep_max_failures",
        "__ep_may_fail",
        "__ep_is_open",
        "__ep_surrounding",
        "__ep_read_any",
        "__ep_any_file",
        "__ep_any_variable",
        "__ep_assume_sequence",
        "__ep_assume_names",
    ];
    for target in ["-m64", "-m32"] {
        let text = assembly(target);
        for line in text.lines() {
            let call = line.contains(" call ") && line.contains('@');
            let declared = line.starts_with("declare ");
            if !call && !declared {
                continue;
            }
            let name = symbol(line);
            // Known by its name to accounts of blocks, which users must not take.
            let own = name == "__ep_own_block";
            let helper = own || name.starts_with("ep_") || name.starts_with("llvm.");
            // An indirect call mentions no function before its arguments.
            let indirect = call && !line.contains(&format!("@{name}("));
            assert!(
                helper || indirect || builtins.contains(&name),
                "{target}: {line}"
            );
        }
    }
}
