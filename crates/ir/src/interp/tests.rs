//! Each way a run can end, on small programs in the text form.

use super::watch::{Flow, Head, Snapshot, Watch};
use super::*;
use crate::text::parse;
use ep_base::outcome::{ErrorKind, Input, InputSource, InputType};

const HEADER: &str = "everypath-ir 1 pointers 64 from_source
file0 \"t.c\" loc0 = file0 0 0 loc1 = file0 7 3 ty0 = void\n";

fn outcome_with(text: &str, config: &InterpConfig, host: &mut dyn Host) -> Outcome {
    let m = parse(&format!("{HEADER}{text}")).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let main = m.function("main").expect("main");
    run(&m, main, config, host)
}

fn outcome(text: &str) -> Outcome {
    outcome_with(text, &InterpConfig::default(), &mut NoInput)
}

const EXTERNALS: &str = "func @f0 \"malloc\" (ptr %0) -> (ptr) ty0 {}
func @f1 \"free\" (ptr %0) -> () ty0 {}
func @f2 \"abort\" () -> () ty0 {}
func @f3 \"nothing_known\" () -> () ty0 {}
func @f4 \"klee_make_symbolic\" (ptr %0, i64 %1, ptr %2) -> () ty0 {}
func @f5 \"printf\" (ptr %0) -> (i32) variadic ty0 {}
func @f6 \"realloc\" (ptr %0, i64 %1) -> (ptr) ty0 {}
func @f7 \"exit\" (i32 %0) -> () ty0 {}
func @f8 \"__ep_read\" (i32 %0, ptr %1, i64 %2) -> (i64) ty0 {}
func @f9 \"klee_silent_exit\" (i32 %0) -> () ty0 {}
func @f10 \"klee_assume\" (i64 %0) -> () ty0 {}
";

/// A main with these registers and this body of one block.
fn body(regs: &str, body: &str) -> String {
    format!("{EXTERNALS}func @f11 \"main\" () -> (i32) ty0 {{ regs ({regs}) bb0: {body} }}")
}

fn main_of(regs: &str, text: &str) -> Outcome {
    outcome(&body(regs, text))
}

fn kind(o: &Outcome) -> ErrorKind {
    match o.end {
        End::Error { kind } => kind,
        ref e => panic!("{e:?} {}", o.message),
    }
}

fn fails(regs: &str, text: &str, want: ErrorKind) {
    let o = main_of(regs, text);
    assert_eq!(kind(&o), want, "{} in {text}", o.message);
    assert!(!o.message.is_empty());
}

fn returns(regs: &str, text: &str, want: u64) {
    let o = main_of(regs, text);
    let status = Some(want);
    assert_eq!(o.end, End::Exit { status }, "{} in {text}", o.message);
}

#[test]
fn memory_errors() {
    let p = "ptr, i32, ptr";
    let a = "%0 = alloca 8 align 4 ";
    let tail = " return (0)";
    let with = |t: &str| format!("{a}{t}{tail}");
    use ErrorKind::*;
    fails(
        p,
        &with("%2 = ptradd %0, 5 %1 = load i32 %2 align 1"),
        OutOfBoundsRead,
    );
    fails(
        p,
        &with("%2 = ptradd %0, -1 store i32 1, %2 align 1"),
        OutOfBoundsWrite,
    );
    fails(p, &with("%1 = load i32 0 align 4"), NullDereference);
    fails(p, &with("store i32 1, 8 align 4"), NullDereference);
    fails(p, &with("%1 = load i32 123456789 align 4"), WildPointer);
    fails(p, &with("%1 = load i32 undef align 4"), UninitialisedRead);
    fails(
        p,
        &with("lifetime.end %0 store i32 1, %0 align 4"),
        UseAfterReturn,
    );
    fails(p, &with("call @f1 (ptr %0) -> ()"), InvalidFree);
    let m = "%0 = call @f0 (i64 8) -> (ptr) ";
    let with = |t: &str| format!("{m}{t}{tail}");
    let free = "call @f1 (ptr %0) -> () ";
    fails(
        p,
        &with(&format!("{free} %1 = load i32 %0 align 4")),
        UseAfterFree,
    );
    fails(p, &with(&format!("{free}{free}")), DoubleFree);
    fails(
        p,
        &with("%2 = ptradd %0, 4 call @f1 (ptr %2) -> ()"),
        InvalidFree,
    );
    // The slot of the object table is reused; the stale pointer is not fooled.
    fails(
        p,
        &with(&format!(
            "{free} %2 = call @f0 (i64 8) -> (ptr) store i32 1, %0 align 4"
        )),
        UseAfterFree,
    );
    fails(
        p,
        &with("%2 = call @f6 (ptr %0, i64 64) -> (ptr) store i32 1, %0 align 4"),
        UseAfterFree,
    );
    fails(p, &with("memcpy %0, %0, i64 9"), OutOfBoundsRead);
    fails(
        p,
        &with("%2 = ptradd %0, 2 memcpy %0, %2, i64 4"),
        InvalidArgument,
    );
    fails(
        p,
        &with("%2 = ptradd %0, 2 memset %2, 0, i64 7"),
        OutOfBoundsWrite,
    );
    returns(p, &with("%2 = ptradd %0, 2 memmove %0, %2, i64 4"), 0);
    let constant = "global @g0 \"c\" size 4 align 4 constant ty0 = { hex \"01000000\" } ";
    let external = "global @g0 \"c\" size 4 align 4 ty0 external ";
    let text = body(p, "store i32 1, @g0 align 4 return (0)");
    assert_eq!(kind(&outcome(&format!("{constant}{text}"))), ReadOnlyWrite);
    assert_eq!(
        outcome(&format!("{external}{text}")).end,
        End::Unsupported {
            what: "external global @g0".into()
        }
    );
}

