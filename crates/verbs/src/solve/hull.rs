//! What all observed values of the variables at one place have in common, in C.
//!
//! Idea: a place is a set of rows, one for each time that a run passed it. The facts
//! about it are the least and the greatest value of each variable, one value or a few,
//! a congruence, linear equalities between variables, their order, and the hull of one
//! variable for each value of another that has few. A row that was not seen may break
//! any of them, so these are candidates: what is exported was proved. For bounds there
//! are weaker ones beside (constants of the text), of which the tightest that holds is
//! kept. Sources: Ernst et al. (Daikon, 2007) for the templates; Karr (1976) for linear
//! equalities, here as the null space of the rows (Nguyen et al., DIG, 2012).
//!
//! No expression has undefined behaviour, whatever the values are: sums and products
//! are computed in `long long` where they fit by the types, else modulo 2^64, where an
//! equality of whole numbers holds as well.
//! Cost: rows times the square of the variables; the null space is of at most 64 rows.

use std::collections::BTreeSet;

/// A variable that was observed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// As it is written in an expression.
    pub word: String,
    /// Of its type.
    pub least: i128,
    pub greatest: i128,
    /// Its row is whether it is null (0) or not (1).
    pub pointer: bool,
}

impl Column {
    fn fits_in(&self, low: i128, high: i128) -> bool {
        self.least >= low && self.greatest <= high
    }

    /// 32 bits of either sign.
    fn narrow(&self) -> bool {
        self.fits_in(-(1 << 31), (1 << 32) - 1)
    }

    /// The type in which it is compared has a sign: `int` after promotion.
    fn compares_signed(&self) -> bool {
        self.least < 0 || self.greatest < 1 << 31
    }

    fn signed_wide(&self) -> String {
        format!("(long long){}", self.word)
    }

    fn modular(&self) -> String {
        format!("(unsigned long long){}", self.word)
    }
}

/// What a fact speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum About {
    /// One value, a few values.
    Values(usize),
    /// From below or from above, with how weak it is among its like.
    Bound {
        of: usize,
        above: bool,
        rank: usize,
    },
    Congruence(usize),
    /// A linear equality.
    Equality,
    /// With products of variables.
    Product,
    Order(usize, usize),
    /// What a variable is for a value of another one.
    Under {
        of: usize,
        on: usize,
    },
}

/// A comparison that held in each row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub about: About,
    pub text: String,
}

/// The most values that are told one by one.
const FEW: usize = 6;
/// The most values of a variable on which others depend.
const CASES: usize = 6;
/// Weaker bounds of each side.
const WEAKER: usize = 4;
/// Rows of which the null space is taken.
const SAMPLE: usize = 64;
/// The greatest coefficient that says something.
const COEFFICIENT: i128 = 64;

/// What holds in all rows; `constants` are those of the text.
pub fn facts(columns: &[Column], rows: &[Vec<i128>], constants: &[i128]) -> Vec<Fact> {
    if rows.is_empty() {
        return vec![];
    }
    let values: Vec<BTreeSet<i128>> = (0..columns.len())
        .map(|k| rows.iter().map(|r| r[k]).collect())
        .collect();
    let mut out = Vec::new();
    for (k, c) in columns.iter().enumerate() {
        of_one(k, c, &values[k], constants, &mut out);
    }
    let moving: Vec<usize> = (0..columns.len())
        .filter(|&k| values[k].len() > 1 && !columns[k].pointer)
        .collect();
    equalities(columns, &moving, rows, &mut out);
    order(columns, &moving, (rows, &values), &mut out);
    cases(columns, (rows, &values), &mut out);
    out
}

fn ends(values: &BTreeSet<i128>) -> (i128, i128) {
    let low = values.first().copied().unwrap_or_default();
    (low, values.last().copied().unwrap_or_default())
}

