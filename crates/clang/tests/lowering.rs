//! The shape of the ir that C constructs become.

mod support;

use ep_ir::debug::VarStorage;
use ep_ir::inst::RmwOp;
use ep_ir::{BinOp, Callee, CheckKind, DebugType, InstKind, Operand, Terminator, Type};
use support::{count, function, insts, read, Case};

#[test]
fn a_checked_addition_is_one_instruction() {
    let m = read("int f(int a, int b) { int r = a + b; return r; }", &["f"]);
    let f = function(&m, "f");
    assert!(m.from_source);
    assert_eq!(f.blocks.len(), 1);
    let [add] = insts(f)[..] else {
        panic!("more than an addition: {:?}", insts(f));
    };
    let InstKind::Bin { op, flags, .. } = add.kind else {
        panic!("no addition: {add:?}");
    };
    assert!(op == BinOp::Add && flags.nsw && !flags.nuw);
    // 3 allocas, 2 parameter stores, 2 loads, add, store | load, ret.
    let block = &f.blocks[ep_ir::BlockId(0)];
    assert_eq!(add.weight + block.term_weight, 11);
}

#[test]
fn folded_undefined_behaviour_stays_visible() {
    let m = read(
        "int f(void) { int r = 2147483647 + 1; r += 1/0; r += 1 << 40; return r; }",
        &["f"],
    );
    let f = function(&m, "f");
    for kind in [CheckKind::Division, CheckKind::Shift] {
        let found = count(
            f,
            |k| matches!(k, InstKind::Check { kind: c, ok: Operand::Int(0) } if *c == kind),
        );
        assert_eq!(found, 1, "{kind:?}");
    }
    let overflowing = count(
        f,
        |k| matches!(k, InstKind::Bin { op: BinOp::Add, flags, a: Operand::Int(0x7fff_ffff), b: Operand::Int(1), .. } if flags.nsw),
    );
    assert_eq!(overflowing, 1);
}

#[test]
fn checks_that_the_ir_repeats_are_dropped() {
    let m = read(
        "int f(int a, int b) { return a / b + a % b + (a >> b); } unsigned g(unsigned a, int b) { return a << b; } int h(double d) { return (int)d; }",
        &["f", "g", "h"],
    );
    for name in ["f", "g", "h"] {
        let checks = count(function(&m, name), |k| matches!(k, InstKind::Check { .. }));
        assert_eq!(checks, 0, "{name}");
    }
    let m = read("int f(int a, int b) { return a << b; }", &["f"]);
    let f = function(&m, "f");
    assert_eq!(f.blocks.len(), 1, "the diamond is flat");
    for kind in [CheckKind::Shift, CheckKind::ShiftBase] {
        let is = |k: &InstKind| matches!(k, InstKind::Check { kind: c, .. } if *c == kind);
        assert_eq!(count(f, is), 1, "{kind:?}");
    }
    // A constant amount leaves the value alone to be looked at.
    let m = read("int f(int a) { return a << 30; }", &["f"]);
    for (kind, times) in [(CheckKind::Shift, 0), (CheckKind::ShiftBase, 1)] {
        let is = |k: &InstKind| matches!(k, InstKind::Check { kind: c, .. } if *c == kind);
        assert_eq!(count(function(&m, "f"), is), times, "{kind:?}");
    }
}

#[test]
fn wrapping_arithmetic_has_no_flags() {
    let mut case = Case::new();
    case.options.clang_flags = vec!["-fwrapv".to_owned()];
    case.options.roots = vec!["f".to_owned()];
    let m = case.read("int f(int a) { return a + 1; }");
    let plain = count(
        function(&m, "f"),
        |k| matches!(k, InstKind::Bin { op: BinOp::Add, flags, .. } if !flags.nsw),
    );
    assert_eq!(plain, 1);
}