#[test]
fn use_after_return_is_found_although_the_slot_is_reused() {
    let text = format!(
        "{EXTERNALS}
        func @f11 \"leaky\" () -> (ptr) ty0 {{ regs (ptr) bb0: %0 = alloca 4 align 4
            store i32 1, %0 align 4 return (%0) }}
        func @f12 \"main\" () -> (i32) ty0 {{ regs (ptr, i32, ptr)
          bb0: %0 = call @f11 () -> (ptr) %2 = call @f11 () -> (ptr)
            %1 = load i32 %0 align 4 return (%1) }}"
    );
    assert_eq!(kind(&outcome(&text)), ErrorKind::UseAfterReturn);
}

#[test]
fn arithmetic_errors() {
    use ErrorKind::*;
    let r = "i32, i32";
    fails(r, "%0 = copy 0 %1 = sdiv 1, %0 return (%1)", DivisionByZero);
    fails(r, "%1 = urem 1, 0 return (%1)", DivisionByZero);
    fails(
        r,
        "%1 = sdiv 2147483648, 4294967295 return (%1)",
        SignedOverflow,
    );
    fails(r, "%1 = add nsw 2147483647, 1 return (%1)", SignedOverflow);
    fails(r, "%1 = shl 1, 32 return (%1)", OversizedShift);
    returns(r, "%1 = add 2147483647, 1 return (%1)", 0x8000_0000);
    fails(
        "i32",
        "%0 = fptosi f64 4746794007248502784 to i32 return (%0)",
        FloatCastOverflow,
    );
    fails("i32", "check shift 0 return (0)", OversizedShift);
    fails("i32", "check trap 0 return (0)", Abort);
    fails("i32", "assume 0 return (0)", ReachedUnreachable);
    fails("i32", "unreachable", ReachedUnreachable);
    // Bitcode of others: nsw is poison, which decides nothing here.
    let text = body(r, "%1 = add nsw 2147483647, 1 return (0)");
    let header = HEADER.replace(" from_source", "");
    let m = parse(&format!("{header}{text}")).unwrap();
    let o = run(
        &m,
        m.function("main").unwrap(),
        &InterpConfig::default(),
        &mut NoInput,
    );
    assert_eq!(o.end, End::Exit { status: Some(0) });
}

