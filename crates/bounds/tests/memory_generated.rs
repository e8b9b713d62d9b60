//! Generated programs against all of their inputs, by the high-water mark of
//! the reference interpreter: no run exceeds its bound, and the bound of all
//! paths is reached. Each program is explored path by path, with merging from
//! the first fork on, and bounded by its shape alone. Some run natively too, in
//! a build that counts blocks: it says what the interpreter says.
//!
//! `EP_MEMORY_COUNT` sets the number of programs, `EP_MEMORY_FIRST` the first
//! seed, `EP_MEMORY_NATIVE` every how manyth program runs natively.

use ep_base::memory::{Bound, HeapResult};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_bounds::memory::{analyse, summaries, Options, Parts};
use ep_explore::{Entry, HeapLimits};
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_ir::Module;
use ep_native::measure::{MeasuredProgram, Measurement};
use ep_native::End as NativeEnd;
use num_bigint::BigInt;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Values of each input: 0 to 2.
const VALUES: u8 = 3;
const INPUTS: usize = 3;
/// Programs that are compiled together.
const BATCH: u64 = 25;
/// Files that are looked at side by side.
const WORKERS: usize = 2;

/// A generator of numbers; the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }
}

const HELPERS: &str = "
struct node { struct node *next; char pad[8]; };
static struct node *list;
static void *p[4];
static void push(int n) { struct node *x = malloc(sizeof *x + n); x->next = list; list = x; }
static void pop(void) { if (list) { struct node *x = list; list = x->next; free(x); } }
static void drop(struct node *x) { if (!x) return; drop(x->next); free(x); }
static int deep(int n) { char *q = malloc(n + 1); q[0] = n; int r = n > 0 ? deep(n - 1) : 0; if (n != 1) free(q); return r + 1; }
static void once(int n) { void *q = malloc(n); free(q); }
static void twice(int n) { void *q = malloc(n), *r = malloc(2 * n); free(q); free(r); }
static void keep(int n) { free(p[3]); p[3] = malloc(n); }
static void (*const table[3])(int) = { once, twice, keep };
static struct { int a; unsigned char b[4]; void *q; int c; } noise;
static void rustle(int n) { for (int i = 0; i < n * 5; i++) { noise.b[i & 3] ^= i; if (noise.b[1] > 7) noise.c += i; } noise.a += n; }
static int square(int n) { int v[n + 1]; v[n] = n; return v[n] * n; }
";

fn size(r: &mut Random) -> String {
    let (a, b) = (r.below(3), r.below(3));
    match r.below(6) {
        0 => format!("{}", 1 + r.below(40)),
        1 => format!("x{a} + {}", 1 + r.below(9)),
        2 => format!("{} * x{a} + x{b} + 1", 1 + r.below(9)),
        3 => format!("x{a} * x{b} + 2"),
        4 => format!("(x{a} > x{b} ? {} : {})", 1 + r.below(30), 1 + r.below(30)),
        _ => format!("square(x{a}) + {}", 1 + r.below(20)),
    }
}

fn condition(r: &mut Random) -> String {
    let (a, b) = (r.below(3), r.below(3));
    match r.below(5) {
        0 => format!("x{a} > {}", r.below(2)),
        1 => format!("x{a} == x{b} + 1"),
        2 => format!("!x{a}"),
        3 => format!("p[{}]", r.below(4)),
        _ => format!("x{a} * x{b} > 1"),
    }
}

