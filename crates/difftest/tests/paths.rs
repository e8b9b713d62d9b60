//! The four properties of symbolic execution (document 003, pages 61-63) on
//! generated programs, with the reference interpreter as the judge:
//!
//! 1. every path condition is satisfiable, by the test it comes with;
//! 2. two path conditions exclude each other;
//! 3. those of a finished exploration cover every input;
//! 4. each drives the concrete execution along its path: the interpreter ends
//!    on the test as the path says (correctness), and every concrete run ends
//!    as the path that covers it says (completeness; document 002, theorems
//!    2.3 and 2.4).
//!
//! The programs are not free of undefined behaviour: overflow, division by
//! zero, large shifts and indices out of bounds must be predicted, with their
//! lines. `EP_PATHS_COUNT` sets the number of programs,
//! `EP_PATHS_FIRST` the first seed.

use ep_base::outcome::{Bug, Input, InputSource, InputType, PathEnd, Statistics, TestCase};
use ep_base::{Budget, Diagnostic};
use ep_explore::{explore, Observer, Options, PathView, SearchKind};
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_term::{Assignment, Evaluator, VarId};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

/// SplitMix64.
struct Random(u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }
}

const TYPES: [(&str, usize); 4] = [
    ("signed char", 1),
    ("unsigned char", 1),
    ("short", 2),
    ("int", 4),
];

/// Writes a program with three symbolic variables; returns their sizes.
fn generate(r: &mut Random) -> (String, Vec<usize>) {
    let mut s = String::from("#include <klee/klee.h>\nint main(void) {\n");
    let mut sizes = Vec::new();
    for name in ["a", "b", "c"] {
        let (ty, size) = TYPES[r.below(4) as usize];
        sizes.push(size);
        let _ = writeln!(
            s,
            "  {ty} {name};\n  klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
        );
    }
    s.push_str("  signed char t[4] = {3, -1, 7, 0};\n  int x = 1, y = 2;\n  unsigned u = 9;\n");
    let mut loops = 0;
    statements(r, &mut s, 3, 1, &mut loops);
    statements(r, &mut s, 2, 1, &mut loops);
    let _ = writeln!(
        s,
        "  return ({} ^ {}) & 0x3f;\n}}",
        expression(r, 1),
        expression(r, 1)
    );
    (s, sizes)
}

fn expression(r: &mut Random, depth: u32) -> String {
    if depth == 0 || r.below(3) == 0 {
        return match r.below(8) {
            0 => format!("{}", r.below(9)),
            1 => r
                .pick(&["-1", "127", "255", "1000", "2147483647"])
                .to_string(),
            2 => format!("t[{} & 3]", r.pick(&["a", "b", "x"])),
            _ => r.pick(&["a", "b", "c", "x", "y", "u"]).to_string(),
        };
    }
    let a = expression(r, depth - 1);
    let b = expression(r, depth - 1);
    match r.below(16) {
        0..=2 => format!("({a} + {b})"),
        3 | 4 => format!("({a} - {b})"),
        5 => format!("({a} * {b})"),
        6 => format!("({a} / {b})"),
        7 => format!("({a} % {b})"),
        8 => format!("({a} & {b})"),
        9 => format!("({a} ^ {b})"),
        10 => format!("({a} >> {b})"),
        11 => format!("({a} << ({b} & 3))"),
        12 => format!("({a} {} {b})", r.pick(&["<", "==", "!=", ">="])),
        13 => format!(
            "(({}){a})",
            r.pick(&["char", "unsigned char", "short", "long", "unsigned"])
        ),
        14 => format!("({a} < {b} ? {a} : {b})"),
        _ => format!("(~{a})"),
    }
}

fn condition(r: &mut Random) -> String {
    let a = expression(r, 1);
    let b = expression(r, 1);
    match r.below(5) {
        0 => format!("{a} && {b} > 3"),
        1 => format!("{a} == 5 || {b} < 0"),
        _ => format!("{a} {} {b}", r.pick(&["<", "<=", "==", "!=", ">"])),
    }
}

