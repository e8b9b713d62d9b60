//! `everypath cc`: a C compiler for any build system, which keeps bitcode.
//!
//! Every compilation is done twice: by clang as asked, and into bitcode with
//! the flags of the reader. The path of the bitcode goes into a section of the
//! object file; linkers concatenate sections of the same name, so an
//! executable, a shared library or the members taken out of a static archive
//! say by themselves which units they consist of. After a link these are
//! linked as bitcode to `OUTPUT.bc`. Source of the idea: wllvm and gllvm
//! (`.llvm_bc`). Cost: one more run of clang at -O0 per unit.
//!
//! A unit without bitcode (assembly, C++, flags that clang takes for objects
//! only) is told of once and left out: its functions are then not modelled.

use crate::arguments::{expanded, preprocessor};
use crate::compile;
use crate::ReadOptions;
use ep_base::{Diagnostic, ExitCode};
use rustc_hash::FxHasher;
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::hash::Hasher;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The section that names the bitcode of an object.
const SECTION: &str = ".everypath_bitcode";

/// What a command line asks for.
#[derive(Debug, Default, PartialEq, Eq)]
struct Parsed {
    sources: Vec<OsString>,
    output: Option<OsString>,
    /// `-c`.
    compile_only: bool,
    /// No object and no program comes out: `-E`, `-S`, `-M`, `--version`, …
    other: bool,
    /// For compiling to bitcode: neither inputs nor outputs.
    flags: Vec<OsString>,
    /// Everything but C sources, for linking.
    link: Vec<OsString>,
    /// Objects, archives or libraries are among the inputs.
    inputs: usize,
}

/// Flags whose next argument belongs to them, and what they are about.
fn takes_value(flag: &str) -> Option<bool> {
    Some(match flag {
        // For compiling: kept.
        "-D" | "-U" | "-I" | "-include" | "-imacros" | "-isystem" | "-iquote" | "-idirafter"
        | "-isysroot" | "--sysroot" | "-target" | "--param" | "-working-directory" | "-Xclang"
        | "-Xpreprocessor" | "--define-macro" | "--undefine-macro" | "-include-pch"
        | "-iprefix" | "-iwithprefix" | "-iwithprefixbefore" | "-imultilib" | "--config" => true,
        // For linking or for other outputs: left out of a bitcode compilation.
        "-L" | "-l" | "-Xlinker" | "-T" | "-z" | "-u" | "-MF" | "-MT" | "-MQ" | "-MJ"
        | "-mllvm" | "-Xassembler" | "-rpath" | "-soname" | "-e" => false,
        _ => return None,
    })
}

fn parse(args: &[OsString]) -> Parsed {
    let mut p = Parsed::default();
    let mut rest = args.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        let next = |rest: &mut std::slice::Iter<'_, OsString>| rest.next().cloned();
        match &*text {
            "-c" => p.compile_only = true,
            "-o" => p.output = next(&mut rest),
            "-E" | "-S" | "-M" | "-MM" | "-fsyntax-only" | "--version" | "-v" | "-###" | "-"
            | "--help" | "-emit-llvm" => p.other = true,
            t if t.starts_with("-print-") || t.starts_with("-dump") => p.other = true,
            t if t.starts_with("-o") && t.len() > 2 => {
                p.output = Some(OsString::from_vec(arg.as_bytes()[2..].to_vec()));
            }
            "-x" => {
                let language = next(&mut rest);
                p.other |= language.as_deref().is_some_and(|l| l != "c" && l != "none");
                p.link.push(arg.clone());
                p.link.extend(language);
            }
            t if takes_value(t).is_some() => {
                let value = next(&mut rest);
                p.link.push(arg.clone());
                p.link.extend(value.clone());
                if takes_value(t) == Some(true) {
                    p.flags.push(arg.clone());
                    p.flags.extend(value);
                }
            }
            t if t.starts_with("-Wp,") => {
                p.link.push(arg.clone());
                p.flags.extend(preprocessor(t));
            }
            t if t.starts_with('-') => {
                p.link.push(arg.clone());
                if for_bitcode(t) {
                    p.flags.push(arg.clone());
                }
            }
            t if t.ends_with(".c") || t.ends_with(".i") => p.sources.push(arg.clone()),
            _ => {
                p.inputs += 1;
                p.link.push(arg.clone());
            }
        }
    }
    p
}

