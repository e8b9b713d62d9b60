//! Java outside: compiling with `javac` and running JUnit tests on a JVM.
//!
//! Both run in a scratch folder under limits of time and files, without
//! network. A JVM reserves much more address space than it uses, so that is
//! not limited; its heap is.

use crate::sandbox::isolation::{Demand, Isolation};
use crate::sandbox::{End, Job, NetworkCut, Quota, Trust};
use ep_base::Diagnostic;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where Debian puts the libraries.
const JARS: &str = "/usr/share/java";

/// A JDK with JUnit 4.
pub struct Jvm {
    javac: PathBuf,
    java: PathBuf,
    class_path: String,
    demand: Demand,
}

/// What a program wrote.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Output {
    pub standard: String,
    pub errors: String,
}

/// What JUnit said.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Tests that ran.
    pub run: usize,
    /// Names of the methods that failed, each with its message.
    pub failed: Vec<(String, String)>,
}

fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|p| p.join(name))
        .find(|p| p.is_file())
}

impl Jvm {
    /// Finds the JDK; with `junit` the library too. `demand` is for the runs.
    ///
    /// # Errors
    /// Which package is missing (exit 4).
    pub fn find(junit: bool, demand: Demand) -> Result<Jvm, Diagnostic> {
        let (Some(javac), Some(java)) = (in_path("javac"), in_path("java")) else {
            return Err(
                Diagnostic::surroundings("no JDK is installed: javac and java are wanted")
                    .help("apt-get install default-jdk-headless"),
            );
        };
        let mut class_path = String::from(".");
        if junit {
            let jar = Path::new(JARS).join("junit4.jar");
            let hamcrest = ["hamcrest-core.jar", "hamcrest.jar"]
                .into_iter()
                .map(|n| Path::new(JARS).join(n))
                .find(|p| p.is_file());
            let (true, Some(hamcrest)) = (jar.is_file(), hamcrest) else {
                return Err(Diagnostic::surroundings("JUnit 4 is not installed")
                    .at(jar.display().to_string())
                    .help("apt-get install junit4"));
            };
            class_path = format!(".:{}:{}", jar.display(), hamcrest.display());
        }
        Ok(Jvm {
            javac,
            java,
            class_path,
            demand,
        })
    }

    fn job(
        &self,
        program: &Path,
        args: &[String],
        folder: &Path,
        time: Duration,
        trust: Trust,
    ) -> Result<(End, Output), Diagnostic> {
        // A program sees nothing of the user's environment, a compiler does.
        let env = matches!(trust, Trust::Walls { .. }).then(|| {
            let path = std::env::var_os("PATH").unwrap_or_default();
            vec![("PATH", path), ("LANG", "C.UTF-8".into())]
        });
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        let argv: Vec<Vec<u8>> = std::iter::once(name.as_bytes().to_vec())
            .chain(args.iter().map(|a| a.as_bytes().to_vec()))
            .collect();
        let job = Job {
            program,
            argv: &argv,
            env,
            folder: Some(folder),
            stdin: None,
            time,
            address_space: None,
            processes: None,
            file_size: Some(64 << 20),
            stack: None,
            output: 4 << 20,
            trust,
            stop: ep_base::Stop::never(),
        };
        let ran = job.run().map_err(|e| {
            Diagnostic::surroundings(format!("cannot start {}: {e}", program.display()))
        })?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let output = Output {
            standard: text(&ran.stdout),
            errors: text(&ran.stderr),
        };
        Ok((ran.end, output))
    }

    /// Compiles files of a folder into it.
    ///
    /// # Errors
    /// The compiler's messages (exit 4: what we read it must read too).
    pub fn compile(
        &self,
        folder: &Path,
        files: &[String],
        time: Duration,
    ) -> Result<(), Diagnostic> {
        let mut args = vec![
            "-J-Xmx512m".to_string(),
            "-nowarn".into(),
            "-proc:none".into(),
            "-encoding".into(),
            "UTF-8".into(),
            "-cp".into(),
            self.class_path.clone(),
            "-d".into(),
            ".".into(),
        ];
        args.extend(files.iter().cloned());
        let trust = Trust::Tool(NetworkCut::probe());
        match self.job(&self.javac, &args, folder, time, trust)? {
            (End::Exited(0), _) => Ok(()),
            (End::TimedOut(_), _) => Err(Diagnostic::surroundings("javac does not end")),
            (_, output) => {
                let text = output.standard + &output.errors;
                let first: Vec<&str> = text
                    .lines()
                    .filter(|l| !l.starts_with("Note:"))
                    .take(6)
                    .collect();
                Err(Diagnostic::surroundings(format!(
                    "javac failed: {}",
                    first.join("\n  ")
                )))
            }
        }
    }

