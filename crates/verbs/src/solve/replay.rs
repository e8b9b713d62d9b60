//! A run of the program that tells which places it passes.
//!
//! Idea: what a run does between two inputs is what the machine does, so the
//! run is made natively, in a copy of the program in which the places that
//! matter write a line to standard error. The copy has the lines of the
//! original; nothing else is changed. Alternative: the reference interpreter,
//! which would have to be told of every place too and knows no macro better.
//! Cost: a build (0.2 s), and some 20 ms for each run.

use super::inputs;
use super::invariants::At;
use super::options::DataModel;
use super::places::{self, Condition, InputCall};
use super::program::{Asked, Program};
use super::property::Property;
use ep_base::outcome::{Bug, Confirmation, ErrorKind, Exactness, Input, Place};
use ep_base::{Diagnostic, Stop};
use ep_native::{Limits, Native, NativeProgram, ReplayEnd};
use std::path::{Path, PathBuf};

/// What every line of ours begins with.
const MARK: &str = "\u{1}everypath ";

/// How much of standard error is read.
const MOST_OUTPUT: usize = 8 << 20;

/// A place that tells when it is passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Site {
    /// A call that gives an input.
    Input(InputCall),
    /// A condition that is decided.
    Branch(Condition),
    /// An expression before the token at this byte.
    Assumption {
        /// The byte.
        at: usize,
        /// In C; a run for which it is false ends.
        expression: String,
    },
    /// The values of expressions, before each test of a loop's condition or
    /// before a statement.
    Values {
        /// Where.
        at: At,
        /// The expressions, in C.
        words: Vec<String>,
    },
}

/// What a run passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The number of the site.
    pub site: usize,
    /// What the condition or the expression was; false for an input.
    pub holds: bool,
}

/// What a run did.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it passed, in order.
    pub events: Vec<Event>,
    /// The values at the sites that tell them; of a place that is passed often those
    /// that are less or greater than all before.
    pub rows: Vec<(usize, Vec<u64>)>,
    /// It asked for an input that was not there, or ended in an assumption.
    pub stopped: Option<String>,
}

/// The program as it is asked about a property, to be run.
///
/// # Errors
/// There is no scratch folder for it (exit 4).
pub fn native(
    program: &Program,
    asked: &Asked,
    property: Property,
    headers: &Path,
) -> Result<Native, Diagnostic> {
    let mut flags = asked.flags.clone();
    if property != Property::NoOverflow {
        flags.push("-fwrapv".into());
    }
    let clang = program.clang.clone();
    let mut p = NativeProgram::new(
        asked.files.clone(),
        clang.unwrap_or_else(crate::program::default_clang),
    );
    p.clang_flags = flags;
    p.m32 = program.m32;
    p.include_dirs = vec![headers.to_path_buf()];
    let limits = Limits {
        output: MOST_OUTPUT,
        ..program.isolation.limits()
    };
    Native::new(p, limits)
}

/// The program as it is replayed, with the sites of each file.
pub struct Replayer {
    told: Native,
    plain: Native,
    /// File and site, by number.
    pub sites: Vec<(usize, Site)>,
    /// Widths of C's types.
    pub model: DataModel,
    /// No more runs are begun then.
    pub stop: Stop,
}

impl Replayer {
    /// Prepares both builds; nothing is compiled yet.
    ///
    /// # Errors
    /// A scratch file cannot be written (exit 4).
    pub fn new(
        program: &Program,
        property: Property,
        sites: Vec<(usize, Site)>,
        scratch: &Path,
    ) -> Result<Replayer, Diagnostic> {
        Replayer::ending_after(None, program, property, sites, scratch)
    }

    /// The same for a run that may have no end: it ends itself when it has
    /// passed so many places.
    ///
    /// # Errors
    /// As [`Replayer::new`].
    pub fn ending_after(
        places: Option<usize>,
        program: &Program,
        property: Property,
        sites: Vec<(usize, Site)>,
        scratch: &Path,
    ) -> Result<Replayer, Diagnostic> {
        let asked = program.asked(property)?;
        let headers = scratch.join("include");
        ep_runtime::write_headers(&headers).map_err(|e| cannot(&headers, &e))?;
        let folder = scratch.join("told");
        std::fs::create_dir_all(&folder).map_err(|e| cannot(&folder, &e))?;
        let copies = told_program(program, &asked, (&sites, places), &folder)?;
        let native = |asked: &Asked| native(program, asked, property, &headers);
        Ok(Replayer {
            told: native(&copies)?,
            plain: native(&asked)?,
            sites,
            stop: Stop::never(),
            model: if program.m32 {
                DataModel::Ilp32
            } else {
                DataModel::Lp64
            },
        })
    }

