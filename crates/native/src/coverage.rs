//! The coverage that tests reach in native runs: clang's source-based
//! coverage, one build, one run per test, merged by LLVM's own tools.
//!
//! The counters live in a file that is mapped while the program runs, so that
//! a run that crashes counts as far as it came. Regions in macros count where
//! they are used. Source: LLVM, "Source-based Code Coverage"; the exchange
//! format is that of lcov's `geninfo`. Cost: a process per test.

use crate::compile::Set;
use crate::native::{Native, ReplayEnd};
use crate::sandbox::{End, Job, NetworkCut, Trust};
use ep_base::outcome::{BranchCoverage, FileCoverage, Input, Measured};
use ep_base::{Cancel, Diagnostic};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Most bytes of the tools' output: a line of a source takes about 20.
const OUTPUT: u64 = 256 << 20;

/// What was measured.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Lines and branches per file.
    pub measured: Measured,
    /// The same with counts, in lcov's format.
    pub lcov: String,
}

/// What a run reached: a line, or a side of a decision or of a part of one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reached {
    pub file: String,
    pub line: u32,
    /// The number of the decision on the line, and of its side.
    pub side: Option<(u32, u32)>,
}

impl Native {
    /// Replays one test and tells what it reaches of the program's sources;
    /// none where the run asked for other inputs than these.
    ///
    /// # Errors
    /// The program does not build, or one of LLVM's tools is missing.
    pub fn reached_by(&mut self, inputs: &[Input]) -> Result<Option<BTreeSet<Reached>>, String> {
        let folder = self.scratch.path().join("profiles");
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let program = self.built(Set::Coverage)?;
        // Counters of one run are added to those of the last one.
        for old in raw_profiles(&folder)? {
            std::fs::remove_file(&old).map_err(|e| e.to_string())?;
        }
        let run = self.run(Set::Coverage, inputs, crate::native::Unfreed::NotAsked)?;
        let followed = !matches!(run.replay()?, ReplayEnd::Diverged(_));
        let profile = self.merge(&folder)?.filter(|_| followed);
        let Some(profile) = profile else {
            return Ok(None);
        };
        let text = self.export(&program, &profile)?;
        Ok(Some(reached(&without(&text, &self.ours()))))
    }

    /// Replays `tests` and measures what they cover of the program's sources.
    /// Stops early, with what was covered so far, when it is cancelled.
    ///
    /// # Errors
    /// The program does not build, or one of LLVM's tools is missing (exit 4).
    pub fn coverage(
        &mut self,
        tests: &[Vec<Input>],
        cancel: &Cancel,
    ) -> Result<Coverage, Diagnostic> {
        let surroundings =
            |why: String| Diagnostic::surroundings(format!("cannot measure coverage: {why}"));
        if let Some(source) = self.program.sources.iter().find(|s| is_ir(s)) {
            let why = format!("{} is bitcode, coverage needs C sources", source.display());
            return Err(Diagnostic::bad_input(why).help("leave --coverage out"));
        }
        let folder = self.scratch.path().join("profiles");
        std::fs::create_dir_all(&folder).map_err(|e| surroundings(e.to_string()))?;
        let program = self.built(Set::Coverage).map_err(surroundings)?;
        let mut measured = Measured::default();
        let mut text = String::new();
        for inputs in tests {
            if cancel.is_cancelled() {
                break;
            }
            // A run that crashes or leaves its path is coverage all the same.
            self.run(Set::Coverage, inputs, crate::native::Unfreed::NotAsked)
                .map_err(surroundings)?;
            measured.tests += 1;
        }
        let profile = self.merge(&folder).map_err(surroundings)?;
        if let Some(profile) = profile {
            text = self.export(&program, &profile).map_err(surroundings)?;
            text = without(&text, &self.ours());
            measured.files = lcov(&text);
        }
        Ok(Coverage {
            measured,
            lcov: text,
        })
    }

    /// Where files lie that are not the user's: the replay runtime and the
    /// shipped headers.
    fn ours(&self) -> Vec<String> {
        let scratch = std::iter::once(self.scratch.path());
        let all = scratch.chain(self.program.include_dirs.iter().map(PathBuf::as_path));
        all.map(text).collect()
    }

    /// All raw profiles as one; none when no run wrote any.
    fn merge(&self, folder: &Path) -> Result<Option<PathBuf>, String> {
        let raw = raw_profiles(folder)?;
        if raw.is_empty() {
            return Ok(None);
        }
        let merged = folder.join("merged.profdata");
        let mut args = vec!["merge".into(), "-sparse".into(), "-o".into(), text(&merged)];
        args.extend(raw.iter().map(|p| text(p)));
        self.llvm("llvm-profdata", args)?;
        Ok(Some(merged))
    }

    fn export(&self, program: &Path, profile: &Path) -> Result<String, String> {
        let args = vec![
            "export".into(),
            "-format=lcov".into(),
            format!("-instr-profile={}", profile.display()),
            text(program),
        ];
        self.llvm("llvm-cov", args)
    }

