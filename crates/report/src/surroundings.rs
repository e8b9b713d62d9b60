//! What a program finds when it starts, as C: standard input, the command line,
//! variables of the environment and files.
//!
//! A constructor sets it up before `main`. The command line and variables are
//! given by starting the program again, so that `main` has them as its own;
//! files lie in a new folder, in which a child of the process runs and which its
//! parent removes. Linux and glibc are assumed. A shell script around the
//! program would do without the constructor, but is a second file to keep.
//! What must never happen: that an input is left out without a word; what
//! cannot be written is an error, and then there is no test.

use ep_base::outcome::{Input, InputSource};
use ep_harness::literal;
use std::fmt::Write;

/// The most bytes of all files: a compiler takes long for long literals.
const MOST: usize = 1 << 20;

/// Of one input.
pub(crate) struct Surroundings<'a> {
    stdin: Option<&'a [u8]>,
    arguments: Vec<&'a [u8]>,
    variables: Vec<(&'a str, &'a [u8])>,
    files: Vec<(&'a str, &'a [u8])>,
}

/// A C string ends at its first zero.
fn text(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or_default()
}

impl<'a> Surroundings<'a> {
    /// Takes them from the inputs.
    ///
    /// # Errors
    /// What is not known as a whole, or too long; a sentence without a full stop.
    pub fn of(inputs: &'a [Input]) -> Result<Surroundings<'a>, String> {
        let mut out = Surroundings {
            stdin: None,
            arguments: Vec::new(),
            variables: Vec::new(),
            files: Vec::new(),
        };
        let mut arguments = Vec::new();
        let mut absent = Vec::new();
        for input in inputs {
            match &input.source {
                InputSource::Stdin => {
                    out.stdin.get_or_insert(&input.bytes);
                }
                InputSource::Argument { index } => {
                    arguments.push((u64::from(*index), text(&input.bytes)));
                }
                InputSource::ArgumentCount { first, most } => {
                    let count = input.bytes.iter().rev();
                    let count = count.fold(0u64, |n, b| n << 8 | u64::from(*b));
                    let first = u64::from(*first);
                    absent.push(first + count..first + u64::from(*most));
                }
                InputSource::Variable { name } => out.variables.push((name, text(&input.bytes))),
                InputSource::File { name } => out.files.push((name, &input.bytes)),
                _ => {}
            }
        }
        arguments.sort_unstable();
        let known = arguments.iter().zip(1..).all(|((k, _), i)| *k == i);
        if !known {
            return Err("the command line is only known in part".into());
        }
        arguments.retain(|(k, _)| !absent.iter().any(|r| r.contains(k)));
        out.arguments = arguments.into_iter().map(|(_, text)| text).collect();
        let size: usize = out.files.iter().map(|(_, bytes)| bytes.len()).sum();
        if size > MOST {
            return Err(format!("the files are {size} bytes, too many for literals"));
        }
        Ok(out)
    }

    fn starts_again(&self) -> bool {
        !self.arguments.is_empty() || !self.variables.is_empty()
    }

    /// What stands before the first header.
    pub fn opening(&self) -> &'static str {
        match self.files.is_empty() && self.variables.is_empty() {
            true => "",
            false => "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n",
        }
    }