#[test]
fn uninitialised_values_may_be_copied_but_not_decide() {
    use ErrorKind::*;
    let r = "ptr, i32, i1, ptr, i32";
    let a = "%0 = alloca 4 align 4 %1 = load i32 %0 align 4 ";
    fails(
        r,
        &format!("{a} check trap undef return (0)"),
        UninitialisedRead,
    );
    fails(
        r,
        &format!("{a} %1 = udiv 5, %1 return (0)"),
        UninitialisedRead,
    );
    fails(r, &format!("{a} switch i32 %1, bb0 ()"), UninitialisedRead);
    fails(
        r,
        &format!("{a} %2 = icmp eq i32 %1, 0 branch %2, bb0, bb0"),
        UninitialisedRead,
    );
    fails(
        r,
        &format!("{a} %3 = ptradd %0, 0, i32 %1 times 4 store i32 1, %3 align 4 return (0)"),
        UninitialisedRead,
    );
    returns(
        r,
        &format!("{a} %3 = alloca 4 align 4 store i32 %1, %3 align 4 %4 = load i32 %3 align 4 return (0)"),
        0,
    );
    // A bit-field beside an uninitialised one: only its own bits count.
    returns(
        r,
        &format!(
            "{a} %1 = and %1, 4294967288 %1 = or %1, 5 store i32 %1, %0 align 4
             %1 = load i32 %0 align 4 %1 = shl %1, 29 %1 = lshr %1, 29
             check trap %2 return (%1)"
        )
        .replace("check trap %2", "%2 = icmp eq i32 %1, 5 check trap %2"),
        5,
    );
    // And with zero and a comparison that the defined bits decide.
    returns(
        r,
        &format!("{a} %1 = or %1, 1 %2 = icmp ne i32 %1, 0 check trap %2 return (3)"),
        3,
    );
}

#[test]
fn control_errors() {
    use ErrorKind::*;
    fails("ptr", "call indirect 0 () -> () return (0)", WildCall);
    fails(
        "ptr",
        "%0 = alloca 1 align 1 call indirect %0 () -> () return (0)",
        WildCall,
    );
    fails("ptr", "call @f2 () -> () return (0)", Abort);
    fails("ptr", "indirectjump 5 (bb0)", WildPointer);
    let text = format!(
        "{EXTERNALS} func @f11 \"r\" (i32 %0) -> (i32) ty0 {{ regs (i32)
           bb0: %0 = call @f11 (i32 %0) -> (i32) return (%0) }}
         func @f12 \"main\" () -> (i32) ty0 {{ regs (i32)
           bb0: %0 = call @f11 (i32 1) -> (i32) return (%0) }}"
    );
    assert_eq!(kind(&outcome(&text)), UnboundedRecursion);
    let text = format!("{EXTERNALS} func @f11 \"main\" () -> (i32) ty0 {{ bb0: jump bb0 }}");
    let config = InterpConfig {
        max_instructions: 1000,
        ..InterpConfig::default()
    };
    assert_eq!(
        outcome_with(&text, &config, &mut NoInput).end,
        End::StepLimit
    );
    let o = main_of("i32", "call @f3 () -> () loc1 return (0)");
    assert_eq!(
        o.end,
        End::Unsupported {
            what: "call of external function nothing_known".into()
        }
    );
    let m = parse(&format!("{HEADER}{}", body("i32", "return (0)"))).unwrap();
    let place = o.place(&m);
    assert_eq!(
        (place.line, place.column, place.function.as_str()),
        (7, 3, "main")
    );
    let o = main_of("i32", "unsupported \"setjmp\" return (0)");
    assert_eq!(
        o.end,
        End::Unsupported {
            what: "setjmp".into()
        }
    );
    assert_eq!(
        main_of("i32", "call @f7 (i32 9) -> () return (0)").end,
        End::Exit { status: Some(9) }
    );
    assert_eq!(
        main_of("i32", "call @f9 (i32 9) -> () return (0)").end,
        End::Silent
    );
    assert_eq!(
        main_of("i32", "call @f10 (i64 0) -> () return (0)").end,
        End::Infeasible
    );
    // A name without a body means here what it means where it is explored.
    for name in ["assume_abort_if_not", "__CPROVER_assume", "__ESBMC_assume"] {
        let text = body("i32", "call @f10 (i64 0) -> () return (0)");
        let text = text.replace("klee_assume", name);
        assert_eq!(outcome(&text).end, End::Infeasible, "{name}");
    }
}

