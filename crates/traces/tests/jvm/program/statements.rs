//! Generated statements.

use super::{Calls, Gen, Var, T};

impl Gen<'_, '_> {
    pub(super) fn block(&mut self, n: usize, depth: usize) {
        let scope = self.scope.len();
        for _ in 0..n {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            self.statement(depth);
        }
        self.scope.truncate(scope);
    }

    fn nested(&mut self, depth: usize) {
        let n = 1 + self.g.below(3);
        self.block(n, depth - 1);
    }

    fn declare(&mut self, t: T, value: &str) -> String {
        let x = self.new_name();
        self.line(format!("{} {x} = {value};", self.name(t)));
        self.scope.push(Var {
            name: x.clone(),
            ty: t,
            assignable: true,
        });
        x
    }

    fn statement(&mut self, depth: usize) {
        let nested = depth > 0 && self.g.more();
        match self.g.below(18) {
            1 | 2 => {
                let t = self.g.pick(&[
                    T::Int,
                    T::Long,
                    T::Short,
                    T::Char,
                    T::Byte,
                    T::Bool,
                    T::A,
                    T::B,
                    T::C,
                    T::Str,
                    T::Ints,
                    T::As,
                    T::Bs,
                    T::Bytes,
                    T::Grid,
                    T::Longs,
                    T::Chars,
                    T::Flags,
                ]);
                let e = self.expr(t, 2);
                self.declare(t, &e);
            }
            3 | 4 if nested => {
                let c = self.expr(T::Bool, 2);
                self.line(format!("if ({c}) {{"));
                self.nested(depth);
                if self.g.flip() {
                    self.line("} else {".into());
                    self.nested(depth);
                }
                self.line("}".into());
            }
            5 | 6 | 14 if nested && self.loops.iter().flatten().count() < 2 => self.a_loop(depth),
            7 | 8 if nested => self.a_try(depth),
            9 if nested => self.a_switch(depth),
            10 | 15 => self.jump(),
            16 | 17 if !self.loops.is_empty() => self.jump(),
            11 => {
                let e = self.exception();
                let c = self.seldom();
                self.line(format!("if ({c}) throw {e};"));
            }
            12 if self.g.below(3) == 0 => {
                let c = self.seldom();
                self.line(format!("assert !({c});"));
            }
            13 if self.calls != Calls::Nothing => {
                let e = self.virtual_call(1);
                self.line(format!("{e};"));
            }
            _ => {
                let t = self.g.pick(&[
                    T::Int,
                    T::Long,
                    T::Char,
                    T::Byte,
                    T::Bool,
                    T::A,
                    T::B,
                    T::Str,
                    T::Ints,
                    T::As,
                    T::Short,
                    T::Grid,
                    T::Bytes,
                ]);
                if let Some(p) = self.place(t, 1) {
                    let e = self.assignment(t, &p, 2);
                    let e = e.strip_prefix('(').and_then(|e| e.strip_suffix(')'));
                    let e = e.unwrap_or_default().to_string();
                    self.line(format!("{e};"));
                }
            }
        }
    }

    fn exception(&mut self) -> String {
        let f = self.family;
        match self.g.below(4) {
            0 => format!("new X{f}()"),
            1 => "new IllegalStateException()".into(),
            n => {
                let e = self.expr(T::Int, 1);
                format!("new {}{f}({e})", ["E", "F"][n - 2])
            }
        }
    }

    /// A condition for what ends a run: mostly one that is seldom true.
    fn seldom(&mut self) -> String {
        match self.g.below(4) {
            3 => self.expr(T::Bool, 1),
            n => {
                let e = self.expr(T::Int, 1);
                format!("(({e}) & 7) == {}", 5 - n)
            }
        }
    }

    fn jump(&mut self) {
        let c = match self.loops.is_empty() {
            true => self.seldom(),
            false => self.expr(T::Bool, 1),
        };
        let inner = self.loops.last().cloned();
        let named: Vec<String> = self.loops.iter().flatten().cloned().collect();
        match (self.g.below(8), inner) {
            (0, Some(_)) => self.line(format!("if ({c}) break;")),
            (1 | 5 | 6, Some(Some(_))) => self.line(format!("if ({c}) continue;")),
            (2, _) if !named.is_empty() => {
                let l = named[self.g.below(named.len())].clone();
                self.line(format!("if ({c}) continue {l};"));
            }
            (3, _) if !named.is_empty() => {
                let l = named[self.g.below(named.len())].clone();
                self.line(format!("if ({c}) break {l};"));
            }
            _ => {
                let e = self.expr(self.ret, 1);
                self.line(format!("if ({c}) return {e};"));
            }
        }
    }

