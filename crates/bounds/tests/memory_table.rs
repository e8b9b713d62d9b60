//! The programs of `bench/memory` (the shapes of document 000's Table 1) and
//! its families, each with the bound that its first lines tell.
//!
//! `EP_MEMORY_FAMILY` sets the sizes of the families (`40,80`); with
//! `--nocapture` a line per program is printed, with states, merges and time.

use ep_base::memory::{name_of, Bound};
use ep_bounds::memory::{analyse, Options};
use ep_explore::{Entry, HeapLimits};
use ep_ir::Module;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/memory")
}

fn module(source: &str, entry: &str) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots: vec![entry.to_string()],
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

/// Entry and bound as the head of a program tells them.
fn head(source: &str) -> (String, String) {
    let at = source
        .find("memory: ")
        .expect("a line `memory: ENTRY => BOUND`")
        + 8;
    let rest = &source[at..];
    let end = rest.find(['\n', '(']).unwrap_or(rest.len());
    let line = rest[..end].trim().trim_end_matches("*/").trim();
    let (entry, bound) = line.split_once(" => ").expect("ENTRY => BOUND");
    (entry.into(), bound.trim().into())
}

/// The bound as text, and how it was found.
fn run(name: &str, source: &str, entry: &str, limit: Duration) -> (String, Duration) {
    let m = module(source, entry);
    let f = m
        .functions
        .iter()
        .find(|(_, f)| f.name == entry)
        .expect("entry")
        .0;
    let mut o = Options::default();
    o.explore.entry = match entry {
        "main" => Entry::Main { args: Vec::new() },
        name => Entry::Function {
            name: name.into(),
            heap: HeapLimits::default(),
        },
    };
    o.budget.timeout = Some(limit);
    let start = Instant::now();
    let r = analyse(&m, f, &o, &mut |_| {}).expect("analysis");
    let time = start.elapsed();
    // A program without inputs has one run.
    if entry == "main" && !source.contains("klee_make_symbolic") {
        let config = ep_ir::interp::InterpConfig::default();
        let mut host = ep_ir::interp::ReplayHost::new(&[]);
        let run = ep_ir::interp::run(&m, f, &config, &mut host);
        let e = r.heap.bound.expr().and_then(|e| e.as_number().cloned());
        assert_eq!(e, Some(run.heap_high_water.into()), "{name}");
    }
    let text = match &r.heap.bound {
        Bound::Known(e) => e.text(&|v| name_of(&r.variables, v)),
        Bound::Unknown { missing, .. } => format!("{missing:?}"),
    };
    println!(
        "{name:<28} {text:>16} {:>8} states {:>7} merged {:>8} questions {:>7.2} s",
        r.work.states,
        r.work.reuses,
        r.work.questions,
        time.as_secs_f64()
    );
    (text, time)
}

#[test]
fn the_rows_of_the_table() {
    let rows: &[(&str, &str, Option<&str>)] = &[
        ("larson", "", None),
        ("ndes", "", None),
        ("statemate", "", None),
        ("nsichneu", "", None),
        ("puzzle", "", None),
        ("fasta", "", None),
        ("chomp", "", None),
        ("cache-thrash", "", None),
        ("cache-thrash", "#define WORKERS 2\n", None),
        ("cache-thrash", "#define ROUNDS 200\n", None),
        (
            "cache-thrash",
            "#define WORKERS 2\n#define ROUNDS 200\n",
            None,
        ),
        ("cache-scratch", "", None),
        ("cache-scratch", "#define WORKERS 2\n", Some("18")),
        ("cache-scratch", "#define ROUNDS 200\n", None),
        (
            "cache-scratch",
            "#define WORKERS 2\n#define ROUNDS 200\n",
            Some("18"),
        ),
        ("shbench", "", None),
        ("himeno", "", None),
        ("dry", "", None),
        ("fft1", "", None),
        ("nsieve-bits", "", None),
        ("ffbench", "", None),
    ];
    for (name, settings, other) in rows {
        let file = folder().join(format!("{name}.c"));
        let source = std::fs::read_to_string(&file).expect("a program");
        let (entry, bound) = head(&source);
        // Loops over as many elements as an input says do not end by exploring.
        let limit = Duration::from_secs(if entry == "f" { 2 } else { 60 });
        let (text, _) = run(name, &format!("{settings}{source}"), &entry, limit);
        assert_eq!(
            text,
            other.map_or(bound, str::to_string),
            "{name} {settings}"
        );
    }
}

#[test]
fn the_families_grow_with_their_bounds() {
    let sizes = std::env::var("EP_MEMORY_FAMILY").unwrap_or_else(|_| "20,60".into());
    for name in ["allocate", "use", "pairs", "nested"] {
        for n in sizes.split(',') {
            let out = std::process::Command::new(folder().join("families.sh"))
                .args([name, n])
                .output()
                .expect("families.sh");
            assert!(out.status.success());
            let source = String::from_utf8(out.stdout).expect("text");
            let (entry, bound) = head(&source);
            let product: u64 = bound
                .split('*')
                .map(|f| f.parse::<u64>().expect("a factor"))
                .product();
            let (text, _) = run(
                &format!("{name} {n}"),
                &source,
                &entry,
                Duration::from_secs(60),
            );
            assert_eq!(text.replace(',', ""), product.to_string(), "{name} {n}");
        }
    }
}
