//! Query streams of small programs, and what each query costs.
//!
//! `cargo run --release -p everypath-smt --example streams [VARIANT]` explores
//! ports of the benchmark programs depth first (paths are replayed, so only the
//! pipeline is measured) and prints the number of paths, questions and the
//! microseconds per branch and assumption. VARIANT: `no-order`, `no-domains`,
//! `no-cache`, `no-models`, `solver`.

use ep_smt::{Part, Parts, PathCondition, Pipeline, Side, SmtOptions, Stage};
use ep_term::{Pool, Sort, TermId};
use std::time::{Duration, Instant};

/// Ends a path at an error.
struct Stop;
type Run<T> = Result<T, Stop>;

struct Path {
    decisions: Vec<bool>,
    pc: PathCondition,
}

struct Ctx {
    pool: Pool,
    pipeline: Pipeline,
    waiting: Vec<Path>,
    path: Path,
    at: usize,
    made: usize,
    vars: Vec<TermId>,
    times: Vec<Duration>,
    unknown: usize,
}

impl Ctx {
    fn var(&mut self, width: u32) -> TermId {
        if self.made == self.vars.len() {
            let v = self.pool.fresh_var("v", Sort::BitVec(width));
            self.vars.push(v);
        }
        self.made += 1;
        self.vars[self.made - 1]
    }
    /// A 32-bit integer of four bytes, as an explorer of memory sees it.
    fn int(&mut self, bytes: bool) -> TermId {
        if !bytes {
            return self.var(32);
        }
        let mut all = self.var(8);
        for _ in 1..4 {
            let b = self.var(8);
            all = self.pool.concat(b, all);
        }
        all
    }
    fn c(&mut self, width: u32, value: i64) -> TermId {
        self.pool.bv(width, value as u128)
    }
    fn branch(&mut self, cond: TermId) -> bool {
        if let Some(b) = self.pool.as_bool(cond) {
            return b;
        }
        if self.at < self.path.decisions.len() {
            self.at += 1;
            return self.path.decisions[self.at - 1];
        }
        let start = Instant::now();
        let b = self.pipeline.branch(&mut self.pool, &self.path.pc, cond);
        let opposite = self.pool.not(cond);
        self.unknown += usize::from(b.then.is_unknown()) + usize::from(b.els.is_unknown());
        let taken = match (b.then, b.els) {
            (Side::Feasible(t), Side::Feasible(e)) => {
                let mut other = self.path.pc.clone();
                self.pipeline
                    .assume(&mut self.pool, &mut other, opposite, e);
                self.pipeline
                    .assume(&mut self.pool, &mut self.path.pc, cond, t);
                let mut decisions = self.path.decisions.clone();
                decisions.push(false);
                self.waiting.push(Path {
                    decisions,
                    pc: other,
                });
                true
            }
            (Side::Feasible(_), _) => true,
            _ => false,
        };
        self.times.push(start.elapsed());
        self.path.decisions.push(taken);
        self.at += 1;
        taken
    }
    fn is(&mut self, t: TermId, value: i64) -> bool {
        let w = self.pool.width(t);
        let c = self.c(w, value);
        let cond = self.pool.eq(t, c);
        self.branch(cond)
    }
    /// Stops the path when the condition can hold.
    fn check(&mut self, error: TermId) -> Run<()> {
        if self.branch(error) {
            Err(Stop)
        } else {
            Ok(())
        }
    }
}

fn maze(x: &mut Ctx) -> Run<()> {
    let mut maze: Vec<Vec<u8>> = [
        "+-+---+---+",
        "| |     |#|",
        "| | --+ | |",
        "| |   | | |",
        "| +-- | | |",
        "|     |   |",
        "+-----+---+",
    ]
    .iter()
    .map(|r| r.bytes().chain([0]).collect())
    .collect();
    let moves: Vec<TermId> = (0..28).map(|_| x.var(8)).collect();
    let (mut px, mut py) = (1usize, 1usize);
    maze[py][px] = b'X';
    for m in moves {
        let (ox, oy) = (px, py);
        if x.is(m, b'w'.into()) {
            py -= 1
        } else if x.is(m, b's'.into()) {
            py += 1
        } else if x.is(m, b'a'.into()) {
            px -= 1
        } else if x.is(m, b'd'.into()) {
            px += 1
        } else {
            return Ok(());
        }
        let cell = maze[py][px];
        if cell == b'#' {
            return Err(Stop);
        }
        if cell != b' ' && !(py == 2 && cell == b'|' && px > 0 && px < 11) {
            (px, py) = (ox, oy);
        }
        if (ox, oy) == (px, py) {
            return Ok(());
        }
        maze[py][px] = b'X';
    }
    Ok(())
}

