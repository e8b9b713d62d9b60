//! Damaged bitcode never brings the parent down. This test is its own child:
//! started with the hidden verb it reads bitcode.

use ep_base::ExitCode;
use ep_clang::{child_main, ReadOptions, CHILD_VERB};
use std::process::Command;

const SOURCE: &str = "struct S { int a[4]; double d; };\nstatic struct S s = {{1, 2, 3, 4}, 2.5};\nint g(int x) { return x ? s.a[x & 3] : (int)s.d; }\nint main(int argc, char **argv) { int r = 0; for (int i = 0; i < argc; i++) r += g(i) * argv[i][0]; return r; }\n";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.first().map(String::as_str) == Some(CHILD_VERB) {
        std::process::exit(i32::from(child_main(&args[1..]) as u8));
    }
    if args.iter().any(|a| a == "--list") {
        return;
    }
    whole_file_is_read();
    flipped_bits_give_a_message_or_a_module();
    a_child_that_dies_gives_a_message();
    println!("child: 3 tests passed");
}

fn bitcode(dir: &std::path::Path) -> Vec<u8> {
    let source = dir.join("unit.c");
    std::fs::write(&source, SOURCE).expect("a source");
    let output = dir.join("unit.bc");
    let status = Command::new("clang-19")
        .args(["-O1", "-g", "-c", "-emit-llvm", "-o"])
        .arg(&output)
        .arg(&source)
        .status()
        .expect("clang-19 is installed");
    assert!(status.success());
    std::fs::read(output).expect("bitcode")
}

fn whole_file_is_read() {
    let dir = tempfile::tempdir().expect("a folder");
    bitcode(dir.path());
    let options = ReadOptions::default();
    let (module, stats) =
        ep_clang::read(&[dir.path().join("unit.bc")], &options).expect("it can be read");
    assert!(!module.from_source);
    assert!(stats.llvm_instructions > 10);
    assert!(module.function("main").is_some());
    // The same as in this process: nothing is lost on the way.
    let units = ep_clang::compile(&[dir.path().join("unit.bc")], &options).expect("it passes");
    assert_eq!(
        ep_clang::read_bitcode(&units, &options).expect("here"),
        module
    );
}

fn flipped_bits_give_a_message_or_a_module() {
    let dir = tempfile::tempdir().expect("a folder");
    let good = bitcode(dir.path());
    let path = dir.path().join("flipped.bc");
    let options = ReadOptions::default();
    // A fixed sequence (xorshift), so that a failure repeats.
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut messages = 0;
    for _ in 0..100 {
        let mut bytes = good.clone();
        for _ in 0..1 + random() % 3 {
            let bit = random() as usize % (bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
        std::fs::write(&path, &bytes).expect("a file");
        match ep_clang::read(std::slice::from_ref(&path), &options) {
            Ok((module, _)) => assert!(module.functions.len() < 100),
            Err(error) => {
                assert_eq!(error.exit, ExitCode::BadInput, "{error}");
                messages += 1;
            }
        }
    }
    assert!(messages > 10, "flipping bits was noticed {messages} times");
}

fn a_child_that_dies_gives_a_message() {
    let dir = tempfile::tempdir().expect("a folder");
    bitcode(dir.path());
    let options = ReadOptions {
        child: Some("/bin/false".into()),
        ..ReadOptions::default()
    };
    let error = ep_clang::read(&[dir.path().join("unit.bc")], &options).expect_err("no answer");
    assert_eq!(error.exit, ExitCode::BadInput);
    assert!(error.message.contains("reader failed"), "{error}");
}
