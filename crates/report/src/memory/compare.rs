//! Two reports side by side: what grew since an older one.
//!
//! The older one is read from its JSON; what it does not have is new, what
//! this one does not have is gone.

use super::json::VERSION;
use ep_base::Diagnostic;
use num_bigint::BigInt;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One line of the comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// `f heap`, `frame of g`.
    pub what: String,
    /// The old number, as text; empty where there is none.
    pub old: String,
    /// The new one.
    pub new: String,
    /// How much more: at most, where one of both is no number.
    pub more: Option<BigInt>,
    /// A bound was lost: the old one was known, the new one is not.
    pub lost: bool,
}

/// Checks that a value is a report that can be compared with.
///
/// # Errors
/// It is none, or one of a newer format (exit 2).
pub fn check(old: &Value, file: &str) -> Result<(), Diagnostic> {
    if old["format"] != "everypath-memory" {
        return Err(
            Diagnostic::bad_input("this is no report of everypath memory")
                .at(file)
                .help("give the JSON that `everypath memory --json` printed"),
        );
    }
    match old["version"].as_u64() {
        Some(n) if n <= VERSION => Ok(()),
        n => Err(Diagnostic::bad_input(format!(
            "the report has format {}, this Everypath reads {VERSION}",
            n.map_or("?".into(), |n| n.to_string())
        ))
        .at(file)
        .help("compare with the Everypath that wrote it, or write it again")),
    }
}

/// Checks that both are about the same program: an entry in common.
///
/// # Errors
/// There is none (exit 2).
pub fn same_program(old: &Value, new: &Value, file: &str) -> Result<(), Diagnostic> {
    let names = |v: &Value| -> Vec<String> {
        let list = v["entries"].as_array().into_iter().flatten();
        list.filter_map(|e| e["name"].as_str().map(String::from))
            .collect()
    };
    let (a, b) = (names(old), names(new));
    if a.iter().any(|n| b.contains(n)) {
        return Ok(());
    }
    Err(Diagnostic::bad_input(format!(
        "the report is about another program: it has {}, this one {}",
        a.join(", "),
        b.join(", ")
    ))
    .at(file))
}

/// What stands at one key: as text, as a number, and its range.
#[derive(Clone, PartialEq, Eq, Default)]
struct At {
    text: String,
    number: Option<BigInt>,
    least: Option<BigInt>,
    most: Option<BigInt>,
}

fn numbers(v: &Value) -> BTreeMap<String, At> {
    let mut out = BTreeMap::new();
    for e in v["entries"].as_array().into_iter().flatten() {
        let name = e["name"].as_str().unwrap_or_default();
        let thread = if e["thread"] == true { "thread " } else { "" };
        for kind in ["heap", "stack", "both"] {
            let bound = &e["marks"][kind]["bound"];
            let at = At {
                text: bound["text"].as_str().unwrap_or("unknown").to_string(),
                number: read(&bound["number"]),
                least: read(&bound["least"]),
                most: read(&bound["most"]),
            };
            out.insert(format!("{thread}{name} {kind}"), at);
        }
    }
    for f in v["functions"].as_array().into_iter().flatten() {
        let name = f["name"].as_str().unwrap_or_default();
        let n = read(&f["frame"]);
        let at = At {
            text: n.as_ref().map_or("unknown".into(), ToString::to_string),
            number: n,
            ..At::default()
        };
        out.insert(format!("frame of {name}"), at);
    }
    out
}

fn read(v: &Value) -> Option<BigInt> {
    match v {
        Value::Number(n) => n.as_i64().map(BigInt::from),
        Value::String(s) => s.parse().ok(),
        _ => None,
    }
}