/// Whether a flag without a separate value matters for bitcode: not what
/// optimises, instruments, fortifies, links, or writes another output.
fn for_bitcode(flag: &str) -> bool {
    let out = [
        "-O",
        "-g",
        "-l",
        "-L",
        "-M",
        "-Wl,",
        "-Wa,",
        "-flto",
        "-fsanitize",
        "-fno-sanitize",
        "-fprofile",
        "-fcoverage",
        "-D_FORTIFY_SOURCE",
        "-fstack-protector",
        "-save-temps",
        "-fcf-protection",
        "-fstack-clash",
    ];
    let exact = [
        "-Werror",
        "-shared",
        "-static",
        "-pie",
        "-no-pie",
        "-rdynamic",
        "-pipe",
        "-s",
        "-r",
        "-nostdlib",
        "-nostartfiles",
        "-nodefaultlibs",
        "--coverage",
    ];
    !out.iter().any(|o| flag.starts_with(o)) && !exact.contains(&flag)
}

/// The flags of a link that compile and link at once with which one source is
/// compiled alone.
fn for_compiling(link: &[OsString]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut rest = link.iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        let linker = [
            "-L", "-l", "-Xlinker", "-T", "-z", "-u", "-rpath", "-soname", "-e", "-shared",
            "-static", "-pie", "-s",
        ];
        let linker = linker.contains(&&*text) || text.starts_with("-Wl,");
        if takes_value(&text).is_some() || text == "-x" {
            let value = rest.next();
            if !linker {
                out.push(arg.clone());
                out.extend(value.cloned());
            }
        } else if text.starts_with('-') && !linker && !text.starts_with("-l") {
            out.push(arg.clone());
        }
    }
    out
}

/// The arguments without link-time optimisation, and whether there was one: an
/// object that is bitcode has no sections. Where another flag needs it, it stays
/// and the message of `keep` says what is missing.
fn without_lto(args: Vec<OsString>) -> (Vec<OsString>, bool) {
    let text = |a: &OsString| a.to_string_lossy().into_owned();
    let lto = |a: &OsString| {
        let t = text(a);
        ["-flto", "-ffat-lto-objects", "-fsplit-lto-unit"].contains(&&*t) || t.starts_with("-flto=")
    };
    let needs = |a: &OsString| {
        let t = text(a);
        t.starts_with("-fsanitize=cfi")
            || ["-fwhole-program-vtables", "-fvirtual-function-elimination"].contains(&&*t)
    };
    if args.iter().any(needs) || !args.iter().any(lto) {
        return (args, false);
    }
    (args.into_iter().filter(|a| !lto(a)).collect(), true)
}

/// Runs the compiler. The exit code is clang's.
///
/// # Errors
/// clang or a tool beside it is missing (exit 4).
pub fn run(args: &[OsString], options: &ReadOptions) -> Result<u8, Diagnostic> {
    let clang = compile::find_clang(options)?;
    let (args, left_out) = without_lto(expanded(args));
    let args = &args;
    let parsed = parse(args);
    let wrapper = Wrapper {
        clang,
        options,
        parsed: &parsed,
    };
    if parsed.other || (parsed.sources.is_empty() && parsed.compile_only) || args.is_empty() {
        return wrapper.clang(args);
    }
    if parsed.compile_only {
        return wrapper.compile(args);
    }
    if left_out {
        // Once per program and not per object: some builds take a message of
        // the compiler for a failure.
        eprintln!("everypath cc: -flto is left out: its objects could not name their bitcode");
    }
    wrapper.link()
}

struct Wrapper<'a> {
    clang: PathBuf,
    options: &'a ReadOptions,
    parsed: &'a Parsed,
}

