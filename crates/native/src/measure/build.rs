//! Compiling the user's sources once, with the user's flags, and linking them
//! twice: to be painted, and to be counted.

use super::kept::{Kept, Key};
use super::{both, fire, harness};
use crate::program::{Entry, Signature};
use crate::runtime;
use crate::sandbox::isolation::Demand;
use crate::sandbox::{End, Job, NetworkCut, Trust};
use ep_base::memory::Allocator;
use ep_harness::entry::measured;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether `realloc` makes the new block before it frees the old one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Realloc {
    /// Both live while the bytes are copied.
    #[default]
    Moving,
    /// The block grows where it lies.
    InPlace,
}

/// What is built and measured.
#[derive(Clone, Debug)]
pub struct MeasuredProgram {
    /// The user's sources.
    pub sources: Vec<PathBuf>,
    /// A gcc or a clang.
    pub compiler: PathBuf,
    /// The user's flags; without a level of optimisation `-O0` is taken.
    pub flags: Vec<String>,
    /// Further flags of single sources.
    pub unit_flags: HashMap<PathBuf, Vec<String>>,
    /// Build for 32 bits.
    pub m32: bool,
    /// Further `-I` folders.
    pub include_dirs: Vec<PathBuf>,
    /// Where a run starts.
    pub entry: Entry,
    /// Handlers of interrupts, functions without parameters, and how often
    /// each fires at most.
    pub handlers: Vec<(String, Option<u64>)>,
    /// How `realloc` is counted.
    pub realloc: Realloc,
    /// How a block is counted.
    pub allocator: Allocator,
    /// Time of one run.
    pub time: Duration,
    /// Address space of one run, in bytes.
    pub memory: u64,
    /// Whether a run may go without walls around it.
    pub isolation: Demand,
    /// Data that is in none of the sources: where it is missing nothing is built.
    pub outside: BTreeSet<String>,
    /// Ends what measures functions of the library: they have no number then.
    pub stop: ep_base::Stop,
    /// Ends the build itself.
    pub give_up: ep_base::Stop,
    /// Where what is the same for all programs is kept.
    pub kept: Option<Kept>,
}

impl MeasuredProgram {
    /// With default limits.
    pub fn new(sources: Vec<PathBuf>, compiler: PathBuf, entry: Entry) -> MeasuredProgram {
        MeasuredProgram {
            sources,
            compiler,
            flags: Vec::new(),
            unit_flags: HashMap::new(),
            m32: false,
            include_dirs: Vec::new(),
            entry,
            handlers: Vec::new(),
            realloc: Realloc::default(),
            allocator: Allocator::default(),
            time: super::RUN_TIME,
            memory: 2 << 30,
            isolation: Demand::Required,
            outside: BTreeSet::new(),
            stop: ep_base::Stop::never(),
            give_up: ep_base::Stop::never(),
            kept: None,
        }
    }

    /// Where this is kept, if anything is, and under which key.
    pub(super) fn key(&self, args: &[&str], texts: &[&str]) -> Option<(&Kept, Key)> {
        let kept = self.kept.as_ref()?;
        Some((kept, kept.key(&self.compiler, args, texts)?))
    }
}

/// Those that do so where their format says `%m`.
const SCANNING: [&str; 18] = [
    "scanf",
    "sscanf",
    "fscanf",
    "vscanf",
    "vsscanf",
    "vfscanf",
    "__isoc99_scanf",
    "__isoc99_sscanf",
    "__isoc99_fscanf",
    "__isoc99_vscanf",
    "__isoc99_vsscanf",
    "__isoc99_vfscanf",
    "__isoc23_scanf",
    "__isoc23_sscanf",
    "__isoc23_fscanf",
    "__isoc23_vscanf",
    "__isoc23_vsscanf",
    "__isoc23_vfscanf",
];

/// Both programs.
pub struct Built {
    pub painted: PathBuf,
    pub counted: PathBuf,
    /// The one in which both are looked at, at one time.
    pub both: PathBuf,
    /// Functions that hand out inputs, which take no stack.
    pub harness: BTreeSet<String>,
    /// Functions that are in none of the sources and in no library: a run that calls
    /// one is none.
    pub stubs: BTreeSet<String>,
    /// Bytes of the sources' static data.
    pub statics: u64,
}

/// Time of one call of the compiler: a guard against one that hangs, far above
/// what a loaded machine takes.
const BUILD_TIME: Duration = Duration::from_secs(600);

