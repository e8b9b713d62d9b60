//! Generated Java: one case is three virtual methods, a recursive helper and a
//! main method over a fixed family of classes.
//!
//! The text is what `javac` accepts by construction: loops have bounds that
//! nothing assigns, abrupt statements stand under conditions, `catch` clauses
//! go from special to general. Every choice has a leaf as its number 0, so that
//! shorter and smaller bytes give smaller programs. What `docs/paths.md` names
//! as not modelled is not generated.

mod statements;

use crate::genes::Genes;
use std::fmt::Write as _;

/// Types of generated values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum T {
    Bool,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Str,
    A,
    B,
    C,
    Face,
    Ints,
    Bytes,
    Chars,
    Longs,
    Flags,
    As,
    Bs,
    Grid,
}

const NUMBERS: [T; 5] = [T::Int, T::Byte, T::Short, T::Char, T::Long];
const ARRAYS: [(T, T); 8] = [
    (T::Ints, T::Int),
    (T::Bytes, T::Byte),
    (T::Chars, T::Char),
    (T::Longs, T::Long),
    (T::Flags, T::Bool),
    (T::As, T::A),
    (T::Bs, T::B),
    (T::Grid, T::Ints),
];

/// A field of the family: class, name, type.
pub type Field = (T, &'static str, T);

/// Instance fields. `C.f` hides `A.f`.
pub const FIELDS: [Field; 15] = [
    (T::A, "f", T::Int),
    (T::A, "w", T::Long),
    (T::A, "c", T::Char),
    (T::A, "b", T::Byte),
    (T::A, "z", T::Bool),
    (T::A, "next", T::A),
    (T::A, "a", T::Ints),
    (T::A, "s", T::Str),
    (T::B, "h", T::Short),
    (T::B, "kids", T::As),
    (T::B, "peer", T::B),
    (T::C, "f", T::Int),
    (T::C, "grid", T::Grid),
    (T::C, "bytes", T::Bytes),
    (T::C, "mates", T::Bs),
];
/// Static fields.
pub const STATICS: [Field; 5] = [
    (T::A, "total", T::Int),
    (T::A, "root", T::A),
    (T::A, "mark", T::Byte),
    (T::B, "count", T::Long),
    (T::B, "name", T::Str),
];
/// Parameters of the main method.
pub const PARAMS: [(&str, T); 11] = [
    ("p", T::A),
    ("q", T::B),
    ("r", T::Face),
    ("n", T::Int),
    ("v", T::Long),
    ("k", T::Char),
    ("y", T::Byte),
    ("on", T::Bool),
    ("t", T::Str),
    ("xs", T::Ints),
    ("row", T::As),
];

/// The Java name of a type in the family number `family`.
pub fn name(t: T, family: usize) -> String {
    match t {
        T::Bool => "boolean".into(),
        T::Byte => "byte".into(),
        T::Short => "short".into(),
        T::Char => "char".into(),
        T::Int => "int".into(),
        T::Long => "long".into(),
        T::Str => "String".into(),
        T::A => format!("A{family}"),
        T::B => format!("B{family}"),
        T::C => format!("C{family}"),
        T::Face => format!("Face{family}"),
        T::Ints => "int[]".into(),
        T::Bytes => "byte[]".into(),
        T::Chars => "char[]".into(),
        T::Longs => "long[]".into(),
        T::Flags => "boolean[]".into(),
        T::As => format!("A{family}[]"),
        T::Bs => format!("B{family}[]"),
        T::Grid => "int[][]".into(),
    }
}

/// The methods of one case, to be put into the classes of its family.
#[derive(Default, Clone)]
pub struct Methods {
    pub face: String,
    pub a: String,
    pub b: String,
    pub c: String,
    pub main: String,
}

/// The source of a family with the methods of its cases.
pub fn source(family: usize, cases: &[Methods]) -> String {
    let all = |part: fn(&Methods) -> &str| cases.iter().map(part).collect::<String>();
    let n = family;
    format!(
        "interface Face{n} {{\n{}}}\n\
         class A{n} implements Face{n} {{\n\
         int f = 3; long w = f + 1L; char c = 'm'; byte b; boolean z; A{n} next; int[] a; String s;\n\
         static int total; static A{n} root; static byte mark;\n\
         A{n}() {{ this(1); f++; }}\n\
         A{n}(int n) {{ f = f * 10 + n; w += hook(); }}\n\
         int hook() {{ return 2; }}\n{}}}\n\
         class B{n} extends A{n} {{\n\
         short h = 9; A{n}[] kids; B{n} peer; static long count; static String name;\n\
         B{n}(int n) {{ super(n + 1); h += n; }}\n{}}}\n\
         class C{n} extends B{n} {{\n\
         int f = 7; int[][] grid; byte[] bytes = {{1, -1}}; B{n}[] mates;\n\
         C{n}(int n) {{ super(n); f += super.f; }}\n\
         int hook() {{ return f + h + 5; }}\n{}}}\n\
         class X{n} extends Exception {{ X{n}() {{ }} }}\n\
         class E{n} extends RuntimeException {{ int code; E{n}(int c) {{ code = c; }} }}\n\
         class F{n} extends E{n} {{ F{n}(int c) {{ super(c + 1); }} }}\n\
         class M{n} {{\n{}}}\n",
        all(|m| &m.face),
        all(|m| &m.a),
        all(|m| &m.b),
        all(|m| &m.c),
        all(|m| &m.main),
    )
}

/// A variable in scope.
#[derive(Clone)]
struct Var {
    name: String,
    ty: T,
    /// Bounds of loops are not.
    assignable: bool,
}

/// What a body may call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    Nothing,
    /// `super.g`.
    Super,
    /// The helper with a smaller depth, and `g`.
    Helper,
    /// The helper and `g`.
    All,
}

