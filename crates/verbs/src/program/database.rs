//! `-p DIR`: the flags of each file from `compile_commands.json`, as clang's
//! tools read it (clang documentation, "JSON Compilation Database Format").

use ep_base::words::count;
use ep_base::Diagnostic;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Flags of single files.
pub type UnitFlags = BTreeMap<PathBuf, Vec<String>>;

/// A database, as a user names it, and what it says of the files of a verb.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The file, or the folder that it lies in.
    pub place: Option<PathBuf>,
    /// Further flags of single files.
    pub flags: UnitFlags,
}

impl From<Option<PathBuf>> for Database {
    fn from(place: Option<PathBuf>) -> Database {
        Database {
            place,
            ..Database::default()
        }
    }
}

impl Database {
    /// Reads the database, if there is one, into the files of a verb and their flags.
    ///
    /// # Errors
    /// As [`find`].
    pub fn take(&mut self, files: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
        if let Some(place) = &self.place {
            let found = find(place, files)?;
            *files = found.files;
            self.flags.extend(found.flags);
        }
        Ok(())
    }
}

/// What was found for the files of a run.
#[derive(Debug, Default)]
pub struct Found {
    /// The sources.
    pub files: Vec<PathBuf>,
    /// Flags of each of them.
    pub flags: UnitFlags,
    /// Levels of optimisation of each, which only a measured build has.
    pub levels: UnitFlags,
}

impl Found {
    fn add(&mut self, file: PathBuf, entry: &Entry) {
        // The first of several ways to compile a file.
        if !self.flags.contains_key(&file) {
            self.files.push(file.clone());
            self.levels.insert(file.clone(), entry.levels.clone());
            self.flags.insert(file, entry.flags.clone());
        }
    }
}

/// The flags as another compiler, or clang in another folder, takes them: paths are
/// whole, and no folder is changed to.
pub fn anywhere(flags: &[String]) -> Vec<String> {
    const PATHS: [&str; 7] = [
        "-I",
        "-isystem",
        "-iquote",
        "-idirafter",
        "-include",
        "-imacros",
        "-L",
    ];
    let mut folder = PathBuf::new();
    let mut out: Vec<String> = Vec::new();
    let mut path_next = false;
    for f in flags {
        if let Some(to) = f.strip_prefix("-working-directory=") {
            folder = to.into();
        } else if path_next {
            out.push(folder.join(f).display().to_string());
            path_next = false;
        } else if PATHS.contains(&f.as_str()) {
            out.push(f.clone());
            path_next = true;
        } else {
            let joined = (PATHS.iter()).find_map(|p| Some((*p, f.strip_prefix(p)?)));
            out.push(match joined {
                // `-include-pch` and its like are other flags.
                Some((p, rest)) if !rest.starts_with('-') => {
                    format!("{p}{}", folder.join(rest).display())
                }
                _ => f.clone(),
            });
        }
    }
    out
}

/// What all files are compiled with, for a command that names all of them; nothing
/// where they differ.
pub fn common(flags: &UnitFlags) -> Vec<String> {
    let mut all = flags.values().map(|f| anywhere(f));
    match all.next() {
        Some(first) if all.all(|f| f == first) => first,
        _ => Vec::new(),
    }
}

struct Entry {
    file: PathBuf,
    levels: Vec<String>,
    flags: Vec<String>,
}