fn statements(r: &mut Random, out: &mut String, depth: u32, fuel: &mut u32, loops: u32) {
    for _ in 0..1 + r.below(4) {
        if *fuel == 0 {
            return;
        }
        *fuel -= 1;
        let k = r.below(4);
        let n = size(r);
        match r.below(18) {
            0 | 1 => _ = writeln!(out, "free(p[{k}]); p[{k}] = malloc({n});"),
            2 => _ = writeln!(out, "p[{k}] = realloc(p[{k}], {n});"),
            3 => _ = writeln!(out, "free(p[{k}]); p[{k}] = 0;"),
            4 => _ = writeln!(out, "{{ int i = ({n}) % 4; free(p[i]); p[i] = calloc({}, {n}); }}", 1 + r.below(3)),
            5 => _ = writeln!(out, "push({n});"),
            6 => _ = writeln!(out, "pop();"),
            7 => _ = writeln!(out, "drop(list); list = 0;"),
            8 => _ = writeln!(out, "deep(x{});", r.below(3)),
            9 => _ = writeln!(out, "table[x{}]({n});", r.below(3)),
            10 => _ = writeln!(out, "{{ void *q = malloc({n}); if ({}) free(q); else {{ free(p[{k}]); p[{k}] = q; }} }}", condition(r)),
            11 if loops < 2 && depth > 0 => {
                let i = format!("i{depth}{loops}");
                let end = match r.below(3) {
                    0 => format!("x{}", r.below(3)),
                    1 => format!("{}", 1 + r.below(3)),
                    _ => format!("x{} + 1", r.below(3)),
                };
                _ = writeln!(out, "for (int {i} = 0; {i} < {end}; {i}++) {{");
                statements(r, out, depth - 1, fuel, loops + 1);
                if r.below(4) == 0 {
                    _ = writeln!(out, "if ({}) break;", condition(r));
                }
                _ = writeln!(out, "}}");
            }
            12 | 13 if depth > 0 => {
                _ = writeln!(out, "if ({}) {{", condition(r));
                statements(r, out, depth - 1, fuel, loops);
                _ = writeln!(out, "}} else {{");
                statements(r, out, depth - 1, fuel, loops);
                _ = writeln!(out, "}}");
            }
            14 => _ = writeln!(out, "rustle(x{});", r.below(3)),
            15 => _ = writeln!(out, "rustle({n}); free(noise.q); noise.q = malloc({n});"),
            16 => _ = writeln!(out, "if (noise.a % 3 == {}) push({n});", r.below(3)),
            _ if r.below(6) == 0 => _ = writeln!(out, "if ({}) return 1;", condition(r)),
            _ => _ = writeln!(out, "free(strdup(\"{}\"));", "abcdefgh".get(..r.below(8) as usize).unwrap_or("")),
        }
    }
}

fn program(seed: u64) -> String {
    let mut r = Random(seed ^ 0x006d_656d_6f72_7900);
    let mut s = format!("int f{seed}(void) {{\n");
    for k in 0..INPUTS {
        _ = writeln!(s, "unsigned char x{k}; klee_make_symbolic(&x{k}, 1, \"x{k}\"); klee_assume(x{k} < {VALUES});");
    }
    let mut fuel = 14;
    statements(&mut r, &mut s, 3, &mut fuel, 0);
    statements(&mut r, &mut s, 3, &mut fuel, 0);
    s.push_str("return 0;\n}\n");
    s
}

fn module(source: &str, roots: Vec<String>) -> Module {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, source).expect("write");
    let options = ep_clang::ReadOptions {
        include_dirs: vec![dir.path().to_path_buf()],
        sanitize: true,
        scratch: dir.path().to_path_buf(),
        roots,
        models: vec![ep_clang::ModelLibrary {
            name: "libc".into(),
            pointer_bits: None,
            bitcode: ep_runtime::LIBC_BITCODE_64.into(),
        }],
        ..ep_clang::ReadOptions::default()
    };
    ep_clang::read(&[file], &options).expect("read").0
}

fn all_inputs() -> Vec<Vec<Input>> {
    let count = usize::from(VALUES).pow(INPUTS as u32);
    let value = |n: usize, k: usize| (n / usize::from(VALUES).pow(k as u32)) as u8 % VALUES;
    let input = |k: usize, v: u8| Input {
        name: format!("x{k}"),
        ty: InputType::Int {
            bits: 8,
            signed: false,
        },
        source: InputSource::MakeSymbolic,
        bytes: vec![v],
    };
    (0..count)
        .map(|n| (0..INPUTS).map(|k| input(k, value(n, k))).collect())
        .collect()
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |v| v.parse().expect("a number"))
}

/// The bound's value for these inputs; `None` where there is no bound.
/// `MakeSymbolic` inputs are told apart by their names.
fn value(r: &HeapResult, inputs: &[Input]) -> Option<BigInt> {
    let Bound::Known(e) = &r.heap.bound else {
        return None;
    };
    let of = |v| {
        let x = r.variables.get(v)?;
        let i = inputs.iter().find(|i| i.name == x.name)?;
        Some(BigInt::from(*i.bytes.first()?))
    };
    Some(e.evaluate(&of).expect("a value"))
}

/// What was compared, so that the test does not pass because nothing was.
#[derive(Default)]
struct Tally {
    bounded: u64,
    reached: u64,
    merged: u64,
    merged_reached: u64,
    shaped: u64,
    summed: u64,
    summed_reached: u64,
    refused: u64,
    reuses: u64,
    same: u64,
    native: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, o: Tally) {
        self.bounded += o.bounded;
        self.reached += o.reached;
        self.merged += o.merged;
        self.merged_reached += o.merged_reached;
        self.shaped += o.shaped;
        self.summed += o.summed;
        self.summed_reached += o.summed_reached;
        self.refused += o.refused;
        self.reuses += o.reuses;
        self.same += o.same;
        self.native += o.native;
    }
}

