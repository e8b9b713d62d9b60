//! A failing example for each rule, each one change away from a module that
//! passes.

use super::{verify, Rule};
use crate::text::parse;
use crate::{Block, BlockId, DebugTypeId, FuncId, LocId, Module, Operand, Reg, Terminator, VarId};

/// The module with this function body, registers fixed.
fn module(body: &str) -> Module {
    let text = format!(
        "everypath-ir 1 pointers 64 file0 \"\" loc0 = file0 0 0 ty0 = void
        ty1 = struct \"s\" size 4 {{ \"x\" ty0 at 0 bits 32 }}
        global @g0 \"a\" size 16 align 8 ty0 = {{ zero 16 at 0 @f0 at 8 @g0 }}
        global @g1 \"b\" size 16 align 8 ty0 external
        func @f0 \"f\" (i32 %0, ptr %2 byval(8, 8)) -> (i32) ty0 {{
          regs (i32, i32, ptr, i1, f64, f80, i128, i64, i8)
          var0 \"v\" ty0 memory %2
          bb0: {body} return (%0) }}
        func @f1 \"g\" () -> () ty0 {{}}
        constructors (@f1)"
    );
    parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn broken(m: &Module) -> Vec<Rule> {
    match verify(m) {
        Ok(()) => Vec::new(),
        Err(errors) => {
            assert!(errors.iter().all(|e| e.to_string().contains(e.rule.word())));
            errors.into_iter().map(|e| e.rule).collect()
        }
    }
}

/// Instructions that break exactly this rule.
fn by_text(rule: Rule) -> Vec<&'static str> {
    match rule {
        Rule::RegRange => vec![
            "%99 = stacksave",
            "%0 = copy %99",
            "%99 = unsupported \"x\"",
        ],
        Rule::GlobalRange => vec!["%2 = copy @g9"],
        Rule::FuncRange => vec![
            "%2 = copy @f9",
            "call @f9 () -> ()",
            "%2 = copy label(@f0, bb9)",
        ],
        Rule::OperandType => vec![
            "%0 = add %2, 1",
            "%0 = copy @g0",
            "%0 = copy @f0",
            "%0 = copy label(@f0, bb0)",
            "%0 = copy wide 1",
            "%5 = copy 0",
            "%1 = load i32 %0 align 4",
            "check trap %0",
            "memset %2, %0, i32 1",
        ],
        Rule::ConstantFits => vec![
            "%8 = copy 256",
            "%3 = copy 2",
            "%5 = copy wide 1208925819614629174706176",
        ],
        Rule::ResultType => vec![
            "%1 = load ptr %2 align 8",
            "%0 = icmp eq i32 1, 1",
            "%0 = alloca 4 align 4",
            "%0 = call @f0 (i32 1, ptr %2) -> (i64)",
            "%2 = objectsize %2",
        ],
        Rule::ResultCount => vec![
            "%0 = intrinsic sadd.overflow i32 (1, 2)",
            "%0, %3 = intrinsic smin i32 (1, 2)",
            "%0, %1 = call @f0 (i32 1, ptr %2) -> (i32)",
        ],
        Rule::DistinctResults => vec![
            "%0, %0 = call @f0 () -> (i32, i32)",
            "%3, %3 = cmpxchg i1 %2, %3, %3",
        ],
        Rule::IntegerOp => vec!["%2 = add %2, %2", "%4 = atomicrmw add f64 %2, 1"],
        Rule::FlagPlace => vec![
            "%0 = and nsw %0, 1",
            "%0 = udiv nuw %0, 1",
            "%0 = add exact %0, 1",
        ],
        Rule::CompareType => vec!["%3 = icmp eq f64 %4, %4", "%3 = fcmp oeq i32 %0, %0"],
        Rule::FloatOp => vec![
            "%0 = fadd %0, %0",
            "%0 = fneg %0",
            "%0 = atomicrmw fadd i32 %2, 1",
        ],
        Rule::CastShape => vec![
            "%0 = trunc i8 %8 to i32",
            "%8 = zext i32 %0 to i8",
            "%4 = sitofp ptr %2 to f64",
            "%7 = ptrtoint i32 %0 to i64",
            "%2 = bitcast i64 %7 to ptr",
            "%4 = floatcast f64 %4 to f64",
        ],
        Rule::Align => vec![
            "%0 = load i32 %2 align 3",
            "store i32 1, %2 align 0",
            "%2 = alloca 4 align 0",
        ],
        Rule::IndexType => vec![
            "%2 = ptradd %2, 0, i128 %6 times 1",
            "%2 = alloca 4 align 4 of f64 %4",
            "memcpy %2, %2, ptr %2",
        ],
        Rule::IntrinsicShape => vec![
            "%0 = intrinsic smin i32 (1)",
            "%4 = intrinsic smin f64 (%4, %4)",
            "%0 = intrinsic fma i32 (1, 2, 3)",
            "%3 = intrinsic bswap i1 (%3)",
        ],
        Rule::ByvalPointer => vec![
            "call @f0 (i32 1 byval(4, 4)) -> ()",
            "call @f0 (ptr %2 byval(4, 3)) -> ()",
        ],
        Rule::VarRange => vec!["%2 = alloca 4 align 4 var7"],
        Rule::TypeWidth => vec![
            "%0 = call @f0 (i0 undef) -> (i32)",
            "store i129 undef, %2 align 1",
        ],
        Rule::LocRange => vec!["%0 = copy 1 loc7"],
        _ => vec![],
    }
}