#[test]
fn locals_become_registers_unless_their_address_is_taken() {
    let m = read(
        "void g(int *); int f(int n) { int s = 0, t = 1; for (int i = 0; i < n; i++) s += i; g(&t); volatile int v = s; return v + t; }",
        &["f"],
    );
    let f = function(&m, "f");
    let storage = |name: &str| {
        let (_, v) = f.vars.iter().find(|(_, v)| v.name == name).expect(name);
        v.storage
    };
    for name in ["n", "s", "i"] {
        assert!(matches!(storage(name), VarStorage::Register(_)), "{name}");
    }
    for name in ["t", "v"] {
        assert!(matches!(storage(name), VarStorage::Memory(_)), "{name}");
    }
    assert_eq!(count(f, |k| matches!(k, InstKind::Alloca { .. })), 2);
    assert_eq!(
        f.params[0].reg,
        match storage("n") {
            VarStorage::Register(r) => r,
            other => panic!("{other:?}"),
        }
    );
}

#[test]
fn a_loop_body_forgets_its_locals() {
    let m = read(
        "int f(int n) { int r = 0; for (int i = 0; i < n; i++) { int x; if (i == 0) x = 5; r += x; } int y; y = r; return y; }",
        &["f"],
    );
    let f = function(&m, "f");
    let undefined = insts(f)
        .into_iter()
        .filter_map(|i| match i.kind {
            InstKind::Copy {
                dst,
                src: Operand::Undef,
            } => Some(dst),
            _ => None,
        })
        .collect::<Vec<_>>();
    let (_, x) = f.vars.iter().find(|(_, v)| v.name == "x").expect("x");
    let VarStorage::Register(x) = x.storage else {
        panic!("x is in memory");
    };
    assert_eq!(undefined, [x]);
}

#[test]
fn debug_information_is_kept() {
    let m = read(
        "typedef unsigned int u32;\nstruct P { int x; struct P *next; u32 f : 3; };\nenum E { A = -1, B = 2 };\nstatic struct P gp;\nint f(struct P *p, enum E e, char s[2][3]) {\n  return p->x + e + gp.x + s[1][1];\n}\n",
        &["f"],
    );
    let f = function(&m, "f");
    assert_eq!(m.locs[f.loc].line, 5);
    let file = &m.files[m.locs[f.loc].file];
    assert!(file.starts_with('/') && file.ends_with("/test.c"), "{file}");
    let names: Vec<(&str, u32)> = f
        .vars
        .iter()
        .map(|(_, v)| (v.name.as_str(), v.arg))
        .collect();
    assert_eq!(names, [("p", 1), ("e", 2), ("s", 3)]);
    let (_, p) = f.vars.iter().next().expect("p");
    let DebugType::Pointer { to, size: 8 } = m.debug_types[p.ty] else {
        panic!("{:?}", m.debug_types[p.ty]);
    };
    let DebugType::Record { name, fields, .. } = &m.debug_types[to] else {
        panic!("{:?}", m.debug_types[to]);
    };
    assert_eq!(name, "P");
    assert_eq!(fields[2].bit_offset, 128);
    assert_eq!(fields[2].bit_size, 3);
    // The structure refers to itself.
    assert_eq!(
        m.debug_types[fields[1].ty],
        DebugType::Pointer { to, size: 8 }
    );
    let (_, g) = m.globals.iter().next().expect("gp");
    assert_eq!((g.name.as_str(), g.ty, g.size), ("gp", to, 24));
    let DebugType::Function { params, .. } = &m.debug_types[f.ty] else {
        panic!("{:?}", m.debug_types[f.ty]);
    };
    assert_eq!(params.len(), 3);
    let enumeration = m.debug_types.iter().any(|(_, t)| {
        matches!(t, DebugType::Enum { values, signed: true, .. } if values == &[("A".to_owned(), -1), ("B".to_owned(), 2)])
    });
    assert!(enumeration);
    let load = insts(f)
        .into_iter()
        .find(|i| matches!(i.kind, InstKind::Load { .. }))
        .expect("a load");
    assert_eq!(m.locs[load.loc].line, 6);
}

