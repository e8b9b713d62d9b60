//! The flags that say what a program finds when it starts: arguments, files,
//! variables. After KLEE's `--sym-arg`, `--sym-args` and `--sym-files`.

use crate::values;
use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::Diagnostic;
use ep_explore::{ArgSpec, Content, GivenFile, Variable};
use ep_report::klee_main::{Argument, KleeMain};
use std::path::{Component, Path};
use std::time::Duration;

/// The most arguments in a group: each number is a path of its own.
const MAX_GROUP: u64 = 64;
/// The most files of `--sym-files`: KLEE names them by letters.
const LETTERS: u64 = 26;

/// Files, arguments and variables that the program is given.
#[derive(Debug, Default, Clone)]
pub struct GivenOptions {
    /// Arguments of main after the program's name, between commas; sym:N is up to N symbolic bytes
    pub args: Vec<ArgSpec>,
    /// One more argument of up to N symbolic bytes, after those of --args
    pub sym_arg: Vec<u64>,
    /// From MIN to MAX more arguments of up to N symbolic bytes each, after those of --sym-arg
    pub sym_args: Vec<u64>,
    /// A file of N symbolic bytes in the program's folder
    pub file: Vec<String>,
    /// N files of M symbolic bytes each in the program's folder, with the names A, B, C and so on
    pub sym_files: Vec<u64>,
    /// A file in the program's folder with the content of another one
    pub with_file: Vec<String>,
    /// A variable of the environment; sym:N is up to N symbolic bytes
    pub env: Vec<String>,
}

fn wrong(flag: &str, what: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::bad_input(format!("{flag}: {what}"))
}

impl GivenOptions {
    /// The arguments of `main`, in the order of the help.
    ///
    /// # Errors
    /// A group whose limits make no sense (exit 2).
    pub fn arguments(&self) -> Result<Vec<ArgSpec>, Diagnostic> {
        let mut out = self.args.clone();
        for n in &self.sym_arg {
            out.push(ArgSpec::Symbolic { len: *n as u32 });
        }
        for group in self.sym_args.chunks(3) {
            let &[least, most, len] = group else { continue };
            if least > most {
                return Err(wrong(
                    "--sym-args",
                    format!("MIN {least} is more than MAX {most}"),
                ));
            }
            if most > MAX_GROUP {
                return Err(wrong(
                    "--sym-args",
                    format!("MAX {most} is more than {MAX_GROUP}"),
                ));
            }
            let (least, most, len) = (least as u32, most as u32, len as u32);
            if least == most {
                out.extend((0..most).map(|_| ArgSpec::Symbolic { len }));
            } else {
                out.push(ArgSpec::Group { least, most, len });
            }
        }
        Ok(out)
    }

    /// The files.
    ///
    /// # Errors
    /// A name that is no name, or content that cannot be read (exit 2), for
    /// which nobody waits longer than `time`.
    pub fn files(&self, time: Option<Duration>) -> Result<Vec<GivenFile>, Diagnostic> {
        let mut out: Vec<GivenFile> = Vec::new();
        for pair in self.file.chunks(2) {
            let [name, size] = pair else { continue };
            let size = values::symbolic_bytes(size)
                .map_err(|e| wrong("--file", format!("`{size}`: {e}; want --file NAME N")))?;
            out.push(GivenFile {
                name: name.clone(),
                content: Content::Symbolic(size),
            });
        }
        for pair in self.sym_files.chunks(2) {
            let &[number, size] = pair else { continue };
            if number > LETTERS {
                let most = format!("{number} files; there are names for {LETTERS}");
                return Err(wrong("--sym-files", most).help("name more of them with --file NAME N"));
            }
            out.extend(('A'..='Z').take(number as usize).map(|name| GivenFile {
                name: name.to_string(),
                content: Content::Symbolic(size),
            }));
        }
        for text in &self.with_file {
            let (name, path) = text
                .split_once('=')
                .ok_or_else(|| wrong("--with-file", format!("`{text}`: want NAME=PATH")))?;
            let content = ep_proofs::input::bytes_within(Path::new(path), "the content", time)?;
            out.push(GivenFile {
                name: name.to_string(),
                content: Content::Concrete(content),
            });
        }
        for (i, f) in out.iter().enumerate() {
            let plain = |c| matches!(c, Component::Normal(_));
            // Slashes part folders, one each: the models know a file by its name.
            let inside = Path::new(&f.name).components().all(plain)
                && !f.name.split('/').any(|part| part.is_empty() || part == ".");
            if !inside || f.name.starts_with('-') {
                return Err(
                    wrong("--file", format!("`{}` is not the name of a file in the program's folder", f.name))
                        .help("native runs have a scratch folder of their own: give a relative name without `..`"),
                );
            }
            if out[..i].iter().any(|g| g.name == f.name) {
                return Err(wrong("--file", format!("`{}` is given twice", f.name)));
            }
            let below = |a: &str, b: &str| a.strip_prefix(b).is_some_and(|r| r.starts_with('/'));
            let other = out.iter().find(|g| below(&g.name, &f.name));
            if let Some(g) = other {
                return Err(wrong(
                    "--file",
                    format!("`{}` is a file, and the folder of `{}`", f.name, g.name),
                ));
            }
        }
        Ok(out)
    }

