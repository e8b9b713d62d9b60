//! What the source itself assumes: `ep_assume(c >= 0)` and its kin.
//!
//! Idea: a run on which such a condition is false counts for nothing, so a bound
//! holds only where all of them do; each one that may be reached is told with
//! its line, as the source writes it. Functions whose address is taken are not
//! sorted out: one condition too many takes nothing away. Cost: one look at each
//! instruction.

use super::sources::Sources;
use ep_explore::outcome::describe;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{Callee, FuncId, InstKind, Module, Operand};
use std::collections::BTreeSet;
use std::path::Path;

/// As many are told by their text.
const MOST: usize = 8;

/// The sentences for what is assumed where these functions run.
pub fn of(module: &Module, roots: Vec<FuncId>) -> Vec<String> {
    let mut sources = Sources::default();
    let mut seen: BTreeSet<FuncId> = BTreeSet::new();
    let mut work = roots;
    work.extend(&module.constructors);
    let mut out: Vec<String> = Vec::new();
    while let Some(f) = work.pop() {
        let Some(function) = module.functions.get(f).filter(|_| seen.insert(f)) else {
            continue;
        };
        for inst in function.blocks.iter().flat_map(|b| &b.1.insts) {
            let InstKind::Call { callee, args, .. } = &inst.kind else {
                continue;
            };
            work.extend(args.iter().filter_map(|a| match a.value {
                Operand::Func(h) => Some(h),
                _ => None,
            }));
            let Callee::Direct(g) = callee else {
                work.extend(module.functions.iter().map(|x| x.0));
                continue;
            };
            work.push(*g);
            let called = module.functions.get(*g).filter(|x| x.is_declaration());
            let Some(name) = called.map(|x| x.name.as_str()) else {
                continue;
            };
            if lookup(name) != Some(Builtin::Assume) {
                continue;
            }
            let place = describe::place(module, f, inst.loc);
            let file = Path::new(&place.file).file_name().unwrap_or_default();
            let at = format!("({}:{})", file.to_string_lossy(), place.line);
            let line = usize::try_from(place.line).unwrap_or(0).saturating_sub(1);
            let text = sources.lines(&place.file).get(line);
            let sentence = match text.and_then(|t| condition(t, name)) {
                Some(c) => format!("{c} {at}"),
                None => format!("what `{name}` says {at}"),
            };
            if !out.contains(&sentence) {
                out.push(sentence);
            }
        }
    }
    if out.len() > MOST {
        let more = out.len() - MOST;
        out.truncate(MOST);
        out.push(format!("{more} more conditions that the source assumes"));
    }
    out
}

/// The argument of the only call of a function on a line.
fn condition(line: &str, name: &str) -> Option<String> {
    let (_, after) = line.split_once(name)?;
    let rest = after.trim_start().strip_prefix('(')?;
    if rest.contains(name) {
        return None;
    }
    let mut depth = 1;
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 {
            let text = rest.get(..at)?.trim();
            return (!text.is_empty()).then(|| text.to_string());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn a_condition_is_what_the_source_writes() {
        let of = |line| condition(line, "ep_assume");
        assert_eq!(of("  ep_assume(c >= 0);"), Some("c >= 0".into()));
        assert_eq!(
            of("if (x) { ep_assume( (a + b) < f(3) ); }"),
            Some("(a + b) < f(3)".into())
        );
        for line in [
            "  BOUNDED(c);",
            "  ep_assume(c",
            "  ep_assume(a); ep_assume(b);",
            "  ep_assume();",
        ] {
            assert_eq!(of(line), None, "{line}");
        }
    }
}