fn statements(r: &mut Random, s: &mut String, count: u32, depth: u32, loops: &mut u32) {
    let pad = "  ".repeat(depth as usize);
    for _ in 0..count {
        match r.below(if depth > 2 { 4 } else { 8 }) {
            0 | 1 => {
                let v = r.pick(&["x", "y"]);
                let _ = writeln!(s, "{pad}{v} = {};", expression(r, 2));
            }
            2 => {
                let _ = writeln!(s, "{pad}u = {};", expression(r, 2));
            }
            3 => {
                // Sometimes out of bounds.
                let mask = r.pick(&["3", "7", "3"]);
                let _ = writeln!(
                    s,
                    "{pad}t[{} & {mask}] = {};",
                    r.pick(&["a", "b", "c", "x"]),
                    expression(r, 1)
                );
            }
            4 | 5 => {
                let _ = writeln!(s, "{pad}if ({}) {{", condition(r));
                statements(r, s, 2, depth + 1, loops);
                if r.below(2) == 0 {
                    let _ = writeln!(s, "{pad}}} else {{");
                    statements(r, s, 1, depth + 1, loops);
                }
                let _ = writeln!(s, "{pad}}}");
            }
            6 if *loops < 1 => {
                *loops += 1;
                let _ = writeln!(
                    s,
                    "{pad}for (int i{depth} = 0; i{depth} < ({} & 3); i{depth}++) {{",
                    r.pick(&["a", "b", "c"])
                );
                statements(r, s, 1, depth + 1, loops);
                let _ = writeln!(s, "{pad}}}");
            }
            _ => {
                let _ = writeln!(
                    s,
                    "{pad}switch ({} & 7) {{",
                    r.pick(&["a", "b", "c", "x", "u"])
                );
                for k in [0, 2, 5] {
                    let _ = writeln!(s, "{pad}case {k}:");
                    statements(r, s, 1, depth + 1, loops);
                    if r.below(3) > 0 {
                        let _ = writeln!(s, "{pad}  break;");
                    }
                }
                let _ = writeln!(s, "{pad}default: x ^= 1;\n{pad}}}");
            }
        }
    }
}

/// What is kept of a path: its condition, and where its inputs are in it.
struct Path {
    conjuncts: Vec<ep_term::TermId>,
    leaves: Vec<(usize, u64, u32, VarId)>,
    end: PathEnd,
}

#[derive(Default)]
struct Collect {
    paths: Vec<Path>,
    tests: Vec<TestCase>,
    pool: Option<ep_term::Pool>,
    unsatisfied: usize,
}

impl Observer for Collect {
    fn test(&mut self, t: &TestCase) -> Result<(), Diagnostic> {
        self.tests.push(t.clone());
        Ok(())
    }
    fn bug(&mut self, _: &Bug) {}
    fn progress(&mut self, _: &Statistics) {}
    fn path(&mut self, p: &PathView<'_>) {
        let conjuncts: Vec<_> = p.condition.conjuncts().collect();
        let mut e = Evaluator::new();
        if !conjuncts
            .iter()
            .all(|c| e.eval_bool(p.pool, *c, p.condition))
        {
            self.unsatisfied += 1;
        }
        let leaves = p
            .inputs
            .iter()
            .enumerate()
            .flat_map(|(i, x)| x.leaves.iter().map(move |l| (i, l.offset, l.bytes, l.var)))
            .collect();
        self.paths.push(Path {
            conjuncts,
            leaves,
            end: p.end.clone(),
        });
    }
    fn done(&mut self, pool: ep_term::Pool) {
        self.pool = Some(pool);
    }
}

struct Concrete(HashMap<VarId, u128>);
impl Assignment for Concrete {
    fn value(&self, v: VarId) -> u128 {
        self.0.get(&v).copied().unwrap_or(0)
    }
}

fn run(module: &ep_ir::Module, inputs: &[Input]) -> interp::Outcome {
    let main = module.function("main").expect("main");
    let config = InterpConfig {
        max_instructions: 1_000_000,
        ..InterpConfig::default()
    };
    interp::run(module, main, &config, &mut ReplayHost::new(inputs))
}

/// Whether the interpreter's end is the predicted one.
fn agrees(end: &End, predicted: &PathEnd) -> bool {
    match (end, predicted) {
        (End::Exit { status: s }, PathEnd::Exit { status: p }) => {
            p.is_none() || s.map(|s| s & 0xff) == *p
        }
        (End::Error { kind }, PathEnd::Error { error }) => kind == error,
        _ => false,
    }
}

