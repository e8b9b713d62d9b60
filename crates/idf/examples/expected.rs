//! Verifies `.vpr` files and compares with their `//:: ExpectedOutput(…)` lines.
//!
//! `cargo run --release -p everypath-idf --example expected -- [-v] FILE…`

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use ep_ivl::syntax::{load, Loader};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

struct Disk;
impl Loader for Disk {
    fn load(&mut self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|e| e.to_string())
    }
}

/// Expected identifiers by the line they speak of.
/// Lines and ids.
type Reports = Vec<(u32, String)>;

fn expected(text: &str) -> (Reports, Reports) {
    let (mut must, mut may) = (Vec::new(), Vec::new());
    let mut waiting: Vec<(bool, String)> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let t = line.trim();
        if let Some(rest) = t.strip_prefix("//::") {
            for part in rest.split("ExpectedOutput(").skip(1) {
                let id = part.split([')', ',']).next().unwrap_or("");
                waiting.push((true, id.to_owned()));
            }
            for name in ["UnexpectedOutput(", "MissingOutput("] {
                for part in rest.split(name).skip(1) {
                    let id = part.split([')', ',']).next().unwrap_or("");
                    waiting.push((false, id.to_owned()));
                }
            }
        } else if !t.is_empty() && !t.starts_with("//") {
            for (m, id) in waiting.drain(..) {
                if m {
                    must.push((i as u32 + 1, id))
                } else {
                    may.push((i as u32 + 1, id))
                }
            }
        }
    }
    (must, may)
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let verbose = args.iter().any(|a| a == "-v");
    args.retain(|a| a != "-v");
    let mut tally: BTreeMap<&'static str, u32> = BTreeMap::new();
    let mut times = Vec::new();
    for file in &args {
        let path = Path::new(file);
        let Ok(loaded) = load(path, &mut Disk) else {
            println!("{file}: cannot be read");
            continue;
        };
        let (program, problems) = ep_ivl::check::check(loaded);
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let (must, may) = expected(&text);
        if problems.iter().any(|p| !p.warning) {
            *tally.entry("front end").or_default() += 1;
            if verbose {
                for p in &problems {
                    println!("{file}: {p:?}");
                }
            }
            continue;
        }
        let start = Instant::now();
        let options = Options {
            member_timeout: Some(Duration::from_secs(20)),
            ..Options::default()
        };
        let results = verify(&program, &options, &Budget::default());
        let took = start.elapsed();
        times.push(took);
        let mut got: Vec<(u32, String, String)> = Vec::new();
        let mut unsupported = Vec::new();
        let mut unknown = Vec::new();
        for r in &results {
            for e in &r.errors {
                got.push((e.span.start.line, e.id(), e.message.clone()));
            }
            let name = program.name(r.member);
            match &r.outcome {
                Outcome::Unsupported { what, span } => {
                    unsupported.push(format!("{name}: {what} ({})", span.start.line))
                }
                Outcome::Unknown(why) => unknown.push(format!("{name}: {why}")),
                _ => {}
            }
            if verbose {
                println!(
                    "  {} {name}: {:?} {} questions, {} solver, {} us",
                    r.member.keyword(),
                    r.outcome,
                    r.questions,
                    r.solver_questions,
                    r.micros
                );
                for e in &r.errors {
                    println!(
                        "    {}:{} {}: {}",
                        e.span.start.line,
                        e.span.start.column,
                        e.id(),
                        e.message
                    );
                    for h in &e.heap {
                        println!("        {h}");
                    }
                    if let Some(c) = &e.consumed {
                        println!("        consumed {} by line {}", c.chunk, c.by.start.line);
                    }
                }
            }
        }
        let mut missing = Vec::new();
        for (line, id) in &must {
            match got
                .iter()
                .position(|(l, g, _)| l == line && g.starts_with(id.as_str()))
            {
                Some(i) => {
                    got.remove(i);
                }
                None => missing.push(format!("{line}: {id}")),
            }
        }
        missing.retain(|m| !may.iter().any(|(l, id)| m == &format!("{l}: {id}")));
        got.retain(|(l, g, _)| {
            !may.iter()
                .any(|(ml, id)| ml == l && g.starts_with(id.as_str()))
        });
        let verdict =
            if missing.is_empty() && got.is_empty() && unknown.is_empty() && unsupported.is_empty()
            {
                "agrees"
            } else if !unsupported.is_empty() {
                "unsupported"
            } else if !missing.is_empty() {
                "MISSED"
            } else if !unknown.is_empty() {
                "unknown"
            } else {
                "spurious"
            };
        *tally.entry(verdict).or_default() += 1;
        if verdict != "agrees" || verbose {
            println!("{verdict} {file} {} ms", took.as_millis());
            for m in missing {
                println!("    missed {m}");
            }
            for (l, g, m) in got {
                println!("    spurious {l}: {g}: {m}");
            }
            for u in unknown.iter().chain(&unsupported) {
                println!("    {u}");
            }
        }
    }
    times.sort();
    println!(
        "{tally:?}; median {:?}, 90% {:?}, max {:?}",
        times.get(times.len() / 2),
        times.get(times.len() * 9 / 10),
        times.last()
    );
}
