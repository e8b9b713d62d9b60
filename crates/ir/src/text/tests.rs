use super::arbitrary::Gen;
use super::{parse, print};
use crate::interp::{run, InterpConfig, NoInput};
use crate::verify::verify;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn printed_modules_parse_to_themselves(seed in any::<u64>()) {
        let m = Gen::new(seed).module();
        let text = print(&m);
        let back = parse(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&back, &m);
        prop_assert_eq!(print(&back), text);
    }

    /// Texts with random damage are read or refused with a position inside
    /// the text; what is read can be verified; nothing panics.
    #[test]
    fn damaged_texts_do_not_panic(seed in any::<u64>()) {
        let mut g = Gen::new(seed);
        let mut bytes = if g.below(3) == 0 {
            VALID.to_string()
        } else {
            print(&g.module())
        }
        .into_bytes();
        for _ in 0..1 + g.below(4) {
            // A text of one byte can lose that too.
            if bytes.is_empty() {
                break;
            }
            let at = g.below(bytes.len() as u64) as usize;
            match g.below(4) {
                0 => bytes[at] = g.next() as u8,
                1 => { bytes.remove(at); }
                2 => {
                    let to = (at + g.below(30) as usize).min(bytes.len());
                    let piece = bytes[at..to].to_vec();
                    let into = g.below(bytes.len() as u64) as usize;
                    bytes.splice(into..into, piece);
                }
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match parse(&text) {
            Ok(m) => {
                let back = parse(&print(&m));
                prop_assert_eq!(back.as_ref(), Ok(&m));
                if verify(&m).is_ok() {
                    // What passes the verifier runs to some end.
                    let config = InterpConfig { max_instructions: 10_000, ..InterpConfig::default() };
                    for f in m.functions.ids() {
                        run(&m, f, &config, &mut NoInput);
                    }
                }
            }
            Err(e) => {
                let lines = text.split('\n').count() as u32;
                prop_assert!(e.line >= 1 && e.line <= lines && e.column >= 1);
            }
        }
    }
}

/// Runs, so that damage to it often still runs.
const VALID: &str = "everypath-ir 1 pointers 64 from_source
file0 \"t.c\" loc0 = file0 0 0 loc1 = file0 7 3 ty0 = void
global @g0 \"t\" size 8 align 8 ty0 = { zero 8 at 0 @g0 plus 4 }
func @f0 \"malloc\" (ptr %0) -> (ptr) ty0 {}
func @f1 \"callee\" (i32 %0) -> (i32, i64) ty0 {
  regs (i32, i64) bb0: %0 = add nsw %0, 3 %1 = sext i32 %0 to i64 return (%0, %1) }
func @f2 \"main\" () -> (i32) ty0 {
  regs (i32, i64, ptr, ptr, i1, f64, i128)
  bb0:
    %2 = alloca 16 align 8 %3 = call @f0 (i64 32) -> (ptr)
    store ptr %2, %3 align 8 %3 = load ptr %3 align 8 %0 = copy 0
    jump bb1
  bb1:
    %0, %1 = call @f1 (i32 %0) -> (i32, i64) loc1 * 2
    %3 = ptradd inbounds %2, 0, i32 %0 times 1
    %4 = icmp ult i32 %0, 9 store i32 %0, %2 align 4 %5 = sitofp i32 %0 to f64
    %5 = fdiv %5, 4611686018427387904 %6 = sext i64 %1 to i128 %6 = mul %6, %6
    switch i32 %0, bb2 (3: bb1, 6: bb1)
  bb2:
    %0 = load i32 %2 align 4 branch %4, bb1, bb3
  bb3:
    memcpy %2, @g0, i64 8 %3 = load ptr %2 align 8 %1 = ptrtoint ptr %3 to i64
    return (%0)
}
constructors (@f2)";

/// Line breaks mean nothing, so a word that can end one instruction must not
/// begin the next.
#[test]
fn an_allocation_before_a_counter_is_two_instructions() {
    let m = Gen::new(12_176_404_657_464_465_040).module();
    assert_eq!(parse(&print(&m)), Ok(m));
}

#[test]
fn the_sample_passes_the_verifier_and_runs() {
    let m = parse(VALID).unwrap();
    assert_eq!(verify(&m), Ok(()));
    let main = m.function("main").unwrap();
    let o = run(&m, main, &InterpConfig::default(), &mut NoInput);
    assert_eq!(
        o.end,
        crate::interp::End::Exit { status: Some(9) },
        "{}",
        o.message
    );
    // The constructor runs it once more.
    assert_eq!(o.llvm_instructions % 2, 0);
}

#[test]
fn errors_have_a_line_and_a_column() {
    let error = |text: &str| parse(text).unwrap_err();
    let e = error("everypath-ir 1\npointers 64\nfile1 \"x\"");
    assert_eq!((e.line, e.column), (3, 1));
    assert!(e.message.contains("out of order"));
    let e =
        error("everypath-ir 1\npointers 64\nfunc @f0 \"f\" () -> () ty0 {\nbb0:\n  %1 = frob 2\n}");
    assert_eq!(e.line, 5);
    assert!(e.message.contains("frob"), "{e}");
    for (text, want) in [
        ("everypath-ir 2", "version"),
        ("", "expected `everypath-ir`"),
        ("everypath-ir 1 pointers 64 file0 \"x", "not closed"),
        ("everypath-ir 1 pointers 64 file0 \"\\q\"", "escape"),
        ("everypath-ir 1 pointers 99999999999", "too large"),
        ("everypath-ir 1 pointers 64 $", "unexpected character"),
        (
            "everypath-ir 1 pointers 64 global @g0 \"a\" size 9 align 1 ty0 = { zero 99999999999 }",
            "256 MiB",
        ),
        (
            "everypath-ir 1 pointers 64 global @g0 \"a\" size 9 align 1 ty0 = { hex \"0\" }",
            "odd",
        ),
        (
            "everypath-ir 1 pointers 64 func @f0 \"f\" () -> () ty0 { regs (i32 x 99999999) }",
            "4 Mi",
        ),
    ] {
        let e = error(text);
        assert!(e.message.contains(want), "{text}: {e}");
    }
}

#[test]
fn comments_and_layout_do_not_matter() {
    let m = parse(VALID).unwrap();
    let spread = VALID.replace(' ', "\n ; a comment\n ");
    assert_eq!(parse(&spread), Ok(m));
}

/// The example in the documentation is a program of the text form.
#[test]
fn the_documented_example_is_valid() {
    let doc = include_str!("../../../../docs/ir.md");
    let example = doc.split("```").nth(1).unwrap();
    let m = parse(example).unwrap();
    assert_eq!(verify(&m), Ok(()));
    // Every word of an enumeration stands in the grammar or a paragraph.
    let mut g = Gen::new(1);
    for _ in 0..200 {
        let text = print(&g.module());
        for line in text.lines().filter(|l| l.starts_with("  %")) {
            let word = line
                .split(" = ")
                .nth(1)
                .and_then(|r| r.split(' ').next())
                .unwrap_or("");
            let known = word.is_empty() || doc.contains(word.split('.').next().unwrap_or(word));
            assert!(known, "{word} is not documented");
        }
    }
}