/// A change of the tables or of a terminator that breaks exactly this rule.
fn by_hand(rule: Rule, m: &mut Module) -> bool {
    let g0 = crate::GlobalId(0);
    let entry = BlockId(0);
    let f = &mut m.functions[FuncId(0)];
    match rule {
        Rule::PointerWidth => m.layout.ptr_bits = 16,
        Rule::UnknownEntries => {
            // An empty program without the two unknown entries.
            *m = Module::new(m.layout);
            m.locs = ep_base::Arena::new();
        }
        Rule::FileRange => m.locs[LocId(0)].file.0 = 5,
        Rule::DebugTypeRange => m.globals[g0].ty = DebugTypeId(9),
        Rule::UniqueNames => m.globals[g0].name = "b".into(),
        Rule::GlobalAlign => m.globals[g0].align = 12,
        Rule::InitSize => m.globals[g0].init.as_mut().unwrap().bytes.push(0),
        Rule::RelocPlace => m.globals[g0].init.as_mut().unwrap().relocs[1].offset = 7,
        Rule::RelocRange => {
            m.globals[g0].init.as_mut().unwrap().relocs[0].target =
                crate::RelocTarget::Func(FuncId(9));
        }
        Rule::ConstructorRange => m.constructors.push(FuncId(9)),
        Rule::ParamReg => f.params[0].reg = Reg(4),
        Rule::BlockRange => f.blocks[entry].term = Terminator::Jump(BlockId(1)),
        Rule::SwitchType | Rule::SwitchCases => {
            let (ty, cases) = if rule == Rule::SwitchType {
                (crate::Type::Ptr, vec![])
            } else {
                let c = crate::SwitchCase {
                    value: 1,
                    target: entry,
                    counter: None,
                };
                (crate::Type::Int(32), vec![c, c])
            };
            f.blocks[entry].term = Terminator::Switch {
                value: Operand::Undef,
                ty,
                cases,
                default: entry,
            };
        }
        Rule::ReturnCount => f.blocks[entry].term = Terminator::Return(vec![]),
        Rule::VarRange => {
            f.vars[VarId(0)].storage = crate::debug::VarStorage::Memory(Reg(0));
        }
        _ => return false,
    }
    true
}

#[test]
fn each_rule_is_broken_by_its_examples_and_by_no_other() {
    assert_eq!(broken(&module("")), []);
    for &rule in Rule::ALL {
        let texts = by_text(rule);
        let mut m = module("");
        let changed = by_hand(rule, &mut m);
        assert!(changed || !texts.is_empty(), "{rule:?} has no example");
        if changed {
            assert_eq!(broken(&m), [rule]);
        }
        for text in texts {
            let mut found = broken(&module(text));
            found.dedup();
            assert_eq!(found, [rule], "{text}");
        }
    }
}

#[test]
fn words_are_distinct() {
    let mut words: Vec<&str> = Rule::ALL.iter().map(|r| r.word()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), Rule::ALL.len());
}

#[test]
fn the_number_of_errors_is_bounded() {
    let mut m = module("");
    let bad = Block {
        insts: vec![],
        term: Terminator::Jump(BlockId(u32::MAX - 1)),
        term_loc: LocId(0),
        term_weight: 1,
    };
    for _ in 0..1000 {
        m.functions[FuncId(0)].blocks.push(bad.clone());
    }
    assert_eq!(broken(&m).len(), 100);
}
