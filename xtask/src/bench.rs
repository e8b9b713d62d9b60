//! `cargo xtask bench`: everypath on the programs of `bench/c`, beside the
//! figures of KLEE.
//!
//! What is measured: CPU seconds, user and system, with one `.ktest` per path
//! and no native work. `explore` is the CPU clock of the exploring thread, as
//! everypath tells it in its JSON (`cpu_explore_us`; writing the tests is part
//! of it); `all` is the process with all its children (`getrusage`), compiler
//! and start-up included. The ratio compares `explore` with KLEE, whose
//! figures are without a compiler. Medians of N runs.
//!
//! Tests are written to `$TMPDIR` or, when that is not set, to memory
//! (`/dev/shm`): on a disk, creating twenty thousand files costs more than
//! exploring, and how much more differs from one minute to the next.

use nix::sys::resource::{getrusage, UsageWho};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One program with what KLEE did on it (bench/README.md).
struct Program {
    name: &'static str,
    file: &'static str,
    defines: &'static [&'static str],
    /// Complete paths, error paths, error sites, CPU seconds.
    klee: Option<(u64, u64, u64, f64)>,
}

const PROGRAMS: &[Program] = &[
    program("get_sign", "get_sign.c", &[], Some((3, 0, 0, 0.03))),
    program("good4", "good4.c", &[], Some((11, 5, 1, 0.02))),
    program("maze", "maze.c", &[], Some((305, 4, 1, 0.14))),
    program("regex7", "regex7.c", &[], Some((4121, 763, 2, 4.1))),
    program("bsearch16", "bsearch16.c", &[], Some((33, 0, 0, 1.9))),
    program("bubble6", "bubble6.c", &[], Some((720, 0, 0, 9.9))),
    program("token4", "token.c", &["-DN=4"], Some((20750, 142, 1, 8.5))),
    program("token8", "token.c", &["-DN=8"], None),
    program(
        "bytecode4",
        "bytecode.c",
        &["-DN=4"],
        Some((12640, 850, 3, 2.8)),
    ),
    program("bytecode6", "bytecode.c", &["-DN=6"], None),
    program(
        "loop_concrete",
        "loop_concrete.c",
        &["-DITER=600000"],
        Some((1, 0, 0, 5.65)),
    ),
];

/// Wall-clock limit of one run; KLEE did not finish the larger ones in it.
const TIMEOUT: &str = "120";

const fn program(
    name: &'static str,
    file: &'static str,
    defines: &'static [&'static str],
    klee: Option<(u64, u64, u64, f64)>,
) -> Program {
    Program {
        name,
        file,
        defines,
        klee,
    }
}

/// What one run told.
#[derive(Clone, Debug)]
struct Run {
    explore: f64,
    all: f64,
    clang: f64,
    verdict: String,
    complete: u64,
    errors: u64,
    sites: u64,
    instructions: u64,
    solver_calls: u64,
}

struct Options {
    runs: usize,
    binary: PathBuf,
    write: bool,
    names: Vec<String>,
}

fn options(root: &Path, args: &[String]) -> Result<Options, String> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mut o = Options {
        runs: 3,
        binary: target.join("release/everypath"),
        write: false,
        names: Vec::new(),
    };
    let mut it = args.iter();
    while let Some(a) = it.next() {
        let mut value = || it.next().ok_or(format!("{a} wants a value"));
        match a.as_str() {
            "--runs" => {
                o.runs = value()?.parse().map_err(|_| "--runs wants a number")?;
                if o.runs == 0 {
                    return Err("--runs wants at least 1".into());
                }
            }
            "--binary" => o.binary = PathBuf::from(value()?),
            "--write" => o.write = true,
            name if PROGRAMS.iter().any(|p| p.name == name) => o.names.push(name.into()),
            other => {
                let all: Vec<_> = PROGRAMS.iter().map(|p| p.name).collect();
                return Err(format!(
                    "no program `{other}`; there are {}",
                    all.join(", ")
                ));
            }
        }
    }
    Ok(o)
}

