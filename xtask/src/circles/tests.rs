use super::*;

/// Writes a crate of these files and gives its circles as file names.
fn found(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let file = dir.path().join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    circles(&[dir.path().join("lib.rs")])
        .unwrap()
        .into_iter()
        .map(|c| {
            (c.files.iter())
                .map(|f| f.strip_prefix(dir.path()).unwrap().display().to_string())
                .collect()
        })
        .collect()
}

/// Five files, each of which uses the next; the last one uses `back`.
fn ring(back: &str) -> Vec<(&'static str, String)> {
    let mut out = vec![(
        "lib.rs",
        "mod a; mod b; mod c; mod d; mod e; pub use a::A;".to_string(),
    )];
    let next = [
        ("a.rs", "A", "use crate::b::B; pub struct A(B);"),
        ("b.rs", "B", "pub struct B; fn f() { super::c::g(); }"),
        ("c.rs", "C", "pub fn g() -> crate::d::D { crate::d::D }"),
        ("d.rs", "D", "use crate::e; pub struct D; fn h() { e::k() }"),
    ];
    out.extend(next.map(|(f, _, text)| (f, text.to_string())));
    out.push(("e.rs", format!("pub fn k() {{}} {back}")));
    out
}

fn ring_found(back: &str) -> Vec<Vec<String>> {
    let files = ring(back);
    let files: Vec<(&str, &str)> = files.iter().map(|(f, t)| (*f, t.as_str())).collect();
    found(&files)
}

#[test]
fn a_planted_circle_is_found_however_its_last_edge_is_written() {
    let five = vec![["a.rs", "b.rs", "c.rs", "d.rs", "e.rs"]
        .map(String::from)
        .to_vec()];
    for back in [
        "use crate::a::A;",
        "use crate::A;",
        "use crate::A as Other;",
        "use super::{A, b as _};",
        "fn l(_: crate::A) {}",
        "use crate::*; fn l(_: A) {}",
        "fn l() { use crate::a::A; }",
    ] {
        assert_eq!(ring_found(back), five, "{back}");
    }
}

#[test]
fn a_chain_is_no_circle_and_neither_is_what_tests_use() {
    for back in [
        "",
        "use std::fmt;",
        "pub(super) fn l() {} pub(in crate::a) struct L;",
        "#[cfg(test)] mod tests { use crate::a::A; }",
        "pub use crate::A;",
        "struct A; fn l(_: A) {}",
    ] {
        assert!(ring_found(back).is_empty(), "{back}");
    }
}

#[test]
fn four_files_may_form_a_circle() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod d;"),
        ("a.rs", "pub struct A; use crate::b::B;"),
        ("b.rs", "pub struct B; use crate::c::C;"),
        ("c.rs", "pub struct C; use crate::d::D;"),
        ("d.rs", "pub struct D; use crate::a::A;"),
    ];
    assert!(found(&files).is_empty());
}

#[test]
fn modules_in_folders_and_in_files_are_followed() {
    let files = [
        (
            "lib.rs",
            "mod a; mod b; mod c { pub mod inner { pub use crate::b::deep::T; } } mod d;",
        ),
        ("a.rs", "pub struct A; use crate::c::inner::T;"),
        (
            "b/mod.rs",
            "pub mod deep; pub struct B; fn f(_: crate::d::D) {}",
        ),
        ("b/deep.rs", "pub struct T; use super::B;"),
        ("d.rs", "pub struct D; mod e; fn f() { e::g() }"),
        ("d/e.rs", "pub fn g() {} use crate::a::A;"),
    ];
    assert_eq!(
        found(&files),
        [["a.rs", "b/deep.rs", "b/mod.rs", "d/e.rs", "d.rs"]]
    );
}

#[test]
fn a_file_that_does_not_parse_is_named() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("lib.rs"), "fn (").unwrap();
    let e = circles(&[dir.path().join("lib.rs")]).unwrap_err();
    assert!(e.contains("lib.rs"), "{e}");
}

#[test]
fn a_module_that_lies_elsewhere_is_read_with_what_is_below_it() {
    let circle = found(&[
        ("lib.rs", "#[path = \"far/mod.rs\"] mod near;"),
        (
            "far/mod.rs",
            "mod a; mod b; mod c; mod d; mod e; use self::a::A;",
        ),
        ("far/a.rs", "use super::b::B; pub struct A(B);"),
        ("far/b.rs", "use super::c::C; pub struct B(C);"),
        ("far/c.rs", "use super::d::D; pub struct C(D);"),
        ("far/d.rs", "use super::e::E; pub struct D(E);"),
        ("far/e.rs", "pub struct E; use crate::near::A;"),
    ]);
    assert_eq!(circle.len(), 1);
    assert_eq!(circle[0].len(), 5, "{circle:?}");
}