const HEAD: &str = "#include <stdlib.h>\n#include <string.h>\n#include <klee/klee.h>\n";

fn function(m: &Module, name: &str) -> ep_ir::FuncId {
    let found = m.functions.iter().find(|(_, f)| f.name == name);
    found.expect("entry").0
}

fn config() -> InterpConfig {
    InterpConfig {
        max_instructions: 1_000_000,
        ..InterpConfig::default()
    }
}

/// Runs all inputs natively: what was counted there is what the interpreter
/// counted, of which no bound is below.
fn natively(text: &str, seed: u64, inputs: &[Vec<Input>], marks: &[u64]) -> Result<(), String> {
    let dir = tempfile::tempdir().expect("scratch");
    ep_runtime::write_headers(dir.path()).expect("headers");
    let file = dir.path().join("p.c");
    std::fs::write(&file, format!("{HEAD}{HELPERS}{text}")).expect("write");
    let entry = ep_native::Entry::Function(ep_native::Signature {
        name: format!("f{seed}"),
        params: Vec::new(),
        ..ep_native::Signature::default()
    });
    let mut p = MeasuredProgram::new(vec![file], "clang-19".into(), entry);
    p.include_dirs = vec![dir.path().to_path_buf()];
    let mut m = Measurement::build(p)?;
    for (i, mark) in inputs.iter().zip(marks) {
        let run = m.run(i, 1 << 20, &[0])?;
        if !matches!(run.end, NativeEnd::Exited(_)) || !run.followed {
            return Err(format!("natively {:?} for {i:?}", run.end));
        }
        if run.heap != *mark {
            return Err(format!("{} natively and not {mark} for {i:?}", run.heap));
        }
    }
    Ok(())
}

/// Holds all inputs of a program against its bounds in every way.
fn check(m: &Module, text: &str, seed: u64, tally: &mut Tally) -> Result<(), String> {
    let f = function(m, &format!("f{seed}"));
    let inputs = all_inputs();
    let mut marks = Vec::new();
    for i in &inputs {
        let run = interp::run(m, f, &config(), &mut ReplayHost::new(i));
        if !matches!(run.end, End::Exit { .. }) {
            return Err(format!("{:?} for {i:?}", run.end));
        }
        marks.push(run.heap_high_water);
    }
    if seed % setting("EP_MEMORY_NATIVE", 10) == 0 {
        natively(text, seed, &inputs, &marks)?;
        tally.native += 1;
    }
    let mut o = Options::default();
    o.explore.entry = Entry::Function {
        name: format!("f{seed}"),
        heap: HeapLimits::default(),
    };
    // All paths, also where the shape has a bound and the machine is slow.
    (o.beside_shape, o.beside_number) = (LONG, LONG);
    o.explore.smt.query_timeout = LONG;
    explored(m, f, (&inputs, &marks), &mut o, tally)?;
    o.budget.max_paths = None;
    from_now(&mut o, LONG);
    let highest = BigInt::from(*marks.iter().max().expect("runs"));
    summarised(m, f, (seed, &highest), &o, tally)
}

/// How long one way of bounding a program may take.
const LONG: Duration = Duration::from_secs(120);
/// A quarter of it is longer than paths of these programs take on any machine.
const NO_END: Duration = Duration::from_secs(7_200);

/// The time begins now.
fn from_now(o: &mut Options, limit: Duration) {
    o.budget.start = Instant::now();
    o.budget.timeout = Some(limit);
}

/// The options of one way after those of the ways before it.
fn way(o: &mut Options, how: u32) {
    match how {
        0 => o.single_paths = 1_000,
        // The slice, its paths one by one.
        1 => o.whole_paths = 0,
        2 => o.single_paths = 1,
        _ => {
            o.budget.max_paths = Some(0);
            o.summaries.reuse = false;
        }
    }
}

/// The result, and the greatest value of its bound, which no run exceeds; None
/// where there is no bound.
fn held(
    m: &Module,
    f: ep_ir::FuncId,
    (inputs, marks): (&[Vec<Input>], &[u64]),
    o: &Options,
    how: u32,
) -> Result<Option<(HeapResult, BigInt)>, String> {
    let r = analyse(m, f, o, &mut |_| {}).expect("analysis");
    let mut most = BigInt::from(0);
    for (i, mark) in inputs.iter().zip(marks) {
        let Some(v) = value(&r, i) else {
            return Ok(None);
        };
        if BigInt::from(*mark) > v {
            return Err(format!("{mark} > {v} for {i:?}, way {how}"));
        }
        most = most.max(v);
    }
    Ok(Some((r, most)))
}

