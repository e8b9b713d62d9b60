//! The report as one JSON object; its schema is `docs/schema/memory.schema.json`.
//! Numbers that do not fit 53 bits are strings of digits.

use super::text::{proof, word};
use super::{form, range};
use ep_base::memory::{Bound, Entry, Expr, Kind, Live, Mark, Missing, ReadAs, Report};
use ep_base::outcome::Place;
use num_bigint::BigInt;
use serde_json::{json, Map, Value};

/// The version of the format.
pub const VERSION: u64 = 1;

/// The object.
pub fn value(r: &Report, verdict: &str, budgets: Value) -> Value {
    json!({
        "format": "everypath-memory",
        "version": VERSION,
        "verdict": verdict,
        "exactness": "over",
        "reason": r.notes.first(),
        "files": r.files,
        "build": {
            "compiler": r.build.compiler,
            "flags": r.build.flags,
            "machine": r.build.machine,
            "statics": r.build.statics,
        },
        "assumptions": r.entries.iter().flat_map(|e| e.assumptions.iter()).collect::<std::collections::BTreeSet<_>>(),
        "budgets": budgets,
        "entries": r.entries.iter().map(entry).collect::<Vec<_>>(),
        "programs": r.entries.iter().filter_map(|e| sealed(r, e)).collect::<Map<_, _>>(),
        "functions": r.frames.iter().map(|f| json!({
            "name": f.function,
            "place": place(&f.place),
            "frame": f.bytes,
            "total": f.total.as_ref().map(number),
            "proof": proof(f.proof),
            "variable": f.variable,
        })).collect::<Vec<_>>(),
        "calls": r.edges.iter().map(|c| json!({
            "from": c.from, "to": c.to, "place": place(&c.place), "indirect": c.indirect,
        })).collect::<Vec<_>>(),
        "notes": r.notes,
        "time_us": r.time_us,
    })
}

/// By what an entry is called where each must be told from the others.
pub fn key(name: &str, thread: bool) -> String {
    match thread {
        true => format!("thread {name}"),
        false => name.into(),
    }
}

/// What a later run can go on from: the greatest value of the heap's bound, of
/// which program, and a sum over both, so that a changed number is noticed.
fn sealed(r: &Report, e: &Entry) -> Option<(String, Value)> {
    let key = key(&e.name, e.thread.is_some());
    let program = r.programs.get(&key)?;
    let bound = e.mark(Kind::Heap)?.bound.expr();
    let most = bound.and_then(|x| range(e, x)).map(|x| x.1);
    let reached = reached(&entry(e)["marks"]);
    let value = json!({
        "program": program,
        "heap": most.as_ref().map(ToString::to_string),
        "seal": seal(program, most.as_ref(), &e.assumptions, &reached),
    });
    Some((key, value))
}

/// What runs reached of each mark, `null` where nothing was measured.
pub fn reached(marks: &Value) -> Vec<Value> {
    let all = [Kind::Heap, Kind::Stack, Kind::Both];
    all.map(|k| marks[k.word()]["reached"].clone()).into()
}

/// The sum over a bound, its program, what it assumes and what runs reached.
pub fn seal(
    program: &str,
    heap: Option<&BigInt>,
    assumptions: &[String],
    reached: &[Value],
) -> String {
    crate::testcomp::program_hash(
        json!([program, heap.map(ToString::to_string), assumptions, reached])
            .to_string()
            .as_bytes(),
    )
}

/// A number that JSON readers keep.
pub fn number(n: &BigInt) -> Value {
    match i64::try_from(n) {
        Ok(k) if k.unsigned_abs() < 1 << 53 => json!(k),
        _ => json!(n.to_string()),
    }
}

fn place(p: &Place) -> Value {
    json!({ "file": p.file, "line": p.line, "column": p.column, "function": p.function })
}

fn entry(e: &Entry) -> Value {
    let mut marks = Map::new();
    for m in &e.marks {
        marks.insert(m.kind.word().into(), mark(e, m));
    }
    json!({
        "name": e.name,
        "place": place(&e.place),
        "thread": e.thread.is_some(),
        "stack_size": e.thread.flatten(),
        "verdict": word(e),
        "inputs": e.variables.iter().map(|(_, v)| json!({
            "name": v.name, "place": place(&v.place), "low": number(&v.low), "high": number(&v.high),
            "input": v.input.as_ref().map(|i| json!({
                "source": i.source, "nth": i.nth, "offset": i.offset, "size": i.size,
                "signed": i.read == ReadAs::Signed, "length": i.read == ReadAs::Length,
            })),
        })).collect::<Vec<_>>(),
        "marks": marks,
        "allocator": e.allocator.as_ref().map(|a| a.name),
        "arena": e.arenas.as_ref().and_then(|a| a.first_fit.as_ref()).map(number),
        "arenas": e.arenas.as_ref().map(|a| json!({
            "first_fit": a.first_fit.as_ref().map(number),
            "half_fit": a.half_fit.as_ref().map(number),
            "tlsf": a.tlsf.as_ref().map(number),
        })),
        "largest_block": e.largest.as_ref().map(|x| expr(e, x)),
        "blocks": e.blocks.as_ref().map(|x| expr(e, x)),
        "library": e.library.iter().map(|l| live(e, l)).collect::<Vec<_>>(),
        "assumptions": e.assumptions,
        "indirect_calls": e.resolved.iter().map(|r| json!({
            "place": place(&r.place), "targets": r.targets, "how": r.how.word(),
        })).collect::<Vec<_>>(),
        "work": {
            "states": e.work.states, "reuses": e.work.reuses,
            "questions": e.work.questions, "time_us": e.work.time_us,
        },
        "runs": e.runs,
    })
}

fn expr(e: &Entry, x: &Expr) -> Value {
    json!({ "text": e.text(x), "number": x.as_number().map(number) })
}

/// A bound, with its least and its greatest value, and its structure, with
/// which a later report is compared.
fn known(e: &Entry, x: &Expr) -> Value {
    let mut out = expr(e, x);
    if let Some(map) = out.as_object_mut() {
        map.insert("form".into(), form::write(x));
    }
    if let (Some((least, most)), Some(map)) = (range(e, x), out.as_object_mut()) {
        map.insert("least".into(), number(&least));
        map.insert("most".into(), number(&most));
    }
    out
}

fn live(e: &Entry, l: &Live) -> Value {
    json!({
        "what": l.what,
        "place": place(&l.place),
        "count": expr(e, &l.count),
        "bytes": expr(e, &l.bytes),
        "path": l.path.iter().map(place).collect::<Vec<_>>(),
    })
}

fn mark(e: &Entry, m: &Mark) -> Value {
    let (bound, missing, without): (_, &[Missing], _) = match &m.bound {
        Bound::Known(x) => (Some(known(e, x)), &[], None),
        Bound::Unknown { missing, without } => {
            (None, missing, without.as_ref().map(|x| expr(e, x)))
        }
    };
    json!({
        "bound": bound,
        "missing": missing.iter().map(|x| json!({
            "rule": x.gap.word(), "place": place(&x.place), "what": x.what,
        })).collect::<Vec<_>>(),
        "without": without,
        "peak": m.peak.iter().map(|l| live(e, l)).collect::<Vec<_>>(),
        "reached": m.reached.as_ref().map(|r| json!({
            "bytes": r.bytes,
            "of": r.of.as_ref().map(number),
            "input": r.shown,
            "inputs": r.inputs,
        })),
    })
}
