//! A folder in which `everypath solve` and `everypath validate` are run.

use std::path::PathBuf;
use std::process::{Command, Output};

pub const PROPERTIES: [(&str, &str); 7] = [
    (
        "unreach-call",
        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
    ),
    ("no-overflow", "CHECK( init(main()), LTL(G ! overflow) )\n"),
    (
        "valid-memsafety",
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n",
    ),
    (
        "valid-memcleanup",
        "CHECK( init(main()), LTL(G valid-memcleanup) )\n",
    ),
    ("termination", "CHECK( init(main()), LTL(F end) )\n"),
    ("no-data-race", "CHECK( init(main()), LTL(G ! data-race) )\n"),
    (
        "coverage-branches",
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n",
    ),
];

/// A folder with the property files.
pub struct Bench {
    pub dir: tempfile::TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        let b = Bench {
            dir: tempfile::tempdir().unwrap(),
        };
        for (name, text) in PROPERTIES {
            b.file(&format!("{name}.prp"), text);
        }
        b
    }

    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_everypath"))
            .args(args)
            .current_dir(self.dir.path())
            .output()
            .unwrap()
    }

    /// The last line, and the whole output.
    pub fn solve(&self, file: &str, property: &str, more: &[&str]) -> (String, String) {
        let prp = format!("{property}.prp");
        let mut args = vec!["solve", file, "--property", &prp, "--cpu-time", "20s"];
        args.extend(more);
        last(&self.run(&args))
    }

    pub fn validate(&self, file: &str, property: &str, witness: &str) -> (String, String) {
        let prp = format!("{property}.prp");
        last(&self.run(&[
            "validate",
            file,
            "--property",
            &prp,
            "--witness",
            witness,
            "--cpu-time",
            "20s",
        ]))
    }
}

pub fn last(out: &Output) -> (String, String) {
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let line = text.lines().last().unwrap_or_default().to_string();
    let all = format!("{text}{}", String::from_utf8_lossy(&out.stderr));
    (line, all)
}
