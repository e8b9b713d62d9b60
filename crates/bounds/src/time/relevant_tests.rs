//! What decides something is relevant on every way that it comes; what is only
//! returned is not.

use super::relevant::Relevant;

/// Which parameters of `f` are relevant.
fn parameters(c: &str) -> Vec<bool> {
    let module = super::walk_tests::read(c);
    let f = module.function("f").unwrap();
    let found = Relevant::of(&module);
    let params = module.functions[f].params.iter();
    params.map(|p| found.register(f, p.reg)).collect()
}

#[test]
fn what_decides_something_is_kept_on_every_way() {
    let cases: [(&str, &[bool]); 7] = [
        // A sum that is returned; a bound of a loop.
        ("int f(int x, int n) { while (n > 0) { n--; x += n; } return x; }", &[false, true]),
        // Through a result (all calls are one), a global, a buffer, an index and a size.
        ("static int g(int k) { return k + 1; } int f(int x, int y) { int r = g(x); while (r > 0) r--; return g(y); }", &[true, true]),
        ("int a; void g(int k) { a = k; } void f(int x) { g(x); while (a > 0) a--; }", &[true]),
        ("int f(int x, int y) { int b[2]; b[y & 1] = x; while (b[0] > 0) b[0]--; return 0; }", &[true, true]),
        ("void *malloc(unsigned long); void *f(int x, int y) { char *p = malloc(x); if (p) p[0] = y; return p; }", &[true, false]),
        // Through its own result.
        ("int f(int k, int s) { if (k <= 0) return s; return f(f(k - 1, s), s + 1); }", &[true, true]),
        ("int f(int k, int s) { if (k <= 0) return s; return f(k - 1, s + k); }", &[true, false]),
    ];
    for (c, wanted) in cases {
        assert_eq!(parameters(c), wanted, "{c}");
    }
}
