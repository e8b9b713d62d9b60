//! `bench/time` and random loops at 8 bits, on all inputs: what is expected is
//! so, and nothing that the analysis claims is contradicted by a run.

use ep_base::outcome::{InputType, Place};
use ep_base::time::{Cost, Gap, Parameter, ParameterKind, Report, Verdict};
use ep_base::Budget;
use ep_bounds::evidence::counted::{gather, Evidence, Limits};
use ep_bounds::evidence::expression::read_bound;
use ep_bounds::evidence::grid::{Given, Grid, Point, Shape};
use ep_bounds::evidence::Subject;
use ep_bounds::time::{analyse, weighed, Options};
use ep_clang::{ModelLibrary, ReadOptions};
use ep_ir::{FuncId, Module};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

mod hostile;

fn compile(source: &Path, entries: &[String], scratch: &Path) -> Module {
    at_width(8, source, entries, scratch)
}

fn at_width(bits: u32, source: &Path, entries: &[String], scratch: &Path) -> Module {
    let options = ReadOptions {
        clang_flags: vec!["-fwrapv".into(), format!("-DW={bits}")],
        scratch: scratch.to_path_buf(),
        roots: entries.to_vec(),
        models: vec![ModelLibrary {
            name: "the C library models".into(),
            pointer_bits: Some(64),
            bitcode: Cow::Borrowed(ep_runtime::LIBC_BITCODE_64),
        }],
        ..ReadOptions::default()
    };
    let (module, _) = ep_clang::read(&[source.to_path_buf()], &options)
        .unwrap_or_else(|e| panic!("{}: {e}", source.display()));
    module
}

/// All values of all parameters, which are of 8 bits.
fn all_points(grid: &Grid) -> Vec<Point> {
    let mut out = vec![Point::default()];
    for s in &grid.shapes {
        let Shape::Integer { bits: 8, ty } = s else {
            panic!("a parameter is not of 8 bits: {s:?}");
        };
        let given = |v: u8, ty: &InputType| Given {
            ty: ty.clone(),
            bytes: Some(vec![v]),
        };
        out = out
            .into_iter()
            .flat_map(|p| {
                (0..=255u8).map(move |v| {
                    let mut p = p.clone();
                    p.parameters.push(given(v, ty));
                    p
                })
            })
            .collect();
    }
    out
}

/// Runs a function on all inputs and holds the report against them.
fn exhaustively(module: &Module, entry: FuncId, report: &Report) -> Evidence {
    some(module, entry, report, 1)
}

/// The same for every n-th input.
fn some(module: &Module, entry: FuncId, report: &Report, every: usize) -> Evidence {
    let subject = Subject { module, entry };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    grid.points = all_points(&grid).into_iter().step_by(every).collect();
    let limits = Limits {
        run: 1 << 17,
        all: u64::MAX,
        sets: 0,
        ..Limits::default()
    };
    gather(
        subject,
        &mut grid,
        report,
        None,
        &limits,
        &Budget::default(),
    )
    .expect("no defect")
}

fn claims(module: &Module, entry: FuncId) -> Report {
    let options = Options {
        bounds: true,
        budget: Budget {
            timeout: Some(Duration::from_secs(4)),
            ..Budget::default()
        },
        ..Options::default()
    };
    analyse(module, entry, &options, &mut |_| {})
}

/// What is wrong with the claims, if anything.
fn wrong(report: &Report, e: &Evidence) -> Option<String> {
    if let Some(c) = &e.contradiction {
        return Some(c.what.clone());
    }
    let endless = e.counted.skipped > 0;
    match report.verdict {
        Verdict::Terminates if endless => Some("it is proved to end and does not".into()),
        Verdict::DoesNotTerminate if !endless => Some("it is said not to end and does".into()),
        _ => None,
    }
}

fn bench() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/time");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("bench/time")
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 150, "the suite is there");
    files
}

/// The text behind `// key: ` in a program.
fn field<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|l| l.strip_prefix("// ")?.strip_prefix(key)?.strip_prefix(": "))
}

