//! Expressions as bounds are written: of numbers, parameters, limits of types,
//! `+ - * /`, `max`, `min`, `pow`, `mod`, `bitlength` and `popcount`.
//!
//! Idea: recursive descent over the text; `/` rounds down. What is read is what
//! [`Expr::text`] prints. Cost: linear.

use ep_base::time::{Bound, Case, Comparison, Expr, Parameter, Relation};
use num_bigint::BigInt;

/// Brackets and signs inside of each other.
const DEPTH: u32 = 200;

/// Reads an expression over these parameters.
///
/// # Errors
/// What is wrong with it, without a full stop.
pub fn read(text: &str, parameters: &[Parameter]) -> Result<Expr, String> {
    let mut p = Parser {
        rest: text,
        parameters,
        depth: 0,
    };
    let e = p.sum()?;
    p.space();
    match p.rest.is_empty() {
        true => Ok(e),
        false => Err(format!("`{}` is not expected", p.rest)),
    }
}

/// Reads a bound by cases: `x > 0 && y == 1: 7*x; x == 0: 3`.
///
/// # Errors
/// What is wrong with it, without a full stop.
pub fn read_bound(text: &str, parameters: &[Parameter]) -> Result<Bound, String> {
    let case = |part: &str| {
        let (condition, value) = match part.split_once(':') {
            None => (Vec::new(), part),
            Some((all, value)) => {
                let of = all.split("&&").map(|c| comparison(c, parameters));
                (of.collect::<Result<_, _>>()?, value)
            }
        };
        Ok(Case {
            condition,
            value: read(value, parameters)?,
        })
    };
    let cases = text.split(';').map(case).collect::<Result<_, String>>()?;
    Ok(Bound { cases })
}

fn comparison(text: &str, parameters: &[Parameter]) -> Result<Comparison, String> {
    let relations = [
        Relation::LessEqual,
        Relation::GreaterEqual,
        Relation::Equal,
        Relation::NotEqual,
        Relation::Less,
        Relation::Greater,
    ];
    for relation in relations {
        // The arrow of `b->len` compares nothing.
        let arrow = |at: usize| text[..at].ends_with('-') && text[at..].starts_with('>');
        let mut places = text.match_indices(relation.word()).map(|(at, _)| at);
        if let Some(at) = places.find(|at| !arrow(*at)) {
            let (left, right) = (&text[..at], &text[at + relation.word().len()..]);
            return Ok(Comparison {
                left: read(left, parameters)?,
                relation,
                right: read(right, parameters)?,
            });
        }
    }
    Err(format!("`{}` is no comparison", text.trim()))
}

struct Parser<'a> {
    rest: &'a str,
    parameters: &'a [Parameter],
    depth: u32,
}