/// The user's flags without those that choose what is written, and with a
/// level of optimisation.
fn user_flags(program: &MeasuredProgram) -> Vec<String> {
    let mut flags = vec!["-O0".to_string()];
    let mut rest = program.flags.iter();
    while let Some(f) = rest.next() {
        match f.as_str() {
            "-o" | "-MF" => {
                rest.next();
            }
            "-c" | "-S" | "-E" | "-emit-llvm" | "-M" | "-MM" | "-MD" | "-MMD" | "-Werror" => {}
            // Code of link time optimisation is made too late to be told apart.
            f if f.starts_with("-flto") => {}
            _ => flags.push(f.clone()),
        }
    }
    if program.m32 {
        flags.push("-m32".into());
    }
    flags
}

/// Compiles and links.
pub fn build(program: &MeasuredProgram, folder: &Path) -> Result<Built, String> {
    let include = folder.join("include");
    let write = |name: &str, text: &str| -> Result<PathBuf, String> {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
        Ok(path)
    };
    runtime::write_headers(&include)
        .map_err(|e| format!("cannot write {}: {e}", include.display()))?;
    let mut objects = Vec::new();
    for (n, source) in program.sources.iter().enumerate() {
        let object = folder.join(format!("source{n}.o"));
        // A static entry that nothing calls is left out unless it is asked for.
        compile(program, source, &object, &include, false)?;
        if !defines(&object, &program.entry, n, program.sources.len()) {
            compile(program, source, &object, &include, true)?;
        }
        let mut args = vec!["--redefine-sym".to_string(), "main=ep_user_main".into()];
        if let Entry::Function(Signature { name, .. }) = &program.entry {
            args.push(format!("--globalize-symbol={name}"));
        }
        // Several sources may have static functions of one name.
        if let [_] = program.sources[..] {
            let names = program.handlers.iter().map(|h| &h.0);
            args.extend(names.map(|n| format!("--globalize-symbol={n}")));
        }
        args.push(object.display().to_string());
        call_until(Path::new("objcopy"), &args, "binutils", &program.give_up)?;
        objects.push(object.display().to_string());
    }
    let wide: &[&str] = if program.m32 { &["-m32"] } else { &[] };
    let plain = |name: &str, text: &str, more: &[&str]| -> Result<String, String> {
        let source = write(&format!("{name}.c"), text)?;
        let object = folder.join(format!("{name}.o")).display().to_string();
        let mut args: Vec<String> = [
            "-O1",
            "-g",
            "-w",
            "-D_GNU_SOURCE",
            "-fno-stack-protector",
            // gcc knows of its own `malloc` that it looks at no variable, and
            // takes away what says whose block it makes.
            "-fno-builtin",
            "-c",
        ]
        .map(String::from)
        .to_vec();
        args.extend(wide.iter().chain(more).map(|s| s.to_string()));
        let words: Vec<&str> = args.iter().map(String::as_str).collect();
        let key = program.key(&words, &[name, text]);
        if let Some(bytes) = key.as_ref().and_then(|(kept, key)| kept.get(key)) {
            fs::write(&object, bytes).map_err(|e| format!("cannot write {object}: {e}"))?;
            return Ok(object);
        }
        args.extend([source.display().to_string(), "-o".into(), object.clone()]);
        call_until(
            &program.compiler,
            &args,
            "gcc or clang-19",
            &program.give_up,
        )?;
        if let (Some((kept, key)), Ok(bytes)) = (key, fs::read(&object)) {
            kept.put(&key, &bytes);
        }
        Ok(object)
    };
    let machine: Vec<&str> = program
        .flags
        .iter()
        .map(String::as_str)
        .filter(|f| f.starts_with("-mavx") || f.starts_with("-march") || f.starts_with("-msse"))
        .collect();
    let common = [
        plain("replay", runtime::REPLAY_C, &["-DEP_MEASURED"])?,
        plain("entry", &measured::text(program.entry.function()), &machine)?,
    ];
    let given = harness::called(&objects, &common[0]);
    let (fires, with): (&str, &[&str]) = match program.handlers.is_empty() {
        true => ("", &[]),
        false => (runtime::FIRE_C, &["-DEP_FIRE"]),
    };
    let paint = format!(
        "{}{fires}{}",
        runtime::MEASURE_C,
        harness::thunks(&given, program.m32)
    );
    let paint = plain("paint", &paint, with)?;
    let together = format!(
        "{}{}{}",
        runtime::MEASURE_C,
        harness::thunks(&given, program.m32),
        both::thunks(program.m32)
    );
    // Between a caller's arguments and the call: vector registers are arguments too.
    let together = plain("both", &together, &["-DEP_BOTH", "-mgeneral-regs-only"])?;
    let count = format!("{}{fires}", runtime::MEASURE_C);
    let count = plain("count", &count, &[&["-DEP_COUNT"], with].concat())?;
    if !program.handlers.is_empty() {
        objects.insert(0, plain("begin", fire::BEGIN, &[])?);
        objects.push(plain("end", fire::END, &[])?);
        objects.push(plain("handlers", &fire::table(&program.handlers), &[])?);
    }
    let sources = objects.clone();
    let link = |own: &str, name: &str, more: &[String], objects: &[String]| {
        let path = folder.join(name);
        let mut args = objects.to_vec();
        args.extend(common.iter().cloned());
        args.push(own.to_string());
        args.extend(
            user_flags(program)
                .into_iter()
                .filter(|f| f.starts_with("-l") || f.starts_with("-L")),
        );
        args.extend(more.iter().cloned());
        if program.m32 {
            args.push("-m32".into());
        }
        // At fixed addresses, and with no function looked up when it is first
        // called: both would change what a run takes.
        args.extend(["-no-pie", "-Wl,-z,now", "-lm", "-lpthread", "-o"].map(String::from));
        args.push(path.display().to_string());
        let linked = tried(
            &program.compiler,
            &args,
            "gcc or clang-19",
            &program.give_up,
        );
        linked.map(|()| path)
    };
    let wrap = |n: &str| format!("-Wl,--wrap={n}");
    let blocks: Vec<String> = both::ALLOCATING
        .iter()
        .chain(&SCANNING)
        .map(|n| wrap(n))
        .collect();
    let inputs: Vec<String> = given.iter().map(|n| wrap(n)).collect();
    let watched: Vec<String> = both::watched().map(wrap).collect();
    let mut stubs = BTreeSet::new();
    let painted = match link(&paint, "painted", &inputs, &objects) {
        Ok(path) => path,
        Err(text) => {
            stubs = undefined(&text);
            if stubs.is_empty() || stubs.iter().any(|n| program.outside.contains(n)) {
                return Err(complaint(&text));
            }
            objects.push(plain("stubs", &stand_ins(&stubs), &[])?);
            link(&paint, "painted", &inputs, &objects).map_err(|t| complaint(&t))?
        }
    };
    let rest = |own: &str, name: &str, more: &[String]| {
        link(own, name, more, &objects).map_err(|t| complaint(&t))
    };
    Ok(Built {
        painted,
        counted: rest(&count, "counted", &blocks)?,
        both: rest(&together, "both", &[inputs, watched].concat())?,
        harness: given,
        stubs,
        statics: sources.iter().map(|o| statics(Path::new(o))).sum(),
    })
}

