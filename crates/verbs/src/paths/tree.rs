//! The choices of all paths as the reported tree.

use super::{heap, show, Run};
use ep_base::outcome::Place;
use ep_base::Diagnostic;
use ep_report::file;
use ep_report::page::{
    Assignment, Badge, Columns, Fact, Page, PathRow, SourceFile, Tab, Tone, MAX_PATHS,
};
use ep_report::tree::{Node, NodeKind, Tree, Variable};
use ep_traces::explore::Decision;
use ep_traces::infix;
use ep_traces::java::Lowered;
use ep_traces::machine::Outcome;
use std::collections::HashMap;
use std::path::Path;

/// Writes the tree as its ending says.
///
/// # Errors
/// The file cannot be written (exit 4).
pub fn write(run: &Run, low: &Lowered, path: &Path) -> Result<(), Diagnostic> {
    if path.extension().is_none_or(|e| e != "html") {
        return build(run, low).write(path);
    }
    page(run, low)?.write(path, Tab::Tree)
}

/// Writes the page to a folder.
///
/// # Errors
/// The folder cannot be made, or the file not written (exit 4).
pub fn write_page(run: &Run, low: &Lowered, folder: &Path) -> Result<(), Diagnostic> {
    file::Folder::create(folder)?;
    page(run, low)?.write(&folder.join("index.html"), Tab::Summary)
}

fn page(run: &Run, low: &Lowered) -> Result<Page, Diagnostic> {
    let tree = build(run, low);
    let source = run.tree.sources.file(run.tree.methods[run.id].span.file);
    Ok(Page {
        title: format!("paths {}", run.tree.method_name(run.id)),
        verdict: badge(run),
        assumptions: show::assumptions(run, low),
        facts: facts(run),
        paths: rows(run, low, &tree),
        more_paths: run.told.len().saturating_sub(MAX_PATHS),
        tree: Some(Columns::new(&tree)?),
        files: vec![SourceFile {
            name: source.name.clone(),
            lines: source.text.lines().map(str::to_string).collect(),
            ..SourceFile::default()
        }],
        ..Page::default()
    })
}

/// The verdict as the page's heading shows it.
fn badge(run: &Run) -> Badge {
    let (word, reason) = show::verdict(run);
    Badge {
        class: match word {
            "violated" => Tone::Bad,
            "unknown" => Tone::Maybe,
            _ => Tone::Good,
        },
        text: word.into(),
        detail: reason.unwrap_or_default(),
    }
}

fn facts(run: &Run) -> Vec<Fact> {
    let throws = |t: &&super::Told| matches!(t.path.outcome, Outcome::Throws(_));
    let fact = |name: &str, value: String| Fact {
        name: name.into(),
        value,
    };
    vec![
        fact("paths", run.told.len().to_string()),
        fact(
            "that throw",
            run.told.iter().filter(throws).count().to_string(),
        ),
        fact("questions to the solver", run.queries.to_string()),
        fact("time", format!("{} ms", run.time.as_millis())),
    ]
}

/// The paths in a table. Their ends stand in the tree in their order.
fn rows(run: &Run, low: &Lowered, tree: &Tree) -> Vec<PathRow> {
    let ends = tree.nodes.iter().filter(|n| n.kind == NodeKind::End);
    let told = (1..).zip(&run.told).zip(ends).take(MAX_PATHS);
    told.map(|((number, told), end)| {
        let condition = Assignment {
            name: "condition".into(),
            literal: end.condition.clone(),
        };
        let mut facts: Vec<Assignment> = (end.variables.iter())
            .map(|v| Assignment {
                name: v.name.clone(),
                literal: v.value.clone(),
            })
            .collect();
        // With both ways each has its own.
        if !facts.iter().any(|f| f.name == "forward") {
            facts.insert(0, condition);
        }
        if let Some(why) = &told.no_input {
            facts.push(Assignment {
                name: "no input".into(),
                literal: why.clone(),
            });
        }
        PathRow {
            number,
            class: match told.path.outcome {
                Outcome::Returns => Tone::Good,
                Outcome::Throws(_) => Tone::Bad,
                Outcome::Cut(_) | Outcome::Unsupported(..) => Tone::Maybe,
            },
            outcome: show::outcome(low, told),
            facts,
            node: Some(end.id),
        }
    })
    .collect()
}

