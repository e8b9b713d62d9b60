//! What `check` is told beside the options of an exploration.

use ep_base::Diagnostic;
use ep_ir::analysis::Order;
use ep_ir::{FuncId, Module};
use rustc_hash::FxHashMap;

/// What `check` is told beside the options of an exploration.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The bound; without one it grows.
    pub unwind: Option<u32>,
    /// Where a bound that grows ends; proofs are tried all the same.
    pub most: Option<u32>,
    /// Bounds of single loops: function, line, bound.
    pub loops: Vec<(String, u32, u32)>,
    /// A test for each block that can be reached.
    pub cover: bool,
    /// Prove by induction too when the bound is reached.
    pub induction: bool,
}

impl CheckOptions {
    /// Whether the loops that are named exist.
    ///
    /// # Errors
    /// One does not (exit 2).
    pub fn verify(&self, module: &Module) -> Result<(), Diagnostic> {
        if self.loops.is_empty() {
            return Ok(());
        }
        let orders: Vec<Order> = module
            .functions
            .iter()
            .map(|(_, f)| Order::new(f))
            .collect();
        single_bounds(module, &orders, &self.loops).map(|_| ())
    }
}

/// Which loops the user means.
pub(super) fn single_bounds(
    module: &Module,
    orders: &[Order],
    wanted: &[(String, u32, u32)],
) -> Result<FxHashMap<(FuncId, u32), u32>, Diagnostic> {
    let mut out = FxHashMap::default();
    for (name, line, bound) in wanted {
        let Some(f) = module.function(name) else {
            return Err(Diagnostic::bad_input(format!(
                "--unwind-loop: there is no function `{name}`"
            )));
        };
        let order = &orders[f.0 as usize];
        let lines: Vec<u32> = order
            .loops
            .iter()
            .map(|l| module.locs.get(l.loc).map_or(0, |p| p.line))
            .collect();
        let mut found = false;
        for (i, l) in lines.iter().enumerate() {
            if l == line {
                out.insert((f, i as u32), *bound);
                found = true;
            }
        }
        if !found {
            let mut known: Vec<String> = lines.iter().map(|l| format!("{name}:{l}")).collect();
            known.sort();
            known.dedup();
            let help = if known.is_empty() {
                format!("`{name}` has no loop")
            } else {
                format!("its loops are {}", known.join(", "))
            };
            return Err(Diagnostic::bad_input(format!(
                "--unwind-loop: `{name}` has no loop at line {line}"
            ))
            .help(help));
        }
    }
    Ok(out)
}