fn random_inputs(r: &mut Random, sizes: &[usize]) -> Vec<Input> {
    ["a", "b", "c"]
        .iter()
        .zip(sizes)
        .map(|(name, size)| {
            let v = match r.below(4) {
                0 => r.below(8),
                1 => r.below(8).wrapping_neg(),
                _ => r.next(),
            };
            Input {
                name: name.to_string(),
                ty: InputType::Bytes,
                source: InputSource::MakeSymbolic,
                bytes: v.to_le_bytes()[..*size].to_vec(),
            }
        })
        .collect()
}

#[test]
fn paths_are_exactly_the_executions() {
    let count: u64 = std::env::var("EP_PATHS_COUNT")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(60);
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let (mut finished, mut tests, mut concrete, mut errors) = (0, 0, 0, 0);
    let first: u64 = std::env::var("EP_PATHS_FIRST")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(0);
    for seed in first..first + count {
        let mut r = Random(seed);
        let (source, sizes) = generate(&mut r);
        let file = dir.path().join("p.c");
        std::fs::write(&file, &source).expect("write");
        let options = ep_clang::ReadOptions {
            include_dirs: vec![dir.path().to_path_buf()],
            sanitize: true,
            scratch: dir.path().to_path_buf(),
            ..ep_clang::ReadOptions::default()
        };
        let (module, _) = ep_clang::read(&[file], &options).expect("read");
        let search = [
            SearchKind::Dfs,
            SearchKind::Bfs,
            SearchKind::RandomPath,
            SearchKind::Coverage,
            SearchKind::Interleaved,
        ][seed as usize % 5];
        let options = Options {
            all_tests: true,
            search,
            ..Options::default()
        };
        let budget = Budget {
            max_paths: Some(400),
            timeout: Some(Duration::from_secs(20)),
            ..Budget::default()
        };
        let mut seen = Collect::default();
        let done = explore(&module, &options, &budget, &mut seen).expect("explore");
        assert_eq!(
            seen.unsatisfied, 0,
            "seed {seed}: a path condition without its model\n{source}"
        );
        let complete = done.stopped.is_none() && done.outcome.incomplete.is_empty();
        finished += u32::from(complete);

        // Correctness: each test drives the run along its path.
        for t in &seen.tests {
            if !matches!(t.end, PathEnd::Exit { .. } | PathEnd::Error { .. }) {
                // The solver gave up: nothing is predicted.
                continue;
            }
            let got = run(&module, &t.inputs);
            assert!(
                agrees(&got.end, &t.end),
                "seed {seed}: path says {:?}, the run {:?} ({})\ninputs {:?}\n{source}",
                t.end,
                got.end,
                got.message,
                t.inputs
            );
            if matches!(t.end, PathEnd::Error { .. }) {
                errors += 1;
                assert_eq!(
                    got.place(&module).line,
                    t.place.line,
                    "seed {seed}: line of {:?}\n{source}",
                    t.end
                );
            }
            tests += 1;
        }

        // Completeness and exclusion: each input lies on one path.
        let pool = seen.pool.take().expect("pool");
        let mut e = Evaluator::new();
        for _ in 0..40 {
            let inputs = random_inputs(&mut r, &sizes);
            let on: Vec<&Path> = seen
                .paths
                .iter()
                .filter(|p| {
                    let values = p.leaves.iter().map(|(i, off, n, var)| {
                        let mut b = [0u8; 16];
                        let at = *off as usize;
                        b[..*n as usize].copy_from_slice(&inputs[*i].bytes[at..at + *n as usize]);
                        (*var, u128::from_le_bytes(b))
                    });
                    let a = Concrete(values.collect());
                    p.conjuncts.iter().all(|c| e.eval_bool(&pool, *c, &a))
                })
                .collect();
            assert!(
                on.len() <= 1,
                "seed {seed}: {} paths for {inputs:?}\n{source}",
                on.len()
            );
            if complete {
                assert_eq!(on.len(), 1, "seed {seed}: no path for {inputs:?}\n{source}");
                let got = run(&module, &inputs);
                assert!(
                    agrees(&got.end, &on[0].end),
                    "seed {seed}: the run ends {:?} ({}), its path {:?}\ninputs {inputs:?}\n{source}",
                    got.end, got.message, on[0].end
                );
                concrete += 1;
            }
        }
    }
    // The test must not pass because nothing was compared.
    assert!(
        finished as u64 * 3 >= count,
        "only {finished} of {count} explorations were complete"
    );
    assert!(tests > 3 * count && concrete > 5 * count && errors > count / 4);
    println!("{count} programs, {finished} complete, {tests} tests ({errors} errors), {concrete} concrete runs agree");
}