/// The integer parameters by their names.
fn parameters(text: &str, module: &Module, entry: FuncId) -> Vec<Parameter> {
    let f = &module.functions[entry];
    let grid = Grid::new(Subject { module, entry }, 8).expect("a grid");
    (grid.shapes.iter().enumerate())
        .map(|(i, s)| {
            let Shape::Integer { bits, .. } = s else {
                panic!("a parameter is no integer: {s:?}");
            };
            let var = f.vars.iter().find(|(_, v)| v.arg == i as u32 + 1);
            let name = var.expect("a name").1.name.clone();
            // Characters do not say here whether they have a sign.
            let head = text.lines().find(|l| l.contains(" f(")).expect("f");
            Parameter {
                kind: ParameterKind::Value {
                    index: i as u32,
                    bits: *bits,
                    signed: head.contains(&format!("S {name}")),
                },
                name,
            }
        })
        .collect()
}

/// What a program says of its rounds at a width: exactly, or at most.
fn expected(text: &str, bits: u32, module: &Module, entry: FuncId) -> Option<Report> {
    let exact = field(text, "exactly");
    let bound = exact.or_else(|| field(text, "at most"))?;
    let (most, half) = match bits {
        8 => ("UCHAR_MAX", "SCHAR_MAX"),
        _ => ("USHRT_MAX", "SHRT_MAX"),
    };
    let bound = bound.replace("UMAX", most).replace("SMAX", half);
    let parameters = parameters(text, module, entry);
    let bound = read_bound(&bound, &parameters).unwrap_or_else(|e| panic!("{bound}: {e}"));
    let mut report = Report::undecided("f", "not looked at", Place::default());
    report.cost = Cost::Rounds;
    report.parameters = parameters;
    report.bounds.lower = exact.map(|_| bound.clone());
    report.bounds.upper = Some(bound);
    Some(report)
}

/// What of a program's stated rounds a run says otherwise.
fn misstated(text: &str, bits: u32, module: &Module) -> Option<Result<(), String>> {
    // Conversions of narrow types are instructions; rounds are the same.
    let module = weighed(module, &Cost::Rounds).expect("rounds can be counted");
    let entry = module.function("f").expect("f");
    let report = expected(text, bits, &module, entry)?;
    let subject = Subject {
        module: &module,
        entry,
    };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    let mut limits = Limits {
        run: 1 << 13,
        all: 1 << 15,
        sets: 0,
        ..Limits::default()
    };
    if bits == 8 {
        // Enough of the pairs: 21 and 256 share no divisor.
        let every = if grid.shapes.len() > 1 { 21 } else { 1 };
        grid.points = all_points(&grid).into_iter().step_by(every).collect();
        limits.all = u64::MAX;
    }
    let none = Budget::default();
    let e = gather(subject, &mut grid, &report, None, &limits, &none).expect("no defect");
    Some(match e.contradiction {
        None => Ok(()),
        Some(c) => {
            let values: Vec<String> = c.inputs.iter().map(|i| format!("{:?}", i.bytes)).collect();
            Err(format!(
                "at {bits} bits {} for {}",
                c.what,
                values.join(", ")
            ))
        }
    })
}

