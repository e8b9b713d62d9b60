//! Clean-up of a freshly lowered function: straight-line code in few blocks,
//! few copies, dense registers. Nothing here removes an error that the
//! program can show, and the weights of a block keep their sum.

mod body;
pub mod cfg;
mod coalesce;
mod compact;
mod dead;
mod forward;
mod peephole;
mod thread;
pub use ep_ir::visit;

use ep_ir::BlockId;

pub use body::Body;
use body::Facts;

/// Rounds of threading: nested conditions need one each.
const MAX_ROUNDS: usize = 4;

/// Runs all passes. Returns the new id of each old block.
pub fn run(mut body: Body) -> Vec<Option<BlockId>> {
    let first = cfg::simplify(body.blocks, &body.pinned);
    body.pinned = body
        .pinned
        .iter()
        .filter_map(|b| first.get(b.0 as usize).copied().flatten())
        .collect();
    let facts = Facts::new(&mut body);
    forward::global(&mut body, &facts);
    forward::local(&mut body, &facts);
    peephole::run(&mut body);
    coalesce::run(&mut body);
    dead::run(&mut body);
    let mut map = first;
    for _ in 0..MAX_ROUNDS {
        if !thread::run(body.blocks) {
            break;
        }
        let facts = Facts::new(&mut body);
        forward::local(&mut body, &facts);
        // Blocks that nothing leads to any more must not count as readers.
        tidy(&mut body, &mut map);
        dead::run(&mut body);
    }
    tidy(&mut body, &mut map);
    compact::run(&mut body);
    map
}

/// Simplifies the blocks and follows their renumbering in `map`.
fn tidy(body: &mut Body, map: &mut [Option<BlockId>]) {
    let next = cfg::simplify(body.blocks, &body.pinned);
    let find = |b: BlockId| next.get(b.0 as usize).copied().flatten();
    for old in map.iter_mut() {
        *old = old.and_then(find);
    }
    body.pinned = body.pinned.iter().filter_map(|b| find(*b)).collect();
}