    /// The environment.
    ///
    /// # Errors
    /// A variable without a name (exit 2).
    pub fn environment(&self) -> Result<Vec<Variable>, Diagnostic> {
        let one = |text: &String| {
            let (name, value) = text
                .split_once('=')
                .filter(|(name, _)| !name.is_empty())
                .ok_or_else(|| wrong("--env", format!("`{text}`: want NAME=VALUE")))?;
            let value = match value.strip_prefix("sym:") {
                Some(n) => Content::Symbolic(
                    values::symbolic_bytes(n)
                        .map_err(|e| wrong("--env", format!("`{text}`: {e}")))?,
                ),
                None => Content::Concrete(value.as_bytes().to_vec()),
            };
            Ok(Variable {
                name: name.to_string(),
                value,
            })
        };
        self.env.iter().map(one).collect()
    }

    /// What of it KLEE's own flags say, for tests in its format; nothing where they
    /// cannot say all.
    pub fn klee(&self, stdin: Option<u64>) -> Option<KleeMain> {
        if !self.with_file.is_empty() || !self.env.is_empty() {
            return None;
        }
        let arguments = self.arguments().ok()?.into_iter().map(|a| match a {
            ArgSpec::Concrete(text) => Argument::Given(text),
            ArgSpec::Symbolic { len } => Argument::Symbolic(len),
            ArgSpec::Group { least, most, len } => Argument::Group { least, most, len },
        });
        let mut files = Vec::new();
        for f in self.files(None).ok()? {
            let Content::Symbolic(size) = f.content else {
                return None;
            };
            files.push((f.name, size));
        }
        files.sort_unstable();
        let letters = files.iter().zip('A'..='Z');
        let named = letters.filter(|(f, c)| f.0 == c.to_string() && f.1 == files[0].1);
        if named.count() != files.len() {
            return None;
        }
        let main = KleeMain {
            arguments: arguments.collect(),
            files: files.first().map(|f| (files.len() as u32, f.1)),
            stdin,
        };
        main.is_sayable().then_some(main)
    }

    /// What is given and not symbolic: no input of the explorer, but a native
    /// run needs it.
    ///
    /// # Errors
    /// As the others.
    pub fn constants(&self, time: Option<Duration>) -> Result<Vec<Input>, Diagnostic> {
        let constant = |name: String, source, bytes: &[u8]| Input {
            name,
            ty: InputType::Bytes,
            source,
            bytes: bytes.to_vec(),
        };
        let mut out = Vec::new();
        let mut index = 1;
        for a in self.arguments()? {
            if let ArgSpec::Concrete(bytes) = &a {
                let source = InputSource::Argument { index };
                out.push(constant(format!("argv[{index}]"), source, bytes));
            }
            index += a.slots();
        }
        for f in self.files(time)? {
            match &f.content {
                Content::Concrete(bytes) => {
                    let source = InputSource::File {
                        name: f.name.clone(),
                    };
                    out.push(constant(f.name, source, bytes));
                }
                Content::Symbolic(0) => {
                    let source = InputSource::File {
                        name: f.name.clone(),
                    };
                    out.push(constant(f.name, source, &[]));
                }
                Content::Symbolic(_) => {}
            }
        }
        for v in self.environment()? {
            if let Content::Concrete(bytes) = &v.value {
                let source = InputSource::Variable {
                    name: v.name.clone(),
                };
                out.push(constant(v.name, source, bytes));
            }
        }
        Ok(out)
    }
}