struct Gen<'a, 'b> {
    g: &'a mut Genes<'b>,
    family: usize,
    case: usize,
    scope: Vec<Var>,
    this: Option<T>,
    calls: Calls,
    ret: T,
    /// Labels of the loops around, innermost last; `None` for a `switch`.
    loops: Vec<Option<String>>,
    fresh: usize,
    /// Statements that may still come.
    left: usize,
    out: String,
}

/// The methods of a case; its numbers name them.
pub fn generate(g: &mut Genes, family: usize, case: usize) -> Methods {
    let mut m = Methods::default();
    let (f, k) = (family, case);
    let head = format!("int g{k}(int n, A{f} o) throws X{f}");
    let _ = writeln!(m.face, "{head};");
    let ret = g.pick(&[
        T::Int,
        T::Long,
        T::Bool,
        T::Char,
        T::Byte,
        T::Str,
        T::A,
        T::Ints,
        T::Face,
    ]);
    let params: Vec<Var> = PARAMS
        .iter()
        .map(|&(n, ty)| Var {
            name: n.into(),
            ty,
            assignable: true,
        })
        .collect();
    let list: Vec<String> = PARAMS
        .iter()
        .map(|&(n, ty)| format!("{} {n}", name(ty, f)))
        .collect();
    let body = body(g, (f, k), None, Calls::All, ret, params, 24);
    let _ = writeln!(
        m.main,
        "static {} m{k}({}) throws X{f} {{\n{body}}}",
        name(ret, f),
        list.join(", ")
    );
    let var = |n: &str, ty| Var {
        name: n.into(),
        ty,
        assignable: true,
    };
    let helper = vec![var("v", T::Long), var("o", T::A), var("i", T::Int)];
    let text = self::body(g, (f, k), None, Calls::Helper, T::Long, helper, 6);
    let _ = writeln!(
        m.main,
        "static long h{k}(int d, long v, A{f} o, int i) throws X{f} {{\nif (d <= 0) return v + i;\n{text}}}"
    );
    for class in [T::A, T::B, T::C] {
        if class != T::A && g.below(3) == 2 {
            continue;
        }
        let calls = match class {
            T::A => Calls::Nothing,
            _ => Calls::Super,
        };
        let own = vec![var("n", T::Int), var("o", T::A)];
        let text = self::body(g, (f, k), Some(class), calls, T::Int, own, 4);
        let out = match class {
            T::A => &mut m.a,
            T::B => &mut m.b,
            _ => &mut m.c,
        };
        let _ = writeln!(out, "public {head} {{\n{text}}}");
    }
    m
}