    /// One run.
    ///
    /// # Errors
    /// The program does not build or cannot be started.
    pub fn run(&mut self, inputs: &[Input]) -> Result<Run, Diagnostic> {
        let result = self.told.run_plain(inputs)?;
        let text = String::from_utf8_lossy(&result.stderr);
        let rows = text.split(MARK).skip(1).filter_map(row);
        let rows: Vec<(usize, Vec<u64>)> = rows.filter(|r| r.0 < self.sites.len()).collect();
        let events = text.split(MARK).skip(1).filter_map(|part| {
            let mut words = part.lines().next()?.split(' ');
            let site = words.next()?.parse().ok()?;
            let holds = words.next().filter(|w| *w != "=")? == "1";
            Some(Event { site, holds })
        });
        let events: Vec<Event> = events.filter(|e| e.site < self.sites.len()).collect();
        let stopped = match result.replay {
            ReplayEnd::Diverged(why) | ReplayEnd::AssumptionFailed(why) => Some(why),
            _ if result.stderr.len() >= MOST_OUTPUT => Some("it writes too much".into()),
            _ => None,
        };
        Ok(Run {
            events,
            rows,
            stopped,
        })
    }

    /// The run of these inputs, and the inputs completed: where the witness
    /// names no value the first free ones are zero.
    ///
    /// # Errors
    /// As [`Replayer::run`].
    pub fn complete(
        &mut self,
        mut choose: impl FnMut(usize, &InputCall) -> Option<Result<Input, String>>,
        most: usize,
    ) -> Result<Result<(Vec<Input>, Run), String>, Diagnostic> {
        let mut inputs: Vec<Input> = Vec::new();
        loop {
            if self.stop.now() {
                return Ok(Err("the time limit was reached".into()));
            }
            let run = self.run(&inputs)?;
            let calls: Vec<usize> = run
                .events
                .iter()
                .filter(|e| matches!(self.sites[e.site].1, Site::Input(_)))
                .map(|e| e.site)
                .collect();
            if calls.len() <= inputs.len() {
                return Ok(Ok((inputs, run)));
            }
            if inputs.len() >= most {
                return Ok(Err(format!("the run asks for more than {most} inputs")));
            }
            let Site::Input(call) = &self.sites[calls[inputs.len()]].1 else {
                return Ok(Ok((inputs, run)));
            };
            let one = match choose(calls[inputs.len()], call) {
                Some(Ok(input)) => input,
                Some(Err(why)) => return Ok(Err(why)),
                None => match inputs::zero(&call.function, self.model) {
                    Some(input) => input,
                    None => {
                        return Ok(Err(format!(
                            "the witness does not say what `{}` returns in line {}",
                            call.function, call.line
                        )))
                    }
                },
            };
            inputs.push(one);
        }
    }

    /// Whether a run with these inputs shows an error of this kind at this
    /// line, by the sanitizers.
    pub fn confirm(&mut self, kind: ErrorKind, place: &Place, inputs: &[Input]) -> Confirmation {
        self.plain.confirm(&Bug {
            kind,
            message: String::new(),
            place: place.clone(),
            stack: vec![place.clone()],
            inputs: inputs.to_vec(),
            exactness: Exactness::EXACT,
            paths: 1,
            confirmation: Confirmation::NotTried,
            test: String::new(),
        })
    }
}

/// A line with values.
fn row(part: &str) -> Option<(usize, Vec<u64>)> {
    let line = part.lines().next()?;
    let mut words = line.split(' ');
    let site = words.next()?.parse().ok()?;
    words.next().filter(|w| *w == "=")?;
    let values: Result<Vec<u64>, _> = words.map(str::parse).collect();
    Some((site, values.ok()?))
}

/// The calls that give inputs, of all files.
pub fn input_sites(program: &Program) -> Vec<(usize, Site)> {
    let mut out = Vec::new();
    for (i, s) in program.sources.iter().enumerate() {
        let calls = places::input_calls(&s.text).into_iter();
        out.extend(calls.map(|c| (i, Site::Input(c))));
    }
    out
}