fn at(re: &[TermId], i: usize) -> Run<TermId> {
    re.get(i).copied().ok_or(Stop)
}

fn here(x: &mut Ctx, re: &[TermId], i: usize, t: &[u8]) -> Run<bool> {
    let first = at(re, i)?;
    if x.is(first, 0) {
        return Ok(true);
    }
    let second = at(re, i + 1)?;
    if x.is(second, b'*'.into()) {
        return star(x, first, re, i + 2, t);
    }
    if x.is(first, b'$'.into()) && x.is(second, 0) {
        return Ok(t[0] == 0);
    }
    if t[0] != 0 && (x.is(first, b'.'.into()) || x.is(first, t[0].into())) {
        return here(x, re, i + 1, &t[1..]);
    }
    Ok(false)
}

fn star(x: &mut Ctx, c: TermId, re: &[TermId], i: usize, t: &[u8]) -> Run<bool> {
    let mut t = t;
    loop {
        if here(x, re, i, t)? {
            return Ok(true);
        }
        if t[0] == 0 {
            return Ok(false);
        }
        let old = t[0];
        t = &t[1..];
        if !(x.is(c, old.into()) || x.is(c, b'.'.into())) {
            return Ok(false);
        }
    }
}

fn regex7(x: &mut Ctx) -> Run<()> {
    let re: Vec<TermId> = (0..7).map(|_| x.var(8)).collect();
    let text = b"hello\0";
    if x.is(re[0], b'^'.into()) {
        here(x, &re, 1, text)?;
        return Ok(());
    }
    for i in 0..text.len() {
        if here(x, &re, 0, &text[i..])? {
            break;
        }
    }
    Ok(())
}

fn bubble(x: &mut Ctx, bytes: bool) -> Run<()> {
    let mut a: Vec<TermId> = (0..6).map(|_| x.int(bytes)).collect();
    for i in 0..5 {
        for j in 0..5 - i {
            let cond = x.pool.sgt(a[j], a[j + 1]);
            if x.branch(cond) {
                a.swap(j, j + 1);
            }
        }
    }
    for i in 0..5 {
        let cond = x.pool.sgt(a[i], a[i + 1]);
        x.check(cond)?;
    }
    Ok(())
}

fn bsearch(x: &mut Ctx, bytes: bool) -> Run<()> {
    let a: Vec<TermId> = (0..16).map(|_| x.int(bytes)).collect();
    let key = x.int(bytes);
    for i in 0..15 {
        let cond = x.pool.sgt(a[i], a[i + 1]);
        if x.branch(cond) {
            return Ok(());
        }
    }
    let (mut lo, mut hi) = (0i64, 15i64);
    while lo <= hi {
        let mid = lo + (hi - lo) / 2;
        let equal = x.pool.eq(a[mid as usize], key);
        if x.branch(equal) {
            let differ = x.pool.ne(a[mid as usize], key);
            return x.check(differ);
        }
        let less = x.pool.slt(a[mid as usize], key);
        if x.branch(less) {
            lo = mid + 1
        } else {
            hi = mid - 1
        }
    }
    for &e in &a {
        let equal = x.pool.eq(e, key);
        x.check(equal)?;
    }
    Ok(())
}

