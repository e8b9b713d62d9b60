//! Building the user's program once per sanitizer set.
//!
//! Each source becomes an object; `objcopy` then moves symbols out of the way
//! where that is needed (the program's `main` beside an entry function, its
//! own definition of an error function); the replay runtime and a generated
//! `main` are linked in. Everything is compiled at -O0, where the undefined
//! behaviour that the programmer wrote is still there to be seen.

use crate::bitcode;
use crate::counting::{with_added, Added, HeadPlace};
use crate::fuzz::can_watch;
use crate::program::{Entry, Limits, NativeProgram, Signature};
use crate::runtime;
use crate::sandbox::{End, Job, NetworkCut, Ran, Trust};
use std::cell::RefCell;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// A set of sanitizers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Set {
    /// None: what the user's own build would do.
    Plain,
    /// AddressSanitizer with the leak checker and UndefinedBehaviorSanitizer.
    Address,
    /// Those of `Address`, and contracts are checked when functions return.
    Contracts,
    /// MemorySanitizer.
    Memory,
    /// Those of `Address`, ending the run, with edge counters.
    Fuzz,
    /// No sanitizer, edge counters, linked statically where that can be: what
    /// is forked for every input.
    Lean,
    /// No sanitizer, a counter for each block as it is written.
    Blocks,
    /// No sanitizer, clang's source-based coverage.
    Coverage,
    /// No sanitizer, a counter of executed LLVM instructions.
    Count,
    /// No sanitizer, a watch of the state at loop heads.
    Watch,
}

/// The checks of UndefinedBehaviorSanitizer that Everypath predicts. They
/// report and go on (but `unreachable` cannot), so that one build serves all
/// kinds: a check that was not selected must not hide the one that was.
const UNDEFINED: &str = "signed-integer-overflow,shift,integer-divide-by-zero,float-cast-overflow,\
builtin,vla-bound,array-bounds,nonnull-attribute,function";

/// How the reason begins where clang or the linker refuses the program.
pub(crate) const NO_BUILD: &str = "the program does not build natively";

/// Functions whose being reached is the finding, whatever their body.
const ERRORS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

impl Set {
    fn folder(self) -> &'static str {
        match self {
            Set::Plain => "plain",
            Set::Address => "address",
            Set::Contracts => "contracts",
            Set::Memory => "memory",
            Set::Fuzz => "fuzz",
            Set::Lean => "lean",
            Set::Blocks => "blocks",
            Set::Coverage => "coverage",
            Set::Count => "count",
            Set::Watch => "watch",
        }
    }

    fn flags(self) -> Vec<String> {
        match self {
            Set::Plain | Set::Count | Set::Watch => vec![],
            Set::Address => vec![
                format!("-fsanitize=address,unreachable,{UNDEFINED}"),
                format!("-fsanitize-recover={UNDEFINED}"),
            ],
            Set::Contracts => {
                let mut flags = Set::Address.flags();
                flags.extend(["-fblocks", "-DEVERYPATH_NATIVE_CONTRACTS"].map(String::from));
                flags
            }
            // Passing an uninitialised value is not yet an error.
            Set::Memory => vec![
                "-fsanitize=memory".into(),
                "-fno-sanitize-memory-param-retval".into(),
            ],
            // An index that is out of bounds ends a run as all others do
            // (`halt_on_error`), but one that is asked to goes on to the access.
            Set::Fuzz => vec![
                format!("-fsanitize=address,unreachable,{UNDEFINED}"),
                format!("-fno-sanitize-recover={UNDEFINED}"),
                "-fsanitize-recover=array-bounds".into(),
                "-fsanitize-coverage=trace-pc-guard".into(),
            ],
            Set::Lean => vec!["-fsanitize-coverage=trace-pc-guard".into()],
            // Counters stay in a mapped file: a crash loses none.
            Set::Coverage => [
                "-fprofile-instr-generate",
                "-fcoverage-mapping",
                "-mllvm",
                "-runtime-counter-relocation",
            ]
            .map(String::from)
            .to_vec(),
            Set::Blocks => vec!["-fsanitize-coverage=trace-pc-guard,pc-table,no-prune".into()],
        }
    }

    fn attribute(self) -> Option<&'static str> {
        match self {
            Set::Plain | Set::Lean | Set::Blocks | Set::Coverage | Set::Count | Set::Watch => None,
            Set::Address | Set::Contracts | Set::Fuzz => Some("sanitize_address"),
            Set::Memory => Some("sanitize_memory"),
        }
    }
}