/// By paths, of the slice too, merged, and by shape.
fn explored(
    m: &Module,
    f: ep_ir::FuncId,
    (inputs, marks): (&[Vec<Input>], &[u64]),
    o: &mut Options,
    tally: &mut Tally,
) -> Result<(), String> {
    let highest = BigInt::from(*marks.iter().max().expect("runs"));
    for how in 0..4 {
        way(o, how);
        // A slow machine must not make paths end without an answer.
        from_now(o, if how < 2 { NO_END } else { LONG });
        let Some((r, most)) = held(m, f, (inputs, marks), o, how)? else {
            continue;
        };
        match how {
            0 | 1 => {
                tally.bounded += 1;
                if most != highest {
                    return Err(format!("{most} is not reached, only {highest}"));
                }
                tally.reached += 1;
                // The witness is one that reaches it.
                let w = r.heap.witness.as_ref().expect("a witness");
                let run = interp::run(m, f, &config(), &mut ReplayHost::new(w));
                if BigInt::from(run.heap_high_water) != highest {
                    return Err(format!("the witness {w:?} does not reach {highest}"));
                }
            }
            2 => {
                tally.merged += 1;
                tally.merged_reached += u64::from(most == highest);
            }
            _ => tally.shaped += 1,
        }
    }
    Ok(())
}

/// With summaries, with every other one explored, and without parts.
fn summarised(
    m: &Module,
    f: ep_ir::FuncId,
    (seed, highest): (u64, &BigInt),
    o: &Options,
    tally: &mut Tally,
) -> Result<(), String> {
    let how = Parts::default();
    let number = |s: &ep_bounds::memory::Summaries| {
        let n = s.bound.as_number().expect("inputs have no names");
        n.clone()
    };
    let sums = match summaries(m, f, o, how) {
        Err(w) => {
            tally.refused += 1;
            if setting("EP_MEMORY_WHY", 0) > 0 {
                println!("f{seed}: {}", w.0);
            }
            return Ok(());
        }
        Ok(sums) => sums,
    };
    let v = number(&sums);
    if *highest > v {
        return Err(format!("{highest} > {v} with summaries"));
    }
    tally.summed += 1;
    tally.summed_reached += u64::from(v == *highest);
    tally.reuses += sums.work.reuses;
    // Every other summary is explored instead of being used.
    let instead = Parts {
        explore_instead: 2,
        ..how
    };
    let other = number(&summaries(m, f, o, instead).expect("as before"));
    // The context may exclude more than the pattern asks for, so that the two
    // bounds need not be equal.
    if *highest > other {
        return Err(format!("{highest} > {other}, explored instead of reused"));
    }
    tally.same += u64::from(other == v);
    if seed % 4 > 0 {
        return Ok(());
    }
    let off = |part: u8| Parts {
        reuse: part != 0,
        interpolation: part != 1,
        dominance: part != 2,
        ..how
    };
    for off in [off(0), off(1), off(2)] {
        if let Ok(s) = summaries(m, f, o, off) {
            let n = number(&s);
            if *highest > n {
                return Err(format!("{highest} > {n} with {off:?}"));
            }
        }
    }
    Ok(())
}

/// The program of a seed and what is wrong with it, with as few of its lines as
/// still have something wrong.
fn smallest(seed: u64, wrong: String) -> String {
    let mut last = wrong;
    let text = shrunk(&program(seed), &mut |text| {
        let source = format!("{HEAD}{HELPERS}{text}");
        let one = || {
            let m = module(&source, vec![format!("f{seed}")]);
            check(&m, text, seed, &mut Tally::default())
        };
        // What does not compile is no smaller program.
        match std::panic::catch_unwind(one) {
            Ok(Err(w)) => {
                last = w;
                true
            }
            _ => false,
        }
    });
    format!("{last} of\n{text}")
}

/// The text without the lines that it can do without: single ones, and blocks
/// with their braces.
fn shrunk(text: &str, wrong: &mut dyn FnMut(&str) -> bool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let mut end = at;
        let mut depth = 0i64;
        loop {
            let line = lines[end];
            depth += line.matches('{').count() as i64 - line.matches('}').count() as i64;
            if depth <= 0 || end + 1 == lines.len() {
                break;
            }
            end += 1;
        }
        let mut fewer = lines.clone();
        fewer.drain(at..=end);
        match wrong(&fewer.join("\n")) {
            true => lines = fewer,
            false => at += 1,
        }
    }
    lines.join("\n")
}

