//! The options of `everypath memory`.

use crate::given::GivenOptions;
use crate::program::database::{self, Database};
use crate::test::options::{Sizes, TestOptions};
pub use crate::time::options::External;
use ep_base::memory::Allocator;
use ep_base::Diagnostic;
use ep_proofs::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath memory`.
#[derive(Clone, Debug)]
pub struct MemoryOptions {
    /// C sources; several are linked
    pub files: Vec<PathBuf>,
    /// Take the flags of each file from DIR/compile_commands.json
    pub database: Database,
    /// Flags of the build whose memory is bounded; without a level of optimisation -O0
    pub flags: Vec<String>,

    /// The function that is bounded; may be repeated [default: main]
    pub entry: Vec<String>,
    /// The start of a thread, with the size of its stack; may be repeated
    pub thread: Vec<Thread>,
    /// Elements of the buffer behind each pointer parameter of the entry; without a
    /// number the bound holds for any
    pub buffer: Option<u64>,
    /// Parameters that belong together (not supported)
    pub sized: Vec<String>,
    /// Pointer parameters of the entry can be null
    pub may_be_null: bool,
    /// Pointers of the entry to one type can lead to one object
    pub may_alias: bool,
    /// Pointers of the entry to char lead to strings
    pub strings: bool,
    /// What is not initialised: an error where it decides something, or any value
    pub uninit: crate::uninit::Uninit,
    /// Signed arithmetic that overflows: an error, or it wraps around
    pub overflow: crate::test::options::Overflow,
    /// Bytes of symbolic standard input
    pub stdin: Option<u64>,
    /// What a call of a function that has neither body nor model does
    pub external: External,
    /// What the program is given from outside.
    pub given: GivenOptions,
    /// Compile for 32 bits (also written -m32)
    pub m32: bool,
    /// The clang 19 that reads the program
    pub clang: Option<PathBuf>,
    /// The gcc or clang of the build whose frames count [default: that clang]
    pub cc: Option<PathBuf>,

    /// How often a recursive function is active at one time: an assumption
    pub depth: Vec<(String, u64)>,
    /// The functions that an indirect call reaches: an assumption
    pub calls: Vec<Calls>,
    /// A function that may fire before any instruction
    pub interrupt: Vec<Interrupt>,
    /// Bytes that the machine pushes when an interrupt fires
    pub interrupt_frame: u64,
    /// Frames of a cross compiler: .su and .ci files, objects with a section .stack_sizes, or a folder of them
    pub frames: Vec<PathBuf>,
    /// What library functions take: lines of name, stack, heap
    pub library: Option<PathBuf>,
    /// Where realloc puts the new block
    pub realloc: Realloc,

    /// What a block takes: what was asked for, or headers and rounding too
    pub allocator: Layout,

    /// Find bounds in several ways; where they contradict each other, exit 70
    pub cross_check: bool,

    /// What may be taken at most: heap=16K,stack=2K,both=20K
    pub budget: Option<Budgets>,
    /// Compare with the JSON of an earlier run
    pub compare: Option<PathBuf>,
    /// Write the comparison as a Markdown table to this file
    pub markdown: Option<PathBuf>,
    /// Exit 1 when a bound grew by more than N bytes, or was lost
    pub fail_on_increase: Option<u64>,

    /// Go on from the JSON of an earlier run of the same program and flags
    pub resume: Option<PathBuf>,
    /// Time for the analysis of each entry: 30, 30s, 2m
    pub timeout: Duration,
    /// Memory for the whole run: 512M, 2G
    pub max_memory: u64,
    /// Entries that are bounded at the same time; more of them look for inputs
    pub jobs: u32,
    /// Inputs that are run natively for each entry
    pub runs: u64,
    /// Time to look for inputs beyond the analysis' own
    pub search: Duration,

    /// Do not run anything natively: nothing is measured (library functions neither)
    pub no_native: bool,
    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Write the frames as a .su table
    pub write_su: Option<PathBuf>,
    /// Write the call graph, indirect calls resolved, as a .ci file
    pub write_ci: Option<PathBuf>,
    /// Write what has no number and what is over its budget as SARIF
    pub sarif: Option<PathBuf>,
    /// Write a page with the peaks and the call graph to DIR/index.html
    pub html: Option<PathBuf>,
    /// Print one JSON object instead of the summary
    pub json: bool,
    /// Print nothing but errors
    pub quiet: bool,
}

impl Default for MemoryOptions {
    /// What the command line has without any flag.
    fn default() -> MemoryOptions {
        MemoryOptions {
            files: Vec::new(),
            database: Database::default(),
            flags: Vec::new(),
            entry: Vec::new(),
            thread: Vec::new(),
            buffer: None,
            sized: Vec::new(),
            may_be_null: false,
            may_alias: false,
            strings: false,
            uninit: crate::uninit::Uninit::Error,
            overflow: crate::test::options::Overflow::Error,
            stdin: None,
            external: External::Stop,
            given: GivenOptions::default(),
            m32: false,
            clang: None,
            cc: None,
            depth: Vec::new(),
            calls: Vec::new(),
            interrupt: Vec::new(),
            interrupt_frame: 0,
            frames: Vec::new(),
            library: None,
            realloc: Realloc::Moving,
            allocator: Layout::Payload,
            cross_check: false,
            budget: None,
            compare: None,
            markdown: None,
            fail_on_increase: None,
            resume: None,
            timeout: Duration::from_secs(60),
            max_memory: 2 << 30,
            jobs: 1,
            runs: 24,
            search: Duration::from_secs(5),
            no_native: false,
            isolation: Default::default(),
            write_su: None,
            write_ci: None,
            sarif: None,
            html: None,
            json: false,
            quiet: false,
        }
    }
}

impl MemoryOptions {
    /// The options without what says how long and how much is tried, and what
    /// is written.
    pub fn without_limits(&self) -> MemoryOptions {
        let plain = MemoryOptions::default();
        MemoryOptions {
            timeout: plain.timeout,
            max_memory: plain.max_memory,
            jobs: plain.jobs,
            runs: plain.runs,
            search: plain.search,
            no_native: plain.no_native,
            isolation: plain.isolation,
            write_su: None,
            write_ci: None,
            sarif: None,
            html: None,
            json: false,
            quiet: false,
            ..self.clone()
        }
    }
}

/// `--realloc`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Realloc {
    /// The new block is there before the old one is gone
    Moving,
    /// The block grows where it lies
    InPlace,
}

impl Words for Realloc {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (
            Realloc::Moving,
            "moving",
            "The new block is there before the old one is gone",
        ),
        (
            Realloc::InPlace,
            "in-place",
            "The block grows where it lies",
        ),
    ];
}

/// `--allocator`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layout {
    /// The bytes that were asked for
    Payload,
    /// The GNU C library
    Glibc,
    /// heap_4 of FreeRTOS
    Freertos,
    /// Two-level segregated fit
    Tlsf,
}

impl Words for Layout {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (Layout::Payload, "payload", "The bytes that were asked for"),
        (Layout::Glibc, "glibc", "The GNU C library"),
        (Layout::Freertos, "freertos", "heap_4 of FreeRTOS"),
        (Layout::Tlsf, "tlsf", "Two-level segregated fit"),
    ];
}

/// `--thread`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thread {
    /// The function that it runs.
    pub function: String,
    /// Bytes of its stack.
    pub size: Option<u64>,
}

/// `--interrupt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interrupt {
    /// The handler.
    pub function: String,
    /// Higher ones interrupt lower ones.
    pub priority: u32,
    /// How often it fires at most.
    pub max: Option<u64>,
}