/// What differs, in order.
pub fn rows(old: &Value, new: &Value) -> Vec<Row> {
    let (a, b) = (numbers(old), numbers(new));
    let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    let mut out = Vec::new();
    for k in keys {
        let (x, y) = (a.get(k), b.get(k));
        let text = |v: Option<&At>| v.map_or(String::new(), |v| v.text.clone());
        if text(x) == text(y) {
            continue;
        }
        // A number beside an expression: the most that it may have grown.
        let low = x.and_then(|x| x.number.clone().or(x.least.clone()));
        let high = y.and_then(|y| y.number.clone().or(y.most.clone()));
        let some_number = [x, y].iter().any(|v| v.is_some_and(|v| v.number.is_some()));
        out.push(Row {
            what: k.clone(),
            old: text(x),
            new: text(y),
            more: low.zip(high).filter(|_| some_number).map(|(m, n)| n - m),
            lost: x.is_some_and(|x| x.text != "unknown") && y.is_some_and(|y| y.text == "unknown"),
        });
    }
    out
}

/// The most that a bound of an entry grew; none where one was lost, or where
/// that cannot be said because expressions differ.
pub fn increase(rows: &[Row]) -> Option<BigInt> {
    let marks = rows.iter().filter(|r| !r.what.starts_with("frame of "));
    let mut most = BigInt::from(0);
    for r in marks {
        let known = |t: &str| !t.is_empty() && t != "unknown";
        if r.lost || r.more.is_none() && known(&r.old) && known(&r.new) {
            return None;
        }
        if let Some(n) = &r.more {
            most = most.max(n.clone());
        }
    }
    Some(most)
}

fn change(r: &Row) -> String {
    match (&r.more, r.lost) {
        (Some(n), _) if *n > BigInt::from(0) => format!("+{n}"),
        (Some(n), _) => n.to_string(),
        (None, true) => "lost".into(),
        (None, false) if r.old.is_empty() => "new".into(),
        (None, false) if r.new.is_empty() => "gone".into(),
        (None, false) => "changed".into(),
    }
}

/// For the terminal.
pub fn text(rows: &[Row]) -> String {
    let mut out = String::new();
    if rows.is_empty() {
        out.push_str("compared: nothing changed\n");
    }
    for r in rows {
        let _ = writeln!(out, "{}: {} -> {} ({})", r.what, r.old, r.new, change(r));
    }
    out
}

/// A Markdown table.
pub fn markdown(rows: &[Row]) -> String {
    let mut out = String::from("| what | before | now | change |\n| --- | ---: | ---: | ---: |\n");
    for r in rows {
        let cell = |t: &str| t.replace('|', "\\|");
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} |",
            cell(&r.what),
            cell(&r.old),
            cell(&r.new),
            change(r)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(heap: Value, frame: u64) -> Value {
        json!({
            "format": "everypath-memory", "version": 1,
            "entries": [{ "name": "f", "thread": false, "marks": {
                "heap": { "bound": heap }, "stack": { "bound": null }, "both": { "bound": null } } }],
            "functions": [{ "name": "g", "frame": frame }],
        })
    }

    #[test]
    fn growth_and_loss_are_told() {
        let a = report(json!({ "text": "40", "number": 40 }), 16);
        let b = report(json!({ "text": "48", "number": 48 }), 16);
        let r = rows(&a, &b);
        assert_eq!(text(&r), "f heap: 40 -> 48 (+8)\n");
        assert_eq!(increase(&r), Some(8.into()));
        assert!(rows(&a, &a).is_empty());
        // Between expressions nothing is shown, so that it may have grown.
        let form = |t: &str, most: u64| {
            report(
                json!({ "text": t, "number": null, "least": 4, "most": most }),
                16,
            )
        };
        let (x, y) = (form("4 + c", 90), form("4 + 2*c", 170));
        assert_eq!(increase(&rows(&x, &y)), None);
        assert_eq!(increase(&rows(&x, &x)), Some(0.into()));
        assert_eq!(increase(&rows(&a, &x)), Some(50.into()));
        assert_eq!(increase(&rows(&x, &a)), Some(36.into()));
        let lost = rows(&a, &report(Value::Null, 24));
        assert_eq!(increase(&lost), None);
        assert!(markdown(&lost).contains("| frame of g | 16 | 24 | +8 |"));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(check(&json!({ "verdict": "proved" }), "x").is_err());
        assert!(check(&json!({ "format": "everypath-memory", "version": 2 }), "x").is_err());
        let a = report(Value::Null, 1);
        assert!(check(&a, "x").is_ok());
        assert!(same_program(&a, &json!({ "entries": [{ "name": "g" }] }), "x").is_err());
    }
}
