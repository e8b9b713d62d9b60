//! One JVM that compiles and runs folders of programs as long as a test lasts.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running `Driver`.
pub struct Jvm {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    scratch: tempfile::TempDir,
    folders: usize,
}

impl Jvm {
    /// Starts it.
    pub fn start() -> Self {
        let scratch = tempfile::tempdir().expect("a scratch folder");
        let driver = scratch.path().join("Driver.java");
        std::fs::write(&driver, include_str!("Driver.java.txt")).expect("the driver");
        let mut child = Command::new("java")
            .args([
                "-Xmx1g",
                "-Xss4m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
            ])
            .arg(&driver)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts: apt-get install default-jdk-headless");
        Jvm {
            stdin: child.stdin.take().expect("stdin"),
            stdout: BufReader::new(child.stdout.take().expect("stdout")),
            child,
            scratch,
            folders: 0,
        }
    }

    /// Compiles the files and runs every `case` of the classes `Run…`.
    ///
    /// # Errors
    /// What the compiler says.
    pub fn run(&mut self, files: &[(String, String)]) -> Result<BTreeMap<usize, String>, String> {
        self.folders += 1;
        let folder = self.scratch.path().join(self.folders.to_string());
        std::fs::create_dir(&folder).expect("a folder");
        write(&folder, "Dump", include_str!("Dump.java.txt"));
        for (name, text) in files {
            write(&folder, name, text);
        }
        writeln!(self.stdin, "{}", folder.display()).expect("the driver listens");
        self.stdin.flush().expect("the driver listens");
        let mut cases = BTreeMap::new();
        let mut error = None;
        loop {
            let mut line = String::new();
            let n = self
                .stdout
                .read_line(&mut line)
                .expect("the driver answers");
            assert!(n > 0, "the driver ended");
            let line = line.trim_end();
            if line == "end" {
                break;
            }
            if let Some(what) = line.strip_prefix("error ") {
                error = Some(what.replace('|', "\n"));
            } else if let Some((n, dump)) = line
                .strip_prefix("case ")
                .and_then(|rest| rest.split_once(' '))
            {
                cases.insert(n.parse().expect("a number"), dump.to_string());
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
        match error {
            Some(e) => Err(e),
            None => Ok(cases),
        }
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(format!("{name}.java")), text).expect("a source");
}

impl Drop for Jvm {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
