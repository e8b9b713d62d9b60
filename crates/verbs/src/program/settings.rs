//! From arguments to the options of each crate. All conversions between their
//! structs live here.

use super::bodiless::{self, Bodiless};
use super::database;
use super::entry;
use crate::test::options::{Arith, External, Overflow, Search, TestOptions};
use crate::uninit::Uninit;
use ep_base::outcome::ErrorKind;
use ep_base::{Diagnostic, Stop};
use ep_clang::{ModelLibrary, ReadOptions};
use ep_explore::{CheckSet, Device, Entry, Options, SearchKind, Sizes};
use ep_harness::body::Does;
use ep_ir::Module;
use ep_native::NativeProgram;
use ep_smt::SmtOptions;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Waiting states that are kept ready to run, at some kilobytes each; the rest
/// waits as decisions, at some tens of bytes.
const MAX_READY: usize = 16_384;

/// The options of every part of one run.
pub struct Settings {
    pub read: ReadOptions,
    pub explore: Options,
    include: PathBuf,
    /// Missing functions that have got a body.
    pub bodiless: Option<Bodiless>,
}

impl Settings {
    /// Converts, and writes the shipped headers to the scratch folder.
    ///
    /// # Errors
    /// A folder cannot be written (exit 4).
    pub fn new(args: &TestOptions, scratch: &Path) -> Result<Settings, Diagnostic> {
        let include = scratch.join("include");
        ep_runtime::write_headers(&include).map_err(|e| {
            Diagnostic::surroundings(format!("cannot write the shipped headers: {e}"))
                .at(include.display().to_string())
                .help("set TMPDIR to a folder with room")
        })?;
        if let Some(dir) = &args.log_smt {
            std::fs::create_dir_all(dir).map_err(|e| {
                Diagnostic::surroundings(format!("cannot write queries: {e}"))
                    .at(dir.display().to_string())
            })?;
        }
        if args.uninit == Uninit::Input && args.arith == Arith::Math {
            return Err(Diagnostic::bad_input(
                "--uninit input has no meaning for mathematical integers",
            )
            .help("leave --uninit or --arith math out"));
        }
        let m32 = args.m32 || args.clang_flags.iter().any(|f| f == "-m32");
        Ok(Settings {
            read: read_options(args, m32, &include, scratch),
            explore: explore_options(args)?,
            include,
            bodiless: None,
        })
    }

    /// Compiles and reads the program. Clang leaves out a static function that
    /// nothing calls: if it is the entry, all functions are asked for.
    ///
    /// # Errors
    /// It cannot be read (exit 2 or 4).
    pub fn read_program(
        &mut self,
        args: &TestOptions,
    ) -> Result<(Module, ep_clang::ReadStats), Diagnostic> {
        let (mut module, mut read) = ep_clang::read(&args.files, &self.read)?;
        if module.function(&args.entry).is_none() && args.entry != "main" {
            self.read.clang_flags.push("-femit-all-decls".into());
            (module, read) = ep_clang::read(&args.files, &self.read)?;
        }
        if let Some(list) = &args.varargs {
            ep_machine::world::varargs::declare(&mut module, &args.entry, list)?;
        }
        Ok((module, read))
    }

    /// Gives bodies to the functions that are missing; under `--external havoc` the
    /// program is read again with them.
    ///
    /// # Errors
    /// A file cannot be written (exit 4), or as [`Settings::read_program`].
    pub fn complete(&mut self, args: &TestOptions, module: &mut Module) -> Result<(), Diagnostic> {
        let asked = bodiless::Asked {
            clang: &clang(args),
            flags: &build_flags(args),
            scratch: &self.read.scratch,
            folder: &self.include,
            does: match args.external {
                External::Concrete => Does::Nothing,
                External::Stop | External::Havoc => Does::Anything,
            },
        };
        let Some(found) = bodiless::find(module, &asked)? else {
            return Ok(());
        };
        let flags = bodiless::FLAGS.map(String::from).to_vec();
        self.read.unit_flags.insert(found.file.clone(), flags);
        if args.external == External::Havoc {
            let mut whole = args.clone();
            whole.files.push(found.file.clone());
            *module = self.read_program(&whole)?.0;
            self.explore.chosen.extend(found.assumptions());
        }
        self.bodiless = Some(found);
        Ok(())
    }

    /// The number of arguments may turn out to be symbolic.
    pub fn any_arguments(&mut self) {
        let model = ep_machine::world::surroundings::CHOOSE_ARGUMENTS.to_string();
        if !self.read.roots.contains(&model) {
            self.read.roots.push(model);
        }
    }

