//! SV-COMP's property files and task definitions.
//!
//! Source: <https://sv-comp.sosy-lab.org/2024/rules.php>. A property file has
//! lines `CHECK( init(main()), LTL(G ! call(reach_error())) )`; a task file is
//! YAML of a fixed shape, of which the input file, the property and the
//! data model are read.

use ep_base::outcome::ErrorKind;
use ep_base::Diagnostic;
use ep_explore::CheckSet;
use std::path::{Path, PathBuf};

/// What a property asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    pub checks: CheckSet,
    pub entry: String,
    /// Findings of other kinds are no answer to it.
    pub asked: Vec<ErrorKind>,
}

const MEMORY: [ErrorKind; 9] = [
    ErrorKind::OutOfBoundsRead,
    ErrorKind::OutOfBoundsWrite,
    ErrorKind::NullDereference,
    ErrorKind::UseAfterFree,
    ErrorKind::UseAfterReturn,
    ErrorKind::WildPointer,
    ErrorKind::ReadOnlyWrite,
    ErrorKind::InvalidArgument,
    ErrorKind::WildCall,
];
const FREE: [ErrorKind; 2] = [ErrorKind::DoubleFree, ErrorKind::InvalidFree];

/// Reads a property file.
///
/// # Errors
/// It cannot be read, or asks something that is not known (exit 2).
pub fn read(path: &Path) -> Result<Property, Diagnostic> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        Diagnostic::bad_input(format!("cannot read the property: {e}"))
            .at(path.display().to_string())
    })?;
    parse(&text).map_err(|(line, what)| {
        Diagnostic::bad_input(what)
            .at(format!("{}:{line}", path.display()))
            .help("known are CHECK( init(main()), LTL(G ! call(reach_error())) ), G ! overflow, G valid-free, G valid-deref, G valid-memtrack and G valid-memcleanup")
    })
}

fn parse(text: &str) -> Result<Property, (usize, String)> {
    let mut asked: Vec<ErrorKind> = Vec::new();
    let mut entry = None;
    for (i, line) in text.lines().enumerate() {
        let line: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let wrong = |what: &str| (i + 1, what.to_string());
        let inner = line
            .strip_prefix("CHECK(")
            .and_then(|l| l.strip_suffix(')'))
            .ok_or_else(|| wrong("this is no property: want CHECK( init(…), LTL(…) )"))?;
        let (init, ltl) = inner
            .split_once(",")
            .ok_or_else(|| wrong("this is no property: want CHECK( init(…), LTL(…) )"))?;
        let name = init
            .strip_prefix("init(")
            .and_then(|l| l.strip_suffix("())"))
            .ok_or_else(|| wrong("want init(FUNCTION())"))?;
        entry = Some(name.to_string());
        let formula = ltl
            .strip_prefix("LTL(G")
            .and_then(|l| l.strip_suffix(')'))
            .ok_or_else(|| wrong("only properties of the form LTL(G …) are known"))?;
        match formula {
            "!overflow" => {
                // A result that its signed type cannot hold. A shift by too
                // much is undefined too, but none.
                asked.push(ErrorKind::SignedOverflow);
            }
            "valid-free" => asked.extend(FREE),
            "valid-deref" => asked.extend(MEMORY),
            // What nothing points to any more, and what is not freed at the end.
            "valid-memtrack" => asked.push(ErrorKind::Leak),
            "valid-memcleanup" => asked.push(ErrorKind::UnfreedMemory),
            call if call.starts_with("!call(") => {
                let f = call.trim_start_matches("!call(").trim_end_matches("())");
                if f != "reach_error" && f != "__VERIFIER_error" {
                    return Err((i + 1, format!("reaching `{f}` is not a known property")));
                }
                asked.push(ErrorKind::AssertionFailure);
            }
            other => return Err((i + 1, format!("the property `{other}` is not known"))),
        }
    }
    let Some(entry) = entry else {
        return Err((1, "the file has no CHECK line".into()));
    };
    asked.sort_unstable();
    asked.dedup();
    // Everything that makes a run undefined ends it, so it is looked for too;
    // an `abort` is no error of any of these properties.
    let checks = CheckSet::default_set()
        .with(ErrorKind::Abort, false)
        .with(ErrorKind::Leak, asked.contains(&ErrorKind::Leak))
        .with(
            ErrorKind::UnfreedMemory,
            asked.contains(&ErrorKind::UnfreedMemory),
        );
    Ok(Property {
        checks,
        entry,
        asked,
    })
}