/// `--calls`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calls {
    /// The file of the call.
    pub file: String,
    /// Its line, from 1.
    pub line: u32,
    /// All that it may call.
    pub functions: Vec<String>,
}

/// `--budget`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budgets {
    /// Bytes of the heap.
    pub heap: Option<u64>,
    /// Bytes of the stack.
    pub stack: Option<u64>,
    /// Bytes of both at one time.
    pub both: Option<u64>,
}

/// A number of bytes with `K`, `M` or `G`.
fn bytes(text: &str) -> Result<u64, String> {
    let wanted = || format!("`{text}` is no number of bytes (2048, 16K, 1M)");
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k', 'm', 'g']);
    let unit = match &text[digits.len()..] {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return Err(wanted()),
    };
    let n: u64 = digits.parse().map_err(|_| wanted())?;
    n.checked_mul(unit).ok_or_else(wanted)
}

/// What `--thread` wants, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn thread(text: &str) -> Result<Thread, String> {
    let (function, size) = match text.split_once('=') {
        Some((f, n)) => (f, Some(bytes(n)?)),
        None => (text, None),
    };
    match function.is_empty() {
        true => Err("want FUNCTION or FUNCTION=SIZE".into()),
        false => Ok(Thread {
            function: function.into(),
            size,
        }),
    }
}