    /// The constructor; nothing where nothing is to be set up.
    pub fn write(&self, c: &mut String) {
        if self.stdin.is_none() && !self.starts_again() && self.files.is_empty() {
            return;
        }
        c.push_str("#include <unistd.h>\n");
        if !self.files.is_empty() {
            c.push_str("#include <sys/prctl.h>\n#include <sys/stat.h>\n#include <sys/wait.h>\n#include <signal.h>\n");
        }
        c.push_str("\n/* Sets up what the program reads; runs before its main. */\n");
        c.push_str("__attribute__((constructor)) static void ep_set_up(int argc, char **argv) {\n");
        c.push_str("  (void)argc, (void)argv;\n");
        if self.starts_again() {
            self.start_again(c);
        }
        if !self.files.is_empty() {
            self.write_files(c);
        }
        if let Some(bytes) = self.stdin {
            let n = bytes.len();
            let _ = write!(
                c,
                "  static const char text[{room}] = {text};
  FILE *file = tmpfile();
  if (!file || fwrite(text, 1, {n}, file) != {n} || fseek(file, 0, SEEK_SET) || dup2(fileno(file), 0) < 0) {{
    perror(\"standard input\");
    _exit(2);
  }}
",
                room = n + 1,
                text = literal::string(bytes),
            );
        }
        c.push_str("}\n");
    }

    fn start_again(&self, c: &mut String) {
        c.push_str("  if (!getenv(\"REGRESSION\")) {\n");
        for (name, value) in &self.variables {
            let name = literal::string(name.as_bytes());
            let value = literal::string(value);
            let _ = writeln!(c, "    setenv({name}, {value}, 1);");
        }
        let arguments = match self.arguments.is_empty() {
            true => "argv",
            false => {
                c.push_str("    char *arguments[] = {argv[0]");
                for text in &self.arguments {
                    let _ = write!(c, ", {}", literal::string(text));
                }
                c.push_str(", 0};\n");
                "arguments"
            }
        };
        let _ = writeln!(
            c,
            "    setenv(\"REGRESSION\", \"1\", 1);\n    execv(\"/proc/self/exe\", {arguments});\n    perror(\"execv\");\n    _exit(2);\n  }}"
        );
    }

    fn write_files(&self, c: &mut String) {
        // Folders of the names, each before what lies in it.
        let mut folders: Vec<&str> = Vec::new();
        for (name, _) in &self.files {
            for (at, _) in name.match_indices('/') {
                let folder = &name[..at];
                if !folders.contains(&folder) {
                    folders.push(folder);
                }
            }
        }
        c.push_str("  static char folder[] = \"/tmp/regression-XXXXXX\";\n  if (!mkdtemp(folder) || chdir(folder)) {\n    perror(folder);\n    _exit(2);\n  }\n");
        for folder in &folders {
            let _ = writeln!(c, "  mkdir({}, 0700);", literal::string(folder.as_bytes()));
        }
        c.push_str(
            "  static const struct { const char *name, *bytes; size_t size; } files[] = {\n",
        );
        for (name, bytes) in &self.files {
            let name = literal::string(name.as_bytes());
            let n = bytes.len();
            let _ = writeln!(c, "    {{{name}, {}, {n}}},", literal::string(bytes));
        }
        c.push_str(
            "  };
  enum { number = sizeof files / sizeof *files };
  for (int i = 0; i < number; i++) {
    FILE *file = fopen(files[i].name, \"wb\");
    if (!file || fwrite(files[i].bytes, 1, files[i].size, file) != files[i].size || fclose(file)) {
      perror(files[i].name);
      _exit(2);
    }
  }
  /* A child runs the program; then what was written goes. */
  pid_t child = fork();
  if (child) {
    int end = 2 << 8;
    waitpid(child, &end, 0);
    for (int i = 0; i < number; i++)
      unlink(files[i].name);
",
        );
        for folder in folders.iter().rev() {
            let _ = writeln!(c, "    rmdir({});", literal::string(folder.as_bytes()));
        }
        c.push_str(
            "    rmdir(folder);
    _exit(WIFSIGNALED(end) ? 128 + WTERMSIG(end) : WEXITSTATUS(end));
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::InputType;

    fn input(source: InputSource, bytes: &[u8]) -> Input {
        Input {
            name: String::new(),
            ty: InputType::Bytes,
            source,
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn files_and_variables_are_set_up() {
        let file = |name: &str| InputSource::File { name: name.into() };
        let inputs = [
            input(file("a/b/in.dat"), b"\0x"),
            input(file("cfg"), b"on"),
            input(
                InputSource::Variable {
                    name: "MODE".into(),
                },
                b"q\0zz",
            ),
        ];
        let around = Surroundings::of(&inputs).unwrap();
        let mut c = String::new();
        around.write(&mut c);
        assert!(around.opening().contains("_GNU_SOURCE"));
        for part in [
            "setenv(\"MODE\", \"q\", 1);",
            "execv(\"/proc/self/exe\", argv);",
            "mkdir(\"a\", 0700);\n  mkdir(\"a/b\", 0700);",
            "{\"cfg\", \"on\", 2}",
            "rmdir(\"a/b\");\n    rmdir(\"a\");",
        ] {
            assert!(c.contains(part), "no {part} in {c}");
        }
    }

    #[test]
    fn nothing_is_left_out_without_a_word() {
        let file = InputSource::File { name: "big".into() };
        assert!(Surroundings::of(&[input(file, &vec![7; MOST + 1])]).is_err());
        let second = InputSource::Argument { index: 2 };
        assert!(Surroundings::of(&[input(second, b"x")]).is_err());
    }

    #[test]
    fn arguments_beyond_their_number_are_absent() {
        let argument = |index, text| input(InputSource::Argument { index }, text);
        let inputs = [
            argument(1, b"a"),
            argument(2, b"b"),
            argument(3, b"c"),
            input(InputSource::ArgumentCount { first: 2, most: 2 }, &[1, 0]),
        ];
        let around = Surroundings::of(&inputs).unwrap();
        assert_eq!(around.arguments, [b"a", b"b"]);
    }
}
