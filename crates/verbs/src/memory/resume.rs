//! Going on from the JSON of an earlier run: `--resume`.
//!
//! Idea: what a run found stays true of the same program. The greatest value of
//! the heap's bound is an upper bound still, so that the new run need only find
//! a lower one; the inputs of the earlier run are run first. The file says of
//! which program and flags it is by a hash over the program as clang gave it,
//! the flags that decide what is bounded, and the build of Everypath; limits and
//! outputs may differ.
//! Alternative: decision logs of all paths, as `test --resume` keeps them; they
//! would hold states of one of three ways of exploring. Cost: what the earlier
//! run had begun and not ended is done again.
//!
//! What must never happen: a bound of another program, of other flags, of
//! another Everypath, or one that was changed in the file; its assumptions lost.

use super::options::MemoryOptions;
use crate::program::settings::Settings;
use ep_base::memory::{Bound, Expr, HeapResult};
use ep_base::outcome::Input;
use ep_base::Diagnostic;
use ep_ir::Module;
use ep_report::memory::json;
use num_bigint::BigInt;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// An earlier run.
pub struct Earlier {
    file: String,
    entries: BTreeMap<String, Found>,
}

/// What it found about one entry.
#[derive(Debug)]
pub struct Found {
    program: String,
    heap: Option<BigInt>,
    assumptions: Vec<String>,
    /// What was run natively and reached a mark.
    pub inputs: Vec<Vec<Input>>,
}

/// What an entry of these options is bounded of, how, and by which build: a
/// hash. None where the build has no name: nothing can be gone on from then.
pub fn program(
    args: &MemoryOptions,
    key: &str,
    settings: &Settings,
    module: &Module,
) -> Option<String> {
    let decides = MemoryOptions {
        cross_check: false,
        budget: None,
        compare: None,
        markdown: None,
        fail_on_increase: None,
        resume: None,
        ..args.without_limits()
    };
    let build = ep_native::own::build()?;
    let flags = format!("{decides:?}");
    Some(sum(&[key, &build, &flags, &settings.program_hash(module)]))
}

/// A hash of texts of which none runs into the next one.
fn sum(parts: &[&str]) -> String {
    let text = Value::from(parts.to_vec()).to_string();
    ep_report::testcomp::program_hash(text.as_bytes())
}

/// Reads the file of an earlier run.
///
/// # Errors
/// It cannot be read, is damaged, or of a run that cannot be gone on with (exit
/// 2).
pub fn read(args: &MemoryOptions) -> Result<Option<Earlier>, Diagnostic> {
    let Some(path) = &args.resume else {
        return Ok(None);
    };
    if !args.given.with_file.is_empty() {
        return Err(Diagnostic::bad_input(
            "--resume does not go with --with-file, whose content may have changed",
        ));
    }
    let (old, _) = super::finish::old_report(path)?;
    of(&old, path).map(Some)
}

fn of(old: &Value, path: &Path) -> Result<Earlier, Diagnostic> {
    let file = path.display().to_string();
    let damaged = |what: String| {
        Diagnostic::bad_input(format!("the report is damaged: {what}"))
            .at(file.clone())
            .help("start anew, without --resume")
    };
    let mut entries = BTreeMap::new();
    for e in old["entries"].as_array().into_iter().flatten() {
        let name = e["name"].as_str().unwrap_or_default();
        let key = json::key(name, e["thread"] == true);
        let found = entry(&old["programs"][&key], e);
        entries.insert(
            key,
            found.map_err(|what| damaged(format!("`{name}` {what}")))?,
        );
    }
    Ok(Earlier { file, entries })
}