/// What `--depth` wants, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn depth(text: &str) -> Result<(String, u64), String> {
    let parts = text.split_once('=').filter(|(f, _)| !f.is_empty());
    let (f, n) = parts.ok_or("want FUNCTION=N")?;
    match n.parse() {
        Ok(0) => Err("a function that is called is active at least once".into()),
        Ok(n) => Ok((f.into(), n)),
        Err(_) => Err(format!("`{n}` is no number")),
    }
}

/// What `--calls` wants, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn calls(text: &str) -> Result<Calls, String> {
    let wanted = || "want FILE:LINE=F,G like main.c:40=on_key,on_timer".to_string();
    let (place, list) = text.split_once('=').ok_or_else(wanted)?;
    let (file, line) = place.rsplit_once(':').ok_or_else(wanted)?;
    let functions: Vec<String> = list.split(',').map(String::from).collect();
    if file.is_empty() || functions.iter().any(String::is_empty) {
        return Err(wanted());
    }
    Ok(Calls {
        file: file.into(),
        line: line.parse().map_err(|_| wanted())?,
        functions,
    })
}

/// What `--interrupt` wants, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn interrupt(text: &str) -> Result<Interrupt, String> {
    let mut parts = text.split(':');
    let mut out = Interrupt {
        function: parts.next().unwrap_or_default().to_string(),
        priority: 0,
        max: None,
    };
    let mut priority = None;
    for p in parts {
        match (p.strip_prefix("max="), out.max, priority) {
            (Some(n), None, _) => {
                out.max = Some(n.parse().map_err(|_| format!("`{n}` is no number"))?);
            }
            (Some(_), Some(_), _) => return Err(format!("`{text}` has two of max=N")),
            (None, _, None) => {
                priority = Some(p.parse().map_err(|_| format!("`{p}` is no priority"))?);
            }
            (None, _, Some(_)) => return Err(format!("`{text}` has two priorities")),
        }
    }
    out.priority = priority.unwrap_or(0);
    match out.function.is_empty() {
        true => Err("want FUNCTION, FUNCTION:PRIORITY or FUNCTION:PRIORITY:max=N".into()),
        false => Ok(out),
    }
}

/// What `--budget` wants, from text.
///
/// # Errors
/// The sentence that says what is wanted.
pub fn budget(text: &str) -> Result<Budgets, String> {
    let mut out = Budgets::default();
    for part in text.split(',') {
        let (kind, n) = part
            .split_once('=')
            .ok_or_else(|| format!("`{part}`: want heap=SIZE, stack=SIZE or both=SIZE"))?;
        let slot = match kind {
            "heap" => &mut out.heap,
            "stack" => &mut out.stack,
            "both" => &mut out.both,
            other => return Err(format!("`{other}` is none of heap, stack, both")),
        };
        if slot.replace(bytes(n)?).is_some() {
            return Err(format!("{kind} has two budgets"));
        }
    }
    Ok(out)
}

impl MemoryOptions {
    /// The options with what the database says of their files. The level of
    /// optimisation and the machine decide about frames, so all files have the same.
    ///
    /// # Errors
    /// It cannot be read, a file is not in it, or files differ in these (exit 2).
    pub fn with_database(&self) -> Result<MemoryOptions, Diagnostic> {
        let mut out = self.clone();
        let Some(place) = &self.database.place else {
            return Ok(out);
        };
        let found = database::find(place, &self.files)?;
        out.files = found.files;
        let level = |f: &String| f.starts_with("-O");
        let machine = |f: &String| f.starts_with("-m");
        let chosen = self.flags.iter().any(level);
        let mut shared: Option<(PathBuf, Vec<String>)> = None;
        for (file, flags) in found.flags {
            let levels = found.levels.get(&file).and_then(|l| l.last());
            let own: Vec<String> = (levels.filter(|_| !chosen).into_iter())
                .chain(flags.iter().filter(|f| machine(f)))
                .cloned()
                .collect();
            match &shared {
                Some((other, theirs)) if *theirs != own => {
                    let said = |f: &[String]| match f.is_empty() {
                        true => "no such flag".to_string(),
                        false => f.join(" "),
                    };
                    return Err(Diagnostic::bad_input(format!(
                        "-p: files are built with different flags for their frames: {} with {}, {} with {}",
                        other.display(),
                        said(theirs),
                        file.display(),
                        said(&own)
                    ))
                    .help("choose a level of optimisation for all of them: -- -O2"));
                }
                Some(_) => {}
                None => shared = Some((file.clone(), own)),
            }
            let rest = flags.into_iter().filter(|f| !machine(f)).collect();
            out.database.flags.insert(file, rest);
        }
        let shared = shared.map(|s| s.1).unwrap_or_default();
        // What the user says comes last and wins.
        out.flags.splice(0..0, shared);
        Ok(out)
    }