/// The flags of `files`; of every C file of the database when there are none.
///
/// # Errors
/// The database cannot be read, a file is not in it, or is not there (exit 2).
pub fn find(place: &Path, files: &[PathBuf]) -> Result<Found, Diagnostic> {
    let path = if place.is_dir() {
        place.join("compile_commands.json")
    } else {
        place.to_path_buf()
    };
    let shown = path.display().to_string();
    let wrong = |what: String| Diagnostic::bad_input(what).at(shown.clone());
    let text = ep_proofs::input::text(&path, "the compilation database").map_err(|d| {
        d.help(
            "cmake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, for other builds `bear -- make` does",
        )
    })?;
    let json: Value = serde_json::from_str(&text)
        .map_err(|e| wrong(format!("the compilation database is not JSON: {e}")))?;
    let list = json
        .as_array()
        .ok_or_else(|| wrong("a compilation database is a list of objects".into()))?;
    let mut entries = Vec::new();
    for (i, v) in list.iter().enumerate() {
        let entry = entry(v).ok_or_else(|| {
            wrong(format!(
                "entry {} has not got `directory`, `file`, and `command` or `arguments`",
                i + 1
            ))
        })?;
        if entry.file.extension().is_some_and(|e| e == "c" || e == "i") {
            entries.push(entry);
        }
    }
    let missing: Vec<&Entry> = entries.iter().filter(|e| !e.file.is_file()).collect();
    let mut found = Found::default();
    if files.is_empty() {
        if let Some(first) = missing.first() {
            return Err(wrong(format!(
                "the database names {} that {} not there, {} {}",
                count(missing.len(), "file"),
                if missing.len() == 1 { "is" } else { "are" },
                if missing.len() == 1 {
                    "it is"
                } else {
                    "the first is"
                },
                first.file.display()
            ))
            .help("build the project again, or name the files to test"));
        }
        if entries.is_empty() {
            return Err(wrong("the database names no C file".into()));
        }
        for e in &entries {
            found.add(e.file.clone(), e);
        }
        return Ok(found);
    }
    for file in files {
        let full = std::fs::canonicalize(file).map_err(|e| {
            let named = entries.iter().any(|x| x.file.ends_with(file));
            let what = if named {
                "the database names this file, but it is not there".to_string()
            } else {
                format!("cannot read the input: {e}")
            };
            Diagnostic::bad_input(what).at(file.display().to_string())
        })?;
        let same = |e: &&Entry| std::fs::canonicalize(&e.file).is_ok_and(|f| f == full);
        let entry = entries.iter().find(same).ok_or_else(|| {
            let name = file.file_name();
            let like: Vec<String> = entries
                .iter()
                .filter(|e| e.file.file_name() == name)
                .map(|e| e.file.display().to_string())
                .collect();
            let help = if like.is_empty() {
                format!(
                    "it names {}; leave out -p to compile without it",
                    count(entries.len(), "C file")
                )
            } else {
                format!("it has {}", like.join(", "))
            };
            Diagnostic::bad_input(format!("not in the database {shown}"))
                .at(file.display().to_string())
                .help(help)
        })?;
        // Clang takes relative names from the directory of the entry.
        found.add(full, entry);
    }
    Ok(found)
}

fn entry(v: &Value) -> Option<Entry> {
    let directory = PathBuf::from(v["directory"].as_str()?);
    let file = directory.join(v["file"].as_str()?);
    let words = match (v["arguments"].as_array(), v["command"].as_str()) {
        (Some(list), _) => list
            .iter()
            .map(|a| a.as_str().map(str::to_string))
            .collect::<Option<Vec<_>>>()?,
        (None, Some(line)) => shell_words(line),
        (None, None) => return None,
    };
    Some(Entry {
        flags: flags(&words, v["file"].as_str()?, &directory),
        levels: (words.iter())
            .filter(|w| w.starts_with("-O"))
            .cloned()
            .collect(),
        file,
    })
}

/// The words without compiler, input, output and what chooses an output.
fn flags(words: &[String], file: &str, directory: &Path) -> Vec<String> {
    let mut out = vec![format!("-working-directory={}", directory.display())];
    let mut rest = words.iter().skip(1).peekable();
    // `ccache cc …`, `everypath cc …`
    while rest
        .peek()
        .is_some_and(|w| !w.starts_with('-') && !is_source(w))
    {
        rest.next();
    }
    while let Some(word) = rest.next() {
        match word.as_str() {
            "-o" | "-MF" | "-MT" | "-MQ" => {
                rest.next();
            }
            "-c" | "-MD" | "-MMD" | "-MP" | "-Werror" | "--" => {}
            w if w == file || is_source(w) => {}
            w if w.starts_with("-O") || w.starts_with("-flto") => {}
            w => out.push(w.to_string()),
        }
    }
    out
}

fn is_source(word: &str) -> bool {
    word.ends_with(".c") || word.ends_with(".i")
}

/// The words of a command as a POSIX shell splits it, without expansions.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(q), c) if c == q => quote = None,
            (None | Some('"'), '\\') => {
                if let Some(next) = chars.next() {
                    word.get_or_insert_default().push(next);
                }
            }
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_a_shell_does() {
        assert_eq!(
            shell_words(r#"cc -DA="x y" '-DB=\"' a\ b.c"#),
            ["cc", "-DA=x y", r#"-DB=\""#, "a b.c"]
        );
    }

    #[test]
    fn paths_are_whole_for_a_command_by_hand() {
        let given = [
            "-working-directory=/b",
            "-DX",
            "-Iinc",
            "-isystem",
            "sys",
            "-include",
            "/a.h",
        ];
        let got = anywhere(&given.map(String::from));
        assert_eq!(
            got,
            ["-DX", "-I/b/inc", "-isystem", "/b/sys", "-include", "/a.h"]
        );
    }

    #[test]
    fn what_chooses_an_output_goes() {
        let words = shell_words("ccache cc -DX -Iinc -O2 -MD -MF x.d -o x.o -c src/x.c");
        let got = flags(&words, "src/x.c", Path::new("/b"));
        assert_eq!(got, ["-working-directory=/b", "-DX", "-Iinc"]);
    }
}