fn bytecode(x: &mut Ctx) -> Run<()> {
    let code: Vec<TermId> = (0..4).map(|_| x.var(8)).collect();
    let mut stack: Vec<TermId> = Vec::new();
    let mut acc = x.c(32, 1);
    let mut mem: Vec<TermId> = [0, 7, 3, 1].map(|v| x.c(32, v)).to_vec();
    let mut pc = 0;
    while pc < 4 {
        let op = code[pc];
        let low = x.pool.extract(op, 3, 0);
        let high = x.pool.extract(op, 7, 4);
        let high = x.pool.zext(high, 32);
        let mut case = 0;
        while case < 15 && !x.is(low, case) {
            case += 1;
        }
        match case {
            0 => return Ok(()),
            1 => stack.push(high),
            2 => match stack.pop() {
                Some(t) => acc = t,
                None => return Ok(()),
            },
            3..=6 => {
                if stack.len() < 2 {
                    return Ok(());
                }
                let (Some(b), Some(a)) = (stack.pop(), stack.pop()) else {
                    return Ok(());
                };
                let r = match case {
                    3 => {
                        let e = x.pool.saddo(a, b);
                        x.check(e)?;
                        x.pool.bvadd(a, b)
                    }
                    4 => {
                        let e = x.pool.ssubo(a, b);
                        x.check(e)?;
                        x.pool.bvsub(a, b)
                    }
                    5 => {
                        let e = x.pool.smulo(a, b);
                        x.check(e)?;
                        x.pool.bvmul(a, b)
                    }
                    _ => divided(x, a, b)?,
                };
                stack.push(r);
            }
            7 => match stack.pop() {
                Some(t) => {
                    if x.is(t, 0) {
                        pc += 1
                    }
                }
                None => return Ok(()),
            },
            8 => acc = x.pool.bvneg(acc),
            9 => stack.push(acc),
            10 => {
                let index = x.pool.extract(op, 5, 4);
                let mut value = mem[3];
                for i in (0..3).rev() {
                    let c = x.c(2, i);
                    let hit = x.pool.eq(index, c);
                    value = x.pool.ite(hit, mem[i as usize], value);
                }
                acc = x.pool.bvadd(acc, value);
            }
            11 => {
                let index = x.pool.extract(op, 6, 4);
                let bound = x.c(3, 3);
                let over = x.pool.ugt(index, bound);
                x.check(over)?;
                for (i, m) in mem.iter_mut().enumerate() {
                    let c = x.pool.bv(3, i as u128);
                    let hit = x.pool.eq(index, c);
                    *m = x.pool.ite(hit, acc, *m);
                }
            }
            12 => acc = x.pool.bvxor(acc, high),
            13 => {
                let ten = x.c(32, 10);
                let three = x.c(32, 3);
                let cond = x.pool.sgt(acc, ten);
                acc = if x.branch(cond) {
                    x.pool.bvsub(acc, ten)
                } else {
                    x.pool.bvadd(acc, three)
                };
            }
            14 => {
                let Some(top) = stack.last_mut() else {
                    return Ok(());
                };
                let cond = x.pool.sgt(*top, acc);
                if x.branch(cond) {
                    acc = *stack.last_mut().unwrap_or(&mut acc);
                }
            }
            _ => {
                if let Some(&top) = stack.last() {
                    if x.is(top, 42) {
                        return Err(Stop);
                    }
                }
            }
        }
        pc += 1;
    }
    Ok(())
}

fn divided(x: &mut Ctx, a: TermId, b: TermId) -> Run<TermId> {
    let zero = x.c(32, 0);
    let by_zero = x.pool.eq(b, zero);
    x.check(by_zero)?;
    let least = x.c(32, i32::MIN.into());
    let minus = x.c(32, -1);
    let (p, q) = (x.pool.eq(a, least), x.pool.eq(b, minus));
    let over = x.pool.and(p, q);
    x.check(over)?;
    Ok(x.pool.bvsdiv(a, b))
}

/// Numbers with arithmetic between them: `12/3*4` over symbolic characters.
struct Tokens {
    buf: Vec<TermId>,
    p: usize,
    tok: u8,
    val: TermId,
    bad: bool,
}

