//! Objects of `alloca(n)` for a constant `n` as locals of their function.
//!
//! Idea: a block that no way through its function reaches twice allocates once
//! per activation, as a declaration does. The object then stands at the
//! function's entry like any local, and its life begins anew where `alloca`
//! stood: what was there before is lost, as it is for the object that `alloca`
//! makes. Costs stay where they were. So all that is known of scalar locals
//! (cells, rounds over bits, sets that recur) is known of `int *x =
//! alloca(sizeof(int))`, too.
//!
//! Left alone: sizes that are no numbers (`step` takes such an object for one
//! of symbolic size), blocks in cycles, and objects so large that a function
//! that does not come to its `alloca` would pay for it. Cost: linear, with a
//! search for a cycle per moved object.

use super::shape::in_cycle;
use ep_ir::analysis::Cfg;
use ep_ir::{BlockId, Function, Inst, InstKind, Module, Operand, Type};

/// Bytes of an object that is moved.
const MOST: u64 = 4096;

/// Makes locals of what is allocated once per activation.
pub fn hoist(module: &mut Module) {
    let ids: Vec<_> = module.functions.ids().collect();
    for id in ids {
        if let Some((_, f)) = module.functions.iter_mut().find(|(i, _)| *i == id) {
            if f.blocks.iter().any(|(_, b)| b.insts.iter().any(counted)) {
                function(f);
            }
        }
    }
}

fn counted(i: &Inst) -> bool {
    matches!(i.kind, InstKind::Alloca { count: Some(_), .. })
}

/// The bytes of an allocation of a constant size.
fn bytes(kind: &InstKind) -> Option<u64> {
    let InstKind::Alloca { size, count, .. } = kind else {
        return None;
    };
    let n = match count {
        None => 1,
        Some((Operand::Int(n), Type::Int(_))) => *n,
        Some(_) => return None,
    };
    size.checked_mul(n).filter(|n| (1..=MOST).contains(n))
}

fn function(f: &mut Function) {
    let cfg = Cfg::new(f);
    let mut moved = Vec::new();
    for (b, block) in f.blocks.iter_mut() {
        if b != BlockId(0) && in_cycle(&cfg, b) {
            continue;
        }
        for inst in &mut block.insts {
            let Some(n) = bytes(&inst.kind).filter(|_| counted(inst)) else {
                continue;
            };
            let InstKind::Alloca {
                dst, align, var, ..
            } = inst.kind
            else {
                continue;
            };
            let local = InstKind::Alloca {
                dst,
                size: n,
                align,
                count: None,
                var,
            };
            if b == BlockId(0) {
                inst.kind = local;
                continue;
            }
            inst.kind = InstKind::Lifetime {
                ptr: dst.into(),
                end: false,
            };
            moved.push(Inst {
                kind: local,
                loc: inst.loc,
                weight: 0,
            });
        }
    }
    if let Some((_, first)) = f.blocks.iter_mut().next() {
        first.insts.splice(0..0, moved);
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk_tests::{count, read};
    use super::*;

    const PROGRAM: &str = "
        int f(int a, int b) {
            int *x = __builtin_alloca(sizeof(int));
            *x = a & 15;
            if (b > 3) {
                int *y = __builtin_alloca(2 * sizeof(int));
                y[1] = b & 7;
                while (*x > 0) { *x -= 1; y[1] += 1; }
                return y[1];
            }
            for (int i = 0; i < 3; i++) {
                char *z = __builtin_alloca(5);
                z[0] = (char)i;
                *x += z[0];
            }
            return *x;
        }";

    fn counted_ones(m: &Module) -> usize {
        let all = m.functions.iter().flat_map(|(_, f)| f.blocks.iter());
        let insts = all.flat_map(|(_, b)| b.insts.iter());
        insts.filter(|i| counted(i)).count()
    }

    #[test]
    fn what_is_allocated_once_is_a_local_and_costs_what_it_did() {
        let before = read(PROGRAM);
        let mut after = before.clone();
        hoist(&mut after);
        assert!(ep_ir::verify::verify(&after).is_ok());
        // The one in the loop is a new object in each round.
        assert_eq!((counted_ones(&before), counted_ones(&after)), (3, 1));
        for a in [0, 1, 7, 100] {
            for b in [0, 3, 4, 9] {
                let run = |m| count(m, "f", &[a, b], &[32, 32], 10_000);
                assert!(run(&before).is_some());
                assert_eq!(run(&before), run(&after), "{a} {b}");
            }
        }
    }
}