/// A built program.
#[derive(Clone, Debug)]
pub struct Built {
    /// The executable.
    pub path: PathBuf,
    /// The folder of the replay runtime and the wrapper: frames there are not
    /// the user's.
    pub runtime: PathBuf,
    /// The heads that a build with a watch has, by number.
    pub heads: Vec<HeadPlace>,
}

/// Builds into a subfolder of `scratch`. An error is one sentence for the user.
pub fn build(
    program: &NativeProgram,
    limits: &Limits,
    scratch: &Path,
    set: Set,
) -> Result<Built, String> {
    if set == Set::Memory && program.m32 {
        return Err("MemorySanitizer does not exist for 32-bit programs".into());
    }
    let mut builder = Builder {
        program,
        limits,
        set,
        folder: scratch.join(set.folder()),
        runtime: scratch.join("runtime"),
        all_functions: false,
        heads: RefCell::default(),
    };
    let result = builder.run();
    let name = match (&program.fuzz, &program.entry) {
        (Some(fuzz), _) => fuzz.function(),
        (None, Entry::Function(f)) => Some(f.name.as_str()),
        (None, Entry::Main) => None,
    };
    match (&result, name) {
        // A static entry that nothing calls is left out by clang, unless all
        // functions are asked for; that may drag in more than can be linked,
        // so it is the second try.
        (Err(why), Some(name)) if why.contains(&format!("undefined reference to `{name}'")) => {
            builder.all_functions = true;
            builder.run()
        }
        _ => result,
    }
}

struct Builder<'a> {
    program: &'a NativeProgram,
    limits: &'a Limits,
    set: Set,
    folder: PathBuf,
    runtime: PathBuf,
    /// Compile functions that nothing calls, too.
    all_functions: bool,
    /// Of a build with a watch, so far.
    heads: RefCell<Vec<HeadPlace>>,
}