    /// Runs a class's main method with assertions on; its exit code and output.
    ///
    /// # Errors
    /// It cannot be started, or takes too long.
    pub fn run(
        &self,
        folder: &Path,
        class: &str,
        args: &[String],
        time: Duration,
    ) -> Result<(i32, Output), Diagnostic> {
        let mut all = vec![
            "-ea".to_string(),
            "-Xmx1g".into(),
            "-XX:+UseSerialGC".into(),
            "-XX:TieredStopAtLevel=1".into(),
            "-cp".into(),
            self.class_path.clone(),
            class.into(),
        ];
        all.extend(args.iter().cloned());
        let scratch = tempfile::Builder::new()
            .prefix("everypath-jvm-")
            .tempdir()
            .map_err(|e| Diagnostic::surroundings(format!("cannot make a scratch folder: {e}")))?;
        let isolation = Isolation::probe(self.demand, scratch.path());
        let trust = Trust::Walls {
            isolation: &isolation,
            own: &scratch.path().join("run"),
            also: &[folder.to_path_buf()],
            quota: Quota {
                processes: None,
                ..Quota::default()
            },
        };
        match self.job(&self.java, &all, folder, time, trust)? {
            (End::Exited(code), output) => Ok((code, output)),
            (End::Signaled(n), _) => Err(Diagnostic::surroundings(format!(
                "the JVM was ended by signal {n}"
            ))),
            (End::TimedOut(t), _) => Err(Diagnostic::surroundings(format!(
                "the JVM did not end within {} s",
                t.as_secs()
            ))),
            (End::Stopped(excess), _) => Err(Diagnostic::surroundings(format!(
                "the JVM was stopped: too many {}",
                excess.words()
            ))),
        }
    }

    /// Runs the JUnit tests of a class.
    ///
    /// # Errors
    /// As for [`Jvm::run`]; JUnit's output is not understood.
    pub fn junit(&self, folder: &Path, class: &str, time: Duration) -> Result<Report, Diagnostic> {
        let args = [class.to_string()];
        let (_, output) = self.run(folder, "org.junit.runner.JUnitCore", &args, time)?;
        let text = output.standard + &output.errors;
        parse(&text).ok_or_else(|| {
            let start: String = text.chars().take(400).collect();
            Diagnostic::surroundings(format!("JUnit said: {start}"))
        })
    }
}

fn parse(text: &str) -> Option<Report> {
    let mut report = Report::default();
    let mut lines = text.lines().peekable();
    let mut found = false;
    while let Some(line) = lines.next() {
        if let Some(rest) = line.strip_prefix("OK (") {
            report.run = rest.split(' ').next()?.parse().ok()?;
            found = true;
        } else if let Some(rest) = line.strip_prefix("Tests run: ") {
            report.run = rest.split(',').next()?.parse().ok()?;
            found = true;
        } else if let Some((number, rest)) = line.split_once(") ") {
            if number.parse::<usize>().is_ok() {
                let name = rest.split('(').next().unwrap_or(rest);
                let message = lines.peek().map_or("", |l| *l);
                report.failed.push((name.to_string(), message.to_string()));
            }
        }
    }
    found.then_some(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_names_are_read() {
        let ok = "JUnit version 4.13.2\n..\nTime: 0.01\n\nOK (2 tests)\n\n";
        assert_eq!(parse(ok).map(|r| (r.run, r.failed.len())), Some((2, 0)));
        let bad = "JUnit version 4.13.2\n.E.\nThere was 1 failure:\n1) path2(T)\njava.lang.AssertionError: expected:<1> but was:<2>\n\tat x\n\nFAILURES!!!\nTests run: 2,  Failures: 1\n";
        let r = parse(bad).unwrap();
        assert_eq!(r.run, 2);
        assert_eq!(r.failed[0].0, "path2");
        assert!(r.failed[0].1.contains("expected:<1>"));
        assert_eq!(parse("Error: could not find main class"), None);
    }
}