impl Tokens {
    fn within(&self, x: &mut Ctx, c: TermId, lo: u8, hi: u8) -> bool {
        let (l, h) = (x.c(8, lo.into()), x.c(8, hi.into()));
        let above = x.pool.sge(c, l);
        if !x.branch(above) {
            return false;
        }
        let below = x.pool.sle(c, h);
        x.branch(below)
    }
    fn next(&mut self, x: &mut Ctx) -> Run<()> {
        while self.p < self.buf.len()
            && (x.is(self.buf[self.p], b' '.into()) || x.is(self.buf[self.p], b'\t'.into()))
        {
            self.p += 1;
        }
        if self.p == self.buf.len() || x.is(self.buf[self.p], 0) {
            self.tok = 0;
            return Ok(());
        }
        let c = self.buf[self.p];
        self.p += 1;
        let zero = x.c(32, b'0'.into());
        if self.within(x, c, b'0', b'9') {
            let wide = x.pool.sext(c, 32);
            let mut val = x.pool.bvsub(wide, zero);
            while self.p < self.buf.len() && self.within(x, self.buf[self.p], b'0', b'9') {
                let wide = x.pool.sext(self.buf[self.p], 32);
                self.p += 1;
                let digit = x.pool.bvsub(wide, zero);
                let ten = x.c(32, 10);
                let over = x.pool.smulo(val, ten);
                x.check(over)?;
                let tens = x.pool.bvmul(val, ten);
                let over = x.pool.saddo(tens, digit);
                x.check(over)?;
                val = x.pool.bvadd(tens, digit);
            }
            self.val = val;
            self.tok = b'0';
            return Ok(());
        }
        if self.within(x, c, b'a', b'z') || self.within(x, c, b'A', b'Z') || x.is(c, b'_'.into()) {
            let start = self.p - 1;
            while self.p < self.buf.len() {
                let d = self.buf[self.p];
                let part = self.within(x, d, b'a', b'z')
                    || self.within(x, d, b'A', b'Z')
                    || x.is(d, b'_'.into())
                    || self.within(x, d, b'0', b'9');
                if !part {
                    break;
                }
                self.p += 1;
            }
            self.val = x.c(32, (self.p - start) as i64);
            self.tok = b'a';
            return Ok(());
        }
        for t in b"+-*/();<=" {
            if x.is(c, (*t).into()) {
                self.tok = *t;
                return Ok(());
            }
        }
        self.tok = b'?';
        Ok(())
    }
    fn primary(&mut self, x: &mut Ctx) -> Run<TermId> {
        let zero = x.c(32, 0);
        match self.tok {
            b'0' | b'a' => {
                let v = self.val;
                self.next(x)?;
                Ok(v)
            }
            b'-' => {
                self.next(x)?;
                let v = self.primary(x)?;
                let over = x.pool.ssubo(zero, v);
                x.check(over)?;
                Ok(x.pool.bvneg(v))
            }
            b'(' => {
                self.next(x)?;
                let v = self.expr(x)?;
                if self.tok != b')' {
                    self.bad = true
                } else {
                    self.next(x)?
                }
                Ok(v)
            }
            _ => {
                self.bad = true;
                Ok(zero)
            }
        }
    }
    fn term(&mut self, x: &mut Ctx) -> Run<TermId> {
        let mut v = self.primary(x)?;
        while !self.bad && (self.tok == b'*' || self.tok == b'/') {
            let op = self.tok;
            self.next(x)?;
            let w = self.primary(x)?;
            if self.bad {
                return Ok(v);
            }
            v = if op == b'*' {
                let over = x.pool.smulo(v, w);
                x.check(over)?;
                x.pool.bvmul(v, w)
            } else {
                divided(x, v, w)?
            };
        }
        Ok(v)
    }
    fn sum(&mut self, x: &mut Ctx) -> Run<TermId> {
        let mut v = self.term(x)?;
        while !self.bad && (self.tok == b'+' || self.tok == b'-') {
            let op = self.tok;
            self.next(x)?;
            let w = self.term(x)?;
            let over = if op == b'+' {
                x.pool.saddo(v, w)
            } else {
                x.pool.ssubo(v, w)
            };
            x.check(over)?;
            v = if op == b'+' {
                x.pool.bvadd(v, w)
            } else {
                x.pool.bvsub(v, w)
            };
        }
        Ok(v)
    }
    fn expr(&mut self, x: &mut Ctx) -> Run<TermId> {
        let mut v = self.sum(x)?;
        while !self.bad && (self.tok == b'<' || self.tok == b'=') {
            let op = self.tok;
            self.next(x)?;
            let w = self.sum(x)?;
            let cond = if op == b'<' {
                x.pool.slt(v, w)
            } else {
                x.pool.eq(v, w)
            };
            let bit = x.pool.bool_to_bv(cond);
            v = x.pool.zext(bit, 32);
        }
        Ok(v)
    }
}