    fn a_loop(&mut self, depth: usize) {
        let x = self.new_name();
        let label = format!("L{x}");
        let n = 2 + self.g.below(2);
        let bound = |ty| Var {
            name: x.clone(),
            ty,
            assignable: false,
        };
        let scope = self.scope.len();
        match self.g.below(4) {
            0 => {
                let c = match self.g.flip() {
                    true => format!(" && {}", self.expr(T::Bool, 1)),
                    false => String::new(),
                };
                let step = ["++", " += 1", "++"][self.g.below(3)];
                self.line(format!(
                    "{label}: for (int {x} = 0; {x} < {n}{c}; {x}{step}) {{"
                ));
                self.scope.push(bound(T::Int));
                self.loops.push(Some(label));
                self.nested(depth);
                self.line("}".into());
            }
            1 => {
                let c = self.expr(T::Bool, 1);
                self.line(format!(
                    "int {x} = {n};\n{label}: while ({x}-- > 0 && {c}) {{"
                ));
                self.scope.push(bound(T::Int));
                self.loops.push(Some(label));
                self.nested(depth);
                self.line("}".into());
            }
            2 => {
                let c = self.expr(T::Bool, 1);
                self.line(format!("long {x} = 0;\n{label}: do {{"));
                self.scope.push(bound(T::Long));
                self.loops.push(Some(label));
                self.nested(depth);
                self.line(format!("}} while (++{x} < {n} && {c});"));
            }
            _ => {
                let (array, element) = self.g.pick(&[
                    (T::Ints, T::Int),
                    (T::Bytes, T::Byte),
                    (T::As, T::A),
                    (T::Grid, T::Ints),
                    (T::Chars, T::Char),
                ]);
                let e = self.expr(array, 1);
                let e = self.target(e, array);
                self.line(format!(
                    "{label}: for ({} {x} : {e}) {{",
                    self.name(element)
                ));
                let mut v = bound(element);
                v.assignable = true;
                self.scope.push(v);
                self.loops.push(Some(label));
                self.nested(depth);
                self.line("}".into());
            }
        }
        self.loops.pop();
        self.scope.truncate(scope);
    }

    fn a_try(&mut self, depth: usize) {
        let f = self.family;
        self.line("try {".into());
        let special = self.g.below(9);
        if special == 1 {
            let c = self.expr(T::Bool, 1);
            self.line(format!("if ({c}) throw new X{f}();"));
        }
        self.nested(depth);
        let mut classes: Vec<String> = match special {
            0 => vec![format!("E{f}")],
            1 => vec![format!("X{f}")],
            2 => vec!["ArithmeticException".into()],
            3 => vec!["NullPointerException | IndexOutOfBoundsException".into()],
            4 => vec![format!("F{f}"), format!("E{f}")],
            5 => vec!["ClassCastException".into()],
            6 => vec!["NegativeArraySizeException | ArithmeticException".into()],
            7 => vec!["ArrayIndexOutOfBoundsException".into()],
            _ => Vec::new(),
        };
        let general = ["", "RuntimeException", "Exception", "Throwable"][self.g.below(4)];
        if !general.is_empty() {
            classes.push(general.into());
        }
        let finally = classes.is_empty() || self.g.below(3) == 2;
        for class in classes {
            let x = self.new_name();
            self.line(format!("}} catch ({class} {x}) {{"));
            if class.starts_with(['E', 'F']) && class.ends_with(|c: char| c.is_ascii_digit()) {
                self.line(format!("A{f}.total += {x}.code;"));
            }
            if self.g.below(6) == 5 && !class.contains('|') {
                let c = self.expr(T::Bool, 1);
                let rethrow = match general {
                    "Throwable" => format!("new E{f}(4)"),
                    "Exception" => format!("new F{f}(5)"),
                    _ => x,
                };
                self.line(format!("if ({c}) throw {rethrow};"));
            }
            self.nested(depth);
        }
        if finally {
            self.line("} finally {".into());
            self.nested(depth);
        }
        self.line("}".into());
    }

    fn a_switch(&mut self, depth: usize) {
        let t = self.g.pick(&[T::Int, T::Char, T::Str, T::Byte]);
        let mut on = self.expr(t, 1);
        if t == T::Int {
            on = format!("{on} & 3");
        }
        let on = self.target(on, t);
        self.line(format!("switch ({on}) {{"));
        self.loops.push(None);
        let labels: &[&str] = match t {
            T::Char => &["'a'", "'b'", "'0'"],
            T::Str => &["\"ab\"", "\"\"", "\"b\""],
            T::Byte => &["1", "-1", "2"],
            _ => &["0", "1", "2"],
        };
        let default = self.g.below(4);
        for (n, label) in labels.iter().enumerate() {
            if default == n + 1 {
                self.line("default:".into());
            }
            self.line(format!("case {label}:"));
            if self.g.below(4) == 3 && n < 2 {
                continue;
            }
            self.line("{".into());
            self.nested(depth);
            self.line("}".into());
            if self.g.below(3) < 2 {
                self.line("break;".into());
            }
        }
        self.loops.pop();
        self.line("}".into());
    }
}
