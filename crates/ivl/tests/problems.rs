//! Wrong programs and what is said about them: every error of a file, at its
//! line, in words that name what is wrong.

mod support;

use support::{check, check_files, errors, Files};

/// `// error: words` stands on the line of an error.
fn expect(text: &str) {
    let (_, problems) = check(text);
    let found = errors(&problems);
    let mut left = found.clone();
    for (n, line) in text.lines().enumerate() {
        for wanted in line.split("// error: ").skip(1) {
            let prefix = format!("{}: ", n + 1);
            let hit =
                (left.iter()).position(|e| e.starts_with(&prefix) && e.contains(wanted.trim()));
            let hit = hit.unwrap_or_else(|| panic!("line {}: no `{wanted}` in {found:#?}", n + 1));
            left.remove(hit);
        }
    }
    assert_eq!(left, Vec::<String>::new(), "unexpected");
}

#[test]
fn all_syntax_errors_are_named() {
    expect(
        "field val Int // error: expected `:`\n\
         method a() {\n\
           var x Int // error: expected `:`\n\
           x := 1 +\n\
           assert x == 1 // error: expected an expression, found the reserved word `assert`\n\
           assert ) // error: expected an expression, found `)`\n\
           x := 2\n\
         }\n\
         function f(x: Int) Int { x } // error: expected `:`\n\
         predicate p(x: Ref) { acc(x.val, ) } // error: expected an expression\n\
         method b()\n\
           requires\n\
         { } // error: expected an expression\n",
    );
}

#[test]
fn one_measure_of_each_kind() {
    expect(
        "function f(x: Int): Int\n\
           decreases x // error: there is more than one measure\n\
           decreases 2 * x if x > 0\n\
         method m(x: Int) decreases _ decreases _ { } // error: there is more than one `decreases _`\n",
    );
}

#[test]
fn measures_are_founded() {
    expect(
        "function g(x: Int): Int ensures g(x + 1) > 0 // error: whose proof needs it\n\
         function a(x: Int): Int ensures b(x) > 0 { b(x - 1) } // error: whose proof needs it\n\
         function b(x: Int): Int { a(x) }\n\
         function c(x: Int): Int decreases d(x) { x } // error: the measure of `c` depends on itself\n\
         function d(x: Int): Int { c(x) }\n\
         function fine(x: Int): Int ensures fine(x + 1) > 0 decreases x { 1 }\n",
    );
    expect(
        "function two(x: Int): Int decreases [x > 0, true] { x } // error: a measure is one value\n\
         function by(x: Int): Int decreases [x > 0, true] ? x : x { x }\n\
         function of(x: Int): Int decreases x > 0 ? [x > 1, true] : true { x } // error: a measure is one value\n",
    );
}

#[test]
fn names_and_types() {
    expect(
        "field val: Int\n\
         function f(x: Int): Int\n\
         predicate p(x: Ref)\n\
         method m(x: Ref, n: Int) returns (r: Int)\n\
           requires x.wal == 1 // error: there is no field `wal`\n\
           requires p(n) // error: expected an expression of type Ref, found Int\n\
           requires p(x, x) // error: expected 1 argument, found 2\n\
           requires acc(x.val, 3) // error: expected an expression of type Perm, found Int\n\
           requires acc(x) // error: expected a field\n\
         {\n\
           r := g(1) // error: there is no function or predicate `g`\n\
           n := 2 // error: `n` is a parameter\n\
           r := x // error: expected an expression of type Int, found Ref\n\
           r := m(x, n) + 1 // error: the method `m` is called inside of an expression\n\
           r, r := f(1) // error: only a method call has several results\n\
           m(x, n) // error: has 1 result, but 0 are assigned\n\
           var val: Int // error: the name `val` is already in use\n\
           fold p(x) // error: has no body\n\
           if (acc(x.val)) { } // error: not an assertion\n\
           assert Seq(1, true) == Seq(1) // error: expected an expression of type Int, found Bool\n\
           assert result == 1 // error: `result` can only be used\n\
           assert forall r: Int :: r > 0 // error: the name `r` is already in use\n\
           var w: Whatever // error: there is no type `Whatever`\n\
         }\n",
    );
}

#[test]
fn consistency() {
    expect(
        "field val: Int\n\
         function f(x: Ref): Int\n\
           requires acc(x.val) && old(x.val) == 1 // error: a precondition cannot contain `old`\n\
         function h(x: Int): Int // error: recurses through its precondition\n\
           requires h(x) > 0\n\
         method m(x: Ref) returns (r: Int)\n\
           requires r == 1 // error: has no value yet\n\
         {\n\
           goto nowhere // error: there is no label `nowhere`\n\
           assert wildcard == none // error: may only stand as the amount\n\
           exhale acc(x.val, wildcard + wildcard) // error: whole amount\n\
           label a\n\
           label a // error: there is another label `a`\n\
         }\n\
         predicate p(x: Ref) {\n\
           perm(x.val) > none // error: a predicate cannot contain `perm`\n\
         }\n\
         adt Nothing { } // error: needs a constructor\n",
    );
}

#[test]
fn triggers() {
    expect(
        "function f(x: Int, y: Int): Bool\n\
         method m() {\n\
           assert forall x: Int :: { x + 1 } f(x, 1) // error: a trigger must be the application\n\
         }\n",
    );
    expect(
        "function f(x: Int, y: Int): Bool\n\
         method m() {\n\
           assert forall x: Int, y: Int :: { f(x, 1) } f(x, y) // error: every trigger must mention\n\
           assert forall x: Int :: { f(x, 1), f(1, 1) } f(x, x) // error: a trigger must mention\n\
         }\n",
    );
}