impl Wrapper<'_> {
    /// clang as asked.
    fn clang(&self, args: &[OsString]) -> Result<u8, Diagnostic> {
        let status = Command::new(&self.clang).args(args).status().map_err(|e| {
            Diagnostic::surroundings(format!("cannot run {}: {e}", self.clang.display()))
                .help("install the package clang-19 (apt-get install clang-19)")
        })?;
        Ok(status
            .code()
            .map_or(ExitCode::Surroundings as u8, |c| c as u8))
    }

    fn compile(&self, args: &[OsString]) -> Result<u8, Diagnostic> {
        let code = self.clang(args)?;
        if code != 0 {
            return Ok(code);
        }
        for source in &self.parsed.sources {
            let object = match &self.parsed.output {
                Some(o) => PathBuf::from(o),
                None => {
                    Path::new(Path::new(source).file_name().unwrap_or_default()).with_extension("o")
                }
            };
            self.keep(Path::new(source), &object);
        }
        Ok(0)
    }

    /// Sources are compiled to objects of their own, so that these can say
    /// what their bitcode is, and linked with what was given.
    fn link(&self) -> Result<u8, Diagnostic> {
        let output = PathBuf::from(self.parsed.output.clone().unwrap_or_else(|| "a.out".into()));
        let mut args: Vec<OsString> = Vec::new();
        let mut objects = Vec::new();
        for (i, source) in self.parsed.sources.iter().enumerate() {
            let name = output.file_name().unwrap_or_default().to_string_lossy();
            let object = output.with_file_name(format!(".{name}-{i}.o"));
            let mut one = for_compiling(&self.parsed.link);
            one.push("-Qunused-arguments".into());
            one.push("-c".into());
            one.push(source.clone());
            one.push("-o".into());
            one.push(object.clone().into());
            let code = self.clang(&one)?;
            if code != 0 {
                remove(&objects);
                return Ok(code);
            }
            self.keep(Path::new(source), &object);
            args.push(object.clone().into());
            objects.push(object);
        }
        args.extend(self.parsed.link.iter().cloned());
        args.push("-o".into());
        args.push(output.clone().into());
        let code = self.clang(&args)?;
        remove(&objects);
        if code == 0 && !is_probe(&output) {
            self.whole_program(&output);
        }
        Ok(code)
    }

    /// Makes the bitcode of a unit and names it in its object. What goes wrong
    /// here is told, and is no failure of the build.
    fn keep(&self, source: &Path, object: &Path) {
        if is_probe(source) || !object.is_file() {
            return;
        }
        if let Err(why) = self.try_keep(source, object) {
            eprintln!("everypath cc: no bitcode for {}: {why}", source.display());
        }
    }

    fn try_keep(&self, source: &Path, object: &Path) -> Result<(), String> {
        let name = object.file_name().unwrap_or_default().to_string_lossy();
        let stem = format!(".{}.", name.trim_start_matches('.'));
        let made = object.with_file_name(format!("{stem}part"));
        let options = ReadOptions {
            clang_flags: self
                .options
                .clang_flags
                .iter()
                .cloned()
                .chain(
                    self.parsed
                        .flags
                        .iter()
                        .map(|f| f.to_string_lossy().into_owned()),
                )
                .chain(["-U_FORTIFY_SOURCE".to_string(), "-Qunused-arguments".into()])
                .collect(),
            m32: false,
            ..self.options.clone()
        };
        let mut command = Command::new(&self.clang);
        command
            .args(compile::kept_flags(&options))
            .arg("-o")
            .arg(&made)
            .arg(source);
        let out = command.output().map_err(|e| e.to_string())?;
        if !out.status.success() {
            return Err(first_line(&out.stderr));
        }
        let bitcode = named_by_content(&made, object, &stem).map_err(|e| e.to_string())?;
        let full = std::fs::canonicalize(&bitcode).map_err(|e| e.to_string())?;
        let mut text = full.as_os_str().as_bytes().to_vec();
        text.push(b'\n');
        let note = bitcode.with_extension("path");
        std::fs::write(&note, text).map_err(|e| e.to_string())?;
        let mut add = OsString::from(format!("{SECTION}="));
        add.push(&note);
        let out = Command::new("objcopy")
            .arg(format!("--remove-section={SECTION}"))
            .arg("--add-section")
            .arg(add)
            .arg(object)
            .output();
        let _ = std::fs::remove_file(&note);
        match out {
            Ok(out) if out.status.success() => Ok(()),
            Ok(out) => Err(first_line(&out.stderr)),
            Err(e) => Err(format!("cannot run objcopy (package binutils): {e}")),
        }
    }

    fn whole_program(&self, output: &Path) {
        match self.try_whole_program(output) {
            Ok(()) => {}
            Err(why) => eprintln!("everypath cc: no bitcode for {}: {why}", output.display()),
        }
    }

    fn try_whole_program(&self, output: &Path) -> Result<(), String> {
        let mut to = output.as_os_str().to_os_string();
        to.push(".bc");
        // What an earlier link made is not this program.
        let _ = std::fs::remove_file(&to);
        let units = units(output)?;
        if units.is_empty() {
            return Ok(());
        }
        let gone: Vec<&PathBuf> = units.iter().filter(|u| !u.is_file()).collect();
        if let Some(first) = gone.first() {
            return Err(format!(
                "{} of its {} units are gone, the first is {}; build it anew",
                gone.len(),
                units.len(),
                first.display()
            ));
        }
        let tool = sibling(&self.clang, "llvm-link");
        let out = Command::new(&tool)
            .arg("--suppress-warnings")
            .arg("-o")
            .arg(&to)
            .args(&units)
            .output()
            .map_err(|e| format!("cannot run {} (package llvm-19): {e}", tool.display()))?;
        if !out.status.success() {
            return Err(first_line(&out.stderr));
        }
        let known: HashSet<PathBuf> = units.into_iter().collect();
        let more: Vec<PathBuf> = self
            .archives()
            .iter()
            .flat_map(|a| members(a))
            .filter(|m| !known.contains(m))
            .collect();
        // At -O0 inline functions are called where the optimised objects had
        // none left, so that more members are needed. A member may need one
        // that was passed over: again until nothing is added.
        let mut before = 0;
        for _ in 0..8 {
            let size = std::fs::metadata(&to).map_or(0, |m| m.len());
            if more.is_empty() || size == before {
                break;
            }
            before = size;
            let out = Command::new(&tool)
                .args(["--suppress-warnings", "--only-needed", "-o"])
                .arg(&to)
                .arg(&to)
                .args(&more)
                .output()
                .map_err(|e| format!("cannot run {} (package llvm-19): {e}", tool.display()))?;
            if !out.status.success() {
                return Err(first_line(&out.stderr));
            }
        }
        Ok(())
    }

    /// The archives of the command line: named, or found by `-l` in the `-L`
    /// folders.
    fn archives(&self) -> Vec<PathBuf> {
        let mut folders = Vec::new();
        let mut found = Vec::new();
        let mut rest = self.parsed.link.iter();
        while let Some(arg) = rest.next() {
            let text = arg.to_string_lossy();
            let value = |rest: &mut std::slice::Iter<'_, OsString>, flag: &str| {
                let own = text.strip_prefix(flag).unwrap_or_default().to_string();
                match own.is_empty() {
                    true => rest.next().map(|v| v.to_string_lossy().into_owned()),
                    false => Some(own),
                }
            };
            if text.ends_with(".a") {
                found.push(PathBuf::from(arg));
            } else if text.starts_with("-L") {
                folders.extend(value(&mut rest, "-L").map(PathBuf::from));
            } else if text.starts_with("-l") {
                let name = value(&mut rest, "-l").unwrap_or_default();
                let file = format!("lib{name}.a");
                found.extend(folders.iter().map(|f| f.join(&file)).find(|p| p.is_file()));
            }
        }
        found
    }
}

