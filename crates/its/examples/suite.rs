//! Runs a folder of systems: a line per file, then the counts.
//!
//! `cargo run --release -p everypath-its --example suite -- FOLDER [SECONDS] [CERTIFICATES]`
//! With EVERY=n and AT=k only each n-th file from the k-th on is read. With
//! GOAL=bounds it asks for upper and lower bounds, with JOBS=n side by side.

use ep_base::Budget;
use ep_its::format::{guess, read};
use ep_its::lower::{growth, Growth};
use ep_its::options::{Goals, Options};
use ep_its::outcome::{Answer, Outcome};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        out.push(folder.to_path_buf());
        return;
    };
    for e in entries.flatten() {
        let path = e.path();
        let known = path
            .extension()
            .is_some_and(|x| ["koat", "smt2", "t2", "ari"].iter().any(|k| x == *k));
        if path.is_dir() {
            collect(&path, out);
        } else if known {
            out.push(path);
        }
    }
}

fn number(name: &str, default: usize) -> usize {
    std::env::var(name)
        .ok()
        .and_then(|v| v.parse().ok())
        .unwrap_or(default)
}

/// The bounds in short, and what is counted of them.
fn bounds(o: &Outcome) -> (String, Vec<&'static str>) {
    let upper = o.upper.first().map(|c| c.bound.degree());
    let lower = o.lower.first().map(growth);
    let mut counted = Vec::new();
    let up = match upper {
        None => "?".to_string(),
        Some(None) => "O(EXP)".to_string(),
        Some(Some(d)) => format!("O(n^{d})"),
    };
    let low = match lower {
        None => "?".to_string(),
        Some(Growth::Unbounded) => "INF".to_string(),
        Some(Growth::Power(d)) => format!("n^{d}"),
    };
    counted.extend(upper.map(|_| "upper"));
    match lower {
        Some(Growth::Unbounded) => counted.extend(["lower", "infinite"]),
        Some(Growth::Power(d)) if d > 0 => counted.push("lower"),
        _ => {}
    }
    let tight = match (upper, lower) {
        (Some(Some(0)), None | Some(Growth::Power(0))) => true,
        (Some(Some(d)), Some(Growth::Power(e))) if e > d => {
            counted.push("CONTRADICTION");
            false
        }
        (Some(_), Some(Growth::Unbounded)) => {
            counted.push("CONTRADICTION");
            false
        }
        (Some(Some(d)), Some(Growth::Power(e))) => d == e,
        _ => false,
    };
    if tight {
        counted.push("tight");
    }
    (format!("WORST_CASE({low},{up})"), counted)
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let folder = args.get(1).map(PathBuf::from).unwrap_or_default();
    let seconds: u64 = args.get(2).and_then(|s| s.parse().ok()).unwrap_or(30);
    let certificates = args.get(3).map(PathBuf::from);
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.sort();
    let (every, at) = (number("EVERY", 1), number("AT", 0));
    let files = files
        .into_iter()
        .enumerate()
        .filter(|(i, _)| i % every == at);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut times = Vec::new();
    let bounded = std::env::var("GOAL").is_ok_and(|g| g == "bounds");
    for (_, f) in files {
        let start = Instant::now();
        let text = std::fs::read_to_string(&f).unwrap_or_default();
        let name = f.display().to_string();
        let system = match guess(&name, &text).map(|format| read(format, &text)) {
            Some(Ok(s)) => s,
            other => {
                println!("WRONG {name} {:?}", other.map(|r| r.err()));
                *counts.entry("WRONG").or_default() += 1;
                continue;
            }
        };
        let options = Options {
            goals: match bounded {
                true => Goals {
                    upper: true,
                    ..Goals::LOWER
                },
                false => Goals::TERMINATION,
            },
            budget: Budget {
                start,
                timeout: Some(Duration::from_secs(seconds)),
                ..Budget::default()
            },
            jobs: number("JOBS", 1) as u32,
            ..Options::default()
        };
        let analysis = ep_its::analyse_with_proofs(&system, &options, &mut |_| {});
        let Ok(analysis) = analysis else {
            println!("MALFORMED {name}");
            continue;
        };
        let took = start.elapsed();
        let (said, why) = match &analysis.outcome.termination {
            Answer::Terminates => ("YES", String::new()),
            Answer::Diverges => ("NO", String::new()),
            Answer::Unknown { reason, .. } => ("MAYBE", reason.clone()),
        };
        let judging = Instant::now();
        let judged = match analysis.certificate(&system) {
            None if said == "MAYBE" && analysis.outcome.upper.is_empty() => "-".to_string(),
            None => "NO CERTIFICATE".to_string(),
            Some(text) => {
                if let Some(to) = &certificates {
                    let flat = name.replace('/', "_") + ".cert";
                    let _ = std::fs::write(to.join(flat), &text);
                }
                match ep_judge::check(&text, None) {
                    Ok(_) => format!("judged in {:.3}", judging.elapsed().as_secs_f64()),
                    Err(e) => format!("REFUSED {e}"),
                }
            }
        };
        *counts
            .entry(judged.split(' ').next().map_or("", |w| match w {
                "judged" => "judged",
                "REFUSED" => "REFUSED",
                "NO" => "NO CERTIFICATE",
                _ => "open",
            }))
            .or_default() += 1;
        *counts.entry(said).or_default() += 1;
        let why = match bounded {
            true => {
                let (shown, counted) = bounds(&analysis.outcome);
                for c in counted {
                    *counts.entry(c).or_default() += 1;
                }
                shown
            }
            false => why,
        };
        println!("{said} {:.3} {name} {judged} {why}", took.as_secs_f64());
        times.push(took);
    }
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let sum: Duration = times.iter().sum();
    let mean = sum.as_secs_f64() / times.len().max(1) as f64;
    println!(
        "{counts:?} median {:.3} s mean {mean:.3} s",
        median.as_secs_f64()
    );
}