impl Parser<'_> {
    fn space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, c: char) -> bool {
        self.space();
        match self.rest.strip_prefix(c) {
            Some(r) => {
                self.rest = r;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err("it is nested too deeply".to_owned());
        }
        let mut of = vec![self.product()?];
        loop {
            if self.eat('+') {
                of.push(self.product()?);
            } else if self.eat('-') {
                let e = self.product()?;
                of.push(negative(e));
            } else {
                break;
            }
        }
        self.depth -= 1;
        Ok(match (of.len(), of.pop()) {
            (1, Some(e)) => e,
            (_, Some(last)) => {
                of.push(last);
                Expr::Add { of }
            }
            (_, None) => Expr::number(0),
        })
    }

    fn product(&mut self) -> Result<Expr, String> {
        let mut e = self.factor()?;
        loop {
            if self.eat('*') {
                let of = vec![e, self.factor()?];
                e = Expr::Mul { of };
            } else if self.eat('/') {
                let by = self.factor()?;
                if constant(&by).is_some_and(|n| n == BigInt::from(0)) {
                    return Err("it divides by 0".to_owned());
                }
                e = Expr::FloorDiv {
                    of: Box::new(e),
                    by: Box::new(by),
                };
            } else {
                return Ok(e);
            }
        }
    }

    fn factor(&mut self) -> Result<Expr, String> {
        self.space();
        if self.eat('-') {
            self.depth += 1;
            if self.depth > DEPTH {
                return Err("it is nested too deeply".to_owned());
            }
            let e = self.factor()?;
            self.depth -= 1;
            return Ok(negative(e));
        }
        if self.eat('(') {
            let e = self.sum()?;
            return match self.eat(')') {
                true => Ok(e),
                false => Err("a bracket is not closed".to_owned()),
            };
        }
        // Names such as `strlen(s)`.
        let own = self.parameters.iter().enumerate();
        let own = own.filter(|(_, p)| p.name.ends_with(')') && self.rest.starts_with(&p.name));
        if let Some((i, p)) = own.max_by_key(|(_, p)| p.name.len()) {
            self.rest = &self.rest[p.name.len()..];
            return Ok(Expr::Parameter { index: i as u32 });
        }
        // `strlen(s)`, as bounds name it.
        let named = (self.parameters.iter().enumerate())
            .find(|(_, p)| p.name.contains('(') && self.rest.starts_with(&p.name));
        if let Some((i, p)) = named {
            self.rest = &self.rest[p.name.len()..];
            return Ok(Expr::Parameter { index: i as u32 });
        }
        // What memory holds: `b->len`, `q.len`, `n[0]`.
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let held = (self.parameters.iter().enumerate())
            .filter(|(_, p)| !p.name.chars().all(plain))
            .filter_map(|(i, p)| Some((i, self.rest.strip_prefix(&p.name)?)))
            .filter(|(_, rest)| !rest.starts_with(plain))
            .min_by_key(|(_, rest)| rest.len());
        if let Some((i, rest)) = held {
            self.rest = rest;
            return Ok(Expr::Parameter { index: i as u32 });
        }
        let word: String = self
            .rest
            .chars()
            .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
            .collect();
        let Some(first) = word.chars().next() else {
            let what = match self.rest.chars().next() {
                Some(c) => format!("`{c}` is not expected"),
                None => "it ends too early".to_owned(),
            };
            return Err(what);
        };
        self.rest = &self.rest[word.len()..];
        if first.is_ascii_digit() {
            return match word.parse::<BigInt>() {
                Ok(n) => Ok(Expr::number(n)),
                Err(_) => Err(format!("`{word}` is no number")),
            };
        }
        if self.eat('(') {
            let mut of = vec![self.sum()?];
            while self.eat(',') {
                of.push(self.sum()?);
            }
            if !self.eat(')') {
                return Err("a bracket is not closed".to_owned());
            }
            return self.function(&word, of);
        }
        if let Some(i) = self.parameters.iter().position(|p| p.name == word) {
            return Ok(Expr::Parameter { index: i as u32 });
        }
        match limit(&word) {
            Some(n) => Ok(Expr::number(n)),
            None => Err(format!("`{word}` is no parameter")),
        }
    }

    fn function(&self, word: &str, mut of: Vec<Expr>) -> Result<Expr, String> {
        Ok(match (word, of.len()) {
            ("max", _) => Expr::Max { of },
            ("min", _) => Expr::Min { of },
            ("pow", 2) => {
                let exponent = of.pop().map(Box::new);
                match (of.pop().map(Box::new), exponent) {
                    (Some(base), Some(exponent)) => Expr::Power { base, exponent },
                    _ => return Err("pow wants two arguments".to_owned()),
                }
            }
            ("mod", 2) => {
                let by = of.pop().map(Box::new);
                match (of.pop().map(Box::new), by) {
                    (_, Some(by)) if constant(&by).is_some_and(|n| n <= BigInt::from(0)) => {
                        return Err("mod wants a positive divisor".to_owned())
                    }
                    (Some(of), Some(by)) => Expr::Mod { of, by },
                    _ => return Err("mod wants two arguments".to_owned()),
                }
            }
            ("bitlength", 1) => Expr::BitLength {
                of: Box::new(of.remove(0)),
            },
            ("popcount", 1) => Expr::PopCount {
                of: Box::new(of.remove(0)),
            },
            _ => {
                return Err(format!(
                    "there is no function `{word}` of {} arguments",
                    of.len()
                ))
            }
        })
    }
}

/// The value of an expression without parameters.
fn constant(e: &Expr) -> Option<BigInt> {
    e.evaluate(&[]).value()
}

fn negative(e: Expr) -> Expr {
    Expr::Mul {
        of: vec![Expr::number(-1), e],
    }
}

/// The limits of C's types.
fn limit(name: &str) -> Option<BigInt> {
    let power = |n: u32| BigInt::from(1) << n;
    Some(match name {
        "UCHAR_MAX" => power(8) - 1,
        "SCHAR_MAX" | "CHAR_MAX" => power(7) - 1,
        "USHRT_MAX" => power(16) - 1,
        "SHRT_MAX" => power(15) - 1,
        "UINT_MAX" => power(32) - 1,
        "INT_MAX" => power(31) - 1,
        "INT_MIN" => -power(31),
        "ULONG_MAX" | "ULLONG_MAX" => power(64) - 1,
        "LONG_MAX" | "LLONG_MAX" => power(63) - 1,
        _ => return None,
    })
}