    /// The options of `test` for reading and exploring this entry.
    pub fn test(&self, entry: &str) -> TestOptions {
        let mut t = TestOptions::default();
        t.files.clone_from(&self.files);
        t.clang_flags = self
            .flags
            .iter()
            .filter(|f| !is_for_gcc(f))
            .cloned()
            .collect();
        t.database.clone_from(&self.database);
        t.entry = entry.to_string();
        t.buffer = self.buffer.unwrap_or(t.buffer);
        // A bound is one over the size, whatever it is.
        t.sized = Sizes::Apart;
        t.may_be_null = self.may_be_null;
        t.may_alias = self.may_alias;
        t.strings = self.strings;
        t.uninit = self.uninit;
        t.overflow = self.overflow;
        t.stdin = self.stdin;
        t.given = self.given.clone();
        t.m32 = self.m32;
        t.clang.clone_from(&self.clang);
        t.timeout = Some(self.timeout);
        t.max_memory = self.max_memory;
        t.all_tests = true;
        t
    }

    /// What blocks take.
    pub fn layout(&self) -> Allocator {
        let word = if self.narrow() { 4 } else { 8 };
        match self.allocator {
            Layout::Payload => Allocator::PAYLOAD,
            Layout::Glibc => Allocator::glibc(word),
            Layout::Freertos => Allocator::freertos(word),
            Layout::Tlsf => Allocator::tlsf(word),
        }
    }

    /// The build is for 32 bits.
    pub fn narrow(&self) -> bool {
        self.m32 || self.flags.iter().any(|f| f == "-m32")
    }
}

/// Flags that only the measured build is to see: clang knows none of them, and
/// they do not change what a program means.
fn is_for_gcc(flag: &str) -> bool {
    flag.starts_with("-O")
        || flag.starts_with("-mpreferred-stack-boundary")
        || flag.starts_with("-fno-ipa")
        || flag.starts_with("-fipa")
        || flag.starts_with("--param")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_units_and_no_doubles() {
        let b = budget("heap=16K,stack=2048").unwrap();
        assert_eq!((b.heap, b.stack, b.both), (Some(16384), Some(2048), None));
        for wrong in [
            "heap",
            "heap=",
            "heap=x",
            "stack=1T",
            "code=3",
            "heap=1,heap=2",
            "",
        ] {
            assert!(budget(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn calls_threads_depths_and_interrupts_are_read() {
        let c = calls("dir/a.c:12=f,g").unwrap();
        assert_eq!(
            (c.file.as_str(), c.line, c.functions.len()),
            ("dir/a.c", 12, 2)
        );
        for wrong in ["a.c=f", "a.c:x=f", ":3=f", "a.c:3=", "a.c:3"] {
            assert!(calls(wrong).is_err(), "{wrong}");
        }
        assert_eq!(thread("t=4K").unwrap().size, Some(4096));
        assert!(thread("=4K").is_err());
        assert_eq!(depth("f=3").unwrap(), ("f".into(), 3));
        assert!(depth("f=0").is_err() && depth("f").is_err());
        let tick = interrupt("tick:2:max=3").unwrap();
        assert_eq!((tick.function.as_str(), tick.priority), ("tick", 2));
        assert_eq!((tick.max, interrupt("t").unwrap().max), (Some(3), None));
        assert!(interrupt("tick:max=x").is_err() && interrupt(":1").is_err());
        assert!(interrupt("tick:1:2").is_err() && interrupt("t:max=1:max=2").is_err());
        assert_eq!(interrupt("t:max=4:1").map(|t| t.priority), Ok(1));
    }
}