/// A task definition (`.yml`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    pub inputs: Vec<PathBuf>,
    pub property: Option<PathBuf>,
    pub expected: Option<bool>,
    pub m32: bool,
}

/// Reads a task definition.
///
/// # Errors
/// It cannot be read, or names no program (exit 2).
pub fn task(path: &Path) -> Result<Task, Diagnostic> {
    let text = std::fs::read_to_string(path).map_err(|e| {
        Diagnostic::bad_input(format!("cannot read the task: {e}")).at(path.display().to_string())
    })?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut t = Task {
        inputs: Vec::new(),
        property: None,
        expected: None,
        m32: false,
    };
    let mut list = false;
    for line in text.lines() {
        let line = line.split(" #").next().unwrap_or(line).trim_end();
        let bare = line.trim().trim_start_matches("- ").trim();
        let Some((key, value)) = bare.split_once(':') else {
            if list && line.trim_start().starts_with("- ") {
                t.inputs.push(folder.join(unquoted(bare)));
            }
            continue;
        };
        list = key == "input_files" && value.trim().is_empty();
        let value = unquoted(value.trim());
        match key {
            "input_files" if !list => {
                for f in value.trim_matches(['[', ']']).split(',') {
                    t.inputs.push(folder.join(unquoted(f.trim())));
                }
            }
            "property_file" if t.property.is_none() => t.property = Some(folder.join(value)),
            "expected_verdict" if t.expected.is_none() => t.expected = value.parse().ok(),
            "data_model" => t.m32 = value == "ILP32",
            _ => {}
        }
    }
    if t.inputs.is_empty() {
        return Err(Diagnostic::bad_input("the task names no input_files")
            .at(path.display().to_string())
            .help("a task is a YAML file of SV-COMP, with input_files and properties"));
    }
    Ok(t)
}

fn unquoted(s: &str) -> &str {
    s.trim_matches(['\'', '"'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_the_competition_are_read() {
        let p = parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n").unwrap();
        assert_eq!(p.asked, [ErrorKind::AssertionFailure]);
        assert_eq!(p.entry, "main");
        assert!(!p.checks.has(ErrorKind::Abort) && !p.checks.has(ErrorKind::Leak));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        let p = parse(memory).unwrap();
        assert!(p.asked.contains(&ErrorKind::DoubleFree) && p.checks.has(ErrorKind::Leak));
        let p = parse("CHECK( init(main()), LTL(G valid-memcleanup) )").unwrap();
        assert_eq!(p.asked, [ErrorKind::UnfreedMemory]);
        assert!(p.checks.has(ErrorKind::UnfreedMemory) && !p.checks.has(ErrorKind::Leak));
        let p = parse("CHECK( init(main()), LTL(G ! overflow) )").unwrap();
        assert_eq!(p.asked, [ErrorKind::SignedOverflow]);
        for wrong in [
            "",
            "CHECK( init(main()), LTL(F end) )",
            "CHECK( init(main()), LTL(G ! data-race) )",
            "G valid-free",
            "CHECK( init(main()), LTL(G ! call(foo())) )",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_task_names_program_property_and_data_model() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.yml");
        std::fs::write(
            &file,
            "format_version: '2.0'\n\ninput_files: 'a.c'\n\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: false\n\noptions:\n  language: C\n  data_model: ILP32\n",
        )
        .unwrap();
        let t = task(&file).unwrap();
        assert_eq!(t.inputs, [dir.path().join("a.c")]);
        assert_eq!(t.property, Some(dir.path().join("../p/unreach-call.prp")));
        assert_eq!((t.expected, t.m32), (Some(false), true));
        std::fs::write(&file, "format_version: '2.0'\n").unwrap();
        assert!(task(&file).is_err());
    }
}
