//! Two reports side by side: what grew since an older one.
//!
//! The older one is read from its JSON; what it does not have is new, what
//! this one does not have is gone. Bounds are compared as expressions over the
//! same inputs ([`super::difference`]): inputs are the same if name, source and
//! range are.

use super::difference::{self, Difference, Ranges};
use super::form::{self, integer as read};
use super::json::VERSION;
use ep_base::memory::{grouped, Expr, VariableId};
use ep_base::words::noun;
use ep_base::Diagnostic;
use num_bigint::BigInt;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
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
    /// How much more it is at most.
    pub more: Option<BigInt>,
    /// It is as much more for all inputs.
    pub always: bool,
    /// The most that was seen at some inputs, and which these are.
    pub seen: Option<(BigInt, String)>,
    /// A bound was lost: the old one was known, the new one is not.
    pub lost: bool,
}

/// Checks that a value is a report that can be compared with.
///
/// # Errors
/// It is none, one of a newer format, or a damaged one (exit 2).
pub fn check(old: &Value, file: &str) -> Result<(), Diagnostic> {
    let format = old["format"].as_str();
    if format != Some("everypath-memory") {
        let what = match format {
            Some(f) => format!("this is no report of everypath memory but of {f}"),
            None => "this is no report of everypath memory".into(),
        };
        return Err(Diagnostic::bad_input(what)
            .at(file)
            .help("give the JSON that `everypath memory --json` printed"));
    }
    match old["version"].as_u64() {
        Some(n) if n <= VERSION => {}
        n => {
            return Err(Diagnostic::bad_input(format!(
                "the report has format {}, this Everypath reads {VERSION}",
                n.map_or("?".into(), |n| n.to_string())
            ))
            .at(file)
            .help("compare with the Everypath that wrote it, or write it again"))
        }
    }
    damage(old).map_or(Ok(()), |what| {
        Err(
            Diagnostic::bad_input(format!("the report is damaged: {what}"))
                .at(file)
                .help("write it again with `everypath memory --json`"),
        )
    })
}

/// The first part that is read here and is not as it was written: what is
/// missing would be taken for a bound that was unknown.
fn damage(old: &Value) -> Option<String> {
    let list = |v: &Value, name: &str| match v[name].as_array() {
        Some(l) => Ok(l.clone()),
        None => Err(format!("`{name}` is no list")),
    };
    let inner = || -> Result<(), String> {
        for f in list(old, "files")? {
            f.as_str().ok_or("a name in `files` is no text")?;
        }
        for e in list(old, "entries")? {
            let name = e["name"].as_str().ok_or("an entry has no name")?;
            for kind in ["heap", "stack", "both"] {
                let lacks = || format!("`{name}` has no mark for {kind}");
                let mark = e["marks"].get(kind).and_then(Value::as_object);
                let bound = mark.and_then(|m| m.get("bound")).ok_or_else(lacks)?;
                if bound.is_null() {
                    continue;
                }
                let number = |k: &str| {
                    bound
                        .get(k)
                        .is_none_or(|n| n.is_null() || read(n).is_some())
                };
                let told = bound["text"].as_str().is_some_and(|t| !t.is_empty());
                if !told || !["number", "least", "most"].iter().all(|k| number(k)) {
                    return Err(format!("the bound of `{name}` for {kind} is none"));
                }
            }
        }
        for f in list(old, "functions")? {
            let name = f["name"].as_str().ok_or("a function has no name")?;
            let frame = f.get("frame");
            if !frame.is_some_and(|n| n.is_null() || read(n).is_some()) {
                return Err(format!("the frame of `{name}` is no number"));
            }
        }
        Ok(())
    };
    inner().err()
}

fn names<'a>(v: &'a Value, list: &str) -> BTreeSet<&'a str> {
    let list = v[list].as_array().into_iter().flatten();
    list.filter_map(|e| e["name"].as_str()).collect()
}