/// Gives the bitcode of an object a name with its content in it, and removes
/// what the object had before. An archive that holds an older object is not
/// told that this is its bitcode.
fn named_by_content(made: &Path, object: &Path, stem: &str) -> std::io::Result<PathBuf> {
    let mut hasher = FxHasher::default();
    hasher.write(&std::fs::read(made)?);
    let name = format!("{stem}{:016x}.bc", hasher.finish());
    let folder = object.parent().filter(|p| !p.as_os_str().is_empty());
    for entry in std::fs::read_dir(folder.unwrap_or(Path::new(".")))? {
        let entry = entry?;
        let old = entry.file_name();
        let middle = old
            .to_str()
            .and_then(|n| n.strip_prefix(stem)?.strip_suffix(".bc"));
        let is_hash = |m: &str| m.len() == 16 && m.bytes().all(|b| b.is_ascii_hexdigit());
        if middle.is_some_and(is_hash) && old != *name {
            std::fs::remove_file(entry.path())?;
        }
    }
    let bitcode = object.with_file_name(name);
    std::fs::rename(made, &bitcode)?;
    Ok(bitcode)
}

/// The bitcode of an archive's members: the text of their sections, which
/// stands in the archive as it is.
fn members(archive: &Path) -> Vec<PathBuf> {
    let bytes = std::fs::read(archive).unwrap_or_default();
    let ending = b".bc\n";
    let mut out = Vec::new();
    for end in 0..bytes.len().saturating_sub(ending.len()) {
        if &bytes[end..end + ending.len()] != ending {
            continue;
        }
        let end = end + 3;
        let start = bytes[..end]
            .iter()
            .rposition(|b| *b < b' ')
            .map_or(0, |p| p + 1);
        // The byte before the section may be anything.
        let path = (start..end)
            .filter(|i| bytes[*i] == b'/')
            .map(|i| PathBuf::from(OsStr::from_bytes(&bytes[i..end])))
            .find(|p| p.is_file());
        out.extend(path);
    }
    out
}