fn body(
    g: &mut Genes,
    (family, case): (usize, usize),
    this: Option<T>,
    calls: Calls,
    ret: T,
    scope: Vec<Var>,
    left: usize,
) -> String {
    let mut gen = Gen {
        g,
        family,
        case,
        scope,
        this,
        calls,
        ret,
        loops: Vec::new(),
        fresh: 0,
        left,
        out: String::new(),
    };
    let n = gen.g.below(left + 1);
    gen.block(n + 1, 3);
    let e = gen.expr(ret, 2);
    gen.line(format!("return {e};"));
    gen.out
}

impl Gen<'_, '_> {
    fn name(&self, t: T) -> String {
        name(t, self.family)
    }
    fn line(&mut self, text: String) {
        self.out.push_str(&text);
        self.out.push('\n');
    }
    fn new_name(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    // ---- expressions ------------------------------------------------------

    /// A variable of the type, or of one that needs no conversion.
    fn variable(&mut self, t: T) -> Option<String> {
        let fits = |v: T| {
            v == t
                || match t {
                    T::Int => matches!(v, T::Byte | T::Short | T::Char),
                    T::Long => matches!(v, T::Byte | T::Short | T::Char | T::Int),
                    T::A => matches!(v, T::B | T::C),
                    T::B => v == T::C,
                    T::Face => matches!(v, T::A | T::B | T::C),
                    _ => false,
                }
        };
        let mut list: Vec<String> = self
            .scope
            .iter()
            .filter(|v| fits(v.ty))
            .map(|v| v.name.clone())
            .collect();
        if self.this.is_some_and(fits) {
            list.push("this".into());
        }
        match list.len() {
            0 => None,
            n => Some(list.swap_remove(self.g.below(n))),
        }
    }

    fn literal(&mut self, t: T) -> String {
        match t {
            T::Bool => ["false", "true"][self.g.below(2)].into(),
            T::Byte | T::Short => format!("(({}) {})", self.name(t), self.number()),
            T::Char => ["'a'", "'b'", "'\\uffff'", "'0'"][self.g.below(4)].into(),
            T::Int => self.number(),
            T::Long => match self.g.below(12) {
                11 => "(-9223372036854775807L - 1)".into(),
                10 => "9223372036854775807L".into(),
                9 => "4294967296L".into(),
                n => format!("{n}L"),
            },
            T::Str => ["\"ab\"", "\"\"", "\"b\"", "\"ba\"", "null"][self.g.below(5)].into(),
            T::A | T::B | T::C | T::Face => match self.g.below(10) {
                0 => "null".into(),
                n => self.creation(t, 1 + n % 3),
            },
            _ => match self.g.below(9) {
                0..=3 => {
                    let element = self.name(element(t));
                    let size = ["2", "3", "4", "1"][self.g.below(4)];
                    match element.split_once("[]") {
                        Some((base, rest)) => format!("new {base}[{size}][{size}]{rest}"),
                        None => format!("new {element}[{size}]"),
                    }
                }
                4..=7 => {
                    let n = self.g.below(4);
                    let list: Vec<String> = (0..n).map(|_| self.expr(element(t), 0)).collect();
                    format!("new {} {{{}}}", self.name(t), list.join(", "))
                }
                _ => "null".into(),
            },
        }
    }

    fn creation(&mut self, t: T, n: usize) -> String {
        let class = match (t, n) {
            (T::A | T::Face, 1) => return format!("new A{}()", self.family),
            (T::A | T::Face, 2) => T::A,
            (T::C, _) | (_, 3) => T::C,
            _ => T::B,
        };
        let arg = self.number();
        format!("new {}({arg})", self.name(class))
    }

    fn number(&mut self) -> String {
        match self.g.below(24) {
            23 => "(-2147483648)".into(),
            22 => "2147483647".into(),
            21 => "65535".into(),
            20 => "200".into(),
            19 => "33".into(),
            n @ 16..=18 => format!("({})", 15 - n as i32),
            n => (n % 8).to_string(),
        }
    }

    fn leaf(&mut self, t: T) -> String {
        if self.g.below(6) < 5 {
            if let Some(v) = self.variable(t) {
                return v;
            }
        }
        self.literal(t)
    }

    /// An expression of a type; whatever is composed stands in parentheses.
    fn expr(&mut self, t: T, depth: usize) -> String {
        if depth == 0 || !self.g.more() {
            return self.leaf(t);
        }
        let d = depth - 1;
        match self.g.below(10) {
            0 | 1 => self.leaf(t),
            2 => {
                let (c, a, b) = (self.expr(T::Bool, d), self.expr(t, d), self.expr(t, d));
                format!("({c} ? {} : {b})", self.target(a, t))
            }
            3 => match self.place(t, d) {
                Some(p) => self.assignment(t, &p, d),
                None => self.leaf(t),
            },
            4 => self.read(t, d),
            _ => self.operation(t, d),
        }
    }

    /// Reads of fields and elements.
    fn read(&mut self, t: T, d: usize) -> String {
        match self.field_or_element(t, d) {
            Some(e) => e,
            None => self.leaf(t),
        }
    }

    fn field_or_element(&mut self, t: T, d: usize) -> Option<String> {
        let statics: Vec<Field> = STATICS.into_iter().filter(|f| f.2 == t).collect();
        let fields: Vec<Field> = FIELDS.into_iter().filter(|f| f.2 == t).collect();
        let arrays: Vec<(T, T)> = ARRAYS.into_iter().filter(|a| a.1 == t).collect();
        match self.g.below(3) {
            0 if !fields.is_empty() => {
                let f = self.g.pick(&fields);
                let o = self.expr(f.0, d.min(1));
                Some(format!("{}.{}", self.target(o, f.0), f.1))
            }
            1 if !statics.is_empty() && t != T::Bool => {
                let f = self.g.pick(&statics);
                Some(format!("{}.{}", self.name(f.0), f.1))
            }
            _ if !arrays.is_empty() => {
                let a = self.g.pick(&arrays);
                let list = self.expr(a.0, d.min(1));
                let i = self.index(d);
                Some(format!("{}[{i}]", self.target(list, a.0)))
            }
            _ => None,
        }
    }

    /// What a dot or a bracket may follow.
    fn target(&self, e: String, t: T) -> String {
        match e.as_str() {
            "null" => format!("(({}) null)", self.name(t)),
            _ if e.starts_with("new ") => format!("({e})"),
            // javac 17 fails on a dot after a constant conditional that is null.
            _ if e.contains(" ? ") && e.contains("null") => format!("(({}) {e})", self.name(t)),
            _ => e,
        }
    }

    fn index(&mut self, d: usize) -> String {
        match self.g.below(10) {
            0..=5 => self.g.pick(&["0", "0", "1"]).into(),
            6 => self.expr(T::Int, d),
            _ => {
                let e = self.expr(T::Int, d);
                format!("({e} & 1)")
            }
        }
    }

    /// Something that can be assigned.
    fn place(&mut self, t: T, d: usize) -> Option<String> {
        if self.g.below(3) < 2 {
            let list: Vec<String> = self
                .scope
                .iter()
                .filter(|v| v.ty == t && v.assignable)
                .map(|v| v.name.clone())
                .collect();
            if !list.is_empty() {
                let at = self.g.below(list.len());
                return Some(list[at].clone());
            }
        }
        self.field_or_element(t, d)
    }

    fn assignment(&mut self, t: T, place: &str, d: usize) -> String {
        let number = NUMBERS.contains(&t);
        match self.g.below(5) {
            1 if number => {
                let op = self.g.pick(&["++", "--"]);
                match self.g.flip() {
                    true => format!("({place}{op})"),
                    false => format!("({op}{place})"),
                }
            }
            2 | 3 if number => {
                let op = self
                    .g
                    .pick(&["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>", "/", "%"]);
                let right = match self.g.flip() {
                    true => T::Int,
                    false => T::Long,
                };
                let e = self.expr(right, d);
                format!("({place} {op}= {e})")
            }
            1 | 2 if t == T::Str => {
                let right = self.g.pick(&[T::Str, T::Int, T::Char]);
                let e = self.expr(right, d.min(1));
                format!("({place} += {e})")
            }
            2 if t == T::Bool => {
                let op = self.g.pick(&["&", "|", "^"]);
                let e = self.expr(t, d);
                format!("({place} {op}= {e})")
            }
            _ => {
                let e = self.expr(t, d);
                format!("({place} = {e})")
            }
        }
    }

    fn operation(&mut self, t: T, d: usize) -> String {
        match t {
            T::Bool => self.condition(d),
            T::Int => self.int(d),
            T::Long => self.long(d),
            T::Byte | T::Short | T::Char => {
                let from = if self.g.flip() { T::Int } else { T::Long };
                let e = self.expr(from, d);
                format!("(({}) ({e}))", self.name(t))
            }
            T::Str => {
                let a = self.expr(T::Str, d);
                let right =
                    self.g
                        .pick(&[T::Str, T::Char, T::Bool, T::Int, T::Long, T::Byte, T::Short]);
                let b = self.expr(right, d);
                match self.g.flip() {
                    true => format!("({b} + ({a} + \"\"))"),
                    false => format!("({} + {b})", self.target(a, T::Str)),
                }
            }
            T::A | T::Face => match self.g.below(3) {
                0 => self.read(T::A, d),
                1 => {
                    let n = 1 + self.g.below(3);
                    self.creation(t, n)
                }
                _ => self.leaf(t),
            },
            T::B | T::C => match self.g.below(3) {
                0 => {
                    let from = self.g.pick(&[T::A, T::Face]);
                    let e = self.expr(from, d);
                    format!("(({}) {e})", self.name(t))
                }
                1 => self.creation(t, 0),
                _ => self.leaf(t),
            },
            // An array of B is one of A.
            T::As if self.g.below(3) == 2 => {
                let e = self.expr(T::Bs, d);
                format!("(({}) {e})", self.name(t))
            }
            T::Bs if self.g.below(3) == 2 => {
                let e = self.expr(T::As, d);
                format!("(({}) {e})", self.name(t))
            }
            _ => match self.g.below(3) {
                0 => self.read(t, d),
                1 if !matches!(t, T::Grid) => {
                    let n = self.expr(T::Int, d);
                    let e = self.name(element(t));
                    format!("new {e}[{n} % 5]")
                }
                1 => {
                    let (n, m) = (self.expr(T::Int, d), self.expr(T::Int, d));
                    format!("new int[{n} % 4][{m} % 4]")
                }
                _ => self.leaf(t),
            },
        }
    }

    fn divisor(&mut self, t: T, d: usize) -> String {
        match self.g.below(5) {
            0 => "3".into(),
            1 => "(-1)".into(),
            2 => self.expr(t, d),
            _ => {
                let e = self.expr(t, d);
                format!("({e} | 1)")
            }
        }
    }

    fn arithmetic(&mut self, t: T, d: usize) -> String {
        match self.g.below(8) {
            0..=3 => {
                let op = self.g.pick(&["+", "-", "*", "&", "|", "^"]);
                let (a, b) = (self.expr(t, d), self.expr(t, d));
                format!("({a} {op} {b})")
            }
            4 => {
                let op = self.g.pick(&["/", "%"]);
                let (a, b) = (self.expr(t, d), self.divisor(t, d));
                format!("({a} {op} {b})")
            }
            5 | 6 => {
                let op = self.g.pick(&["<<", ">>", ">>>"]);
                let right = if self.g.flip() { T::Int } else { T::Long };
                let (a, b) = (self.expr(t, d), self.expr(right, d));
                format!("({a} {op} {b})")
            }
            _ => {
                let op = self.g.pick(&["-", "~", "+"]);
                let a = self.expr(t, d);
                format!("({op} {a})")
            }
        }
    }

    fn int(&mut self, d: usize) -> String {
        match self.g.below(8) {
            0 => {
                let e = self.expr(T::Long, d);
                format!("((int) {e})")
            }
            1 => match self.g.below(3) {
                0 => {
                    let e = self.expr(T::Str, d.min(1));
                    format!("{}.length()", self.target(e, T::Str))
                }
                1 => {
                    let e = self.expr(T::Str, d.min(1));
                    let i = self.index(d);
                    format!("{}.charAt({i})", self.target(e, T::Str))
                }
                _ => {
                    let t = self.g.pick(&ARRAYS).0;
                    let e = self.expr(t, d.min(1));
                    format!("{}.length", self.target(e, t))
                }
            },
            2 => self.virtual_call(d),
            3 => {
                let f = self.g.pick(&["max", "min"]);
                let (a, b) = (self.expr(T::Int, d), self.expr(T::Int, d));
                format!("Math.{f}({a}, {b})")
            }
            _ => self.arithmetic(T::Int, d),
        }
    }

    fn virtual_call(&mut self, d: usize) -> String {
        let k = self.case;
        let (n, o) = match self.calls {
            Calls::Nothing => return self.arithmetic(T::Int, d),
            _ => (self.expr(T::Int, d), self.expr(T::A, d)),
        };
        if self.calls == Calls::Super {
            return format!("super.g{k}({n}, {o})");
        }
        let t = self.g.pick(&[T::A, T::Face, T::B]);
        let this = self.expr(t, d.min(1));
        format!("{}.g{k}({n}, {o})", self.target(this, t))
    }

    fn long(&mut self, d: usize) -> String {
        match self.g.below(6) {
            0 => self.expr(T::Int, d),
            1 if self.calls == Calls::All
                || self.calls == Calls::Helper && self.loops.is_empty() =>
            {
                let depth = match self.calls {
                    Calls::All => self.g.pick(&["2", "1", "3"]),
                    _ => "d - 1",
                };
                let k = self.case;
                let (v, o, i) = (
                    self.expr(T::Long, d),
                    self.expr(T::A, d),
                    self.expr(T::Int, d),
                );
                format!("M{}.h{k}({depth}, {v}, {o}, {i})", self.family)
            }
            2 => {
                let (a, b) = (self.expr(T::Long, d), self.expr(T::Int, d));
                let op = self.g.pick(&["+", "-", "*"]);
                format!("({a} {op} {b})")
            }
            _ => self.arithmetic(T::Long, d),
        }
    }

    fn condition(&mut self, d: usize) -> String {
        match self.g.below(9) {
            0..=2 => {
                let op = self.g.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let t = self.g.pick(&[T::Int, T::Long, T::Char, T::Byte]);
                let (a, b) = (self.expr(t, d), self.expr(t, d));
                format!("({a} {op} {b})")
            }
            3 => {
                let op = self.g.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                let a = self.expr(T::Bool, d);
                let b = match self.g.flip() {
                    true => self.read(T::Bool, d),
                    false => self.expr(T::Bool, d),
                };
                format!("({a} {op} {b})")
            }
            4 => {
                let e = self.expr(T::Bool, d);
                format!("(! {e})")
            }
            5 => {
                let op = self.g.pick(&["==", "!="]);
                let t = self.g.pick(&[T::A, T::Face, T::B, T::Ints, T::Str, T::Str]);
                let a = self.expr(t, d);
                let b = match self.g.below(3) {
                    0 => "null".into(),
                    _ => self.expr(t, d),
                };
                format!("({a} {op} {b})")
            }
            6 => {
                let t = self.g.pick(&[T::A, T::Face]);
                let e = self.expr(t, d);
                let class = self.g.pick(&[T::B, T::C, T::A]);
                format!("({e} instanceof {})", self.name(class))
            }
            _ => {
                let e = self.expr(T::Str, d.min(1));
                let e = self.target(e, T::Str);
                match self.g.below(5) {
                    0 => format!("{e}.isEmpty()"),
                    1 | 2 => {
                        let text = self.g.pick(&["\"ab\"", "\"b\""]);
                        format!("({e} == {text})")
                    }
                    _ => {
                        let other = self.expr(T::Str, d.min(1));
                        format!("{e}.equals({other})")
                    }
                }
            }
        }
    }
}

/// The type of an array's elements.
pub fn element(array: T) -> T {
    ARRAYS
        .into_iter()
        .find(|a| a.0 == array)
        .map_or(T::Int, |a| a.1)
}