#[test]
fn leaks_are_found_on_request() {
    let config = InterpConfig {
        check_leaks: true,
        ..InterpConfig::default()
    };
    let run = |text: &str| outcome_with(text, &config, &mut NoInput);
    let g = "global @g0 \"g\" size 8 align 8 ty0 = { zero 8 } ";
    let lost = body("ptr", "%0 = call @f0 (i64 8) -> (ptr) loc1 return (0)");
    let kept = body(
        "ptr",
        "%0 = call @f0 (i64 8) -> (ptr) store ptr %0, @g0 align 8 return (0)",
    );
    let freed = body(
        "ptr",
        "%0 = call @f0 (i64 8) -> (ptr) call @f1 (ptr %0) -> () return (0)",
    );
    let o = run(&lost);
    assert_eq!((kind(&o), o.loc), (ErrorKind::Leak, LocId(1)));
    assert_eq!(
        run(&format!("{g}{kept}")).end,
        End::Exit { status: Some(0) }
    );
    assert_eq!(run(&freed).end, End::Exit { status: Some(0) });
    assert_eq!(outcome(&lost).end, End::Exit { status: Some(0) });
    assert_eq!(outcome(&lost).heap_high_water, 8);
}

#[test]
fn the_course_of_the_heap_has_each_change() {
    let config = InterpConfig {
        course: 3,
        ..InterpConfig::default()
    };
    let text = body(
        "ptr, ptr",
        "%0 = call @f0 (i64 8) -> (ptr) loc1 call @f1 (i64 0) -> ()
         %1 = call @f0 (i64 16) -> (ptr) call @f1 (ptr %0) -> ()
         call @f1 (ptr %1) -> () return (0)",
    );
    let o = outcome_with(&text, &config, &mut NoInput);
    let seen: Vec<(u64, u64)> = o.course.iter().map(|s| (s.high, s.live)).collect();
    // What frees nothing changes nothing, and no more are kept than were asked for.
    assert_eq!(seen, [(8, 8), (24, 24), (16, 16)]);
    assert_eq!(o.course[0].at.loc, LocId(1));
    assert_eq!(o.heap_high_water, 24);
    assert!(outcome(&text).course.is_empty());
}

#[test]
fn pointers_survive_copies_and_integers() {
    // Copied as bytes: found again by address. Through memcpy: provenance.
    returns(
        "ptr, ptr, ptr, i64, i32",
        "%0 = alloca 4 align 4 store i32 42, %0 align 4
         %1 = alloca 8 align 8 store ptr %0, %1 align 8
         %2 = alloca 9 align 1 %2 = ptradd %2, 1
         memcpy %2, %1, i64 8
         %2 = load ptr %2 align 1
         %3 = ptrtoint ptr %2 to i64 %3 = add %3, 1 %3 = sub %3, 1
         %2 = inttoptr i64 %3 to ptr
         %4 = load i32 %2 align 4 return (%4)",
        42,
    );
}

#[test]
fn wide_integers_and_long_double() {
    returns(
        "i128, i128, i32",
        "%0 = copy wide 340282366920938463463374607431768211455
         %1 = lshr %0, 100 %2 = trunc i128 %1 to i32 return (%2)",
        0x0fff_ffff,
    );
    returns(
        "f80, ptr, f80, i32, i1",
        "%0 = sitofp i32 7 to f80 %1 = alloca 16 align 16 store f80 %0, %1 align 16
         %2 = load f80 %1 align 16 %2 = fmul %2, %0
         %4 = fcmp ogt f80 %2, %0 check trap %4
         %3 = fptosi f80 %2 to i32 return (%3)",
        49,
    );
}

#[test]
fn variadic_arguments_lie_in_the_overflow_area() {
    // What clang makes of va_arg(ap, int), va_arg(ap, double) on x86-64 when
    // the register area is used up.
    let text = format!(
        "{EXTERNALS}
        func @f11 \"v\" (i32 %0) -> (i32) variadic ty0 {{ regs (i32, ptr, ptr, ptr, f64, i32, i32)
          bb0: %1 = alloca 24 align 8 va_start %1
            %5 = load i32 %1 align 4 %2 = ptradd %1, 8 %3 = load ptr %2 align 8
            %6 = load i32 %3 align 4 %3 = ptradd %3, 8
            %4 = load f64 %3 align 8 %0 = fptosi f64 %4 to i32
            %6 = add %6, %0 %6 = add %6, %5 va_end %1 return (%6) }}
        func @f12 \"main\" () -> (i32) ty0 {{ regs (i32)
          bb0: %0 = call @f11 (i32 2, i32 100, f64 4611686018427387904) -> (i32) return (%0) }}"
    );
    assert_eq!(
        outcome(&text).end,
        End::Exit {
            status: Some(48 + 100 + 2)
        }
    );
}