fn entry(program: &Value, e: &Value) -> Result<Found, String> {
    let text = |v: &Value, lacks: &str| v.as_str().map(String::from).ok_or(lacks.to_string());
    let list = e["assumptions"].as_array().ok_or("has no assumptions")?;
    let assumptions: Vec<String> = list
        .iter()
        .map(|a| text(a, "has an assumption that is no text"))
        .collect::<Result<_, _>>()?;
    let heap = match &program["heap"] {
        Value::Null => None,
        v => {
            let n = v.as_str().and_then(|s| s.parse::<BigInt>().ok());
            Some(n.ok_or("has a bound that is no number")?)
        }
    };
    let of = text(&program["program"], "does not say of which program it is")?;
    let seal = text(&program["seal"], "has no sum over its bound")?;
    let reached = json::reached(&e["marks"]);
    if seal != json::seal(&of, heap.as_ref(), &assumptions, &reached) {
        return Err("has a bound, an assumption or a run that was changed".into());
    }
    let taken = e["marks"]["heap"]["reached"]["bytes"].as_u64();
    if heap.as_ref().zip(taken).is_some_and(|(h, t)| *h < t.into()) {
        return Err("has a bound that a run was above".into());
    }
    let mut inputs: Vec<Vec<Input>> = Vec::new();
    for r in reached.into_iter().filter(|r| !r.is_null()) {
        let list = serde_json::from_value(r["inputs"].clone())
            .map_err(|_| "has inputs that cannot be read")?;
        if !inputs.contains(&list) {
            inputs.push(list);
        }
    }
    Ok(Found {
        program: of,
        heap,
        assumptions,
        inputs,
    })
}

impl Earlier {
    /// What was found about an entry.
    ///
    /// # Errors
    /// It is of another program, of other flags, or made by another build (exit
    /// 2).
    pub fn about(&self, key: &str, program: Option<&str>) -> Result<Option<&Found>, Diagnostic> {
        match self.entries.get(key) {
            Some(f) if Some(f.program.as_str()) != program => Err(Diagnostic::bad_input(format!(
                "the report is about another program than `{key}` is now, about other flags, or made by another build of everypath"
            ))
            .at(self.file.clone())
            .help("limits and outputs may differ, nothing else; start anew, without --resume")),
            found => Ok(found),
        }
    }
}

impl Found {
    /// Takes the earlier bound where the new one is not lower; says whether.
    pub fn tighten(&self, found: &mut HeapResult) -> bool {
        let Some(old) = &self.heap else { return false };
        let new = found.heap.bound.expr().cloned();
        let lower = new
            .as_ref()
            .and_then(|e| ep_bounds::memory::most(e, &found.variables))
            .is_some_and(|n| n <= *old);
        if lower {
            return false;
        }
        let number = Expr::Number(old.clone());
        found.heap.bound = Bound::Known(match new {
            Some(e) => e.min(number),
            None => number,
        });
        for a in &self.assumptions {
            if !found.assumptions.contains(a) {
                found.assumptions.push(a.clone());
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(build: &str, heap: Option<u64>, bytes: u64) -> Value {
        let program = sum(&["f", build, "flags", "text"]);
        let heap = heap.map(BigInt::from);
        let marks = json!({ "heap": { "reached": { "bytes": bytes, "inputs": [] } } });
        let seal = json::seal(&program, heap.as_ref(), &[], &json::reached(&marks));
        let heap = heap.map(|h| h.to_string());
        json!({
            "entries": [{ "name": "f", "thread": false, "assumptions": [], "marks": marks }],
            "programs": { "f": { "program": program, "heap": heap, "seal": seal } },
        })
    }

    #[test]
    fn another_build_keeps_no_bound() {
        let earlier = of(&report("1", Some(8), 8), Path::new("old.json")).expect("a report");
        let now = |build| sum(&["f", build, "flags", "text"]);
        assert!(earlier.about("f", Some(&now("1"))).is_ok());
        assert!(earlier.about("f", Some(&now("2"))).is_err());
        assert!(earlier.about("f", None).is_err(), "a build without a name");
        let other = earlier.about("g", Some(&now("1"))).expect("no refusal");
        assert!(other.is_none(), "an entry that the report does not have");
    }

    #[test]
    fn a_bound_below_a_run_is_refused() {
        let path = Path::new("old.json");
        assert!(of(&report("1", Some(8), 9), path).is_err());
        assert!(of(&report("1", None, 9), path).is_ok());
    }
}