fn other(file: &str, what: String) -> Diagnostic {
    Diagnostic::bad_input(format!("the report is about another program: {what}"))
        .at(file)
        .help("compare reports of the same files and entries")
}

/// Checks that the older one is about these files and one of these entries,
/// before anything is analysed.
///
/// # Errors
/// It is about another program (exit 2).
pub fn same_source(
    old: &Value,
    files: &[String],
    entries: &[String],
    file: &str,
) -> Result<(), Diagnostic> {
    let theirs = names(old, "entries");
    if !entries.iter().any(|n| theirs.contains(n.as_str())) {
        let theirs: Vec<&str> = theirs.into_iter().collect();
        return Err(other(
            file,
            format!("it has {}, this one {}", all(&theirs), entries.join(", ")),
        ));
    }
    // By their names: a checkout may lie elsewhere.
    let base = |f: &str| f.rsplit('/').next().unwrap_or(f).to_string();
    let list = old["files"].as_array().into_iter().flatten();
    let theirs: Vec<&str> = list.filter_map(Value::as_str).collect();
    let known: BTreeSet<String> = theirs.iter().map(|f| base(f)).collect();
    if !files.iter().any(|f| known.contains(&base(f))) {
        return Err(other(
            file,
            format!(
                "it was made from {}, this one from {}",
                all(&theirs),
                files.join(", ")
            ),
        ));
    }
    Ok(())
}

fn all(names: &[&str]) -> String {
    match names.is_empty() {
        true => "nothing".into(),
        false => names.join(", "),
    }
}

/// Checks that both are about the same program: where both name functions
/// beside the entries, one of them in common. Files of one name and one entry
/// `main` are in many programs.
///
/// # Errors
/// There is none (exit 2).
pub fn same_program(old: &Value, new: &Value, file: &str) -> Result<(), Diagnostic> {
    let own = |v: &Value| -> BTreeSet<String> {
        let entries = names(v, "entries");
        // Without the words that a compiler adds to a copy, and the library.
        let list = v["functions"].as_array().into_iter().flatten();
        list.filter(|f| f["place"]["line"].as_u64().is_some_and(|l| l > 0))
            .filter_map(|f| f["name"].as_str())
            .map(|n| n.split('.').next().unwrap_or(n))
            .filter(|n| !entries.contains(n))
            .map(String::from)
            .collect()
    };
    let (a, b) = (own(old), own(new));
    if a.is_empty() || b.is_empty() || !a.is_disjoint(&b) {
        return Ok(());
    }
    let some = |s: &BTreeSet<String>| s.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
    Err(other(
        file,
        format!("it calls {}, this one {}", some(&a), some(&b)),
    ))
}

/// What stands at one key: as text, and as a number or an expression.
#[derive(Clone, PartialEq, Eq, Default)]
struct At {
    text: String,
    form: Option<Expr>,
    least: Option<BigInt>,
    most: Option<BigInt>,
}

/// The inputs of both reports: those that are the same are one variable.
#[derive(Default)]
struct Inputs {
    known: BTreeMap<String, VariableId>,
    names: BTreeMap<VariableId, String>,
    ranges: Ranges,
}

impl Inputs {
    /// The variables of an entry's inputs, in order; none for one that is not
    /// as it was written.
    fn of(&mut self, entry: &Value) -> Vec<Option<VariableId>> {
        let mut met: BTreeMap<String, usize> = BTreeMap::new();
        let list = entry["inputs"].as_array().into_iter().flatten();
        list.map(|i| {
            let name = i["name"].as_str()?;
            let range = (read(&i["low"])?, read(&i["high"])?);
            let kind = format!("{name} {} {} {}", i["input"], range.0, range.1);
            // Equal ones of one entry (calls of one function) are told by
            // their order.
            let n = met.entry(kind.clone()).or_default();
            let key = format!("{} {kind} {n}", entry["name"]);
            *n += 1;
            let next = VariableId(u32::try_from(self.known.len()).ok()?);
            let id = *self.known.entry(key).or_insert(next);
            self.names.insert(id, name.to_string());
            self.ranges.insert(id, range);
            Some(id)
        })
        .collect()
    }
}