#[test]
fn printf_prints_what_c_prints() {
    let hex = |s: &str| {
        s.bytes()
            .chain([0])
            .map(|b| format!("{b:02x}"))
            .collect::<String>()
    };
    let print = |format: &str, args: &str| {
        let n = format.len() + 1;
        let g = format!(
            "global @g0 \"f\" size {n} align 1 ty0 = {{ hex \"{}\" }} ",
            hex(format)
        );
        let text = body(
            "i32",
            &format!("%0 = call @f5 (ptr @g0{args}) -> (i32) return (%0)"),
        );
        let o = outcome(&format!("{g}{text}"));
        assert!(matches!(o.end, End::Exit { .. }), "{:?} {format}", o.end);
        String::from_utf8(o.stdout).unwrap()
    };
    let double = |v: f64| format!(", f64 {}", v.to_bits());
    assert_eq!(
        print("checksum = %X\n", ", i32 3735928559"),
        "checksum = DEADBEEF\n"
    );
    assert_eq!(
        print(
            "%d|%5d|%-5d|%05d|%+d",
            ", i32 4294967295, i32 7, i32 7, i32 7, i32 7"
        ),
        "-1|    7|7    |00007|+7"
    );
    assert_eq!(
        print(
            "%ld %llu %hhd %hu",
            ", i64 18446744073709551615, i64 18446744073709551615, i32 255, i32 65537"
        ),
        "-1 18446744073709551615 -1 1"
    );
    assert_eq!(
        print(
            "%#x %#o %.3d %.0d|%c%%",
            ", i32 255, i32 8, i32 5, i32 0, i32 65"
        ),
        "0xff 010 005 |A%"
    );
    assert_eq!(
        print("%s|%.2s|%5.1s|", ", ptr @g0, ptr @g0, ptr @g0"),
        "%s|%.2s|%5.1s||%s|    %|"
    );
    assert_eq!(
        print(
            "%f %.2f %e",
            &(double(1.5) + &double(-0.125) + &double(12345.678))
        ),
        "1.500000 -0.12 1.234568e+04"
    );
    assert_eq!(
        print(
            "%g %g %g %08.3f",
            &(double(100000.0) + &double(1e6) + &double(0.0001) + &double(2.71959))
        ),
        "100000 1e+06 0.0001 0002.720"
    );
    assert_eq!(
        print("%*d|%-*d|", ", i32 4, i32 7, i32 3, i32 8"),
        "   7|8  |"
    );
}

#[test]
fn inputs_are_replayed_in_order() {
    let text = body(
        "ptr, i32, i32, ptr, i64",
        "%0 = alloca 4 align 4 call @f4 (ptr %0, i64 4, ptr 0) -> () %1 = load i32 %0 align 4
         call @f4 (ptr %0, i64 4, ptr 0) -> () %2 = load i32 %0 align 4 %1 = sub %1, %2
         %4 = call @f8 (i32 0, ptr %0, i64 3) -> (i64) check trap 1
         %2 = trunc i64 %4 to i32 %1 = add %1, %2
         %2 = load i32 %0 align 4 %2 = and %2, 255 %1 = add %1, %2 return (%1)",
    );
    let input = |source: InputSource, bytes: &[u8]| Input {
        name: "x".into(),
        ty: InputType::Bytes,
        source,
        bytes: bytes.to_vec(),
    };
    let inputs = [
        input(InputSource::MakeSymbolic, &[50, 0, 0, 0]),
        input(InputSource::Stdin, &[100, 2]),
        input(InputSource::MakeSymbolic, &[8, 0, 0, 0]),
    ];
    let mut host = ReplayHost::new(&inputs);
    let o = outcome_with(&text, &InterpConfig::default(), &mut host);
    assert_eq!(
        o.end,
        End::Exit {
            status: Some(42 + 2 + 100)
        }
    );
    assert_eq!((host.mismatch.clone(), host.unused()), (None, 0));
    let mut host = ReplayHost::new(&inputs[..1]);
    outcome_with(&text, &InterpConfig::default(), &mut host);
    assert!(host.mismatch.is_some());
}