/// The suite says the truth about itself: which programs end, and how many
/// rounds they make, at 8 bits on all inputs and some at 16 bits on a grid.
#[test]
fn the_suite_is_as_it_says_on_all_inputs() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut bad = Vec::new();
    let mut stated = 0;
    // What the programs say of themselves changes with them alone: an eighth of them
    // in the time of a change, all where that is asked for (`make bench`).
    let step = match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 8,
    };
    for (number, file) in bench().into_iter().enumerate().step_by(step) {
        let text = std::fs::read_to_string(&file).expect("readable");
        let name = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let module = compile(&file, &["f".into()], scratch.path());
        let entry = module.function("f").expect("f");
        let nothing = Report::undecided("f", "not looked at", Place::default());
        let e = exhaustively(&module, entry, &nothing);
        let ends = e.counted.skipped == 0;
        let want = field(&text, "time").expect("a verdict");
        let recurring = e.recurring;
        if !e.stopped.is_empty() {
            bad.push(format!("{name}: {:?}", e.stopped));
        }
        if (want == "terminates") != ends || (want == "forever" && recurring == 0) {
            bad.push(format!(
                "{name}: says {want}, {} runs do not end, {recurring} come again",
                e.counted.skipped
            ));
        }
        let mut seen = vec![misstated(&text, 8, &module)];
        if number % 5 == 0 {
            let wide = at_width(16, &file, &["f".into()], scratch.path());
            seen.push(misstated(&text, 16, &wide));
        }
        for found in seen.into_iter().flatten() {
            stated += 1;
            bad.extend(found.err().map(|e| format!("{name}: {e}")));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(
        stated * step > 140,
        "most of those that end say it: {stated}"
    );
}

#[test]
fn no_claim_about_the_suite_is_contradicted() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut bad = Vec::new();
    let step = match std::env::var("EVERYPATH_SUITES").as_deref() {
        Ok("all") => 1,
        _ => 12,
    };
    for file in bench().into_iter().step_by(step) {
        let module = compile(&file, &["f".into()], scratch.path());
        let entry = module.function("f").expect("f");
        let report = claims(&module, entry);
        let e = exhaustively(&module, entry, &report);
        if let Some(w) = wrong(&report, &e) {
            bad.push(format!("{}: {w}", file.display()));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// More random programs: `EVERYPATH_RANDOM_LOOPS=10` runs ten times as many.
fn times() -> u64 {
    let asked = std::env::var("EVERYPATH_RANDOM_LOOPS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(1)
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) % n
    }

    fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn value(&mut self) -> String {
        match self.below(4) {
            0 => self.pick(&["x", "y"]).to_owned(),
            1 => self.pick(&["0", "1", "127", "128", "255", "-1"]).to_owned(),
            _ => self.below(20).to_string(),
        }
    }

    fn condition(&mut self) -> String {
        let a = self.pick(&["x", "y", "(x & 7)", "(x ^ y)", "(x + y)", "(x - y)"]);
        let op = self.pick(&["<", "<=", ">", ">=", "!=", "=="]);
        let b = self.value();
        let cast = self.pick(&["", "", "(unsigned char)", "(signed char)"]);
        format!("{cast}{a} {op} {b}")
    }

    fn statement(&mut self, depth: u32) -> String {
        let v = self.pick(&["x", "y"]);
        match self.below(if depth > 2 { 5 } else { 9 }) {
            0 => format!("{v}++;"),
            1 => format!("{v}--;"),
            2 => format!(
                "{v} {} {};",
                self.pick(&["+=", "-=", "^=", "&=", "|=", "*="]),
                self.value()
            ),
            3 => format!(
                "{v} {} {};",
                self.pick(&[">>=", "/=", "%="]),
                1 + self.below(6)
            ),
            4 => format!("{v} = {};", self.value()),
            5 => format!(
                "if ({}) {} else {}",
                self.condition(),
                self.statement(depth + 1),
                self.statement(depth + 1)
            ),
            6 => format!("if ({}) break;", self.condition()),
            7 => format!(
                "{{ {} {} }}",
                self.statement(depth + 1),
                self.statement(depth + 1)
            ),
            _ => format!(
                "while ({}) {{ {} if ({}) break; }}",
                self.condition(),
                self.statement(depth + 1),
                self.condition()
            ),
        }
    }

    /// A loop that counts in steps that divide the limits of all widths alike.
    fn counting(&mut self, name: &str) -> String {
        let (a, b) = (self.pick(&["U", "S"]), self.pick(&["U", "S"]));
        let (v, w) = match self.below(2) {
            0 => ("x", "y"),
            _ => ("y", "x"),
        };
        let other = self.pick(&[w, w, "0", "3", "100"]);
        let relation = self.pick(&["<", "<=", ">", ">=", "!="]);
        let step = self.pick(&["1", "1", "2", "3", "5"]);
        let op = self.pick(&["+", "-"]);
        let more = match self.below(3) {
            0 => format!("{w} = ({b})({w} {} 1); ", self.pick(&["+", "-"])),
            1 => format!("if ({v} == 7) {w} = 9; "),
            _ => String::new(),
        };
        let ty = if v == "x" { a } else { b };
        format!(
            "void {name}({a} x, {b} y) {{\n  while ({v} {relation} ({ty}){other}) {{ {more}{v} = ({ty})({v} {op} {step}); }}\n}}\n"
        )
    }

    fn function(&mut self, name: &str) -> String {
        let (a, b) = (
            self.pick(&["signed char", "unsigned char"]),
            self.pick(&["signed char", "unsigned char"]),
        );
        let (c, s, t) = (self.condition(), self.statement(0), self.statement(0));
        let body = match self.below(3) {
            0 => format!("do {{ {s} {t} }} while ({c});"),
            _ => format!("while ({c}) {{ {s} {t} }}"),
        };
        format!("void {name}({a} x, {b} y) {{\n  {body}\n}}\n")
    }
}

/// Loops that nobody wrote: all inputs of each are run.
#[test]
fn no_claim_about_random_loops_is_contradicted() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let names: Vec<String> = (0..20 * times()).map(|i| format!("f{i}")).collect();
    let texts: Vec<String> = names.iter().map(|n| random.function(n)).collect();
    let source = scratch.path().join("random.c");
    std::fs::write(&source, texts.concat()).expect("written");
    let module = compile(&source, &names, scratch.path());
    let mut bad = Vec::new();
    let (mut proved, mut endless) = (0, 0);
    for (name, text) in names.iter().zip(&texts) {
        let entry = module.function(name).expect("it is there");
        let report = claims(&module, entry);
        let e = exhaustively(&module, entry, &report);
        proved += u32::from(report.verdict == Verdict::Terminates);
        endless += u32::from(e.recurring > 0);
        if let Some(w) = wrong(&report, &e) {
            bad.push(format!("{w}\n{text}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(endless >= 3, "some of them do not end: {endless}");
    eprintln!("{proved} of {} proved, {endless} endless", names.len());
}

/// The rounds of a loop at a width, if they are known exactly.
fn rounds(module: &Module, entry: FuncId) -> (Report, Option<String>) {
    let weighed = weighed(module, &Cost::Rounds).expect("rounds can be counted");
    let report = claims(&weighed, entry);
    let exact = report.bounds.gap == Gap::Exact && report.verdict == Verdict::Terminates;
    let names = report.names();
    let text = report
        .bounds
        .upper
        .as_ref()
        .map(|b| b.text(&names).join("; "));
    let text = text.filter(|_| exact);
    (report, text)
}

/// What holds at 8 bits, where inputs are run, is the same formula at 16 and 32 bits,
/// with the wider limit.
#[test]
fn random_loops_have_one_formula_at_all_widths() {
    let scratch = tempfile::tempdir().expect("a folder");
    let mut random = Random(0x51_7cc1_b727_220a);
    let names: Vec<String> = (0..8 * times()).map(|i| format!("f{i}")).collect();
    let texts: Vec<String> = names.iter().map(|n| random.counting(n)).collect();
    let source = scratch.path().join("counting.c");
    let head = std::fs::read_to_string(bench()[0].with_file_name("suite.h")).expect("suite.h");
    std::fs::write(&source, head + &texts.concat()).expect("written");
    let modules = [8, 16, 32].map(|w| at_width(w, &source, &names, scratch.path()));
    let mut bad = Vec::new();
    let (mut exact, mut same) = (0, 0);
    for (name, text) in names.iter().zip(&texts) {
        let ids = modules
            .each_ref()
            .map(|m| m.function(name).expect("it is there"));
        let (report, at_8) = rounds(&modules[0], ids[0]);
        // Runs of the program in which only rounds weigh something.
        let weighed = weighed(&modules[0], &Cost::Rounds).expect("rounds can be counted");
        let mut e = some(&weighed, ids[0], &report, 11);
        if report.verdict != Verdict::Terminates {
            // Runs that do not end are not stopped by what weighs nothing.
            e.contradiction = None;
        }
        if let Some(w) = wrong(&report, &e) {
            bad.push(format!("{w}\n{text}"));
        }
        exact += u32::from(at_8.is_some());
        let (_, at_16) = rounds(&modules[1], ids[1]);
        let (_, at_32) = rounds(&modules[2], ids[2]);
        let (Some(narrow), Some(wide)) = (at_16, at_32) else {
            continue;
        };
        if narrow.contains("mod(") || wide.contains("mod(") {
            continue;
        }
        let widened = narrow.replace("USHRT_MAX", "UINT_MAX");
        let widened = widened.replace("SHRT_MAX", "INT_MAX");
        // Numbers near a limit that has no name there.
        let widened = widened
            .replace("65536", "4294967296")
            .replace("32768", "2147483648");
        same += 1;
        if widened != wide {
            bad.push(format!("{narrow}\n  at 32 bits {wide}\n{text}"));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
    assert!(
        exact >= 3 && same >= 2,
        "{exact} exact at 8 bits, {same} at both others"
    );
}