/// Runs the programs and prints the table; `--write` keeps it in
/// `bench/RESULTS.md`. Without names, all but the two that KLEE does not
/// finish.
pub fn run(root: &Path, args: &[String]) -> Result<bool, String> {
    let o = options(root, args)?;
    if !o.binary.is_file() {
        return Err(format!("{} is not there: make build", o.binary.display()));
    }
    let mut table = String::from(HEADER);
    print!("{HEADER}");
    let mut fine = true;
    for p in PROGRAMS {
        let chosen = if o.names.is_empty() {
            p.klee.is_some()
        } else {
            o.names.iter().any(|n| n == p.name)
        };
        if !chosen {
            continue;
        }
        let mut runs = Vec::new();
        for _ in 0..o.runs {
            runs.push(measure(root, &o.binary, p)?);
        }
        let line = row(p, &runs, &mut fine);
        print!("{line}");
        table.push_str(&line);
    }
    if o.write {
        let file = root.join("bench/RESULTS.md");
        let old = std::fs::read_to_string(&file).unwrap_or_default();
        let text = replaced(&old, &results(&table, o.runs, &o.binary));
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    Ok(fine)
}

const HEADER: &str = "\
| program | verdict | paths + errors | sites | KLEE's | instructions | solver calls | clang wall s | all CPU s | explore CPU s | KLEE CPU s | ratio |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
";

fn children_cpu() -> Result<f64, String> {
    let u = getrusage(UsageWho::RUSAGE_CHILDREN).map_err(|e| format!("getrusage: {e}"))?;
    let s = |t: nix::sys::time::TimeVal| t.tv_sec() as f64 + t.tv_usec() as f64 / 1e6;
    Ok(s(u.user_time()) + s(u.system_time()))
}

/// Where the tests of a run are written.
fn scratch_base() -> PathBuf {
    let memory = Path::new("/dev/shm");
    match std::env::var_os("TMPDIR") {
        Some(chosen) => chosen.into(),
        None if memory.is_dir() => memory.to_path_buf(),
        None => std::env::temp_dir(),
    }
}

fn measure(root: &Path, binary: &Path, p: &Program) -> Result<Run, String> {
    let scratch =
        tempfile::tempdir_in(scratch_base()).map_err(|e| format!("scratch folder: {e}"))?;
    let before = children_cpu()?;
    let out = Command::new(binary)
        .arg("test")
        .arg(root.join("bench/c").join(p.file))
        .args([
            "--no-native",
            "--all-tests",
            "--test-format",
            "ktest",
            "--json",
        ])
        .args(["--timeout", TIMEOUT, "--out"])
        .arg(scratch.path().join("out"))
        .arg("--")
        .args(p.defines)
        .stderr(Stdio::piped())
        .output()
        .map_err(|e| format!("{}: {e}", binary.display()))?;
    let all = children_cpu()? - before;
    let text = String::from_utf8_lossy(&out.stdout);
    let v: Value = serde_json::from_str(&text).map_err(|e| {
        let err = String::from_utf8_lossy(&out.stderr);
        format!("{}: no JSON ({e}): {}", p.name, err.trim())
    })?;
    let s = &v["statistics"];
    let n = |k: &str| {
        s[k].as_u64()
            .ok_or(format!("{}: no {k} in the JSON", p.name))
    };
    Ok(Run {
        explore: n("cpu_explore_us")? as f64 / 1e6,
        all,
        clang: n("time_clang_us")? as f64 / 1e6,
        verdict: v["verdict"]["kind"].as_str().unwrap_or("?").to_string(),
        complete: n("paths_complete")?,
        errors: n("paths_error")?,
        sites: v["bugs"].as_array().map_or(0, |b| b.len() as u64),
        instructions: n("llvm_instructions")?,
        solver_calls: n("solver_calls")?,
    })
}

/// The middle one; of an even number the upper.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut v: Vec<f64> = values.collect();
    v.sort_by(f64::total_cmp);
    v.get(v.len() / 2).copied().unwrap_or(0.0)
}