#[test]
fn atomics_selects_and_intrinsics() {
    returns(
        "ptr, i32, i32, i1",
        "%0 = alloca 4 align 4 store i32 10, %0 align 4
         %1 = atomicrmw add i32 %0, 5 %1 = atomicrmw nand i32 %0, 3
         %2, %3 = cmpxchg i32 %0, 4294967292, 7
         check trap %3 %2 = load i32 %0 align 4 %1 = add %1, %2
         %2 = select %3, 100, 200 %1 = add %1, %2 return (%1)",
        15 + 7 + 100,
    );
    returns(
        "i32, i1, i32",
        "%0, %1 = intrinsic sadd.overflow i32 (2147483647, 1) check trap %1
         %0 = intrinsic ctlz i32 (1, 0) %2 = intrinsic bswap i32 (1) %2 = lshr %2, 24
         %0 = add %0, %2 return (%0)",
        32,
    );
    returns("ptr, i64, i32", "%0 = alloca 12 align 4 %0 = ptradd %0, 4 %1 = objectsize min %0 %2 = trunc i64 %1 to i32 return (%2)", 8);
    returns(
        "ptr, ptr, i32",
        "%0 = stacksave %1 = alloca 4 align 4 of i32 3 store i32 5, %1 align 4
         %2 = load i32 %1 align 4 stackrestore %0 return (%2)",
        5,
    );
}

/// Finds a state that comes again, as Brent does.
#[derive(Default)]
struct Again {
    kept: Option<Snapshot>,
    since: u64,
    power: u64,
    period: Option<u64>,
    heads: u64,
}

impl Watch for Again {
    fn at_head(&mut self, head: &Head<'_, '_, '_>) -> Flow {
        self.heads += 1;
        self.since += 1;
        if self.kept.as_ref().is_some_and(|s| head.is(s)) {
            self.period = Some(self.since);
            return Flow::Stop;
        }
        if self.since >= self.power {
            self.kept = Some(head.snapshot());
            self.power = (self.power * 2).max(1);
            self.since = 0;
        }
        Flow::GoOn
    }
}

fn again(text: &str) -> (Again, Outcome) {
    let m = parse(&format!("{HEADER}{text}")).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let main = m.function("main").expect("main");
    let mut watch = Again::default();
    let config = InterpConfig {
        max_instructions: 1_000_000,
        ..InterpConfig::default()
    };
    let o = run_watched(&m, main, &config, &mut NoInput, &mut watch);
    (watch, o)
}

#[test]
fn a_state_that_comes_again_is_seen() {
    // An i8 that is counted round and round; what is dead differs.
    let text = "func @f0 \"main\" () -> (i32) ty0 { regs (i8, i1, i32)
        bb0: %0 = copy 0 %2 = copy 0 jump bb1
        bb1: %2 = add %2, 1 %0 = add %0, 1 %2 = copy 7 jump bb1 }";
    let (w, o) = again(text);
    assert_eq!(o.end, End::StepLimit);
    assert_eq!(w.period, Some(256));

    // A 32-bit count never comes again within the limit.
    let text = text.replace("(i8, i1, i32)", "(i32, i1, i32)");
    let (w, _) = again(&text);
    assert_eq!(w.period, None);

    // The state is in memory.
    let text = "func @f0 \"main\" () -> (i32) ty0 { regs (ptr, i8, ptr)
        bb0: %0 = alloca 1 align 1 %2 = alloca 4 align 4 store i8 0, %0 align 1 jump bb1
        bb1: %1 = load i8 %0 align 1 %1 = add %1, 3 store i8 %1, %0 align 1 jump bb1 }";
    assert_eq!(again(text).0.period, Some(256));
    let counted = text
        .replace("alloca 1 align 1", "alloca 4 align 4")
        .replace("i8 0, %0 align 1", "i32 0, %0 align 4")
        .replace("i8", "i32")
        .replace("align 1 %1 = add", "align 4 %1 = add");
    assert_eq!(again(&counted).0.period, None);
}

#[test]
fn a_run_that_ends_has_no_state_twice() {
    let text = "func @f0 \"main\" () -> (i32) ty0 { regs (i32, i1)
        bb0: %0 = copy 0 jump bb1
        bb1: %1 = icmp eq i32 %0, 9 branch %1, bb3, bb2
        bb2: %0 = add %0, 1 jump bb1
        bb3: return (%0) }";
    let (w, o) = again(text);
    assert_eq!(o.end, End::Exit { status: Some(9) });
    assert_eq!((w.period, w.heads), (None, 10));
    assert_eq!(o.by_function, [o.llvm_instructions]);
}