#[test]
fn only_what_the_roots_reach_is_lowered() {
    let source = "static int dead(void) { return 1; } static int a(void) { return 2; } static int b(void) { return 3; } int (*table[])(void) = {a, b}; int f(int i) { return table[i](); } int other(void) { return dead(); }";
    let m = read(source, &["f"]);
    let names: Vec<&str> = m.functions.iter().map(|(_, f)| f.name.as_str()).collect();
    assert_eq!(names, ["f", "a", "b"]);
    assert_eq!(m.globals.len(), 1);
    let (_, table) = m.globals.iter().next().expect("table");
    let init = table.init.as_ref().expect("content");
    let offsets: Vec<u64> = init.relocs.iter().map(|r| r.offset).collect();
    assert_eq!(offsets, [0, 8]);
    let mut case = Case::new();
    case.options.keep_unreachable_functions = true;
    assert_eq!(case.read(source).functions.len(), 5);
}

#[test]
fn unsupported_constructs_are_named() {
    for (c, what) in [
        (
            "#include <setjmp.h>\njmp_buf b; int f(void) { return setjmp(b); }",
            "_setjmp",
        ),
        (
            "int f(int x) { __asm__ volatile(\"nop; inc %0\" : \"+r\"(x)); return x; }",
            "inline assembly",
        ),
        (
            "int f(int x) { __asm__ volatile(\"dsb %0\" :: \"r\"(x)); return x; }",
            "inline assembly",
        ),
        (
            "void f(void) { __asm__ volatile(\"rep stosb\" ::: \"memory\"); }",
            "inline assembly",
        ),
        (
            "void f(void) { __asm__ volatile(\"dsb sy\\n bl g\" ::: \"memory\"); }",
            "inline assembly",
        ),
        (
            "int f(void) { return __builtin_frame_address(0) != 0; }",
            "llvm.frameaddress.p0",
        ),
    ] {
        let m = read(c, &["f"]);
        let found: Vec<String> = insts(function(&m, "f"))
            .into_iter()
            .filter_map(|i| match &i.kind {
                InstKind::Unsupported { what, .. } => Some(what.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(found, [what], "{c}");
    }
    let m = read("int f(int x) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"\" : \"+r\"(x)); __asm__ volatile(\"nop\"); __asm__ volatile(\"dsb sy\\n\\tisb; DMB ish\" ::: \"memory\"); __asm__ volatile(\"rep; nop\" ::: \"memory\", \"rax\"); return x; }", &["f"]);
    assert_eq!(
        count(function(&m, "f"), |k| matches!(
            k,
            InstKind::Unsupported { .. }
        )),
        0
    );
}

#[test]
fn intrinsics_and_atomics() {
    let m = read(
        "#include <string.h>\nvoid f(char *p, char *q, unsigned long n, int *a) { memcpy(p, q, n); memmove(p, q, 4); memset(p, 1, n); __atomic_fetch_add(a, 3, 5); __sync_bool_compare_and_swap(a, 1, 2); __builtin_assume(n > 3); if (__builtin_expect(n == 7, 0)) __builtin_trap(); *a = __builtin_object_size(p, 0); }",
        &["f"],
    );
    let f = function(&m, "f");
    let has = |wanted: &dyn Fn(&InstKind) -> bool| assert_eq!(count(f, wanted), 1);
    has(&|k| {
        matches!(
            k,
            InstKind::MemCopy {
                may_overlap: false,
                ..
            }
        )
    });
    has(&|k| {
        matches!(
            k,
            InstKind::MemCopy {
                may_overlap: true,
                ..
            }
        )
    });
    has(&|k| matches!(k, InstKind::MemSet { .. }));
    has(&|k| {
        matches!(
            k,
            InstKind::AtomicRmw {
                op: RmwOp::Add,
                ty: Type::Int(32),
                ..
            }
        )
    });
    has(&|k| matches!(k, InstKind::CmpXchg { .. }));
    has(&|k| matches!(k, InstKind::Assume { .. }));
    has(&|k| matches!(k, InstKind::ObjectSize { .. }));
    has(&|k| {
        matches!(
            k,
            InstKind::Check {
                kind: CheckKind::Trap,
                ok: Operand::Int(0)
            }
        )
    });
}

#[test]
fn computed_gotos_name_blocks_that_exist() {
    let m = read(
        "int f(int i) { static void *t[] = {&&a, &&b}; goto *t[i]; a: return 1; b: return 2; }",
        &["f"],
    );
    let f = function(&m, "f");
    let jump = f.blocks.iter().find_map(|(_, b)| match &b.term {
        Terminator::IndirectJump { labels, .. } => Some(labels.clone()),
        _ => None,
    });
    let labels = jump.expect("a computed goto");
    let (_, t) = m.globals.iter().next().expect("the table");
    let targets: Vec<_> = t
        .init
        .as_ref()
        .expect("content")
        .relocs
        .iter()
        .map(|r| r.target)
        .collect();
    let id = m.function("f").expect("f");
    for (target, value) in targets.into_iter().zip([1, 2]) {
        let ep_ir::RelocTarget::Label(owner, block) = target else {
            panic!("{target:?}");
        };
        assert_eq!(owner, id);
        assert!(labels.contains(&block));
        let found = f.blocks[block].term == Terminator::Return(vec![Operand::Int(value)]);
        assert!(found, "{block} does not return {value}");
    }
}

#[test]
fn model_libraries_fill_in_what_is_missing() {
    let mut case = Case::new();
    let model = "int helper(int x) { return x + 1; } int strange(int x) { return helper(x); } int mine(int x) { return -1; } int unused(void) { return 0; }";
    let path = case.file("model.c", model.as_bytes());
    let bitcode = ep_clang::compile(&[path], &case.options).expect("it compiles");
    case.options.models = vec![ep_clang::ModelLibrary {
        name: "model".to_owned(),
        pointer_bits: None,
        bitcode: bitcode[0].bytes.clone().into(),
    }];
    let m = case.read("int strange(int); int mine(int x) { return 7; } int main(void) { return strange(1) + mine(2); }");
    let bodies: Vec<&str> = m
        .functions
        .iter()
        .filter(|(_, f)| !f.is_declaration())
        .map(|(_, f)| f.name.as_str())
        .collect();
    assert_eq!(bodies, ["main", "strange", "mine", "helper"]);
    let status = support::run(&m).end;
    assert_eq!(status, ep_ir::interp::End::Exit { status: Some(9) });
    assert!(m.from_source);
}

#[test]
fn several_units_are_linked() {
    let case = Case::new();
    let a = case.file(
        "a.c",
        b"int g(int); static int s = 1; int main(void) { return g(s); }",
    );
    let b = case.file("b.c", b"static int s = 5; int g(int x) { return x + s; }");
    let (m, stats) = ep_clang::read(&[a, b.clone()], &case.options).expect("they link");
    support::verified(&m);
    assert!(stats.llvm_instructions > 5);
    assert_eq!(
        support::run(&m).end,
        ep_ir::interp::End::Exit { status: Some(6) }
    );
    let error = ep_clang::read(&[b.clone(), b], &case.options).expect_err("twice the same");
    assert!(error.message.contains("symbol multiply defined"), "{error}");
}

#[test]
fn calls_pass_structs_by_leaves_and_by_copies() {
    let m = read(
        "struct S { long a, b; }; struct L { long a[5]; }; struct S g(struct S, struct L); long f(struct S s, struct L l) { return g(s, l).b; }",
        &["f"],
    );
    let f = function(&m, "f");
    let types: Vec<(Type, Option<(u64, u32)>)> = f.params.iter().map(|p| (p.ty, p.byval)).collect();
    let long = (Type::Int(64), None);
    assert_eq!(types, [long, long, (Type::Ptr, Some((40, 8)))]);
    let call = insts(f).into_iter().find_map(|i| match &i.kind {
        InstKind::Call {
            dsts,
            callee: Callee::Direct(_),
            args,
            rets,
        } => Some((dsts.len(), args[2].byval, rets.clone())),
        _ => None,
    });
    assert_eq!(call, Some((2, Some((40, 8)), vec![Type::Int(64); 2])));
}

#[test]
fn conditions_branch_at_once() {
    let m = read(
        "int f(int a, int b, int c) { if ((a > 1 && b > 2) || !(c > 3)) return 1; return 0; }",
        &["f"],
    );
    let f = function(&m, "f");
    // Three comparisons, each with its branch; no truth value is stored.
    assert_eq!(count(f, |k| matches!(k, InstKind::Cmp { .. })), 3);
    assert_eq!(insts(f).len(), 3, "{:?}", insts(f));
    let branches = f
        .blocks
        .iter()
        .filter(|(_, b)| matches!(b.term, Terminator::Branch { .. }));
    assert_eq!(branches.count(), 3);
}

#[test]
fn an_element_of_an_array_of_structs_is_one_address() {
    let m = read(
        "struct S { int x; int y[4]; }; int f(struct S *s, int i, int j) { return s[i].y[j]; }",
        &["f"],
    );
    let f = function(&m, "f");
    let addresses: Vec<(i64, Vec<i64>)> = insts(f)
        .into_iter()
        .filter_map(|i| match &i.kind {
            InstKind::PtrAdd { offset, terms, .. } => {
                Some((*offset, terms.iter().map(|t| t.scale).collect()))
            }
            _ => None,
        })
        .collect();
    assert_eq!(addresses, [(4, vec![20, 4])]);
}

#[test]
fn exceptions_in_bitcode_are_named() {
    let case = Case::new();
    let text = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\ntarget triple = \"x86_64-pc-linux-gnu\"\ndeclare void @g()\ndeclare i32 @__gxx_personality_v0(...)\ndefine i32 @main() personality ptr @__gxx_personality_v0 {\n  invoke void @g() to label %ok unwind label %bad\nok:\n  ret i32 0\nbad:\n  %l = landingpad { ptr, i32 } cleanup\n  resume { ptr, i32 } %l\n}\n";
    let path = case.file("invoke.ll", text.as_bytes());
    let units = ep_clang::compile(&[path], &case.options).expect("it passes");
    let m = ep_clang::read_bitcode(&units, &case.options).expect("it can be read");
    support::verified(&m);
    let f = function(&m, "main");
    let Terminator::Unsupported(what) = &f.blocks[ep_ir::BlockId(0)].term else {
        panic!("{:?}", f.blocks);
    };
    assert!(what.starts_with("invoke"), "{what}");
}

#[test]
fn units_for_different_targets_are_not_linked() {
    let mut case = Case::new();
    let path = case.file("model.c", b"int helper(int x) { return x; }");
    let bitcode = ep_clang::compile(&[path], &case.options).expect("it compiles");
    case.options.models = vec![ep_clang::ModelLibrary {
        name: "model".to_owned(),
        pointer_bits: None,
        bitcode: bitcode[0].bytes.clone().into(),
    }];
    case.options.m32 = true;
    let error = case
        .try_read("int helper(int); int main(void) { return helper(1); }")
        .expect_err("a model for x86-64 in a program for i386");
    assert!(error.message.contains("another target"), "{error}");
}

#[test]
fn old_programs_compile() {
    let m = read(
        "f(x) { char *p = x; return undeclared(x) + (p != 0); }",
        &["f"],
    );
    assert!(function(&m, "undeclared").is_declaration());
}