fn compile(
    program: &MeasuredProgram,
    source: &Path,
    object: &Path,
    include: &Path,
    all: bool,
) -> Result<(), String> {
    let mut args = user_flags(program);
    args.extend(
        program
            .unit_flags
            .get(source)
            .into_iter()
            .flatten()
            .cloned(),
    );
    for folder in &program.include_dirs {
        args.push(format!("-I{}", folder.display()));
    }
    args.push(format!("-I{}", include.display()));
    args.extend(["-g", "-w", "-c"].map(String::from));
    if is_clang(program) {
        args.extend(ep_harness::compiler::AS_GCC.map(String::from));
        args.extend(["-Qunused-arguments", "-fno-color-diagnostics"].map(String::from));
        if all {
            args.push("-femit-all-decls".into());
        }
    } else if all {
        args.push("-fkeep-static-functions".into());
    }
    args.extend([
        source.display().to_string(),
        "-o".into(),
        object.display().to_string(),
    ]);
    call_until(
        &program.compiler,
        &args,
        "gcc or clang-19",
        &program.give_up,
    )
}

fn is_clang(program: &MeasuredProgram) -> bool {
    let name = program
        .compiler
        .file_name()
        .map(|n| n.to_string_lossy().into_owned());
    name.is_some_and(|n| n.contains("clang"))
}

/// Whether the entry is in the object; several sources share that duty, so
/// only a single one is compiled again.
fn defines(object: &Path, entry: &Entry, n: usize, of: usize) -> bool {
    let Entry::Function(Signature { name, .. }) = entry else {
        return true;
    };
    if of > 1 && n > 0 {
        return true;
    }
    let Ok(bytes) = fs::read(object) else {
        return true;
    };
    let Ok(file) = object::File::parse(&*bytes) else {
        return true;
    };
    let found = file
        .symbols()
        .any(|s| s.name().is_ok_and(|x| x == name) && !s.is_undefined());
    found
}

/// Bytes of the static data of an object.
fn statics(object: &Path) -> u64 {
    let Ok(bytes) = fs::read(object) else {
        return 0;
    };
    let Ok(file) = object::File::parse(&*bytes) else {
        return 0;
    };
    let kinds = [
        SectionKind::Data,
        SectionKind::UninitializedData,
        SectionKind::Tls,
        SectionKind::UninitializedTls,
    ];
    let sections = file.sections().filter(|s| kinds.contains(&s.kind()));
    let common = file.symbols().filter(|s| s.is_common());
    sections.map(|s| s.size()).sum::<u64>() + common.map(|s| s.size()).sum::<u64>()
}