    /// Functions that are read though nothing that the entry reaches calls them.
    pub fn keep_functions<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        for name in names.map(String::from) {
            if !self.read.roots.contains(&name) {
                self.read.roots.push(name);
            }
        }
    }

    /// Declares what stands behind the function pointers of the entry.
    pub fn declare_functions(&self, module: &mut Module) {
        if let Entry::Function { name, .. } = &self.explore.entry {
            ep_machine::world::pointers::declare_functions(module, name);
        }
    }

    /// A hash of the program that was read. Shipped headers lie in a scratch
    /// folder whose name differs from run to run.
    pub fn program_hash(&self, module: &Module) -> String {
        let text = ep_ir::text::print(module);
        let text = text.replace(&*self.include.to_string_lossy(), "include");
        ep_report::testcomp::program_hash(text.as_bytes())
    }

    /// The program as the native side builds it.
    ///
    /// # Errors
    /// The entry has a parameter that cannot be symbolic (exit 2).
    pub fn native(&self, args: &TestOptions, module: &Module) -> Result<NativeProgram, Diagnostic> {
        let mut sources = args.files.clone();
        sources.extend(self.bodiless.iter().map(|b| b.file.clone()));
        Ok(NativeProgram {
            clang_flags: user_flags(args).collect(),
            unit_flags: self.read.unit_flags.clone(),
            m32: module.layout.ptr_bits == 32,
            include_dirs: vec![self.include.clone()],
            entry: entry::native(&self.explore.entry, module)
                .map_err(|d| of_files(d, &args.files))?,
            devices: args.mmio.iter().map(|d| (d.base, d.size)).collect(),
            ..NativeProgram::new(sources, clang(args))
        })
    }
}

/// The flags of a build of the same program by hand.
pub fn build_flags(args: &TestOptions) -> Vec<String> {
    let narrow = args.m32 && !args.clang_flags.iter().any(|f| f == "-m32");
    (database::common(&args.database.flags).into_iter())
        .chain(user_flags(args))
        .chain(narrow.then(|| "-m32".to_string()))
        .collect()
}

/// The user's flags; overflow that is no error wraps around in both builds.
fn user_flags(args: &TestOptions) -> impl Iterator<Item = String> + '_ {
    let wraps = wraps(args).then(|| "-fwrapv".to_string());
    args.clang_flags.iter().cloned().chain(wraps)
}

/// Whether signed arithmetic wraps around: on request, or where nobody asks
/// about its overflow.
fn wraps(args: &TestOptions) -> bool {
    let left_out = |c: CheckSet| !c.has(ErrorKind::SignedOverflow);
    args.overflow == Overflow::Wrap || args.check.is_some_and(left_out)
}

/// Whether what is not initialised holds any value, in the same way.
fn any_content(args: &TestOptions) -> bool {
    let left_out = |c: CheckSet| !c.has(ErrorKind::UninitialisedRead);
    args.arith == Arith::Bits && (args.uninit == Uninit::Input || args.check.is_some_and(left_out))
}

/// Whether a shift by too much gives any value: where nobody asks about it, and
/// any value is a thing that there is.
fn any_shift(args: &TestOptions) -> bool {
    let left_out = |c: CheckSet| !c.has(ErrorKind::OversizedShift);
    any_content(args) && args.check.is_some_and(left_out)
}

/// What of that is to be told.
fn chosen(args: &TestOptions) -> Vec<String> {
    let mut out = Vec::new();
    if any_content(args) {
        let why = match args.uninit {
            Uninit::Input => "--uninit input",
            Uninit::Error => "--check leaves uninitialised-read out",
        };
        out.push(format!("what is not initialised holds any value ({why})"));
    }
    if wraps(args) {
        let why = match args.overflow {
            Overflow::Wrap => "--overflow wrap",
            Overflow::Error => "--check leaves signed-overflow out",
        };
        out.push(format!("signed arithmetic wraps around ({why})"));
    }
    if any_shift(args) {
        let why = "--check leaves oversized-shift out";
        out.push(format!("a shift by too much gives any value ({why})"));
    }
    out
}

fn read_options(args: &TestOptions, m32: bool, include: &Path, scratch: &Path) -> ReadOptions {
    let models = [
        (32, ep_runtime::LIBC_BITCODE_32),
        (64, ep_runtime::LIBC_BITCODE_64),
    ];
    ReadOptions {
        clang: args.clang.clone(),
        // The user's flags come last and win.
        clang_flags: ep_runtime::USER_CFLAGS
            .iter()
            .map(|f| (*f).to_string())
            .chain(user_flags(args))
            .collect(),
        m32,
        include_dirs: vec![include.to_path_buf()],
        scratch: scratch.to_path_buf(),
        models: models
            .into_iter()
            .map(|(bits, bitcode)| ModelLibrary {
                name: "the C library models".into(),
                pointer_bits: Some(bits),
                bitcode: Cow::Borrowed(bitcode),
            })
            .collect(),
        roots: roots(args),
        unit_flags: args.database.flags.clone().into_iter().collect(),
        // Where the run has less there are bounds and verdicts that take no time.
        stop: Stop::after(args.timeout.map(|t| t.max(COMPILING))),
        ..ReadOptions::default()
    }
}

/// The time that compiling may take at least.
const COMPILING: Duration = Duration::from_secs(5);

