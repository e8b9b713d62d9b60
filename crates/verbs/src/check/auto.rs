//! `--unwind auto`: loops are unwound as far as `everypath time` proves.
//!
//! Idea: a bound that is proved is the one at which unwinding is whole; without it
//! the bound grows 1, 2, 4, … and each step is a question of its own. The numbers
//! decide how far is unwound and nothing else: whether a run makes more rounds is
//! asked as always. A loop without a number grows as without the option. Cost: one
//! analysis, a third of the time.

use super::options::{CheckOptions, LoopBound, MOST};
use crate::test::options::TestOptions;
use crate::time::options::TimeOptions;
use crate::time::rounds::rounds;
use ep_base::{Budget, Diagnostic};
use ep_ir::analysis::Order;
use ep_ir::Module;
use serde_json::{json, Value};
use std::time::Duration;

/// Time for the analysis where nothing else limits it.
const TIME: Duration = Duration::from_secs(20);

/// What is known of the loops.
#[derive(Debug, Default)]
pub struct Bounds {
    /// The rounds that are proved.
    loops: Vec<LoopBound>,
    /// Loops whose bound grows, as `f:12`.
    open: Vec<String>,
}

/// The loops of the program that `check` reads, with their proved bounds.
///
/// # Errors
/// As of [`rounds`].
pub fn bounds(
    args: &CheckOptions,
    test: &TestOptions,
    module: &Module,
    budget: &Budget,
) -> Result<Bounds, Diagnostic> {
    let time = test.timeout.map_or(TIME, |t| t / 3);
    let asked = TimeOptions {
        files: test.files.clone(),
        database: test.database.clone(),
        clang_flags: test.clang_flags.clone(),
        entry: test.entry.clone(),
        buffer: test.buffer,
        m32: test.m32,
        clang: test.clang.clone(),
        may_be_null: test.may_be_null,
        may_alias: test.may_alias,
        ..TimeOptions::default()
    };
    let known = rounds(
        &asked,
        Budget {
            timeout: Some(time),
            ..budget.clone()
        },
    )?;
    let mut out = Bounds::default();
    for ((function, line), most) in known {
        if !has_loop(module, &function, line) {
            // The compiler took it away here.
            continue;
        }
        let given = |l: &LoopBound| l.function == function && l.line == line;
        if args.unwind_loop.iter().any(given) {
            continue;
        }
        match most.and_then(|n| u32::try_from(n.max(1)).ok()) {
            Some(bound) if bound < MOST => out.loops.push(LoopBound {
                function,
                line,
                bound,
            }),
            _ => out.open.push(format!("{function}:{line}")),
        }
    }
    Ok(out)
}

fn has_loop(module: &Module, function: &str, line: u32) -> bool {
    let Some(f) = module.function(function) else {
        return false;
    };
    let order = Order::new(&module.functions[f]);
    let at = |l: &ep_ir::LocId| module.locs.get(*l).map_or(0, |p| p.line);
    order.loops.iter().any(|l| at(&l.loc) == line)
}

impl Bounds {
    /// How far each loop is unwound: function, line, rounds. One round more than
    /// is proved: of a condition with `&&` the first part may hold once more.
    pub fn unwind(&self) -> impl Iterator<Item = (String, u32, u32)> + '_ {
        (self.loops.iter()).map(|l| (l.function.clone(), l.line, l.bound + 1))
    }

    /// For the terminal: a line, or nothing where nothing was asked.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = (self.loops.iter())
            .map(|l| format!("{}:{} {}", l.function, l.line, l.bound))
            .collect();
        parts.extend(self.open.iter().map(|o| format!("{o} without a bound")));
        match parts.is_empty() {
            true => String::new(),
            false => format!(
                "  unwound: {} (bounds of everypath time)\n",
                parts.join(", ")
            ),
        }
    }

    /// For JSON.
    pub fn value(&self) -> Value {
        let number = |l: &LoopBound| json!({ "loop": format!("{}:{}", l.function, l.line), "rounds": l.bound });
        let open = |o: &String| json!({ "loop": o, "rounds": null });
        let all = self.loops.iter().map(number);
        Value::Array(all.chain(self.open.iter().map(open)).collect())
    }
}