fn numbers(v: &Value, inputs: &mut Inputs) -> BTreeMap<String, At> {
    let mut out = BTreeMap::new();
    for e in v["entries"].as_array().into_iter().flatten() {
        let name = e["name"].as_str().unwrap_or_default();
        let thread = if e["thread"] == true { "thread " } else { "" };
        let variables = inputs.of(e);
        let input = |n: u64| *variables.get(usize::try_from(n).ok()?)?;
        for kind in ["heap", "stack", "both"] {
            let bound = &e["marks"][kind]["bound"];
            let number = read(&bound["number"]).map(Expr::Number);
            let at = At {
                text: bound["text"].as_str().unwrap_or("unknown").to_string(),
                form: number.or_else(|| form::read(&bound["form"], &input)),
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
            form: n.map(Expr::Number),
            ..At::default()
        };
        out.insert(format!("frame of {name}"), at);
    }
    out
}

/// How much more one is than the other.
fn compared(x: &At, y: &At, inputs: &Inputs) -> Difference {
    let number = |at: &At| at.form.as_ref().and_then(|e| e.as_number().cloned());
    match (&x.form, &y.form) {
        (Some(old), Some(new)) => difference::between(old, new, &inputs.ranges),
        // A report of an earlier Everypath has texts alone. A number beside an
        // expression: the most that it may have grown.
        _ => {
            let some_number = [x, y].iter().any(|v| number(v).is_some());
            let low = number(x).or(x.least.clone());
            let high = number(y).or(y.most.clone());
            let most = low.zip(high).filter(|_| some_number).map(|(m, n)| n - m);
            Difference {
                most,
                ..Difference::default()
            }
        }
    }
}

/// What differs, in order.
pub fn rows(old: &Value, new: &Value) -> Vec<Row> {
    let mut inputs = Inputs::default();
    let (a, b) = (numbers(old, &mut inputs), numbers(new, &mut inputs));
    let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    let mut out = Vec::new();
    for k in keys {
        let (x, y) = (a.get(k), b.get(k));
        let text = |v: Option<&At>| v.map_or(String::new(), |v| v.text.clone());
        let d = match (x, y) {
            (Some(x), Some(y)) => compared(x, y, &inputs),
            _ => Difference::default(),
        };
        // The same text over other inputs is another bound.
        let form = |v: Option<&At>| v.and_then(|v| v.form.clone());
        let same = form(x) == form(y) || d == Difference::default();
        if text(x) == text(y) && same {
            continue;
        }
        out.push(Row {
            what: k.clone(),
            old: text(x),
            new: text(y),
            more: d.most,
            always: d.always,
            seen: d.seen.map(|(n, at)| (n, point(&at, &inputs))),
            lost: x.is_some_and(|x| x.text != "unknown") && y.is_some_and(|y| y.text == "unknown"),
        });
    }
    out
}

/// `c = 255, n = 3`.
fn point(at: &BTreeMap<VariableId, BigInt>, inputs: &Inputs) -> String {
    let one = |(v, n): (&VariableId, &BigInt)| {
        let name = inputs.names.get(v).map_or("?", String::as_str);
        format!("{name} = {}", grouped(n))
    };
    at.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// What of the entries' bounds grew by more than `most`, was lost, or became an
/// expression of which it cannot be said that it did not: a sentence for each.
pub fn beyond(rows: &[Row], most: u64) -> Vec<String> {
    let marks = rows.iter().filter(|r| !r.what.starts_with("frame of "));
    let allowed = format!("--fail-on-increase allows {most}");
    let most = BigInt::from(most);
    let known = |t: &str| !t.is_empty() && t != "unknown";
    let byte = |n: &BigInt| noun(*n == 1.into(), "byte");
    marks
        .filter_map(|r| {
            let what = &r.what;
            if r.lost {
                return Some(format!("{what}: the bound {} was lost; {allowed}", r.old));
            }
            if !known(&r.old) || !known(&r.new) || r.more.as_ref().is_some_and(|n| *n <= most) {
                return None;
            }
            match (&r.seen, &r.more) {
                (Some((n, at)), _) if *n > most && !at.is_empty() => Some(format!(
                    "{what}: grew by {n} {} where {at}; {allowed}",
                    byte(n)
                )),
                (Some((n, _)), _) if *n > most => {
                    Some(format!("{what}: grew by {n} {}; {allowed}", byte(n)))
                }
                (_, Some(n)) => Some(format!("{what}: grew by up to {n} {}; {allowed}", byte(n))),
                (_, None) => Some(format!(
                    "{what}: {} became {}, and how much more that is cannot be said; {allowed}",
                    r.old, r.new
                )),
            }
        })
        .collect()
}

fn signed(n: &BigInt) -> String {
    match *n > BigInt::from(0) {
        true => format!("+{n}"),
        false => n.to_string(),
    }
}

fn change(r: &Row) -> String {
    match (&r.more, &r.seen) {
        _ if r.lost => "lost".into(),
        (Some(n), _) if r.always => signed(n),
        (Some(n), Some((m, at))) if n == m => format!("up to {} at {at}", signed(n)),
        (Some(n), Some((m, at))) => format!("at most {}; {} at {at}", signed(n), signed(m)),
        (Some(n), None) => format!("at most {}", signed(n)),
        (None, Some((m, at))) => format!("{} or more at {at}", signed(m)),
        (None, None) if r.old.is_empty() => "new".into(),
        (None, None) if r.new.is_empty() => "gone".into(),
        (None, None) => "changed".into(),
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
            "format": "everypath-memory", "version": 1, "files": ["src/p.c"],
            "entries": [{ "name": "f", "thread": false, "marks": {
                "heap": { "bound": heap }, "stack": { "bound": null }, "both": { "bound": null } } }],
            "functions": [{ "name": "g", "place": { "line": 3 }, "frame": frame }],
        })
    }

    #[test]
    fn growth_and_loss_are_told() {
        let a = report(json!({ "text": "40", "number": 40 }), 16);
        let b = report(json!({ "text": "48", "number": 48 }), 16);
        let r = rows(&a, &b);
        assert_eq!(text(&r), "f heap: 40 -> 48 (+8)\n");
        assert!(beyond(&r, 8).is_empty());
        let told = "f heap: grew by 8 bytes; --fail-on-increase allows 7";
        assert_eq!(beyond(&r, 7), [told]);
        assert!(rows(&a, &a).is_empty());
        // Texts alone say nothing, so that it may have grown.
        let form = |t: &str, most: u64| {
            report(
                json!({ "text": t, "number": null, "least": 4, "most": most }),
                16,
            )
        };
        let (x, y) = (form("4 + c", 90), form("4 + 2*c", 170));
        let told = beyond(&rows(&x, &y), 1000);
        assert!(told.len() == 1 && told[0].starts_with("f heap: 4 + c became 4 + 2*c"));
        assert!(beyond(&rows(&x, &x), 0).is_empty());
        let limit = |r: &[Row], n| (beyond(r, n - 1).len(), beyond(r, n).len());
        assert_eq!(limit(&rows(&a, &x), 50), (1, 0));
        assert_eq!(limit(&rows(&x, &a), 36), (1, 0));
        let lost = rows(&a, &report(Value::Null, 24));
        assert!(beyond(&lost, 1000)[0].contains("the bound 40 was lost"));
        assert!(markdown(&lost).contains("| frame of g | 16 | 24 | +8 |"));
    }

    /// A bound over `c` with this greatest value.
    fn over(form: Value, text: &str, c: u64) -> Value {
        let mut r = report(json!({ "text": text, "number": null, "form": form }), 16);
        r["entries"][0]["inputs"] = json!([{ "name": "c", "low": 0, "high": c,
            "input": { "source": { "kind": "parameter", "index": 0 } } }]);
        r
    }

    #[test]
    fn expressions_over_the_same_inputs_are_compared() {
        let plus = |n: u64| json!({ "sum": [n, { "input": 0 }] });
        let (a, b) = (over(plus(48), "48 + c", 255), over(plus(80), "80 + c", 255));
        let r = rows(&a, &b);
        assert_eq!(text(&r), "f heap: 48 + c -> 80 + c (+32)\n");
        assert!(beyond(&r, 32).is_empty());
        let told = |n, rows: &[Row]| beyond(rows, n).join(" ");
        assert!(told(31, &r).starts_with("f heap: grew by 32 bytes"));
        assert!(beyond(&rows(&b, &a), 0).is_empty());
        // A factor more: as much as the greatest input.
        let twice = json!({ "sum": [48, { "product": [2, { "input": 0 }] }] });
        let r = rows(&a, &over(twice, "48 + 2*c", 255));
        assert!(text(&r).contains("(up to +255 at c = 255)"), "{}", text(&r));
        assert!(beyond(&r, 255).is_empty());
        assert!(told(254, &r).contains("grew by 255 bytes where c = 255"));
    }

    #[test]
    fn the_same_text_over_another_input_is_another_bound() {
        let plus = || json!({ "sum": [48, { "input": 0 }] });
        let (a, b) = (over(plus(), "48 + c", 9), over(plus(), "48 + c", 90));
        assert!(rows(&a, &a).is_empty());
        let r = rows(&a, &b);
        assert_eq!(beyond(&r, 90).len(), 0);
        assert_eq!(beyond(&r, 89).len(), 1);
        // Half of a form is none.
        let mut cut = b.clone();
        cut["entries"][0]["marks"]["heap"]["bound"]["form"] = json!({ "sum": [48, {}] });
        cut["entries"][0]["marks"]["heap"]["bound"]["text"] = json!("47 + c");
        assert!(beyond(&rows(&a, &cut), 1000)[0].contains("cannot be said"));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(check(&json!({ "verdict": "proved" }), "x").is_err());
        assert!(check(&json!({ "format": "everypath-memory", "version": 2 }), "x").is_err());
        let a = report(Value::Null, 1);
        assert!(check(&a, "x").is_ok());
        let source =
            |file: &str, entry: &str| same_source(&a, &[file.into()], &[entry.into()], "x");
        assert!(source("elsewhere/p.c", "f").is_ok());
        assert!(source("p.c", "g").is_err() && source("q.c", "f").is_err());
        let mut b = a.clone();
        assert!(same_program(&a, &b, "x").is_ok());
        b["functions"][0]["name"] = json!("g.constprop.0");
        assert!(same_program(&a, &b, "x").is_ok());
        b["functions"][0]["name"] = json!("h");
        assert!(same_program(&a, &b, "x").is_err());
        b["functions"] = json!([]);
        assert!(same_program(&a, &b, "x").is_ok());
    }

    #[test]
    fn a_damaged_report_is_told_and_never_compared() {
        let good = report(json!({ "text": "40", "number": 40 }), 16);
        assert!(check(&good, "x").is_ok());
        for (place, value) in [
            ("/files", Value::Null),
            ("/files/0", json!(7)),
            ("/entries", json!({})),
            ("/entries/0/name", Value::Null),
            ("/entries/0/marks", json!(3)),
            ("/entries/0/marks/heap", Value::Null),
            ("/entries/0/marks/heap/bound", json!(40)),
            ("/entries/0/marks/heap/bound/text", json!("")),
            ("/entries/0/marks/heap/bound/number", json!("forty")),
            ("/functions/0/name", json!([])),
            ("/functions/0/frame", json!("wide")),
        ] {
            let mut bad = good.clone();
            *bad.pointer_mut(place).unwrap() = value;
            let told = check(&bad, "x").unwrap_err();
            assert!(
                told.message.contains("damaged"),
                "{place}: {}",
                told.message
            );
        }
    }
}