/// The entry, and the model that chooses the number of arguments.
fn roots(args: &TestOptions) -> Vec<String> {
    let mut roots = vec![args.entry.clone()];
    if !args.given.sym_args.is_empty() {
        roots.push(ep_machine::world::surroundings::CHOOSE_ARGUMENTS.into());
    }
    roots
}

fn explore_options(args: &TestOptions) -> Result<Options, Diagnostic> {
    let entry = if args.entry == "main" {
        Entry::Main {
            args: args.given.arguments()?,
        }
    } else {
        Entry::Function {
            name: args.entry.clone(),
            heap: ep_explore::HeapLimits {
                buffer: args.buffer,
                open: false,
                null: args.may_be_null,
                alias: args.may_alias,
                strings: args.strings,
                depth: args.pointer_depth,
                variable: args
                    .varargs
                    .as_ref()
                    .map_or(0, |l| l.split(',').count() as u32),
            },
        }
    };
    Ok(Options {
        entry,
        sized: match (&args.sized, args.arith) {
            (Sizes::Libfuzzer, Arith::Math) => Sizes::Apart,
            (sizes, _) => sizes.clone(),
        },
        checks: args
            .check
            .unwrap_or_else(CheckSet::default_set)
            .with_if(ErrorKind::UninitialisedRead, false, any_content(args))
            .with_if(ErrorKind::SignedOverflow, false, wraps(args)),
        search: match args.search {
            Search::Dfs => SearchKind::Dfs,
            Search::Bfs => SearchKind::Bfs,
            Search::RandomPath => SearchKind::RandomPath,
            Search::Coverage => SearchKind::Coverage,
            Search::Interleaved => SearchKind::Interleaved,
        },
        stdin: args.stdin,
        files: args.given.files(args.timeout)?,
        environment: args.given.environment()?,
        closed: true,
        uninit_input: any_content(args),
        any_shift: any_shift(args),
        open_arguments: false,
        chosen: chosen(args),
        external: match args.external {
            External::Stop => ep_explore::External::Stop,
            External::Havoc => ep_explore::External::Havoc,
            External::Concrete => ep_explore::External::Concrete,
        },
        arith: match args.arith {
            Arith::Bits => ep_explore::Arith::Bits,
            Arith::Math => ep_explore::Arith::Math,
        },
        malloc_may_fail: args.malloc_may_fail,
        malloc_never_fails: args.malloc_never_fails,
        max_failures: args.max_fail,
        devices: devices(args)?,
        volatile_constants: false,
        max_depth: args.max_depth,
        max_ready: Some(MAX_READY),
        pack_from: Options::default().pack_from,
        stack_bytes: args.stack_size,
        all_tests: args.all_tests,
        first_bug: args.first_bug,
        merge: args.merge,
        subsumption: args.subsumption,
        // Where states are not merged, the tree is made from the journal.
        tree: args.merge && pictured(args),
        smt: SmtOptions {
            log_dir: args.log_smt.clone(),
            cross_check: args.cross_check,
            ..SmtOptions::default().times(args.solver_limit)
        },
        seed: args.seed,
    })
}

/// The devices in order; those that touch are one, so that an address at the
/// end of one is in no other.
fn devices(args: &TestOptions) -> Result<Vec<Device>, Diagnostic> {
    let mut given = args.mmio.clone();
    given.sort();
    let mut all: Vec<Device> = Vec::new();
    for d in given {
        match all.last_mut() {
            Some(last) if last.base + last.size >= d.base => {
                last.size = last.size.max(d.base + d.size - last.base);
            }
            _ => all.push(d),
        }
    }
    match all.last() {
        Some(d) if args.m32 && d.base + d.size > 1 << 32 => Err(Diagnostic::bad_input(format!(
            "--mmio: the device at 0x{:x} is out of the reach of 32 bits",
            d.base
        ))),
        _ => Ok(all),
    }
}

/// Whether a tree is asked for.
pub fn pictured(args: &TestOptions) -> bool {
    args.tree.is_some() || args.html.is_some()
}

/// Whether a run writes a page.
pub fn paged(args: &TestOptions) -> bool {
    let tree = args.tree.as_ref().and_then(|p| p.extension());
    args.html.is_some() || tree.is_some_and(|e| e == "html")
}

/// What is said of the whole program is said with its files.
pub(crate) fn of_files(d: Diagnostic, files: &[PathBuf]) -> Diagnostic {
    let names: Vec<String> = files.iter().map(|f| f.display().to_string()).collect();
    match d.place {
        None => d.at(names.join(", ")),
        Some(_) => d,
    }
}

/// The compiler of the native side: the reader's choice, where it looks too.
fn clang(args: &TestOptions) -> PathBuf {
    args.clang.clone().unwrap_or_else(default_clang)
}

/// The clang 19 on the path, or where Debian puts it.
pub fn default_clang() -> PathBuf {
    let on_path = std::env::var_os("PATH")
        .is_some_and(|p| std::env::split_paths(&p).any(|d| d.join("clang-19").is_file()));
    if on_path {
        "clang-19".into()
    } else {
        "/usr/lib/llvm-19/bin/clang".into()
    }
}