#[test]
fn what_is_wrong_is_told_with_few_lines() {
    let mut asked = 0;
    let text = "int f {\na;\nif (x) {\nb;\ndeep;\n} else {\nc;\n}\nfor {\nd;\n}\nreturn 0;\n}";
    let small = shrunk(text, &mut |t| {
        asked += 1;
        let balanced = t.matches('{').count() == t.matches('}').count();
        t.contains("deep;") && t.contains("int f") && balanced
    });
    assert_eq!(small, "int f {\nif (x) {\ndeep;\n}\n}");
    assert!(asked < 30, "{asked}");
}

/// Programs of one file, one after the other.
fn batch(seeds: std::ops::Range<u64>, t: &mut Tally) {
    let seeds: Vec<u64> = seeds.collect();
    let mut source = format!("{HEAD}{HELPERS}");
    for s in &seeds {
        source.push_str(&program(*s));
    }
    let m = module(&source, seeds.iter().map(|s| format!("f{s}")).collect());
    for s in &seeds {
        if let Err(wrong) = check(&m, &program(*s), *s, t) {
            println!("f{s}: {wrong}; looking for fewer lines");
            panic!("{}", smallest(*s, wrong));
        }
    }
}

#[test]
fn no_run_exceeds_its_bound() {
    let count = setting("EP_MEMORY_COUNT", 40);
    let first = setting("EP_MEMORY_FIRST", 0);
    let begins: Vec<u64> = (first..first + count).step_by(BATCH as usize).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut t = Tally::default();
        while let Some(from) = begins.get(next.fetch_add(1, Ordering::Relaxed)) {
            batch(*from..(from + BATCH).min(first + count), &mut t);
        }
        t
    };
    let mut t = Tally::default();
    std::thread::scope(|scope| {
        let workers = [(); WORKERS].map(|()| scope.spawn(worker));
        for w in workers {
            t += w.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
        }
    });
    println!("{} bounded and {} reached with summaries, {} used again, {} have the same bound with every other one explored instead, {} refused", t.summed, t.summed_reached, t.reuses, t.same, t.refused);
    println!("{count} programs, {} natively too: {} bounded and {} reached by paths, {} and {} merged, {} bounded by shape", t.native, t.bounded, t.reached, t.merged, t.merged_reached, t.shaped);
    // The test must not pass because nothing was compared.
    let every = setting("EP_MEMORY_NATIVE", 10);
    assert!(t.native >= count / every, "{} of {count}", t.native);
    assert!(t.bounded * 10 >= count * 9, "{} of {count}", t.bounded);
    assert!(t.summed * 10 >= count * 6, "{} of {count}", t.summed);
    assert!(t.merged * 10 >= count * 8, "{} of {count}", t.merged);
}

/// A limit ends an analysis and makes no bound smaller: each way, with one and
/// with two workers, is cut off at many moments.
#[test]
fn no_limit_of_time_makes_a_bound_too_small() {
    let count = setting("EP_MEMORY_CUT", 6);
    let first = setting("EP_MEMORY_FIRST", 0);
    let mut source = format!("{HEAD}{HELPERS}");
    (first..first + count).for_each(|s| source.push_str(&program(s)));
    let roots = (first..first + count).map(|s| format!("f{s}")).collect();
    let m = module(&source, roots);
    let inputs = all_inputs();
    let (mut bounded, mut cut) = (0u64, 0u64);
    for seed in first..first + count {
        let f = function(&m, &format!("f{seed}"));
        let run = |i: &Vec<Input>| interp::run(&m, f, &config(), &mut ReplayHost::new(i));
        let marks: Vec<u64> = inputs.iter().map(|i| run(i).heap_high_water).collect();
        for ms in [1, 3, 10, 30, 100, 300, 1_000] {
            for workers in [1, 2] {
                let mut o = Options {
                    workers,
                    ..Options::default()
                };
                o.explore.entry = Entry::Function {
                    name: format!("f{seed}"),
                    heap: HeapLimits::default(),
                };
                for how in 0..3 {
                    way(&mut o, how);
                    for by_shape in [true, false] {
                        o.by_shape = by_shape;
                        from_now(&mut o, Duration::from_millis(ms));
                        match held(&m, f, (&inputs, &marks), &o, how) {
                            Ok(found) => match found {
                                Some(_) => bounded += 1,
                                None => cut += 1,
                            },
                            Err(wrong) => panic!("f{seed}, {ms} ms, {workers} workers: {wrong}"),
                        }
                    }
                }
            }
        }
    }
    println!("{bounded} bounded, {cut} cut off before there was a bound");
    assert!(bounded > 0 && cut > 0, "{bounded} bounded, {cut} cut off");
}