/// The copies in which the sites tell.
fn told_program(
    program: &Program,
    asked: &Asked,
    (sites, places): (&[(usize, Site)], Option<usize>),
    folder: &Path,
) -> Result<Asked, Diagnostic> {
    let header = folder.join("tell.h");
    let unit = folder.join("tell.c");
    let text = "void __everypath_tell(int site, int holds);\nvoid __everypath_row(int site, int n, const unsigned long long *values);\nint __everypath_branch(int site, int holds);\n";
    write(&header, text)?;
    let most = places.map_or(String::new(), |n| format!("#define MOST {n}\n"));
    write(&unit, &format!("{most}{TELL}"))?;
    let mut flags = asked.flags.clone();
    flags.push("-include".into());
    flags.push(header.display().to_string());
    let mut files = asked.files.clone();
    for (i, source) in program.sources.iter().enumerate() {
        let text = std::fs::read(&source.given).map_err(|e| cannot(&source.given, &e))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        // Places are those of the user's text; a copy without directives
        // differs from it in these lines only.
        let shift = Shift::new(&source.text, &text);
        let mut insertions = Vec::new();
        for (number, (file, site)) in sites.iter().enumerate() {
            if *file != i {
                continue;
            }
            match site {
                Site::Input(c) => {
                    let front = format!("(__everypath_tell({number}, 0), ");
                    insertions.push((shift.of(c.from), front));
                    insertions.push((shift.of(c.to), ")".into()));
                }
                Site::Values { words, .. } if words.is_empty() => {}
                Site::Values { at, words } => {
                    let each: Vec<String> = words
                        .iter()
                        .map(|w| format!("(unsigned long long){w}"))
                        .collect();
                    let call = format!(
                        "__everypath_row({number}, {}, (unsigned long long[]){{{}}})",
                        words.len(),
                        each.join(", ")
                    );
                    match at {
                        At::Loop(c) => {
                            let rest = if c.is_empty(&source.text) {
                                ", 1 "
                            } else {
                                ", "
                            };
                            insertions.push((shift.of(c.from), format!("{call}{rest}")));
                        }
                        At::Statement(at) => {
                            insertions.push((shift.of(*at), format!("{call}; ")));
                        }
                    }
                }
                Site::Branch(c) if c.from == c.to => {}
                Site::Branch(c) => {
                    let front = format!("__everypath_branch({number}, (");
                    insertions.push((shift.of(c.from), front));
                    insertions.push((shift.of(c.to), ") ? 1 : 0)".into()));
                }
                Site::Assumption { at, expression } => insertions.push((
                    shift.of(*at),
                    format!("__everypath_tell({number}, ({expression}) ? 1 : 0); "),
                )),
            }
        }
        let copy = folder.join(format!("unit{i}.c"));
        write(&copy, &places::insert(&text, insertions))?;
        let beside = source.path.parent().unwrap_or(Path::new("."));
        let beside = beside.canonicalize().unwrap_or_else(|_| beside.into());
        flags.push(format!("-I{}", beside.display()));
        files[i] = copy;
    }
    files.push(unit);
    Ok(Asked { files, flags })
}

/// Byte offsets of one text in another that has the same lines, some empty.
struct Shift {
    lines: Vec<(usize, usize)>,
}

impl Shift {
    fn new(from: &str, to: &str) -> Shift {
        let starts = |t: &str| -> Vec<usize> {
            let ends = t.match_indices('\n').map(|(i, _)| i + 1);
            std::iter::once(0).chain(ends).collect()
        };
        let lines = starts(from).into_iter().zip(starts(to)).collect();
        Shift { lines }
    }

    fn of(&self, at: usize) -> usize {
        let i = self.lines.partition_point(|(from, _)| *from <= at);
        match i.checked_sub(1).and_then(|i| self.lines.get(i)) {
            Some((from, to)) => to + (at - from),
            None => at,
        }
    }
}

const TELL: &str = r#"#include <stdio.h>
#include <unistd.h>
void __everypath_tell(int site, int holds) {
  char line[64];
  int n = snprintf(line, sizeof line, "\001everypath %d %d\n", site, holds);
  if (n > 0 && write(2, line, (unsigned)n) < 0) return;
#ifdef MOST
  static unsigned told;
  if (++told >= MOST) _exit(0);
#endif
}
/* Of a site that was passed often only what is less or greater than before. */
void __everypath_row(int site, int n, const unsigned long long *values) {
  static struct { unsigned told; long long least[16], greatest[16]; } at[256];
  if (site < 0 || n < 1 || n > 16) return;
  int k = site % 256, news = at[k].told < 2000;
  for (int i = 0; i < n; i++) {
    long long v = (long long)values[i];
    if (!at[k].told || v < at[k].least[i]) { at[k].least[i] = v; news = 1; }
    if (!at[k].told || v > at[k].greatest[i]) { at[k].greatest[i] = v; news = 1; }
  }
  at[k].told++;
  if (!news) return;
  char line[512];
  int length = snprintf(line, sizeof line, "\001everypath %d =", site);
  for (int i = 0; i < n; i++)
    length += snprintf(line + length, sizeof line - (unsigned)length, " %llu", values[i]);
  line[length++] = '\n';
  if (write(2, line, (unsigned)length) < 0) return;
}
int __everypath_branch(int site, int holds) {
  __everypath_tell(site, holds);
  return holds;
}
"#;

fn write(path: &Path, text: &str) -> Result<(), Diagnostic> {
    std::fs::write(path, text).map_err(|e| cannot(path, &e))
}

fn cannot(path: &Path, e: &std::io::Error) -> Diagnostic {
    Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
        .at(path.display().to_string())
        .help("set TMPDIR to a folder that can be written")
}

/// The place of a line of a file as engines see it.
pub fn given_place(program: &Program, file: usize, line: u32) -> Place {
    let path: &PathBuf = &program.sources[file].given;
    Place {
        file: path.display().to_string(),
        line,
        column: 0,
        function: String::new(),
    }
}