#[test]
fn macros() {
    expect(
        "define two(a, b) a + b\n\
         define loop1(a) loop2(a) // error: the macro `loop1` uses itself\n\
         define loop2(a) loop1(a)\n\
         define body { assert true }\n\
         method m() {\n\
           var x: Int := two(1) // error: takes 2 arguments, not 1\n\
           assert loop1(true)\n\
           assert body // error: stands for statements\n\
         }\n",
    );
    let (program, problems) = check(
        "define swap(a, b) { var t: Int; t := a; a := b; b := t }\n\
         method m() {\n  var t: Int; var u: Int\n  swap(t, u)\n  swap(t, u)\n}\n",
    );
    assert_eq!(errors(&problems), Vec::<String>::new());
    let printed = ep_ivl::print::program(&program);
    assert!(
        printed.contains("t$0 := t\n  t := u\n  u := t$0"),
        "{printed}"
    );
}

#[test]
fn imports() {
    let files = |pairs: &[(&str, &str)]| {
        let pairs = pairs
            .iter()
            .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()));
        Files(pairs.collect())
    };
    let (_, problems) = check_files(
        files(&[(
            "d/a.vpr",
            "import \"b.vpr\"\nimport \"../c.vpr\"\nimport <no/such.vpr>\n",
        )]),
        "d/a.vpr",
    );
    let found = errors(&problems);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("1: ") && found[0].contains("cannot import d/b.vpr"));
    assert!(found[1].contains("cannot import c.vpr"));
    assert!(problems[2]
        .help
        .as_ref()
        .is_some_and(|h| h.contains("<decreases/int.vpr>")));
    let (program, problems) = check_files(
        files(&[
            ("a.vpr", "import \"b.vpr\"\nmethod a() { b() }\n"),
            ("b.vpr", "import \"c.vpr\"\nmethod b()\n"),
            ("c.vpr", "import \"a.vpr\"\nmethod c() { a() }\n"),
        ]),
        "a.vpr",
    );
    assert_eq!(errors(&problems), Vec::<String>::new());
    assert_eq!(program.methods.len(), 3);
    assert_eq!(problems.len(), 1);
    assert_eq!(
        problems[0].message,
        "these files import each other: a.vpr -> b.vpr -> c.vpr -> a.vpr"
    );
}

#[test]
fn fingerprints_see_what_matters_and_nothing_else() {
    use ep_ivl::ast::Member;
    use ep_ivl::fingerprint::Fingerprints;
    let prints = |text: &str| -> Vec<(String, String, String)> {
        let (p, problems) = check(text);
        assert_eq!(errors(&problems), Vec::<String>::new());
        let f = Fingerprints::new(&p);
        let mut all: Vec<_> = (p.members())
            .map(|m: Member| {
                let (a, b) = (f.meaning(m, "").to_string(), f.layout(m).to_string());
                (p.name(m).to_owned(), a, b)
            })
            .collect();
        all.sort();
        all
    };
    let base = "field v: Int\nfunction g(i: Int): Int { i }\n\
                method a() { assert g(1) == 1 }\nmethod b() ensures true { a() }\n";
    let one = prints(base);
    let moved = prints(
        "method b() ensures true { a() }\n\nmethod a() { assert g(1) == 1 }\n\
         field v: Int\nfunction g(i: Int): Int { i }\n",
    );
    for (x, y) in one.iter().zip(&moved) {
        assert_eq!((&x.0, &x.1), (&y.0, &y.1), "order does not matter");
        assert_ne!(x.2, y.2, "places do");
    }
    let changed = prints(&base.replace("{ i }", "{ i + 1 }"));
    let same: Vec<_> = (one.iter().zip(&changed))
        .filter(|(x, y)| x.1 == y.1)
        .collect();
    assert_eq!(same.len(), 1, "only b does not see the body of g");
    assert_eq!(same[0].0 .0, "b");
    let changed = prints(&base.replace("assert g(1) == 1", "assert g(1) == 2"));
    let same: Vec<_> = (one.iter().zip(&changed))
        .filter(|(x, y)| x.1 == y.1)
        .collect();
    assert_eq!(same.len(), 2, "a body is seen by its method only");
}

#[test]
fn fields_and_tests_of_data_types_are_names_of_the_program() {
    expect(
        "adt List {\n\
           Nil() // error: the test `isNil` of this constructor has the name of a member\n\
           Cons(value: Int, tail: List)\n\
         }\n\
         field value: Int // error: the name `value` is the field of a data type\n\
         function isNil(x: Int): Bool { true }\n\
         method m(tail: List) { var isCons: Int := 1 }\n",
    );
}

#[test]
fn the_left_side_of_a_wand_is_seen_right_of_it() {
    expect(
        "field f: Int\n\
         method m(x: Ref)\n\
           requires acc(x.f)\n\
           requires old[lhs](0) == 0 // error: `old[lhs]` may only stand right of `--*`\n\
         {\n\
           package acc(x.f) --* acc(x.f) && x.f == old[lhs](x.f) {\n\
             assert x.f == old[lhs](x.f)\n\
           }\n\
           assert x.f == old[lhs](x.f) // error: `old[lhs]` may only stand right of `--*`\n\
           assert true && (old[lhs](true) --* true) // error: `old[lhs]` may only stand right of `--*`\n\
         }\n",
    );
}