fn of_one(k: usize, c: &Column, values: &BTreeSet<i128>, constants: &[i128], out: &mut Vec<Fact>) {
    let mut put = |about, text| out.push(Fact { about, text });
    let (low, high) = ends(values);
    if c.pointer {
        if low == high {
            let sign = if low == 0 { "==" } else { "!=" };
            put(About::Values(k), format!("{} {sign} 0", c.word));
        }
        return;
    }
    let all_of_type = low <= c.least && high >= c.greatest;
    let dense = high - low + 1 == values.len() as i128;
    if values.len() == 1 || values.len() <= FEW && !dense && !all_of_type {
        put(About::Values(k), one_of(&c.word, values));
    }
    let step = values.iter().fold(0, |g, v| gcd(g, v - low));
    if step > 1 && values.len() > 2 {
        let rest = low.rem_euclid(step);
        // In C the remainder of a negative number is none of a positive one.
        if low >= 0 || rest == 0 {
            put(
                About::Congruence(k),
                format!("{} % {step} == {rest}", c.word),
            );
        }
    }
    for above in [false, true] {
        let tight = if above { high } else { low };
        let mut weaker: Vec<i128> = constants
            .iter()
            .flat_map(|n| [n - 1, *n, n + 1])
            .filter(|n| if above { *n > tight } else { *n < tight })
            .collect();
        weaker.sort_by_key(|n| (n - tight).abs());
        weaker.dedup();
        weaker.truncate(WEAKER);
        for (rank, n) in std::iter::once(tight).chain(weaker).enumerate() {
            // What every value of the type fulfils says nothing.
            let says = if above { n < c.greatest } else { n > c.least };
            if says {
                let sign = if above { "<=" } else { ">=" };
                put(
                    About::Bound { of: k, above, rank },
                    format!("{} {sign} {}", c.word, constant(n)),
                );
            }
        }
    }
}

fn one_of(word: &str, values: &BTreeSet<i128>) -> String {
    let each: Vec<String> = values
        .iter()
        .map(|v| format!("{word} == {}", constant(*v)))
        .collect();
    each.join(" || ")
}