fn token(x: &mut Ctx) -> Run<()> {
    let buf: Vec<TermId> = (0..4).map(|_| x.var(8)).collect();
    let val = x.c(32, 0);
    let mut t = Tokens {
        buf,
        p: 0,
        tok: 0,
        val,
        bad: false,
    };
    t.next(x)?;
    while !t.bad && t.tok != 0 {
        t.expr(x)?;
        if t.tok == b';' {
            t.next(x)?
        } else if t.tok != 0 {
            t.bad = true
        }
    }
    Ok(())
}

fn explore(name: &str, options: SmtOptions, program: fn(&mut Ctx) -> Run<()>) {
    let empty = || Path {
        decisions: Vec::new(),
        pc: PathCondition::new(),
    };
    let mut x = Ctx {
        pool: Pool::new(),
        pipeline: Pipeline::new(options),
        waiting: vec![empty()],
        path: empty(),
        at: 0,
        made: 0,
        vars: Vec::new(),
        times: Vec::new(),
        unknown: 0,
    };
    let (mut paths, mut errors) = (0, 0);
    while let Some(path) = x.waiting.pop() {
        x.path = path;
        x.at = 0;
        x.made = 0;
        match program(&mut x) {
            Ok(()) => paths += 1,
            Err(Stop) => errors += 1,
        }
    }
    let total: Duration = x.times.iter().sum();
    x.times.sort_unstable();
    let micros = |d: Duration| d.as_secs_f64() * 1e6;
    let pick = |q: usize| micros(x.times[(x.times.len() - 1) * q / 1000]);
    let s = x.pipeline.stats();
    println!(
        "{name:12} {paths:6} paths {errors:5} errors {:7} branches {:9.1} ms | µs mean {:7.2} median {:6.2} p99 {:8.2} max {:8.0}",
        x.times.len(),
        total.as_secs_f64() * 1e3,
        micros(total) / x.times.len() as f64,
        pick(500),
        pick(990),
        pick(1000),
    );
    println!(
        "             {} questions: {} trivial, {} domain, {} model, {} cache, {} order, {} sat ({:.1} ms, {} conflicts, {} rebuilds), {} Z3, {} unknown, {} bad",
        s.queries, s.trivial(), s.answered.of(Stage::ByteDomains), s.model_hits(), s.answered.of(Stage::Cache), s.order_hits(), s.sat_calls,
        s.sat_time.as_secs_f64() * 1e3, s.conflicts, s.rebuilds, s.z3_calls, s.unknown, s.bad_models,
    );
}

fn main() {
    let variant = std::env::args().nth(1).unwrap_or_default();
    let options = || {
        let parts = match variant.as_str() {
            "no-order" => Parts::ALL.without(Part::Order),
            "no-domains" => Parts::ALL.without(Part::ByteDomains),
            "no-cache" => Parts::ALL.without(Part::Cache),
            "no-models" => Parts::ALL.without(Part::Models),
            "solver" => Parts::NONE
                .with(Part::Slicing)
                .with(Part::Narrowing)
                .with(Part::Values),
            _ => Parts::ALL,
        };
        SmtOptions {
            parts,
            ..SmtOptions::default()
        }
    };
    explore("maze", options(), maze);
    explore("regex7", options(), regex7);
    explore("token4", options(), token);
    explore("bytecode4", options(), bytecode);
    explore("bubble6", options(), |x| bubble(x, false));
    explore("bubble6/4x8", options(), |x| bubble(x, true));
    explore("bsearch16", options(), |x| bsearch(x, false));
    explore("bsearch/4x8", options(), |x| bsearch(x, true));
}
