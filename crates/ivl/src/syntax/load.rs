//! A file with all that it imports. Each file is read once; files that import
//! each other are legal and named in a warning. `<decreases/…>` files come
//! with the tool ([`super::standard`]).

use super::macros;
use super::parse::parse_file;
use super::standard;
use super::symbol::Interner;
use super::tree::{Member, MemberKind};
use crate::ast::SourceFile;
use crate::problem::{Problem, ProblemKind};
use ep_base::{Arena, FileId, Span};
use std::path::{Component, Path, PathBuf};

/// Where texts come from.
pub trait Loader {
    /// The text of a file, or why there is none (one sentence part).
    fn load(&mut self, path: &Path) -> Result<String, String>;
    /// The text of a file in angle brackets that does not come with the tool.
    fn library(&mut self, _path: &Path) -> Option<String> {
        None
    }
}

/// All declarations of a program with its macros expanded.
#[derive(Debug)]
pub struct Loaded {
    pub members: Vec<Member>,
    pub files: Arena<FileId, SourceFile>,
    pub interner: Interner,
    pub problems: Vec<Problem>,
}

/// Reads a file and what it imports. `Err`: the file itself cannot be read.
pub fn load(path: &Path, loader: &mut dyn Loader) -> Result<Loaded, String> {
    let text = loader.load(path)?;
    let mut run = Run {
        loader,
        loaded: Loaded {
            members: Vec::new(),
            files: Arena::new(),
            interner: Interner::default(),
            problems: Vec::new(),
        },
        seen: Vec::new(),
        open: Vec::new(),
    };
    run.file(Source {
        path: normal(path),
        standard: false,
        text,
    });
    let mut loaded = run.loaded;
    let problems = macros::expand(&mut loaded.members, &mut loaded.interner);
    loaded.problems.extend(problems);
    Ok(loaded)
}

struct Source {
    path: PathBuf,
    standard: bool,
    text: String,
}

struct Run<'a> {
    loader: &'a mut dyn Loader,
    loaded: Loaded,
    /// Files that were read, as (path, standard).
    seen: Vec<(PathBuf, bool)>,
    /// Those whose imports are being read.
    open: Vec<(PathBuf, bool)>,
}

impl Run<'_> {
    fn file(&mut self, source: Source) {
        let key = (source.path.clone(), source.standard);
        self.seen.push(key.clone());
        self.open.push(key);
        let shown = shown(&source.path, source.standard);
        let file = self.loaded.files.push(SourceFile {
            path: shown,
            text: source.text.as_str().into(),
        });
        let (members, problems) = parse_file(&source.text, file, &mut self.loaded.interner);
        self.loaded.problems.extend(problems);
        for member in members {
            match &member.kind {
                MemberKind::Import(import) => {
                    let standard = import.standard || source.standard;
                    let path = match import.standard {
                        true => normal(Path::new(&import.path)),
                        false => normal(&source.path.with_file_name("").join(&import.path)),
                    };
                    self.import(path, standard, member.span);
                }
                _ => self.loaded.members.push(member),
            }
        }
        self.open.pop();
    }

    fn import(&mut self, path: PathBuf, standard: bool, span: Span) {
        let key = (path, standard);
        if self.seen.contains(&key) {
            if let Some(from) = self.open.iter().position(|k| *k == key) {
                let mut chain: Vec<String> = (self.open[from..].iter())
                    .map(|(p, s)| shown(p, *s))
                    .collect();
                chain.push(shown(&key.0, key.1));
                let message = format!("these files import each other: {}", chain.join(" -> "));
                self.loaded.problems.push(
                    Problem::new(ProblemKind::Syntax, span, message)
                        .help("each file is read once; remove one of the imports")
                        .warn(),
                );
            }
            return;
        }
        let (path, standard) = key;
        let text = match standard {
            true => standard::text(&path)
                .map(str::to_owned)
                .or_else(|| self.loader.library(&path))
                .ok_or_else(|| "no such file comes with Everypath".to_owned()),
            false => self.loader.load(&path),
        };
        match text {
            Ok(text) => self.file(Source {
                path,
                standard,
                text,
            }),
            Err(why) => {
                let message = format!("cannot import {}: {why}", shown(&path, standard));
                let problem = Problem::new(ProblemKind::Syntax, span, message);
                let problem = match standard {
                    true => problem.help(format!("there are {}", standard::names())),
                    false => problem,
                };
                self.loaded.problems.push(problem);
            }
        }
    }
}

fn shown(path: &Path, standard: bool) -> String {
    match standard {
        true => format!("<{}>", path.display()),
        false => path.display().to_string(),
    }
}

/// The path without `.` and with `..` resolved as text.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(result.components().next_back(), Some(Component::Normal(_))) =>
            {
                result.pop();
            }
            part => result.push(part),
        }
    }
    result
}
