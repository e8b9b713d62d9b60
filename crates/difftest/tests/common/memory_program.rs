//! Generated programs that live in memory: structs, bit-fields and unions,
//! pointers that inputs choose, the heap with its misuse, the block and string
//! functions, function pointers, recursion, variadic calls.

use super::properties::Symbol;
use super::random::Random;
use std::fmt::Write as _;

/// What all programs share.
const PRELUDE: &str = r#"#include <klee/klee.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct in { signed char k; short s; };
struct node { int v; struct in in[2]; struct node *next; unsigned f : 3; int g : 5; unsigned h : 1; };
union u { int i; unsigned char b[4]; short s[2]; unsigned w; };
struct pair { int x; unsigned char y; };
static int count(int by) { static int n = 3; n += by; return n; }
static struct pair turn(struct pair p, int k) { struct pair q = {p.y, (unsigned char)(p.x + k)}; p.x = 0; return q; }
static int add(int x, int y) { return x + y; }
static int sub(int x, int y) { return x - y; }
static int min(int x, int y) { return x < y ? x : y; }
static int (*const ops[3])(int, int) = {add, sub, min};
static int depth(int n) { return n <= 0 ? 0 : 2 + depth(n - 1); }
static unsigned bits(unsigned n) { return n == 0 ? 0 : (n & 1) + bits(n / 2); }
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += va_arg(l, int); va_end(l); return s; }
static void set(int *at, int v) { *at = v; }
static int arr[4] = {5, -6, 70, 800};
static unsigned char gb[8] = "global";
static short grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
static struct node nodes[3] = {{1, {{1, 2}, {3, 4}}, &nodes[1], 1, -1, 1}, {2, {{5, 6}, {7, 8}}, 0, 5, 7, 0}, {3, {{9, 10}, {11, 12}}, &nodes[0], 7, -16, 1}};
static const char text[] = "abcab";
"#;

/// Writes a program; returns its symbolic variables.
pub fn generate(r: &mut Random) -> (String, Vec<Symbol>) {
    let mut s = String::from(PRELUDE);
    s.push_str("int main(void) {\n");
    let types = [
        ("unsigned char", 1),
        ("unsigned char", 1),
        ("signed char", 1),
        ("short", 2),
        ("int", 4),
    ];
    let mut symbols = Vec::new();
    for name in ["a", "b", "c"] {
        let (ty, size) = types[r.below(if name == "c" { 5 } else { 3 }) as usize];
        symbols.push(Symbol { name, size });
        let _ = writeln!(
            s,
            "  {ty} {name};\n  klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
        );
    }
    symbols.push(Symbol { name: "d", size: 4 });
    s.push_str(
        r#"  unsigned char d[4];
  klee_make_symbolic(d, sizeof d, "d");
  int x = 1, y = 2, un, loc[4] = {1, 2, 3, 4};
  unsigned w = 9;
  long long ll = 5;
  int *p = &x;
  struct node n = nodes[2], *np = &n;
  struct pair pr = {7, 8};
  union u v = {0x01020304};
  char str[6] = "abc";
  unsigned char *q = gb;
  unsigned char *h = 0, *h2 = 0;
"#,
    );
    // Where the heap starts: nothing, one object, two names for one.
    s.push_str(r.pick(&[
        "",
        "  h = malloc(4); memset(h, 5, 4);\n",
        "  h = malloc(2 + (b & 3)); h[0] = h[1] = 9; h2 = h;\n",
        "  h = calloc(a & 7, 1); h2 = malloc(3); h2[a % 3] = 1;\n",
    ]));
    let mut g = Generator {
        r,
        s,
        loops: 0,
        copies: 0,
    };
    let count = 3 + g.r.below(4) as u32;
    g.statements(count, 1);
    // What memory holds decides how the program ends.
    let parts = [
        "x",
        "y",
        "(int)w",
        "(int)ll",
        "loc[0] ^ loc[1] ^ loc[2] ^ loc[3]",
        "arr[0] ^ arr[1] ^ arr[2] ^ arr[3]",
        "n.v ^ n.in[0].k ^ n.in[1].s ^ n.g ^ n.f",
        "nodes[0].v ^ nodes[1].in[1].s ^ nodes[2].g ^ nodes[1].f",
        "pr.x ^ pr.y",
        "v.i ^ v.i >> 9",
        "str[0] ^ str[1] ^ str[2] ^ str[3]",
        "gb[0] ^ gb[1] ^ gb[2] ^ gb[3] ^ gb[7]",
        "grid[0][1] ^ grid[1][2] ^ grid[2][3]",
        "*p",
        "*q",
    ];
    let mut result = String::from("x ^ y");
    for _ in 0..3 {
        let _ = write!(result, " ^ {}", g.r.pick(&parts));
    }
    let shift = g.r.below(6);
    let s = &mut g.s;
    let _ = writeln!(s, "  unsigned result = {result};");
    let _ = writeln!(s, "  switch (result >> {shift} & 3) {{\n  case 0: return 10;\n  case 1: return 11;\n  case 2: return 12;\n  default: return 13;\n  }}\n}}");
    (g.s, symbols)
}

