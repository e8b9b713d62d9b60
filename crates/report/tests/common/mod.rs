//! One outcome with everything in it.
#![allow(dead_code)] // each test file uses its part

use ep_base::outcome::*;
use ep_base::ExitCode;
use ep_report::run::About;
use serde_json::json;

/// The text of `prog.c`.
pub const SOURCE: &str = "int f(int *p, int k) {\n\treturn p[k] / \"ä\"[0];\n}\nint main(void) {\n  int a[4] = {0};\n  return f(a, input());\n}\n";

pub fn place(line: u32, column: u32, function: &str) -> Place {
    Place {
        file: "prog.c".into(),
        line,
        column,
        function: function.into(),
    }
}

pub fn input(name: &str, ty: InputType, source: InputSource, bytes: &[u8]) -> Input {
    Input {
        name: name.into(),
        ty,
        source,
        bytes: bytes.to_vec(),
    }
}

pub fn outcome() -> Outcome {
    let int = InputType::Int {
        bits: 32,
        signed: true,
    };
    let chars = InputType::Array {
        element: Box::new(InputType::Char),
        len: 3,
    };
    let site = place(2, 9, "f");
    let bug = Bug {
        kind: ErrorKind::OutOfBoundsRead,
        message: "4 bytes are read at offset 16 of `a` (16 bytes)".into(),
        place: site.clone(),
        stack: vec![site.clone(), place(6, 10, "main")],
        inputs: vec![
            input(
                "k",
                int.clone(),
                InputSource::MakeSymbolic,
                &4i32.to_le_bytes(),
            ),
            input("buf", chars, InputSource::Buffer { index: 1 }, b"ab\0"),
            input("stdin", InputType::Bytes, InputSource::Stdin, &[0x1b, 2]),
        ],
        exactness: Exactness::EXACT,
        paths: 3,
        confirmation: Confirmation::Confirmed {
            by: "AddressSanitizer".into(),
            message: "stack-buffer-overflow (read of 4 bytes) at prog.c:2 in f".into(),
        },
        test: "test000002".into(),
    };
    let mut second = bug.clone();
    second.kind = ErrorKind::DivisionByZero;
    second.message = "the divisor is 0 \x1b[31m".into();
    second.inputs = vec![];
    second.paths = 1;
    second.exactness.over = true;
    second.place.column = 14;
    second.stack[0].column = 14;
    second.confirmation = Confirmation::NotConfirmed {
        reason: "the native run ended normally with status 0".into(),
    };
    Outcome {
        verdict: Verdict::Violated,
        exactness: Exactness {
            over: false,
            under: true,
        },
        assumptions: vec!["allocation does not fail".into()],
        bugs: vec![bug, second],
        incomplete: vec![(
            Incomplete {
                what: "call of `qsort`, which is not modelled".into(),
                place: place(5, 3, "main"),
            },
            7,
        )],
        statistics: Statistics {
            paths_complete: 11,
            paths_error: 5,
            paths_incomplete: 7,
            llvm_instructions: 1_234_567,
            queries: 1234,
            solver_calls: 56,
            time_clang_us: 53_000,
            time_explore_us: 1_250_000,
            time_solver_us: 400_000,
            time_native_us: 700_000,
            lines_covered: 3,
            lines_total: 4,
            ..Statistics::default()
        },
        coverage: [(
            "prog.c".to_string(),
            FileCoverage {
                covered: vec![2, 5, 6],
                missed: vec![3],
                branches: vec![],
            },
        )]
        .into(),
        counted: Default::default(),
        measured: None,
        stopped: None,
        hints: vec![],
    }
}

pub fn about(files: &[String]) -> About<'_> {
    About {
        version: "0.1.0",
        verb: "test",
        files,
        options: json!({ "timeout": null, "checks": ["leak"] }),
        exit: ExitCode::Violated,
    }
}