impl Builder<'_> {
    fn run(&self) -> Result<Built, String> {
        self.lay_out()?;
        self.heads.borrow_mut().clear();
        let mut objects = Vec::new();
        for (i, source) in self.program.sources.iter().enumerate() {
            let object = self.folder.join(format!("source{i}.o"));
            self.object(source, &object)?;
            self.move_symbols(&object)?;
            objects.push(object);
        }
        if let Some(entry) = &self.program.fuzz {
            let server = self.folder.join("fuzz.o");
            let source = self.runtime.join("fuzz_entry.c");
            write(&source, &entry.text())?;
            let object = self.folder.join("fuzz_entry.o");
            let pairs = [(self.runtime.join("fuzz.c"), &server), (source, &object)];
            for (from, to) in pairs {
                match self.set {
                    // What the server writes counts as written only there.
                    Set::Memory => self.runtime_object(&from, to, &[])?,
                    _ => self.plain_object(&from, to)?,
                }
            }
            objects.extend([server, object]);
            if self.set == Set::Blocks && !self.program.watched.is_empty() {
                let source = self.runtime.join("watched.c");
                write(&source, &crate::fuzz::watched_text(&self.program.watched))?;
                let object = self.folder.join("watched.o");
                self.plain_object(&source, &object)?;
                objects.push(object);
            }
            return self.link(&objects);
        }
        let replay = self.folder.join("replay.o");
        let own_errors: &[&str] = match self.set {
            Set::Plain => &[],
            _ => &["-DEVERYPATH_OWN_ERRORS"],
        };
        self.runtime_object(&self.runtime.join("replay.c"), &replay, own_errors)?;
        objects.push(replay);
        if !self.program.devices.is_empty() {
            let object = self.folder.join("devices.o");
            self.runtime_object(&self.runtime.join("devices.c"), &object, &[])?;
            objects.push(object);
        }
        if matches!(self.set, Set::Count | Set::Watch) {
            let object = self.folder.join("time.o");
            let watch: &[&str] = match self.set {
                Set::Watch => &["-DEVERYPATH_WATCH"],
                _ => &[],
            };
            self.runtime_object(&self.runtime.join("time.c"), &object, watch)?;
            objects.push(object);
        }
        if self.set == Set::Contracts {
            let object = self.folder.join("contracts.o");
            self.runtime_object(&self.runtime.join("contracts.c"), &object, &[])?;
            objects.push(object);
        }
        if let Entry::Function(signature) = &self.program.entry {
            let source = self.runtime.join("entry.c");
            write(&source, &ep_harness::entry::replay::text(signature))?;
            let object = self.folder.join("entry.o");
            let machine = self.machine_flags();
            let machine: Vec<&str> = machine.iter().map(String::as_str).collect();
            self.runtime_object(&source, &object, &machine)?;
            objects.push(object);
        }
        self.link(&objects)
    }

    fn lay_out(&self) -> Result<(), String> {
        let include = self.runtime.join("include");
        runtime::write_headers(&include).map_err(|e| cannot_write(&include, &e))?;
        fs::create_dir_all(&self.folder).map_err(|e| cannot_write(&self.folder, &e))?;
        write(&self.runtime.join("fuzz.c"), runtime::FUZZ_C)?;
        write(&self.runtime.join("contracts.c"), runtime::CONTRACTS_C)?;
        write(&self.runtime.join("devices.c"), runtime::DEVICES_C)?;
        write(&self.runtime.join("time.c"), runtime::TIME_C)?;
        write(&self.runtime.join("replay.c"), runtime::REPLAY_C)
    }

    /// The user's flags without those that choose what is written.
    fn user_flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let mut rest = self.program.clang_flags.iter();
        while let Some(flag) = rest.next() {
            match flag.as_str() {
                "-o" | "-MF" => {
                    rest.next();
                }
                "-c" | "-S" | "-E" | "-emit-llvm" | "-M" | "-MM" | "-MD" | "-MMD" | "-Werror" => {}
                f if f.starts_with("-flto") => {}
                _ => flags.push(flag.clone()),
            }
        }
        flags
    }

    /// Those of the user's flags that change how arguments are passed: with
    /// `-mavx` a vector of 32 bytes comes in a register.
    fn machine_flags(&self) -> Vec<String> {
        let flags = self.user_flags().into_iter();
        flags
            .filter(|f| f.starts_with("-m") && f != "-mllvm" && !f.starts_with("-mregparm"))
            .collect()
    }

    /// Flags behind the user's: the last one wins.
    fn our_flags(&self) -> Vec<String> {
        let mut flags: Vec<String> = [
            "-O0",
            "-g",
            "-gno-column-info",
            "-w",
            "-Wno-error",
            "-fno-omit-frame-pointer",
            "-fno-optimize-sibling-calls",
            "-fPIE",
            "-Qunused-arguments",
            "-fno-color-diagnostics",
        ]
        .map(String::from)
        .to_vec();
        // What is counted has to be the instructions that the engines read; there the
        // text itself says that each operation rounds (`counting::text`).
        if self.set != Set::Count {
            flags.push("-ffp-contract=off".into());
        }
        flags.extend(ep_harness::compiler::AS_GCC.map(String::from));
        if self.program.m32 {
            flags.push("-m32".into());
        }
        flags.extend(self.set.flags());
        // An optimiser removes a write that nobody reads, and a branch whose
        // end is undefined: the user may want that speed, we do not.
        if matches!(self.set, Set::Fuzz | Set::Lean) {
            let level = |f: &&String| f.starts_with("-O");
            flags.extend(self.program.clang_flags.iter().rfind(level).cloned());
        }
        flags
    }

    /// Compiles one source of the user.
    fn object(&self, source: &Path, object: &Path) -> Result<(), String> {
        let is_ir = source.extension().is_some_and(|e| e == "bc" || e == "ll");
        let from = match self.set.attribute() {
            Some(attribute) if is_ir => self.instrumentable(source, object, attribute)?,
            _ => source.to_path_buf(),
        };
        let mut args = Vec::new();
        if source.extension().is_some_and(|e| e == "i") {
            // Else it is not preprocessed, and the macros of `AS_GCC` are none.
            args.extend(["-x", "c"].map(String::from));
        }
        if !is_ir {
            args.extend(self.user_flags());
            args.extend(
                self.program
                    .unit_flags
                    .get(source)
                    .into_iter()
                    .flatten()
                    .cloned(),
            );
            // Macros of headers of the system are no regions of their own, and the
            // reader of programs finds the shipped ones as such.
            let how = match self.set {
                Set::Coverage => "-idirafter",
                _ => "-I",
            };
            for folder in &self.program.include_dirs {
                args.push(format!("{how}{}", folder.display()));
            }
            args.push(format!("{how}{}", self.runtime.join("include").display()));
        }
        args.extend(self.our_flags());
        if self.all_functions && !is_ir {
            args.push("-femit-all-decls".into());
        }
        if let (Set::Blocks, Some(number)) = (self.set, self.watched_assembly()) {
            // Through the text form, with a record of each output.
            let listing = object.with_extension("asm.ll");
            args.extend(["-S", "-emit-llvm"].map(String::from));
            self.clang(args, &from, &listing)?;
            let text = fs::read_to_string(&listing)
                .map_err(|e| format!("cannot read {}: {e}", listing.display()))?;
            write(&listing, &bitcode::with_results(&text, number))?;
            let again = ["-O0", "-w", "-fPIE", "-c"].map(String::from);
            let narrow = self.program.m32.then(|| "-m32".to_string());
            return self.clang(again.into_iter().chain(narrow).collect(), &listing, object);
        }
        if matches!(self.set, Set::Count | Set::Watch) {
            return self.with_added(args, &from, object);
        }
        args.push("-c".into());
        self.clang(args, &from, object)
    }

    /// Compiles through the text form, with a counter or the calls of a watch.
    fn with_added(&self, args: Vec<String>, from: &Path, object: &Path) -> Result<(), String> {
        let listing = object.with_extension("time.ll");
        let mut first = args;
        let text = ["-S", "-emit-llvm", "-fno-discard-value-names"];
        first.extend(text.map(String::from));
        self.clang(first, from, &listing)?;
        let text = fs::read_to_string(&listing)
            .map_err(|e| format!("cannot read {}: {e}", listing.display()))?;
        let mut heads = self.heads.borrow_mut();
        let added = match self.set {
            Set::Watch => Added::Heads(heads.len() as u32),
            _ => Added::Counter,
        };
        let (text, more) = with_added(&text, added);
        heads.extend(more);
        write(&listing, &text)?;
        let again = ["-O0", "-w", "-fPIE", "-fno-omit-frame-pointer", "-c"].map(String::from);
        let narrow = self.program.m32.then(|| "-m32".to_string());
        self.clang(again.into_iter().chain(narrow).collect(), &listing, object)
    }

    /// The number of inline assembly among what is watched.
    fn watched_assembly(&self) -> Option<usize> {
        self.program
            .watched
            .iter()
            .position(|n| n == crate::fuzz::ASSEMBLY)
    }

    /// A copy of bitcode in which the sanitizer passes find something to do.
    fn instrumentable(&self, source: &Path, object: &Path, attr: &str) -> Result<PathBuf, String> {
        let text = if source.extension().is_some_and(|e| e == "ll") {
            fs::read_to_string(source)
                .map_err(|e| format!("cannot read {}: {e}", source.display()))?
        } else {
            let listing = object.with_extension("dis.ll");
            let dis = sibling(&self.program.clang, "llvm-dis");
            let args = [arg(source), b"-o".to_vec(), arg(&listing)];
            self.tool(&dis, &args, "llvm-19")?;
            fs::read_to_string(&listing)
                .map_err(|e| format!("cannot read {}: {e}", listing.display()))?
        };
        let copy = object.with_extension("ll");
        write(&copy, &bitcode::with_attribute(&text, attr))?;
        Ok(copy)
    }

    fn runtime_object(&self, source: &Path, object: &Path, flags: &[&str]) -> Result<(), String> {
        let mut args: Vec<String> = flags.iter().map(|f| f.to_string()).collect();
        args.extend(self.our_flags());
        args.push("-c".into());
        self.clang(args, source, object)
    }

    /// The server and the entry are not instrumented: they are not the user's.
    fn plain_object(&self, source: &Path, object: &Path) -> Result<(), String> {
        let mut args = vec!["-O2".to_string(), "-fPIE".into(), "-w".into()];
        if self.program.m32 {
            args.push("-m32".into());
        }
        args.push("-c".into());
        self.clang(args, source, object)
    }

    fn move_symbols(&self, object: &Path) -> Result<(), String> {
        let mut args: Vec<Vec<u8>> = Vec::new();
        if let Some(entry) = &self.program.fuzz {
            args.push(b"--redefine-sym=main=ep_user_main".to_vec());
            if let Some(name) = entry.function() {
                args.push(format!("--globalize-symbol={name}").into_bytes());
            }
            for name in ERRORS {
                args.push(format!("--weaken-symbol={name}").into_bytes());
            }
            if self.set == Set::Blocks {
                for name in self.program.watched.iter().filter(|n| can_watch(n)) {
                    args.push(format!("--redefine-sym={name}=ep_watched_{name}").into_bytes());
                }
            }
            args.push(arg(object));
            return self.tool(Path::new("objcopy"), &args, "binutils");
        }
        if let Entry::Function(Signature { name, .. }) = &self.program.entry {
            if name != "main" {
                args.push(b"--redefine-sym=main=ep_user_main".to_vec());
            }
            args.push(format!("--globalize-symbol={name}").into_bytes());
        }
        if self.set != Set::Plain {
            for name in ERRORS {
                args.push(format!("--weaken-symbol={name}").into_bytes());
            }
        }
        if self.set == Set::Watch {
            for (from, to) in [(".data", "ep_data"), (".bss", "ep_bss")] {
                args.push(b"--rename-section".to_vec());
                args.push(format!("{from}={to}").into_bytes());
            }
        }
        if args.is_empty() {
            return Ok(());
        }
        args.push(arg(object));
        self.tool(Path::new("objcopy"), &args, "binutils")
    }

    fn link(&self, objects: &[PathBuf]) -> Result<Built, String> {
        if self.set == Set::Lean {
            // A fork of a static program copies half as many pages; some
            // libraries exist as shared ones only.
            if let Ok(built) = self.link_as(objects, &["-static", "-no-pie"]) {
                return Ok(built);
            }
        }
        self.link_as(objects, &["-pie"])
    }

    fn link_as(&self, objects: &[PathBuf], how: &[&str]) -> Result<Built, String> {
        let path = self.folder.join("program");
        let mut args: Vec<String> = objects.iter().map(|o| o.display().to_string()).collect();
        args.extend(self.user_flags());
        args.extend(self.our_flags());
        args.extend(how.iter().map(|f| (*f).to_string()));
        if self.set == Set::Watch {
            let wrapped = ["malloc", "calloc", "realloc", "free"];
            args.extend(wrapped.map(|f| format!("-Wl,--wrap={f}")));
        }
        args.extend(["-lm", "-lpthread", "-ldl"].map(String::from));
        let mut argv = vec![arg(&self.program.clang)];
        argv.extend(args.into_iter().map(String::into_bytes));
        argv.extend([b"-o".to_vec(), arg(&path)]);
        self.call(
            &self.program.clang,
            &argv,
            "clang-19 and libclang-rt-19-dev",
        )?;
        Ok(Built {
            path,
            runtime: self.runtime.clone(),
            heads: self.heads.borrow().clone(),
        })
    }

    fn clang(&self, args: Vec<String>, source: &Path, object: &Path) -> Result<(), String> {
        let mut argv = vec![arg(&self.program.clang)];
        argv.extend(args.into_iter().map(String::into_bytes));
        argv.extend([arg(source), b"-o".to_vec(), arg(object)]);
        self.call(&self.program.clang, &argv, "clang-19")
    }

    fn tool(&self, program: &Path, args: &[Vec<u8>], package: &str) -> Result<(), String> {
        let mut argv = vec![arg(program)];
        argv.extend_from_slice(args);
        self.call(program, &argv, package)
    }

    /// Runs a tool; its first error line is the reason when it fails.
    fn call(&self, program: &Path, argv: &[Vec<u8>], package: &str) -> Result<(), String> {
        let ran = Job {
            program,
            argv,
            env: None,
            folder: None,
            stdin: None,
            time: self.limits.build_time,
            address_space: None,
            processes: None,
            file_size: None,
            stack: None,
            output: 1 << 16,
            trust: Trust::Tool(NetworkCut::NotPermitted),
            stop: ep_base::Stop::never(),
        }
        .run()
        .map_err(|e| {
            let name = program.display();
            if e.kind() == std::io::ErrorKind::NotFound {
                format!("{name} is not installed (package {package})")
            } else {
                format!("{name} cannot be started: {e}")
            }
        })?;
        match ran.end {
            End::Exited(0) => Ok(()),
            _ => Err(format!("{NO_BUILD}: {}", complaint(&ran))),
        }
    }
}

