//! The reader and the reference interpreter against native code on written
//! programs: what csmith does not generate. On x86-64 and on i386.

use ep_difftest::{compare, Comparison, Options};
use std::path::Path;

#[test]
fn written_programs_print_what_native_code_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let dir = tempfile::tempdir().expect("a scratch folder");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the programs") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_owned();
        // Next to the program lie its intermediate files.
        let copy = dir.path().join(&name);
        std::fs::copy(&path, &copy).expect("a copy");
        for m32 in [false, true] {
            let options = Options {
                m32,
                ..Options::default()
            };
            count += 1;
            match compare(&copy, dir.path(), &options) {
                Comparison::Same { .. } => {}
                other => failures.push(format!("{name:?} (m32: {m32}): {other:?}")),
            }
        }
    }
    assert!(count >= 8, "the programs are there");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