/// The compiler's first line about itself.
pub fn version(program: &MeasuredProgram) -> String {
    let argv = [
        program.compiler.as_os_str().as_bytes().to_vec(),
        b"--version".to_vec(),
    ];
    let ran = job(&program.compiler, &argv).run();
    ran.ok()
        .and_then(|r| {
            String::from_utf8_lossy(&r.stdout)
                .lines()
                .next()
                .map(String::from)
        })
        .unwrap_or_else(|| program.compiler.display().to_string())
}

fn job<'a>(program: &'a Path, argv: &'a [Vec<u8>]) -> Job<'a> {
    Job {
        program,
        argv,
        env: None,
        folder: None,
        stdin: None,
        time: BUILD_TIME,
        address_space: None,
        processes: None,
        file_size: None,
        stack: None,
        output: 1 << 16,
        trust: Trust::Tool(NetworkCut::NotPermitted),
        stop: ep_base::Stop::never(),
    }
}

/// Runs a tool; what it complains about is the reason when it fails.
pub(super) fn call(program: &Path, args: &[String], package: &str) -> Result<(), String> {
    call_until(program, args, package, &ep_base::Stop::never())
}

fn call_until(
    program: &Path,
    args: &[String],
    package: &str,
    stop: &ep_base::Stop,
) -> Result<(), String> {
    tried(program, args, package, stop).map_err(|text| complaint(&text))
}

/// Runs a tool; all that it says when it fails.
fn tried(
    program: &Path,
    args: &[String],
    package: &str,
    stop: &ep_base::Stop,
) -> Result<(), String> {
    let mut argv = vec![program.as_os_str().as_bytes().to_vec()];
    argv.extend(args.iter().map(|a| a.clone().into_bytes()));
    let mut job = job(program, &argv);
    job.stop = stop.clone();
    let ran = job.run().map_err(|e| {
        let name = program.display();
        match e.kind() {
            std::io::ErrorKind::NotFound => {
                format!("{SELF}{name} is not installed (package {package})")
            }
            _ => format!("{SELF}{name} cannot be started: {e}"),
        }
    })?;
    if ran.end == End::Exited(0) {
        return Ok(());
    }
    if let End::TimedOut(most) = ran.end {
        let (name, most) = (program.display(), most.as_secs());
        return Err(format!(
            "{SELF}the program does not build: {name} took more than {most} s"
        ));
    }
    Err(String::from_utf8_lossy(&ran.stderr).into_owned())
}

/// What begins a sentence of our own.
const SELF: char = '\u{1}';

/// The line that says why.
fn complaint(text: &str) -> String {
    if let Some(own) = text.strip_prefix(SELF) {
        return own.to_string();
    }
    let line = ["undefined reference", "error: ", "cannot find"]
        .iter()
        .find_map(|mark| text.lines().find(|l| l.contains(mark)))
        .or_else(|| text.lines().find(|l| !l.trim().is_empty()))
        .unwrap_or("it says nothing");
    format!("the program does not build: {}", line.trim())
}

/// The symbols that a linker misses, where that is all it complains about.
fn undefined(text: &str) -> BTreeSet<String> {
    let marks = ["undefined reference to `", "undefined symbol: "];
    let name = |l: &str| {
        let rest = marks.iter().find_map(|m| Some(l.split_once(m)?.1))?;
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        Some(rest.get(..end.unwrap_or(rest.len()))?.to_string())
    };
    let mut out: BTreeSet<String> = text.lines().filter_map(name).collect();
    if text.contains("multiple definition") || text.contains("cannot find") {
        out.clear();
    }
    out.remove("");
    out
}

/// Functions that say that they were called, and end the run.
fn stand_ins(names: &BTreeSet<String>) -> String {
    let mut c = String::from(
        "#include <fcntl.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
         static void ep_called(void) {\n  const char *log = getenv(\"EVERYPATH_REPLAY_LOG\");\n\
           int f = log ? open(log, O_WRONLY | O_CREAT | O_APPEND, 0600) : -1;\n\
           if (f >= 0 && write(f, \"no source\\n\", 10) < 0) _exit(119);\n  _exit(118);\n}\n",
    );
    for n in names {
        c.push_str(&format!("void {n}(void) {{ ep_called(); }}\n"));
    }
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_read_off_the_linker() {
        let text = "/usr/bin/ld: a.o: in function `f':\na.c:3:(.text+0x9): undefined reference to `ext'\nclang: error: linker command failed\n";
        assert_eq!(undefined(text), BTreeSet::from(["ext".to_string()]));
        assert!(undefined("ld: multiple definition of `f'; undefined reference to `g'").is_empty());
        assert!(complaint(text).ends_with("undefined reference to `ext'"));
    }
}