/// A constant of C whose type has its value: that of the smallest type of
/// decimal constants in which it fits.
pub fn constant(n: i128) -> String {
    match n {
        _ if n == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".into(),
        _ if n > i128::from(i64::MAX) => format!("{n}ULL"),
        _ if n > i128::from(i32::MAX) || n < -i128::from(i32::MAX) => format!("{n}LL"),
        _ => n.to_string(),
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Variables, or a product of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Monomial {
    One(usize),
    Two(usize, usize),
}

fn equalities(columns: &[Column], moving: &[usize], rows: &[Vec<i128>], out: &mut Vec<Fact>) {
    let mut sample: Vec<&Vec<i128>> = Vec::new();
    let mut seen = BTreeSet::new();
    for r in rows {
        let key: Vec<i128> = moving.iter().map(|&k| r[k]).collect();
        if seen.insert(key) {
            sample.push(r);
            if sample.len() == SAMPLE {
                break;
            }
        }
    }
    let linear: Vec<Monomial> = moving.iter().take(8).map(|&k| Monomial::One(k)).collect();
    let mut squares = linear.clone();
    if (1..=4).contains(&moving.len()) {
        for (n, &a) in moving.iter().enumerate() {
            squares.extend(moving[n..].iter().map(|&b| Monomial::Two(a, b)));
        }
    }
    for terms in [&linear, &squares] {
        // Fewer rows than unknowns are on too many planes.
        if sample.len() < terms.len() + 2 {
            continue;
        }
        for v in null_space(terms, &sample) {
            let products =
                (terms.iter().zip(&v)).any(|(t, c)| *c != 0 && matches!(t, Monomial::Two(..)));
            if products == (terms.len() == linear.len()) {
                continue;
            }
            let all_rows = rows.iter().all(|r| sum(terms, &v, r) == Some(0));
            if !all_rows {
                continue;
            }
            if let Some(text) = equality(columns, terms, &v) {
                let about = if products {
                    About::Product
                } else {
                    About::Equality
                };
                out.push(Fact { about, text });
            }
        }
    }
}

fn value(t: &Monomial, row: &[i128]) -> Option<i128> {
    match *t {
        Monomial::One(a) => Some(row[a]),
        Monomial::Two(a, b) => row[a].checked_mul(row[b]),
    }
}

/// The sum of the terms and the constant, which is the last of the vector.
fn sum(terms: &[Monomial], v: &[i128], row: &[i128]) -> Option<i128> {
    let mut out = *v.last()?;
    for (t, c) in terms.iter().zip(v) {
        out = out.checked_add(value(t, row)?.checked_mul(*c)?)?;
    }
    Some(out)
}

/// A basis of the vectors that are orthogonal to all rows, of small whole
/// numbers; the constant is the last. What is too large is left out.
fn null_space(terms: &[Monomial], rows: &[&Vec<i128>]) -> Vec<Vec<i128>> {
    let width = terms.len() + 1;
    let mut matrix: Vec<Vec<i128>> = Vec::new();
    for r in rows {
        let Some(mut line) = (terms.iter().map(|t| value(t, r))).collect::<Option<Vec<i128>>>()
        else {
            continue;
        };
        line.push(1);
        matrix.push(line);
    }
    // Fraction-free Gauss-Jordan; each line is divided by its common divisor.
    let mut pivots: Vec<usize> = Vec::new();
    let mut at = 0;
    for column in 0..width {
        let Some(found) = (at..matrix.len()).find(|&i| matrix[i][column] != 0) else {
            continue;
        };
        matrix.swap(at, found);
        let pivot = matrix[at].clone();
        for (i, line) in matrix.iter_mut().enumerate() {
            if i == at || line[column] == 0 {
                continue;
            }
            let (p, q) = (pivot[column], line[column]);
            let mut common = 0;
            for (x, y) in line.iter_mut().zip(&pivot) {
                let next = (x.checked_mul(p)).and_then(|a| a.checked_sub(y.checked_mul(q)?));
                let Some(next) = next else { return vec![] };
                *x = next;
                common = gcd(common, next);
            }
            if common > 1 {
                line.iter_mut().for_each(|x| *x /= common);
            }
        }
        pivots.push(column);
        at += 1;
        if at == matrix.len() {
            break;
        }
    }
    let free = (0..width).filter(|c| !pivots.contains(c));
    free.filter_map(|f| {
        // The pivots' unknowns for this one, times their common multiple.
        let mut multiple: i128 = 1;
        for (line, p) in matrix.iter().zip(&pivots) {
            let part = line[*p] / gcd(line[*p], line[f]);
            multiple = multiple.checked_mul(part / gcd(multiple, part))?;
            if multiple.abs() > 1 << 40 {
                return None;
            }
        }
        let mut v = vec![0i128; width];
        v[f] = multiple;
        for (line, p) in matrix.iter().zip(&pivots) {
            v[*p] = -(line[f].checked_mul(multiple)?) / line[*p];
        }
        let common = v.iter().fold(0, |g, x| gcd(g, *x));
        let small = |x: &i128| (x / common).abs() <= COEFFICIENT;
        let (last, rest) = v.split_last()?;
        let says = rest.iter().filter(|x| **x != 0).count() > 0;
        (common > 0 && says && rest.iter().all(small) && (last / common).abs() <= 1 << 40)
            .then(|| v.iter().map(|x| x / common).collect())
    })
    .collect()
}

/// The terms with a positive factor on the left, the others on the right.
fn equality(columns: &[Column], terms: &[Monomial], v: &[i128]) -> Option<String> {
    let used: Vec<(&Monomial, i128)> = (terms.iter().zip(v.iter().copied()))
        .filter(|(_, c)| *c != 0)
        .collect();
    let of = |t: &Monomial| match *t {
        Monomial::One(a) => vec![&columns[a]],
        Monomial::Two(a, b) => vec![&columns[a], &columns[b]],
    };
    let fits = used
        .iter()
        .all(|(t, _)| matches!(t, Monomial::One(_)) && of(t).iter().all(|c| c.narrow()));
    let last = *v.last()?;
    let word = |c: &Column| match fits {
        true => c.signed_wide(),
        false => c.modular(),
    };
    let number = |n: i128| match fits {
        true => constant(n),
        false => format!("{n}ULL"),
    };
    let side = |sign: i128| {
        let mut parts: Vec<String> = Vec::new();
        for (t, c) in &used {
            if c * sign <= 0 {
                continue;
            }
            let mut factors: Vec<String> = of(t).into_iter().map(word).collect();
            if c.abs() != 1 {
                factors.insert(0, number(c.abs()));
            }
            parts.push(factors.join(" * "));
        }
        if last * sign > 0 || parts.is_empty() {
            parts.push(number((last * sign).max(0)));
        }
        parts.join(" + ")
    };
    // The simplest of all needs no cast.
    if let ([(a, x), (b, y)], 0) = (&used[..], last) {
        let (a, b) = (of(a), of(b));
        if let ([a], [b], true) = (&a[..], &b[..], *x == -*y && x.abs() == 1) {
            if a.compares_signed() == b.compares_signed() {
                return Some(format!("{} == {}", a.word, b.word));
            }
        }
    }
    Some(format!("{} == {}", side(1), side(-1)))
}

fn order(
    columns: &[Column],
    moving: &[usize],
    (rows, values): (&[Vec<i128>], &[BTreeSet<i128>]),
    out: &mut Vec<Fact>,
) {
    for (n, &x) in moving.iter().enumerate() {
        for &y in &moving[n + 1..] {
            for (a, b) in [(x, y), (y, x)] {
                let ordered = rows.iter().all(|r| r[a] <= r[b]);
                // Then the bounds say it.
                let apart = ends(&values[a]).1 <= ends(&values[b]).0;
                let same = rows.iter().all(|r| r[a] == r[b]);
                if !ordered || apart || same {
                    continue;
                }
                let strict = rows.iter().all(|r| r[a] < r[b]);
                let sign = if strict { "<" } else { "<=" };
                let (p, q) = (&columns[a], &columns[b]);
                let text = if p.compares_signed() == q.compares_signed() {
                    format!("{} {sign} {}", p.word, q.word)
                } else if p.narrow() && q.narrow() {
                    format!("{} {sign} {}", p.signed_wide(), q.signed_wide())
                } else {
                    continue;
                };
                out.push(Fact {
                    about: About::Order(a, b),
                    text,
                });
            }
        }
    }
}

fn cases(
    columns: &[Column],
    (rows, values): (&[Vec<i128>], &[BTreeSet<i128>]),
    out: &mut Vec<Fact>,
) {
    for (on, c) in columns.iter().enumerate() {
        if !(2..=CASES).contains(&values[on].len()) {
            continue;
        }
        for (of, x) in columns.iter().enumerate() {
            if of == on || x.pointer || values[of].len() < 2 {
                continue;
            }
            let (low, high) = ends(&values[of]);
            for &case in &values[on] {
                let of_case: BTreeSet<i128> = (rows.iter().filter(|r| r[on] == case))
                    .map(|r| r[of])
                    .collect();
                let (l, h) = ends(&of_case);
                // A case that says nothing more, or was hardly seen.
                if (l, h) == (low, high) {
                    continue;
                }
                let what = match of_case.len() {
                    1 => format!("{} == {}", x.word, constant(l)),
                    _ => {
                        let mut parts = Vec::new();
                        if l > low {
                            parts.push(format!("{} >= {}", x.word, constant(l)));
                        }
                        if h < high {
                            parts.push(format!("{} <= {}", x.word, constant(h)));
                        }
                        parts.join(" && ")
                    }
                };
                let unless = match (c.pointer, case) {
                    (true, 0) => format!("{} != 0", c.word),
                    (true, _) => format!("{} == 0", c.word),
                    _ => format!("{} != {}", c.word, constant(case)),
                };
                let what = match what.contains("&&") {
                    true => format!("({what})"),
                    false => what,
                };
                out.push(Fact {
                    about: About::Under { of, on },
                    text: format!("{unless} || {what}"),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(word: &str, bits: u32, unsigned: bool) -> Column {
        let (least, greatest) = match unsigned {
            true => (0, (1i128 << bits) - 1),
            false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
        };
        Column {
            word: word.into(),
            least,
            greatest,
            pointer: false,
        }
    }

    fn texts(columns: &[Column], rows: &[Vec<i128>]) -> Vec<String> {
        let all = facts(columns, rows, &[]);
        all.into_iter().map(|f| f.text).collect()
    }

    fn one(c: Column, values: &[i128]) -> Vec<String> {
        let rows: Vec<Vec<i128>> = values.iter().map(|v| vec![*v]).collect();
        texts(&[c], &rows)
    }

    #[test]
    fn the_hull_of_one_variable() {
        assert_eq!(
            one(column("x", 32, false), &[3]),
            ["x == 3", "x >= 3", "x <= 3"]
        );
        assert_eq!(
            one(column("x", 32, false), &[0, 1, 2, 3]),
            ["x >= 0", "x <= 3"]
        );
        assert_eq!(
            one(column("s", 32, false), &[1, 3]),
            ["s == 1 || s == 3", "s >= 1", "s <= 3"]
        );
        assert_eq!(
            one(column("u", 32, true), &[0, 6, 9]),
            ["u == 0 || u == 6 || u == 9", "u % 3 == 0", "u <= 9"]
        );
        assert!(one(column("n", 32, false), &[-5, -3, 1])
            .iter()
            .all(|t| !t.contains('%')));
        assert!(facts(&[column("x", 32, false)], &[], &[]).is_empty());
    }

    #[test]
    fn what_every_value_of_the_type_fulfils_is_not_said() {
        assert!(one(column("c", 8, true), &[0, 255, 7])
            .iter()
            .all(|t| !t.contains("<= 255") && !t.contains(">= 0")));
        assert!(one(column("b", 1, true), &[0, 1]).is_empty());
        assert_eq!(
            one(column("c", 8, false), &[-128, 127]),
            Vec::<String>::new()
        );
    }

    #[test]
    fn constants_have_their_type() {
        assert_eq!(constant(-2_147_483_648), "-2147483648LL");
        assert_eq!(
            constant(i128::from(i64::MIN)),
            "(-9223372036854775807LL - 1)"
        );
        assert_eq!(constant(i128::from(u64::MAX)), "18446744073709551615ULL");
        assert_eq!(constant(4_294_967_295), "4294967295LL");
    }

    #[test]
    fn weaker_bounds_are_those_of_the_text() {
        let rows: Vec<Vec<i128>> = vec![vec![0], vec![1], vec![2]];
        let all = facts(&[column("x", 32, false)], &rows, &[10]);
        let upper: Vec<(&str, usize)> = all
            .iter()
            .filter_map(|f| match f.about {
                About::Bound {
                    above: true, rank, ..
                } => Some((f.text.as_str(), rank)),
                _ => None,
            })
            .collect();
        assert_eq!(
            upper,
            [("x <= 2", 0), ("x <= 9", 1), ("x <= 10", 2), ("x <= 11", 3)]
        );
    }

    #[test]
    fn linear_equalities() {
        let rows: Vec<Vec<i128>> = (0..9).map(|i| vec![i, 2 * i + 5, 9 - i]).collect();
        let c = [
            column("i", 32, false),
            column("s", 32, true),
            column("k", 64, false),
        ];
        let all = texts(&c, &rows);
        assert!(
            all.contains(&"(long long)s == 2 * (long long)i + 5".to_string())
                || all.contains(&"2 * (long long)i + 5 == (long long)s".to_string()),
            "{all:?}"
        );
        // What is wide is summed modulo 2^64.
        assert!(
            all.iter().any(|t| t.contains("(unsigned long long)k")),
            "{all:?}"
        );
        let same: Vec<Vec<i128>> = (0..9).map(|i| vec![i, i]).collect();
        assert!(texts(&[c[0].clone(), c[0].clone()], &same).contains(&"i == i".to_string()));
    }

    #[test]
    fn products_are_modular() {
        let rows: Vec<Vec<i128>> = (0..12).map(|i| vec![i, i * (i + 1) / 2]).collect();
        let all = texts(&[column("i", 32, false), column("s", 32, false)], &rows);
        let found = all.iter().find(|t| t.contains(" * (unsigned long long)i"));
        assert!(
            found.is_some_and(|t| t.contains("2ULL * (unsigned long long)s")),
            "{all:?}"
        );
    }

    #[test]
    fn order_and_cases() {
        let rows = vec![vec![0, 0], vec![0, 3], vec![1, 5], vec![1, 9]];
        let all = texts(&[column("s", 32, false), column("x", 32, true)], &rows);
        assert!(
            all.contains(&"(long long)s <= (long long)x".to_string())
                || all.contains(&"s != 1 || x >= 5".to_string()),
            "{all:?}"
        );
        assert!(all.contains(&"s != 0 || x <= 3".to_string()), "{all:?}");
    }

    #[test]
    fn huge_values_give_no_equality_that_is_wrong() {
        let big = i128::from(u64::MAX);
        let rows: Vec<Vec<i128>> = (0..20)
            .map(|i| vec![big - i * i * i, i % 7, big / (i + 1)])
            .collect();
        let c = [
            column("a", 64, true),
            column("b", 32, true),
            column("c", 64, true),
        ];
        for f in facts(&c, &rows, &[]) {
            assert!(
                !matches!(f.about, About::Equality | About::Product),
                "{f:?}"
            );
        }
    }
}
