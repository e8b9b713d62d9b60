//! Making programs, inputs and predictions by hand.
#![allow(dead_code)] // each test file uses its part

use ep_base::outcome::*;
use ep_native::{Limits, Native, NativeProgram};
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

/// Limits with time enough for a loaded machine.
pub fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(30),
        ..Limits::default()
    }
}

/// `text` as `prog.c` in a fresh folder, and the native side of it.
pub fn native(text: &str, adapt: impl FnOnce(&mut NativeProgram)) -> (TempDir, Native) {
    native_with(text, limits(), adapt)
}

/// The same with these limits.
pub fn native_with(
    text: &str,
    limits: Limits,
    adapt: impl FnOnce(&mut NativeProgram),
) -> (TempDir, Native) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("prog.c");
    std::fs::write(&source, text).expect("written");
    let mut program = NativeProgram::new(vec![source], PathBuf::from("clang-19"));
    adapt(&mut program);
    let native = Native::new(program, limits).expect("a scratch folder");
    (folder, native)
}

/// An `int` from `ep_symbolic`.
pub fn int(name: &str, value: i32) -> Input {
    Input {
        name: name.into(),
        ty: InputType::Int {
            bits: 32,
            signed: true,
        },
        source: InputSource::MakeSymbolic,
        bytes: value.to_le_bytes().to_vec(),
    }
}

/// Bytes from anywhere.
pub fn bytes(name: &str, source: InputSource, bytes: &[u8]) -> Input {
    Input {
        name: name.into(),
        ty: InputType::Bytes,
        source,
        bytes: bytes.to_vec(),
    }
}

/// A place in `prog.c`.
pub fn place(line: u32) -> Place {
    Place {
        file: "prog.c".into(),
        line,
        column: 3,
        function: "main".into(),
    }
}

/// A prediction at the line of `text` with `// BUG`.
pub fn bug(text: &str, kind: ErrorKind, inputs: Vec<Input>) -> Bug {
    let line = text
        .lines()
        .position(|l| l.contains("// BUG"))
        .expect("a mark");
    let site = place(line as u32 + 1);
    Bug {
        kind,
        message: String::new(),
        place: site.clone(),
        stack: vec![site],
        inputs,
        exactness: Exactness::EXACT,
        paths: 1,
        confirmation: Confirmation::NotTried,
        test: "test000001".into(),
    }
}

/// The bug must be confirmed by this tool.
pub fn require_confirmed(confirmation: &Confirmation, tool: &str) {
    match confirmation {
        Confirmation::Confirmed { by, message } => {
            assert_eq!(by, tool, "{message}");
            assert!(message.contains("prog.c:"), "{message}");
        }
        other => panic!("not confirmed: {other:?}"),
    }
}

/// The bug must not be confirmed; why.
pub fn refused(confirmation: &Confirmation) -> String {
    match confirmation {
        Confirmation::NotConfirmed { reason } => reason.clone(),
        other => panic!("not refused: {other:?}"),
    }
}
