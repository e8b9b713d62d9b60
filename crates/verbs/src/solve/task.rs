//! Task definitions (`.yml`) of SV-COMP and Test-Comp.
//!
//! Source: sosy-lab's task-definition-format 2.0 and 2.1. Names are relative
//! to the folder of the task; input files may be patterns. What a task expects
//! is read, checked and not looked at: an answer never depends on it.

use super::options::DataModel;
use ep_base::Diagnostic;
use ep_report::yaml::{self, Node, Problem, Value};
use std::path::{Path, PathBuf};

/// A task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Task {
    /// The program, in the order of the file.
    pub inputs: Vec<PathBuf>,
    /// Property files.
    pub properties: Vec<PathBuf>,
    pub data_model: Option<DataModel>,
}

/// Whether the file is a task and no program.
pub fn is_task(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "yml" || e == "yaml")
}

/// Reads a task definition.
///
/// # Errors
/// It cannot be read, or is none for C (exit 2).
pub fn read(path: &Path) -> Result<Task, Diagnostic> {
    let text = ep_proofs::input::text(path, "the task")?;
    let folder = path.parent().unwrap_or(Path::new("."));
    parse(&text, folder).map_err(|p| {
        Diagnostic::bad_input(p.what)
            .at(format!("{}:{}", path.display(), p.line))
            .help(
                "a task is a YAML file of SV-COMP, with format_version, input_files and properties",
            )
    })
}

fn parse(text: &str, folder: &Path) -> Result<Task, Problem> {
    let root = yaml::parse(text)?;
    root.map("the task")?;
    let version = root.want("format_version")?;
    match version.text("format_version")? {
        "1.0" | "2.0" | "2.1" => {}
        other => {
            return Err(Problem::new(
                version.line,
                format!("format_version {other} is not known (1.0, 2.0 and 2.1 are)"),
            ))
        }
    }
    let mut inputs = Vec::new();
    let files = root.want("input_files")?;
    for (n, name) in strings(files, "input_files")? {
        matching(folder, &name, n, &mut inputs)?;
    }
    if inputs.is_empty() {
        return Err(Problem::new(files.line, "the task names no input_files"));
    }
    let mut properties = Vec::new();
    if let Some(list) = root.get("properties") {
        for p in list.list("properties")? {
            let file = p.want("property_file")?;
            properties.push(folder.join(file.text("property_file")?));
            if let Some(v) = p.get("expected_verdict") {
                if !["true", "false"].contains(&v.text("expected_verdict")?) {
                    return Err(Problem::new(v.line, "expected_verdict is true or false"));
                }
            }
        }
    }
    let mut data_model = None;
    if let Some(options) = root.get("options") {
        options.map("options")?;
        if let Some(l) = options.get("language") {
            let language = l.text("language")?;
            if language != "C" {
                return Err(Problem::new(
                    l.line,
                    format!("the task is for {language}, only C is known"),
                ));
            }
        }
        if let Some(m) = options.get("data_model") {
            data_model = Some(match m.text("data_model")? {
                "ILP32" => DataModel::Ilp32,
                "LP64" => DataModel::Lp64,
                other => {
                    return Err(Problem::new(
                        m.line,
                        format!("the data model {other} is not known (ILP32 and LP64 are)"),
                    ))
                }
            });
        }
    }
    Ok(Task {
        inputs,
        properties,
        data_model,
    })
}

/// One text, or a list of them.
fn strings(node: &Node, name: &str) -> Result<Vec<(usize, String)>, Problem> {
    match &node.value {
        Value::List(all) => {
            let one = |n: &Node| Ok((n.line, n.text(name)?.to_string()));
            all.iter().map(one).collect()
        }
        _ => match node.text(name) {
            Ok(text) => Ok(vec![(node.line, text.to_string())]),
            Err(_) => Err(Problem::new(node.line, "the task names no input_files")),
        },
    }
}

/// The files of a name, which may be a pattern.
fn matching(folder: &Path, name: &str, line: usize, out: &mut Vec<PathBuf>) -> Result<(), Problem> {
    if !name.contains(['*', '?', '[']) {
        out.push(folder.join(name));
        return Ok(());
    }
    let base = glob::Pattern::escape(&folder.to_string_lossy());
    let pattern = if base.is_empty() {
        name.to_string()
    } else {
        format!("{base}/{name}")
    };
    let found = glob::glob(&pattern)
        .map_err(|e| Problem::new(line, format!("`{name}` is no pattern: {}", e.msg)))?;
    let before = out.len();
    out.extend(found.flatten());
    if out.len() == before {
        return Err(Problem::new(line, format!("no file fits `{name}`")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "format_version: '2.0'\n\ninput_files: 'a.c'\n\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: false\n  - property_file: ../p/termination.prp\n\noptions:\n  language: C\n  data_model: ILP32\n";

    #[test]
    fn a_task_names_program_properties_and_data_model() {
        let t = parse(GOOD, Path::new("d")).unwrap();
        assert_eq!(t.inputs, [Path::new("d/a.c")]);
        assert_eq!(
            t.properties,
            [
                Path::new("d/../p/unreach-call.prp"),
                Path::new("d/../p/termination.prp")
            ]
        );
        assert_eq!(t.data_model, Some(DataModel::Ilp32));
    }

    #[test]
    fn patterns_are_looked_up_beside_the_task() {
        let dir = tempfile::tempdir().unwrap();
        for f in ["x1.c", "x2.c", "y.c"] {
            std::fs::write(dir.path().join(f), "").unwrap();
        }
        let text = "format_version: '2.0'\ninput_files:\n  - 'x*.c'\n  - y.c\n";
        let t = parse(text, dir.path()).unwrap();
        let names: Vec<_> = t.inputs.iter().map(|p| p.file_name().unwrap()).collect();
        assert_eq!(names, ["x1.c", "x2.c", "y.c"]);
        let p = parse(&text.replace("x*", "z*"), dir.path()).unwrap_err();
        assert_eq!((p.line, p.what.as_str()), (3, "no file fits `z*.c`"));
    }

    #[test]
    fn what_is_no_task_for_c_has_its_line() {
        for (from, to, line, word) in [
            ("'2.0'", "'9'", 1, "not known"),
            ("input_files: 'a.c'", "input_files: []", 3, "no input_files"),
            ("input_files: 'a.c'", "input_files:", 3, "no input_files"),
            (
                "input_files: 'a.c'",
                "inputs: 'a.c'",
                1,
                "`input_files` is missing",
            ),
            ("language: C", "language: Java", 11, "Java"),
            ("ILP32", "LLP64", 12, "LLP64"),
            (
                "expected_verdict: false",
                "expected_verdict: maybe",
                7,
                "true or false",
            ),
            ("properties:", "properties: no\nx:", 5, "want a list"),
            (
                "  language: C\n  data_model: ILP32",
                "  - language: C",
                11,
                "options",
            ),
        ] {
            let p = parse(&GOOD.replace(from, to), Path::new("")).unwrap_err();
            assert_eq!(p.line, line, "{p:?}");
            assert!(p.what.contains(word), "{p:?}");
        }
    }
}