/// The line of a failed tool's output that says most.
fn complaint(ran: &Ran) -> String {
    let text = String::from_utf8_lossy(&ran.stderr);
    let telling = [
        "undefined reference",
        "multiple definition",
        "cannot find",
        "ld: ",
        "error: ",
    ];
    let line = telling
        .iter()
        .find_map(|mark| text.lines().find(|l| l.contains(mark)))
        .or_else(|| text.lines().find(|l| !l.trim().is_empty()));
    match (line, ran.end) {
        (Some(line), _) => line.trim().to_string(),
        (None, End::TimedOut(t)) => format!("the compiler took longer than {} s", t.as_secs()),
        (None, end) => format!("the compiler ended with {end:?}"),
    }
}

/// The tool of the same LLVM as this clang: `clang-19` has `llvm-dis-19`.
pub(crate) fn sibling(clang: &Path, tool: &str) -> PathBuf {
    let name = clang.file_name().map(|n| n.to_string_lossy().into_owned());
    let suffix = name
        .as_deref()
        .and_then(|n| n.strip_prefix("clang"))
        .unwrap_or_default();
    clang.with_file_name(format!("{tool}{suffix}"))
}

fn arg(path: &Path) -> Vec<u8> {
    path.as_os_str().as_bytes().to_vec()
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| cannot_write(path, &e))
}

fn cannot_write(path: &Path, e: &std::io::Error) -> String {
    format!("cannot write {}: {e}", path.display())
}
