//! What is the same for all programs is built and measured once.
//!
//! Idea: most of what stands beside the user's program in a measured build (what hands
//! out inputs, paints the stack, counts blocks) and what functions of the library take
//! depends on the compiler, the library and the processor alone. Objects and numbers
//! are kept under a hash of all that they depend on: the text, the flags, the compiler,
//! the library and the processor, the kernel and this version. Source: `ccache`'s direct
//! mode. Alternative: to ship objects, which need the user's own headers and compiler.
//! Cost: a small file for each; a few hundred of them at most, the oldest go.
//!
//! What must never happen: a number of another machine or of another library; a file
//! that was cut off is read as a whole one. So each ends with a hash of what it holds,
//! and a compiler that cannot be looked at keeps nothing. A folder that cannot be
//! written costs nothing but the time.

use sha2::{Digest, Sha256};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Files that are kept.
const MOST: usize = 400;
/// Where the library and its headers lie, by what systems have.
const LIBRARY: [&str; 11] = [
    "/lib/x86_64-linux-gnu/libc.so.6",
    "/lib/x86_64-linux-gnu/libm.so.6",
    "/lib/i386-linux-gnu/libc.so.6",
    "/lib32/libc.so.6",
    "/lib32/libm.so.6",
    "/lib64/libc.so.6",
    "/lib64/libm.so.6",
    "/lib/libc.so.6",
    "/usr/include/features.h",
    "/usr/include/stdio.h",
    "/usr/include/x86_64-linux-gnu/bits/libc-header-start.h",
];

/// A folder of things that were built and measured.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: PathBuf,
}

/// What something depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key(String);

impl Kept {
    /// In this folder, which is made when something is kept.
    pub fn at(folder: PathBuf) -> Kept {
        Kept { folder }
    }

    /// The key of what this compiler makes with these flags of these texts, or of what
    /// is measured so; none where the compiler is not found.
    pub(super) fn key(&self, compiler: &Path, args: &[&str], texts: &[&str]) -> Option<Key> {
        let mut hash = Sha256::new();
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(&identity(&found(compiler)?)?);
        for path in LIBRARY {
            add(&identity(Path::new(path)).unwrap_or_default());
        }
        add(processor().as_bytes());
        add(fs::read("/proc/sys/kernel/osrelease").ok()?.as_slice());
        args.iter().for_each(|a| add(a.as_bytes()));
        add(b"");
        texts.iter().for_each(|t| add(t.as_bytes()));
        Some(Key(hex(&hash.finalize())))
    }

    /// What is kept under a key.
    pub(super) fn get(&self, key: &Key) -> Option<Vec<u8>> {
        let mut bytes = fs::read(self.folder.join(&key.0)).ok()?;
        let end = bytes.len().checked_sub(32)?;
        let sum = bytes.split_off(end);
        (Sha256::digest(&bytes).as_slice() == sum).then_some(bytes)
    }

    /// Keeps it, if that can be done.
    pub(super) fn put(&self, key: &Key, bytes: &[u8]) {
        if fs::create_dir_all(&self.folder).is_err() {
            return;
        }
        self.without_old();
        let mut all = bytes.to_vec();
        all.extend_from_slice(&Sha256::digest(bytes));
        // Whoever reads it meanwhile sees all of it or nothing.
        let Ok(file) = tempfile::NamedTempFile::new_in(&self.folder) else {
            return;
        };
        if fs::write(file.path(), all).is_ok() {
            let kept = file.persist(self.folder.join(&key.0));
            drop(kept);
        }
    }

    /// The older half goes where there are too many.
    fn without_old(&self) {
        let Ok(all) = fs::read_dir(&self.folder) else {
            return;
        };
        let mut files: Vec<(i64, PathBuf)> = all
            .filter_map(|f| {
                let f = f.ok()?;
                Some((f.metadata().ok()?.mtime(), f.path()))
            })
            .collect();
        if files.len() < MOST {
            return;
        }
        files.sort();
        for (_, path) in files.iter().take(MOST / 2) {
            // Another process may have taken it.
            fs::remove_file(path).unwrap_or_default();
        }
    }
}

/// The file of a program that is looked for as a shell does.
fn found(program: &Path) -> Option<PathBuf> {
    if program.components().count() > 1 {
        return fs::canonicalize(program).ok();
    }
    let path = std::env::var_os("PATH")?;
    let mut all = std::env::split_paths(&path).map(|folder| folder.join(program));
    fs::canonicalize(all.find(|p| p.is_file())?).ok()
}

/// Which file this is: another version has another size, time or number.
fn identity(path: &Path) -> Option<Vec<u8>> {
    let path = fs::canonicalize(path).ok()?;
    let m = fs::metadata(&path).ok()?;
    let numbers = format!(" {} {} {} {}", m.len(), m.mtime(), m.mtime_nsec(), m.ino());
    Some([path.as_os_str().as_bytes(), numbers.as_bytes()].concat())
}

/// What the processor is and can do: the library chooses its functions by that.
fn processor() -> String {
    let all = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let wanted = |l: &&str| {
        ["vendor_id", "cpu family", "model", "stepping", "flags"]
            .iter()
            .any(|w| l.starts_with(w))
    };
    let first = all.split("\n\n").next().unwrap_or_default();
    first.lines().filter(wanted).collect::<Vec<_>>().join("\n")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_off_or_changed_is_not_there() {
        let dir = tempfile::tempdir().expect("a folder");
        let kept = Kept::at(dir.path().join("cache"));
        let sh = Path::new("/bin/sh");
        let key = kept.key(sh, &["-O1"], &["text"]).expect("a key");
        assert_eq!(kept.get(&key), None);
        kept.put(&key, b"what was built");
        assert_eq!(kept.get(&key).as_deref(), Some(&b"what was built"[..]));
        let file = dir.path().join("cache").join(&key.0);
        let all = fs::read(&file).expect("there");
        fs::write(&file, &all[..all.len() - 1]).expect("cut off");
        assert_eq!(kept.get(&key), None);
        let mut other = all.clone();
        other[0] ^= 1;
        fs::write(&file, other).expect("changed");
        assert_eq!(kept.get(&key), None);
    }

    #[test]
    fn each_part_makes_another_key() {
        let kept = Kept::at(PathBuf::from("/none"));
        let sh = Path::new("sh");
        let key = |args: &[&str], texts: &[&str]| kept.key(sh, args, texts);
        assert_eq!(key(&["a"], &["b"]), key(&["a"], &["b"]));
        assert_ne!(key(&["a"], &["b"]), key(&["a", "b"], &[]));
        assert_ne!(key(&["ab"], &["c"]), key(&["a"], &["bc"]));
        assert_ne!(key(&[], &["a"]), kept.key(Path::new("cp"), &[], &["a"]));
        assert_eq!(kept.key(Path::new("/none/gcc"), &[], &[]), None);
        // A folder that cannot be made keeps nothing, and nobody minds.
        kept.put(&key(&[], &[]).expect("a key"), b"lost");
    }

    #[test]
    fn there_are_never_more_than_some_hundred() {
        let dir = tempfile::tempdir().expect("a folder");
        let kept = Kept::at(dir.path().to_path_buf());
        for i in 0..MOST + 50 {
            kept.put(&Key(format!("k{i}")), b"x");
        }
        let left = fs::read_dir(dir.path()).expect("there").count();
        assert!(left <= MOST, "{left}");
    }
}