/// One line of the table. Counts that differ between runs are a defect.
fn row(p: &Program, runs: &[Run], fine: &mut bool) -> String {
    let r = &runs[0];
    let same = runs
        .iter()
        .all(|x| (x.complete, x.errors, x.sites) == (r.complete, r.errors, r.sites));
    // A run that the clock ended may differ; a finished one may not.
    if !same && r.verdict != "unknown" {
        eprintln!("error: {}: the counts differ between equal runs", p.name);
        *fine = false;
    }
    let cpu = median(runs.iter().map(|x| x.explore));
    let (theirs, klee_cpu, ratio) = match p.klee {
        Some((c, e, s, cpu_k)) => (
            format!("{c} + {e}, {s}"),
            format!("{cpu_k}"),
            format!("{:.1}", cpu_k / cpu.max(1e-6)),
        ),
        None => ("not in 120 s".into(), "-".into(), "-".into()),
    };
    let mut line = String::new();
    let _ = writeln!(
        line,
        "| {} | {} | {} + {} | {} | {theirs} | {} | {} | {:.3} | {:.3} | {cpu:.3} | {klee_cpu} | {ratio} |",
        p.name,
        r.verdict,
        r.complete,
        r.errors,
        r.sites,
        r.instructions,
        r.solver_calls,
        median(runs.iter().map(|x| x.clang)),
        median(runs.iter().map(|x| x.all)),
    );
    line
}

fn results(table: &str, runs: usize, binary: &Path) -> String {
    let version = Command::new(binary)
        .arg("--version")
        .output()
        .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_string())
        .unwrap_or_default();
    format!(
        "{BEGIN}\n## `everypath test` against KLEE\n\nWritten by `make bench` ({version}). CPU seconds are user and system, \
         medians of {runs}, with `--no-native --all-tests --test-format ktest`: `explore` is \
         the exploring thread with the writing of the tests, `all` the process with its \
         children, compiler included. Tests were written to {}. KLEE's figures and how they were made: \
         [README.md](README.md).\n\n{table}{END}\n",
        scratch_base().display()
    )
}

const BEGIN: &str = "<!-- make bench: begin -->";
const END: &str = "<!-- make bench: end -->";

/// The file with its section replaced; other sections stay as they are.
fn replaced(old: &str, section: &str) -> String {
    match (old.find(BEGIN), old.find(END)) {
        (Some(from), Some(to)) if from < to => {
            let rest = old[to + END.len()..].trim_start_matches('\n');
            let gap = if rest.is_empty() { "" } else { "\n" };
            format!("{}{section}{gap}{rest}", &old[..from])
        }
        _ => format!("# Results\n\n{section}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(cpu: f64, complete: u64) -> Run {
        Run {
            explore: cpu,
            all: cpu + 0.1,
            clang: 0.05,
            verdict: "proved".into(),
            complete,
            errors: 0,
            sites: 0,
            instructions: 32,
            solver_calls: 3,
        }
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
        assert_eq!(median(std::iter::empty()), 0.0);
    }

    #[test]
    fn a_row_prints_the_ratio_of_medians() {
        let mut fine = true;
        let runs = [sample(0.02, 3), sample(0.01, 3), sample(0.015, 3)];
        let line = row(&PROGRAMS[0], &runs, &mut fine);
        assert!(line.contains("| 0.015 | 0.03 | 2.0 |"), "{line}");
        assert!(fine);
    }

    #[test]
    fn a_section_is_replaced_and_the_others_stay() {
        let first = replaced("", &format!("{BEGIN}\none\n{END}\n"));
        assert_eq!(first, format!("# Results\n\n{BEGIN}\none\n{END}\n"));
        let more = format!("{first}\n## Other\n");
        let second = replaced(&more, &format!("{BEGIN}\ntwo\n{END}\n"));
        assert_eq!(second, more.replace("one", "two"));
    }

    #[test]
    fn runs_that_differ_are_a_defect() {
        let mut fine = true;
        row(&PROGRAMS[0], &[sample(0.1, 3), sample(0.1, 4)], &mut fine);
        assert!(!fine);
    }

    #[test]
    fn unknown_programs_and_absurd_counts_are_refused() {
        let r = Path::new("/");
        assert!(options(r, &["nothing".into()]).is_err());
        assert!(options(r, &["--runs".into(), "0".into()]).is_err());
        assert!(options(r, &["--runs".into()]).is_err());
        assert_eq!(options(r, &["maze".into()]).map(|o| o.names.len()), Ok(1));
    }
}