/// What a linked file consists of, in link order, each once.
fn units(file: &Path) -> Result<Vec<PathBuf>, String> {
    let mut section = file.as_os_str().to_os_string();
    section.push(".everypath-section");
    let mut dump = OsString::from(format!("{SECTION}="));
    dump.push(&section);
    let out = Command::new("objcopy")
        .arg("--dump-section")
        .arg(dump)
        .arg(file)
        .arg("/dev/null")
        .output()
        .map_err(|e| format!("cannot run objcopy (package binutils): {e}"))?;
    if !out.status.success() {
        // No unit of it is ours.
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(&section).map_err(|e| e.to_string());
    let _ = std::fs::remove_file(&section);
    let mut seen = HashSet::new();
    Ok(bytes?
        .split(|b| *b == b'\n' || *b == 0)
        .filter(|line| !line.is_empty())
        .map(|line| PathBuf::from(OsStr::from_bytes(line)))
        .filter(|path| seen.insert(path.clone()))
        .collect())
}

/// Files by which build systems try the compiler out: their bitcode is wanted
/// by nobody.
fn is_probe(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let folder = |n: &str| file.components().any(|c| c.as_os_str() == n);
    name.starts_with("conftest") || folder("CMakeTmp") || folder("CMakeScratch")
}

/// `llvm-link` of the same version, beside clang.
fn sibling(clang: &Path, tool: &str) -> PathBuf {
    let name = clang.file_name().unwrap_or_default().to_string_lossy();
    let suffix = name.strip_prefix("clang").unwrap_or("");
    let beside = clang.with_file_name(format!("{tool}{suffix}"));
    if beside.is_file() {
        return beside;
    }
    let fixed = Path::new("/usr/lib/llvm-19/bin").join(tool);
    if fixed.is_file() {
        return fixed;
    }
    PathBuf::from(format!("{tool}{suffix}"))
}

fn remove(objects: &[PathBuf]) {
    for o in objects {
        let _ = std::fs::remove_file(o);
    }
}

fn first_line(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let line = text
        .lines()
        .find(|l| l.contains("error"))
        .or(text.lines().next());
    line.unwrap_or("it failed without a message").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Parsed {
        let args: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        parse(&args)
    }

    fn texts(list: &[OsString]) -> String {
        let texts: Vec<_> = list.iter().map(|a| a.to_string_lossy()).collect();
        texts.join(" ")
    }

    #[test]
    fn a_compilation_keeps_what_makes_the_program() {
        let p = parsed("-DN=4 -I inc -O2 -g -Wall -MD -MF a.d -D_FORTIFY_SOURCE=2 -c a.c -o b/a.o");
        assert!(p.compile_only && !p.other);
        assert_eq!(texts(&p.sources), "a.c");
        assert_eq!(p.output, Some("b/a.o".into()));
        assert_eq!(texts(&p.flags), "-DN=4 -I inc -Wall");
    }

    #[test]
    fn a_link_keeps_the_order_of_its_inputs() {
        let p = parsed("main.c -Lx libz.a -lm -Wl,-O1 -o prog");
        assert!(!p.compile_only);
        assert_eq!(texts(&p.link), "-Lx libz.a -lm -Wl,-O1");
        assert_eq!(p.inputs, 1);
        assert_eq!(texts(&p.flags), "");
    }

    #[test]
    fn a_source_of_a_link_is_compiled_with_its_flags() {
        let p = parsed("-MMD -MF a.d -Xclang -D -Xclang BIG -x c a.c -L x -lz -shared b.o -o a");
        let one = for_compiling(&p.link);
        assert_eq!(texts(&one), "-MMD -MF a.d -Xclang -D -Xclang BIG -x c");
        assert_eq!(texts(&p.flags), "-Xclang -D -Xclang BIG");
        assert_eq!(p.inputs, 1);
        let p =
            parsed("-Wp,-D_FORTIFY_SOURCE=2,-DBIG -fsanitize=undefined -fno-sanitize=shift -c a.c");
        assert_eq!(texts(&p.flags), "-Wp,-DBIG");
    }

    #[test]
    fn other_outputs_are_left_to_clang() {
        for line in [
            "-E a.c",
            "-S a.c",
            "--version",
            "-x c++ a.cc",
            "-M a.c",
            "-",
        ] {
            assert!(parsed(line).other, "{line}");
        }
    }

    #[test]
    fn probes_are_known() {
        assert!(is_probe(Path::new("/b/conftest.c")));
        assert!(is_probe(Path::new("/b/CMakeFiles/CMakeScratch/x/t.c")));
        assert!(!is_probe(Path::new("/b/src/echo.c")));
    }
}