/// What the terminal says of a path besides its choices.
fn facts_of(run: &Run, low: &Lowered, told: &super::Told) -> Vec<Variable> {
    let mut out = Vec::new();
    let mut add = |name: &str, value: String| {
        if !value.is_empty() {
            let name = name.to_string();
            out.push(Variable { name, value });
        }
    };
    if let Some(p) = &told.run {
        add(
            "input",
            heap::input(run.tree, low, run.id, &run.params, &p.before),
        );
    }
    let condition = |c: &Option<Vec<ep_traces::ExprId>>| {
        let text = c.as_ref().map(|c| infix::conjunction(&low.x, &low.p, c));
        text.unwrap_or_default()
    };
    let (forward, backward) = (&told.path.forward, &told.path.backward);
    if forward.is_some() && backward.is_some() {
        add("forward", condition(forward));
        add("backward", condition(backward));
    }
    match &told.path.equivalent {
        Some(Ok(true)) => add("equivalent", "yes".into()),
        Some(Ok(false)) => add("equivalent", "no".into()),
        Some(Err(why)) => add("equivalent", format!("unknown: {why}")),
        None => {}
    }
    out
}

fn build(run: &Run, low: &Lowered) -> Tree {
    let m = &run.tree.methods[run.id];
    let file = run.tree.sources.file(m.span.file).name.clone();
    // Short, so that a node's label has room for the line.
    let name = |d: &Decision| {
        let full = d.proc.map(|p| low.p.procs[p].name.as_str());
        let plain = full.and_then(|n| n.split('(').next()?.rsplit('.').next());
        plain.unwrap_or(&m.name).to_string()
    };
    let place = |(line, function): (u32, String)| Place {
        file: file.clone(),
        line,
        column: 0,
        function,
    };
    let source = |line: u32| run.tree.sources.line(m.span.file, line).trim().to_string();
    let mut nodes: Vec<Node> = Vec::new();
    let mut add = |parent: Option<u32>,
                   kind,
                   at: (u32, String),
                   branch: String,
                   condition: String,
                   outcome: String,
                   variables: Vec<Variable>| {
        let id = nodes.len() as u32;
        nodes.push(Node {
            id,
            parent,
            also_from: Vec::new(),
            kind,
            source: source(at.0),
            place: place(at),
            branch,
            variables,
            condition,
            outcome,
            label: String::new(),
        });
        id
    };
    let first = run.tree.sources.position(m.span).line;
    let root = add(
        None,
        NodeKind::Root,
        (first, m.name.clone()),
        String::new(),
        "true".into(),
        String::new(),
        Vec::new(),
    );
    // A node per choice that was taken, shared by the paths that begin alike.
    let mut seen: HashMap<(u32, u32, String), u32> = HashMap::new();
    for told in &run.told {
        let mut at = root;
        let mut so_far: Vec<ep_traces::ExprId> = Vec::new();
        for d in told.path.decisions.iter() {
            so_far.push(d.cond);
            let text = infix::infix(&low.x, &low.p, d.cond);
            at = *seen.entry((at, d.line, text.clone())).or_insert_with(|| {
                let condition = infix::conjunction(&low.x, &low.p, &so_far);
                add(
                    Some(at),
                    NodeKind::Fork,
                    (d.line, name(d)),
                    text,
                    condition,
                    String::new(),
                    Vec::new(),
                )
            });
        }
        let condition = infix::conjunction(&low.x, &low.p, told.path.condition());
        let last = told.path.decisions.last();
        let end = last.map_or((first, m.name.clone()), |d| (d.line, name(d)));
        let outcome = show::outcome(low, told);
        add(
            Some(at),
            NodeKind::End,
            end,
            String::new(),
            condition,
            outcome,
            facts_of(run, low, told),
        );
    }
    Tree {
        program: file,
        arithmetic: "bits".into(),
        truncated: false,
        nodes,
    }
}