struct Generator<'a> {
    r: &'a mut Random,
    s: String,
    loops: u32,
    copies: u32,
}

impl Generator<'_> {
    /// A small number, sometimes too large for what it is used for.
    fn index(&mut self, good: u64) -> String {
        let v = self
            .r
            .pick(&["a", "b", "d[0]", "d[1]", "(unsigned char)c", "x"])
            .to_string();
        let mask = (good.next_power_of_two() - 1).max(1);
        match self.r.below(14) {
            0 => format!("{v} & {}", mask * 2 + 1),
            1 => format!("({v} & {mask}) - 1"),
            2 => format!("{}", self.r.below(good)),
            3 => format!("({v} & 255) % {good}"),
            4 if good > 2 => format!("1 + ({v} & {})", mask / 2),
            _ if mask + 1 == good => format!("{v} & {mask}"),
            _ => format!("({v} & {mask}) % {good}"),
        }
    }

    /// An `int`.
    fn number(&mut self) -> String {
        match self.r.below(24) {
            0..=2 => format!("{}", self.r.below(9)),
            3 => self.r.pick(&["-1", "255", "2147483647", "70000"]).into(),
            4..=7 => self.r.pick(&["a", "b", "c", "d[0]", "d[2]"]).into(),
            8..=10 => self.r.pick(&["x", "y", "w & 1023", "(int)ll"]).into(),
            11 => format!("loc[{}]", self.index(4)),
            12 => format!("arr[{}]", self.index(4)),
            13 => self.r.pick(&["*p", "*q", "*p", "q[2]"]).into(),
            14 => format!("np->in[{}].{}", self.index(2), self.r.pick(&["k", "s"])),
            15 => format!("nodes[{}].{}", self.index(3), self.r.pick(&["v", "f", "g"])),
            16 => format!("v.{}", self.r.pick(&["b[1]", "s[1]", "i", "b[a & 3]"])),
            17 => format!("grid[{}][{}]", self.index(3), self.index(4)),
            18 => format!(
                "ops[{}](x, {})",
                self.index(3),
                self.r.pick(&["y", "a", "3"])
            ),
            19 => format!(
                "turn(pr, {}).{}",
                self.r.pick(&["a", "b", "2"]),
                self.r.pick(&["x", "y"])
            ),
            20 => match self.r.below(3) {
                0 => format!("depth({} & 3)", self.r.pick(&["a", "b"])),
                1 => format!("(int)bits({} & 7)", self.r.pick(&["a", "b", "c"])),
                _ => format!("sum({}, x, 2, (int)b)", self.r.pick(&["a & 3", "2", "3"])),
            },
            21 => format!("count({})", self.r.pick(&["a", "1", "b"])),
            22 => self.library(),
            _ => format!(
                "np->{}",
                self.r
                    .pick(&["v", "f", "g", "h", "next->v", "next->next->f"])
            ),
        }
    }

    /// A call of the C library that looks at memory.
    fn library(&mut self) -> String {
        match self.r.below(7) {
            0 => "(int)strlen(str)".into(),
            1 => format!(
                "(strcmp(str, \"{}\") > 0)",
                self.r.pick(&["abc", "ab", "b"])
            ),
            2 => format!(
                "(strchr(str, {}) == 0)",
                self.r.pick(&["d[0]", "'b'", "0", "x"])
            ),
            3 => format!("(int)(strchr(text, {}) - text)", self.r.pick(&["'c'", "0"])),
            4 => format!(
                "(memcmp(str, d, {}) < 0)",
                self.r.pick(&["2", "a & 3", "a & 7", "3"])
            ),
            5 => format!("(int)strlen(text + ({}))", self.index(6)),
            _ => format!(
                "(strncmp(str, text, {}) == 0)",
                self.r.pick(&["2", "b & 3", "3"])
            ),
        }
    }

    fn condition(&mut self) -> String {
        let a = self.number();
        match self.r.below(12) {
            0 => format!(
                "{} {} p",
                self.r.pick(&["&loc[a & 3]", "loc", "&x"]),
                self.r.pick(&["==", "!="])
            ),
            1 => format!(
                "&arr[{}] {} &arr[{}]",
                self.index(4),
                self.r.pick(&["<", "<=", "==", "!=", ">"]),
                self.r.pick(&["b & 3", "2", "4"])
            ),
            2 => format!("&loc[{}] - loc > 1", self.index(4)),
            3 => format!(
                "{} {} 0",
                self.r.pick(&["h", "np->next", "nodes[a & 1].next", "h2"]),
                self.r.pick(&["==", "!="])
            ),
            4 if self.r.below(3) == 0 => match self.r.below(3) {
                0 => "(float)(a & 7) * 0.5f < 1.75f".into(),
                1 => "(double)(signed char)b > 2.5".into(),
                _ => "(int)((double)(a & 15) / 4) == 2".into(),
            },
            5 => format!("ll * 3 > {a}"),
            6 => format!("w - 3 {} (unsigned)({a})", self.r.pick(&["<", ">="])),
            7 if self.r.below(4) == 0 => format!("un {} 3", self.r.pick(&["<", "=="])),
            _ => format!(
                "{a} {} {}",
                self.r.pick(&["<", "<=", "==", "!=", ">"]),
                self.number()
            ),
        }
    }

    /// Where an `int` can be written.
    fn place(&mut self) -> String {
        match self.r.below(10) {
            0 => "x".into(),
            1 => "y".into(),
            2 => format!("loc[{}]", self.index(4)),
            3 => format!("arr[{}]", self.index(4)),
            4 => self.r.pick(&["*p", "*p", "q[1]", "*q"]).into(),
            5 => format!(
                "nodes[{}].{}",
                self.index(3),
                self.r.pick(&["v", "f", "g", "h"])
            ),
            6 => format!("np->in[{}].{}", self.index(2), self.r.pick(&["k", "s"])),
            7 => format!(
                "v.{}",
                self.r.pick(&["b[b & 3]", "s[a & 1]", "i", "b[2]", "w"])
            ),
            8 => format!("grid[{}][{}]", self.index(3), self.index(4)),
            _ => match self.r.below(5) {
                0 => "pr.y".into(),
                1 => format!("str[{}]", self.index(4)),
                2 => format!("gb[{}]", self.index(8)),
                3 => "w".into(),
                _ => "ll".into(),
            },
        }
    }

    fn line(&mut self, depth: u32, text: &str) {
        let _ = writeln!(self.s, "{}{text}", "  ".repeat(depth as usize));
    }

    fn statements(&mut self, count: u32, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        let text = match self.r.below(if depth > 2 { 16 } else { 22 }) {
            0..=3 => format!("{} = {};", self.place(), self.number()),
            4 => {
                let place = self.r.pick(&["x", "y", "w", "ll"]).to_string();
                let op = self
                    .r
                    .pick(&["+", "-", "*", "/", "%", "^", "&", ">>"])
                    .to_string();
                format!("{place} = {} {op} {};", self.number(), self.number())
            }
            5 | 6 => self.pointer(),
            7 => self.struct_(),
            8..=10 => self.heap(),
            11 | 12 => self.block(),
            13 => format!(
                "set(&{}[{}], {});",
                self.r.pick(&["loc", "arr"]),
                self.index(4),
                self.number()
            ),
            14 => {
                let i = self.index(4);
                format!("str[{i}] = {};", self.r.pick(&["d[1]", "0", "'b'", "a"]))
            }
            15 => format!("un = {};", self.number()),
            16 if self.loops < 1 => {
                self.loops += 1;
                let n = self.r.pick(&["a", "b", "d[3]"]).to_string();
                self.line(depth, &format!("for (int i = 0; i < ({n} & 3); i++) {{"));
                if self.r.below(2) == 0 {
                    let body = self
                        .r
                        .pick(&[
                            "loc[i] = i * x;",
                            "x += arr[i];",
                            "q++;",
                            "p = &loc[i];",
                            "np = np->next;",
                            "y ^= d[i];",
                        ])
                        .to_string();
                    self.line(depth + 1, &body);
                } else {
                    self.statements(1, depth + 1);
                }
                "}".into()
            }
            _ => {
                let c = self.condition();
                self.line(depth, &format!("if ({c}) {{"));
                let n = 1 + self.r.below(2) as u32;
                self.statements(n, depth + 1);
                if self.r.below(2) == 0 {
                    self.line(depth, "} else {");
                    self.statements(1, depth + 1);
                }
                "}".into()
            }
        };
        self.line(depth, &text);
    }

    fn pointer(&mut self) -> String {
        let c = self
            .r
            .pick(&["a > 3", "b & 1", "c == 7", "d[0] < d[1]"])
            .to_string();
        let i = self.index(4);
        match self.r.below(11) {
            0 => format!("p = &loc[{i}];"),
            1 => format!("p = &arr[{i}];"),
            2 => format!("p = {c} ? &x : &arr[1];"),
            3 => format!("p = {c} ? loc : 0;"),
            4 => format!("p += {};", self.r.pick(&["1", "a & 1", "-1"])),
            5 => format!("q = {c} ? gb : (unsigned char *)loc;"),
            6 => format!("q = gb + ({});", self.index(8)),
            7 => format!("np = {c} ? &n : &nodes[{}];", self.index(3)),
            8 => format!(
                "{{ int *t[4] = {{&x, loc, arr + 2, {}}}; p = t[{i}]; }}",
                self.r.pick(&["&y", "0", "&pr.x"])
            ),
            9 => format!(
                "{{ int *t[2] = {{loc, arr}}; t[{}][{i}] = x; }}",
                self.index(2)
            ),
            _ => format!("p = (int *)(void *)&v; q = (unsigned char *)p + ({i});"),
        }
    }

    fn struct_(&mut self) -> String {
        match self.r.below(7) {
            0 => format!("n = nodes[{}];", self.index(3)),
            1 => format!("nodes[{}] = n;", self.index(3)),
            2 => format!("pr = turn(pr, {});", self.r.pick(&["a", "c & 15", "1"])),
            3 => "np = np->next;".into(),
            4 => format!(
                "{{ struct pair t[2] = {{{{1, 2}}, {{3, 4}}}}; t[{}].y = {}; pr = t[b & 1]; }}",
                self.index(2),
                self.number()
            ),
            5 => format!(
                "np->next = {};",
                self.r.pick(&["&n", "0", "&nodes[a & 1]", "np"])
            ),
            _ => format!(
                "{{ union u t; t.w = {}; v.b[a & 3] = t.b[{}]; }}",
                self.number(),
                self.index(4)
            ),
        }
    }

    fn heap(&mut self) -> String {
        let n = self
            .r
            .pick(&["a & 7", "b & 3", "4", "1 + (a & 3)", "8", "d[2] % 5"])
            .to_string();
        let p = self.r.pick(&["h", "h", "h2"]).to_string();
        match self.r.below(12) {
            0 => format!("{p} = malloc({n});"),
            1 => format!("if ({}) free({p});", self.condition()),
            2 => format!("{p} = calloc({n}, {});", self.r.pick(&["1", "2"])),
            3 => format!("{p} = realloc({p}, {n});"),
            4 | 5 => format!("free({p});"),
            6 => format!(
                "{p} = malloc({n}); memset({p}, x, {});",
                self.r.pick(&[n.as_str(), "2", "a & 3", "4"])
            ),
            7 => format!("{p} = malloc(4); {p}[{}] = y;", self.index(4)),
            8 => format!("if ({p}) {p}[{}] = {};", self.index(4), self.number()),
            9 => format!("if ({p}) x ^= {p}[{}];", self.index(4)),
            10 => format!("if ({p} && {p}[{}] > 3) y++;", self.index(4)),
            _ => self
                .r
                .pick(&[
                    "h2 = h;",
                    "h2 = h;",
                    "free(h); h = 0;",
                    "free(h + (a & 1));",
                    "free(a & 1 ? (void *)gb : 0);",
                    "q = h ? h : gb;",
                    "h = a & 1 ? h : h2;",
                ])
                .into(),
        }
    }

    fn block(&mut self) -> String {
        if self.copies >= 3 {
            return format!("y = {};", self.number());
        }
        self.copies += 1;
        let n = self
            .r
            .pick(&["a & 3", "b & 7", "4", "a & 15", "d[3] % 6", "2"])
            .to_string();
        let at = self
            .r
            .pick(&["", "", " + 1", " + (a & 1)", " + (b & 3)"])
            .to_string();
        match self.r.below(9) {
            0 => format!("memcpy(str, d, {n});"),
            1 => format!("memcpy(gb{at}, loc, {n});"),
            2 => format!("memmove(loc, (char *)loc{at}, {n});"),
            3 => format!(
                "memset(loc, {}, {n});",
                self.r.pick(&["0", "1", "b", "d[0]"])
            ),
            4 => format!("memset((char *)&n{at}, 0, {n});"),
            5 => format!("memcpy(&v, arr{at}, {n});"),
            6 => format!("memmove(gb{at}, gb, {n});"),
            7 => "memcpy(&n, &nodes[a & 1], sizeof n);".into(),
            _ => format!("if (h) memcpy(h, gb{at}, {n});"),
        }
    }
}