    /// Runs one of LLVM's tools, the one beside the chosen clang if there is.
    fn llvm(&self, name: &str, args: Vec<String>) -> Result<String, String> {
        let program = crate::compile::sibling(&self.program.clang, name);
        let mut argv = vec![text(&program).into_bytes()];
        argv.extend(args.into_iter().map(String::into_bytes));
        let ran = Job {
            program: &program,
            argv: &argv,
            env: None,
            folder: None,
            stdin: None,
            time: self.limits.build_time,
            address_space: None,
            processes: None,
            file_size: None,
            stack: None,
            output: OUTPUT as usize,
            trust: Trust::Tool(NetworkCut::NotPermitted),
            stop: ep_base::Stop::never(),
        }
        .run()
        .map_err(|e| match e.kind() {
            std::io::ErrorKind::NotFound => {
                format!("{} is not installed (package llvm-19)", program.display())
            }
            _ => format!("{} cannot be started: {e}", program.display()),
        })?;
        match ran.end {
            End::Exited(0) => Ok(String::from_utf8_lossy(&ran.stdout).into_owned()),
            _ => {
                let err = String::from_utf8_lossy(&ran.stderr);
                let first = err.lines().next().unwrap_or("no message");
                Err(format!("{name}: {first}"))
            }
        }
    }
}

/// What runs have written.
fn raw_profiles(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let all = std::fs::read_dir(folder).map_err(|e| e.to_string())?;
    let raw = all.flatten().map(|e| e.path());
    Ok(raw
        .filter(|p| p.extension().is_some_and(|e| e == "profraw"))
        .collect())
}

fn is_ir(source: &Path) -> bool {
    source.extension().is_some_and(|e| e == "bc" || e == "ll")
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// An lcov text without the records of files below `ours`.
fn without(text: &str, ours: &[String]) -> String {
    let mut kept = String::with_capacity(text.len());
    for record in text.split_inclusive("end_of_record\n") {
        let file = record.lines().find_map(|l| l.strip_prefix("SF:"));
        if file.is_some_and(|f| !ours.iter().any(|o| f.starts_with(o.as_str()))) {
            kept.push_str(record);
        }
    }
    kept
}

/// Lines and sides with a count in an lcov text.
fn reached(text: &str) -> BTreeSet<Reached> {
    let mut out = BTreeSet::new();
    let mut file = "";
    for record in text.lines() {
        let (word, rest) = record.split_once(':').unwrap_or((record, ""));
        let mut fields = rest.split(',').map(|f| f.parse::<u64>().unwrap_or(0));
        let mut next = || fields.next().unwrap_or(0);
        let (line, side, count) = match word {
            "SF" => {
                file = rest;
                continue;
            }
            "DA" => (next(), None, next()),
            "BRDA" => {
                let (line, decision, side) = (next(), next(), next());
                (line, Some((decision as u32, side as u32)), next())
            }
            _ => continue,
        };
        if count > 0 {
            out.insert(Reached {
                file: file.to_string(),
                line: line as u32,
                side,
            });
        }
    }
    out
}

/// Files, lines and branches of an lcov text.
fn lcov(text: &str) -> BTreeMap<String, FileCoverage> {
    let mut files: BTreeMap<String, FileCoverage> = BTreeMap::new();
    let mut name = None;
    let mut lines: BTreeMap<u32, u64> = BTreeMap::new();
    let mut branches: BTreeMap<u32, BranchCoverage> = BTreeMap::new();
    for record in text.lines() {
        let (word, rest) = record.split_once(':').unwrap_or((record, ""));
        let fields: Vec<&str> = rest.split(',').collect();
        match (word, fields.as_slice()) {
            ("SF", _) => name = Some(rest.to_string()),
            ("DA", [line, count, ..]) => {
                if let (Ok(line), Ok(count)) = (line.parse(), count.parse::<u64>()) {
                    *lines.entry(line).or_default() += count;
                }
            }
            ("BRDA", [line, _, _, taken]) => {
                if let Ok(line) = line.parse() {
                    let entry = branches.entry(line).or_insert(BranchCoverage {
                        line,
                        ..BranchCoverage::default()
                    });
                    entry.total += 1;
                    entry.taken += u32::from(taken.parse::<u64>().is_ok_and(|n| n > 0));
                }
            }
            ("end_of_record", _) => {
                let lines = std::mem::take(&mut lines);
                let branches = std::mem::take(&mut branches);
                let Some(name) = name.take() else {
                    continue;
                };
                let with = |hit: bool| {
                    let own = lines.iter().filter(|(_, n)| (**n > 0) == hit);
                    own.map(|(line, _)| *line).collect()
                };
                let coverage = FileCoverage {
                    covered: with(true),
                    missed: with(false),
                    branches: branches.into_values().collect(),
                };
                files.insert(name, coverage);
            }
            _ => {}
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_branches_of_an_lcov_text() {
        let text = "SF:/scratch/runtime/replay.c\nDA:1,1\nend_of_record\n\
            SF:/home/a.c\nFN:1,f\nDA:1,2\nDA:2,0\nDA:3,7\nBRDA:2,0,0,1\nBRDA:2,0,1,-\nBRDA:3,0,0,0\nend_of_record\n";
        let files = lcov(&without(text, &["/scratch".to_string()]));
        assert_eq!(files.keys().collect::<Vec<_>>(), ["/home/a.c"]);
        let a = &files["/home/a.c"];
        assert_eq!((&a.covered, &a.missed), (&vec![1, 3], &vec![2]));
        let counts: Vec<_> = a
            .branches
            .iter()
            .map(|b| (b.line, b.taken, b.total))
            .collect();
        assert_eq!(counts, [(2, 1, 2), (3, 0, 1)]);
        let of_a = reached(&without(text, &["/scratch".to_string()]));
        let places: Vec<_> = of_a.iter().map(|r| (r.line, r.side)).collect();
        assert_eq!(places, [(1, None), (2, Some((0, 0))), (3, None)]);
    }
}
