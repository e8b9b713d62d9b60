//! What is counted, as weights of instructions.
//!
//! Idea: every count here is a sum of weights along a run, by the analysis and
//! by the interpreter alike. So rounds and calls are a program with other
//! weights: 1 on each edge from inside of a loop to its head, or on each call
//! of a function, and 0 elsewhere. Cost: a pass over the program.

use ep_base::time::Cost;
use ep_ir::analysis::{Cfg, Dominators, Loops};
use ep_ir::{
    Block, BlockId, Callee, FuncId, Function, InstKind, Module, Operand, RelocTarget, Terminator,
};

/// The program in which a cost other than instructions is the sum of weights.
/// An error says in one sentence why it cannot be counted.
pub fn weighed(module: &Module, cost: &Cost) -> Result<Module, String> {
    let mut out = module.clone();
    let called = match cost {
        Cost::Instructions => return Ok(out),
        Cost::Rounds => None,
        Cost::Calls { function } => {
            let to = module.function(function);
            let to = to.ok_or_else(|| format!("there is no function `{function}` to count"))?;
            if let Some(f) = address_taken(module, to) {
                return Err(format!(
                    "calls of `{function}` cannot be counted: `{f}` takes its address"
                ));
            }
            Some(Callee::Direct(to))
        }
        Cost::Ticks => return ticks(out),
    };
    let ids: Vec<FuncId> = out.functions.ids().collect();
    for id in ids {
        let f = &mut out.functions[id];
        without_weights(f);
        match &called {
            None => weigh_rounds(f),
            Some(to) => {
                for b in f.blocks.ids().collect::<Vec<_>>() {
                    for inst in &mut f.blocks[b].insts {
                        if matches!(&inst.kind, InstKind::Call { callee, .. } if callee == to) {
                            inst.weight = 1;
                        }
                    }
                }
            }
        }
    }
    Ok(out)
}

/// The function that says what a run costs.
pub const TICK: &str = "ep_tick";

/// Gives `ep_tick` a body of no instructions where it is declared only: it comes back,
/// whatever is counted.
pub fn with_ticks(module: &mut Module) {
    let Some(tick) = module.function(TICK) else {
        return;
    };
    let f = &mut module.functions[tick];
    if f.is_declaration() && f.rets.is_empty() {
        f.blocks.push(Block {
            insts: Vec::new(),
            term: Terminator::Return(Vec::new()),
            term_loc: f.loc,
            term_weight: 0,
        });
    }
}

/// Whether some call of `ep_tick` passes something else than a small number: its cost
/// is then that of its argument, by a charge.
pub fn ticks_vary(module: &Module) -> bool {
    let Some(tick) = module.function(TICK) else {
        return false;
    };
    let insts = module.functions.iter().flat_map(|(_, f)| f.blocks.iter());
    insts.flat_map(|(_, b)| &b.insts).any(|i| match &i.kind {
        InstKind::Call { callee, args, .. } if *callee == Callee::Direct(tick) => {
            number(args.first().map(|a| a.value)).is_none()
        }
        _ => false,
    })
}

fn number(given: Option<Operand>) -> Option<u16> {
    match given {
        Some(Operand::Int(n)) => u16::try_from(n).ok(),
        _ => None,
    }
}

/// `ep_tick(n)` weighs n, and comes back: runs that call it are counted, too. Where
/// that varies ([`ticks_vary`]) nothing weighs anything.
fn ticks(mut out: Module) -> Result<Module, String> {
    let vary = ticks_vary(&out);
    let tick = out.function(TICK);
    let tick = tick.ok_or("there is no function `ep_tick` to count; declare it and call it")?;
    let own = &out.functions[tick];
    let empty = own.blocks.len() <= 1 && own.blocks.iter().all(|(_, b)| b.insts.is_empty());
    if !empty || !own.rets.is_empty() {
        return Err("declare `ep_tick` as `void ep_tick(unsigned);`, without a body".into());
    }
    if let Some(f) = address_taken(&out, tick) {
        return Err(format!(
            "ticks cannot be counted: `{f}` takes the address of ep_tick"
        ));
    }
    let ids: Vec<FuncId> = out.functions.ids().collect();
    for id in ids {
        let f = &mut out.functions[id];
        without_weights(f);
        for b in f.blocks.ids().collect::<Vec<_>>() {
            for inst in &mut f.blocks[b].insts {
                let InstKind::Call { callee, args, .. } = &inst.kind else {
                    continue;
                };
                if *callee != Callee::Direct(tick) {
                    continue;
                }
                if !vary {
                    inst.weight = number(args.first().map(|a| a.value)).unwrap_or(0);
                }
            }
        }
    }
    with_ticks(&mut out);
    Ok(out)
}

pub(super) fn without_weights(f: &mut Function) {
    for b in f.blocks.ids().collect::<Vec<_>>() {
        let block = &mut f.blocks[b];
        block.term_weight = 0;
        block.insts.iter_mut().for_each(|i| i.weight = 0);
    }
}

/// Each edge from inside of a loop to its head leads over a block that weighs 1.
fn weigh_rounds(f: &mut Function) {
    if f.is_declaration() {
        return;
    }
    let cfg = Cfg::new(f);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let around: Vec<(BlockId, BlockId)> = loops
        .loops
        .iter()
        .flat_map(|(_, l)| {
            let from = cfg.predecessors(l.header).iter().copied();
            from.filter(|b| l.contains(*b))
                .map(|b| (b, l.header))
                .collect::<Vec<_>>()
        })
        .collect();
    for (from, head) in around {
        let loc = f.blocks[from].term_loc;
        let over = f.blocks.push(Block {
            insts: Vec::new(),
            term: Terminator::Jump(head),
            term_loc: loc,
            term_weight: 1,
        });
        let to = |t: &mut BlockId| {
            if *t == head {
                *t = over;
            }
        };
        match &mut f.blocks[from].term {
            Terminator::Jump(t) => to(t),
            Terminator::Branch { then, els, .. } => {
                to(then);
                to(els);
            }
            Terminator::Switch { cases, default, .. } => {
                cases.iter_mut().for_each(|c| to(&mut c.target));
                to(default);
            }
            // What is not modelled is not counted either.
            _ => {}
        }
    }
}

/// A function that holds the address of another one.
pub(super) fn address_taken(module: &Module, of: FuncId) -> Option<String> {
    let global = module.globals.iter().any(|(_, g)| {
        let mut relocs = g.init.iter().flat_map(|i| &i.relocs);
        relocs.any(|r| r.target == RelocTarget::Func(of))
    });
    if global {
        return Some("a global variable".into());
    }
    for (_, f) in module.functions.iter() {
        for (_, block) in f.blocks.iter() {
            let mut block = block.clone();
            let mut found = false;
            let mut see = |o: &mut Operand| found |= *o == Operand::Func(of);
            for inst in &mut block.insts {
                ep_ir::visit::uses_mut(&mut inst.kind, &mut see);
            }
            ep_ir::visit::term_uses_mut(&mut block.term, &mut see);
            if found {
                return Some(f.name.clone());
            }
        }
    }
    None
}
