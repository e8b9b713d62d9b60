//! Compiles `runtime/libc/libc.c` to one bitcode file per target and lists
//! the headers of `runtime/include`.
//!
//! The flags stand in `runtime/libc/FLAGS`, one per line, with their reasons.
//! All models are one translation unit, so that no bitcode linker is needed.
//! Cost: about one second of clang per target, only when a model changes.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

type Result<T> = std::result::Result<T, String>;

fn main() {
    if let Err(message) = run() {
        // Cargo shows the stderr of a failed build script.
        eprintln!("error: {message}");
        std::process::exit(1);
    }
}

fn run() -> Result<()> {
    let root = Path::new(&variable("CARGO_MANIFEST_DIR")?).join("../../runtime");
    let root = root
        .canonicalize()
        .map_err(|e| format!("the folder {} is missing: {e}", root.display()))?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=EVERYPATH_CLANG");
    println!("cargo:rerun-if-env-changed=LLVM_SYS_191_PREFIX");
    println!("cargo:rerun-if-changed={}", root.join("libc").display());
    println!("cargo:rerun-if-changed={}", root.join("include").display());

    let clang = find_clang()?;
    let flags = read_flags(&root.join("libc/FLAGS"))?;
    for (target, file) in [("-m64", "libc64.bc"), ("-m32", "libc32.bc")] {
        compile(&clang, &flags, target, &root.join("libc"), &out.join(file))?;
    }
    write_headers(&root.join("include"), &out.join("headers.rs"))
}

fn variable(name: &str) -> Result<String> {
    env::var(name).map_err(|e| format!("{name}: {e}"))
}

/// `$EVERYPATH_CLANG`, else `clang-19` on the path, else the LLVM prefix.
fn find_clang() -> Result<PathBuf> {
    let mut candidates = Vec::new();
    if let Ok(chosen) = env::var("EVERYPATH_CLANG") {
        candidates.push(PathBuf::from(chosen));
    } else {
        candidates.push(PathBuf::from("clang-19"));
        if let Ok(prefix) = env::var("LLVM_SYS_191_PREFIX") {
            candidates.push(Path::new(&prefix).join("bin/clang"));
        }
        candidates.push(PathBuf::from("/usr/lib/llvm-19/bin/clang"));
    }
    let mut seen = String::new();
    for clang in candidates {
        match Command::new(&clang).arg("--version").output() {
            Ok(o) if String::from_utf8_lossy(&o.stdout).contains("version 19.") => {
                return Ok(clang)
            }
            Ok(_) => {
                let _ = write!(seen, " {} is not version 19;", clang.display());
            }
            Err(e) => {
                let _ = write!(seen, " {}: {e};", clang.display());
            }
        }
    }
    Err(format!(
        "clang 19 is needed to build the C library models, install it with \
         `apt-get install clang-19` or set EVERYPATH_CLANG (tried:{seen})"
    ))
}

/// The flags in `file`: one per line, `#` starts a comment.
fn read_flags(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(text
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .filter(|line| !line.is_empty())
        .map(str::to_owned)
        .collect())
}

fn compile(clang: &Path, flags: &[String], target: &str, dir: &Path, to: &Path) -> Result<()> {
    let output = Command::new(clang)
        .current_dir(dir)
        .args(flags)
        .args([target, "-c", "-emit-llvm", "libc.c", "-o"])
        .arg(to)
        .output()
        .map_err(|e| format!("{}: {e}", clang.display()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!(
        "the C library models do not compile ({} {} {target} libc.c in {}):\n{}",
        clang.display(),
        flags.join(" "),
        dir.display(),
        String::from_utf8_lossy(&output.stderr)
    ))
}

/// Writes the array expression that `HEADERS` includes.
fn write_headers(dir: &Path, to: &Path) -> Result<()> {
    let mut files = Vec::new();
    collect(dir, "", &mut files)?;
    files.sort();
    let mut text = String::from("&[\n");
    for (relative, path) in &files {
        println!("cargo:rerun-if-changed={}", path.display());
        let _ = writeln!(text, "    ({relative:?}, include_str!({path:?})),");
    }
    text.push_str("]\n");
    fs::write(to, text).map_err(|e| format!("{}: {e}", to.display()))
}

fn collect(dir: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> Result<()> {
    let show = |e: std::io::Error| format!("{}: {e}", dir.display());
    if !dir.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(dir).map_err(show)? {
        let path = entry.map_err(show)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let relative = format!("{prefix}{name}");
        if path.is_dir() {
            collect(&path, &format!("{relative}/"), files)?;
        } else if relative.ends_with(".h") {
            files.push((relative, path));
        }
    }
    Ok(())
}
