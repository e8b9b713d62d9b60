//! Families of systems that grow with a number, for the bench and its test.

/// Loops one after another, each counted down from the second variable.
pub fn sequence(n: usize) -> String {
    let mut rules = String::new();
    for i in 0..n {
        let next = i + 1;
        rules += &format!(" l{i}(x, y) -> l{i}(x - 1, y) :|: x > 0\n");
        rules += &format!(" l{i}(x, y) -> l{next}(y, y) :|: x <= 0\n");
    }
    format!("(STARTTERM (FUNCTIONSYMBOLS l0))\n(VAR x y)\n(RULES\n{rules})\n")
}

/// A loop whose body asks for n things that have nothing to do with each other.
pub fn branches(n: usize) -> String {
    let mut rules = " head(x, y, z) -> b0(x, y, z) :|: x > 0\n".to_string();
    for i in 0..n {
        let next = i + 1;
        rules += &format!(" b{i}(x, y, z) -> b{next}(x, y + {i}, z) :|: z > {i}\n");
        rules += &format!(" b{i}(x, y, z) -> b{next}(x, y - {i}, z) :|: z <= {i}\n");
    }
    rules += &format!(" b{n}(x, y, z) -> head(x - 1, y, z)\n");
    format!("(STARTTERM (FUNCTIONSYMBOLS head))\n(VAR x y z)\n(RULES\n{rules})\n")
}

/// Loops inside each other, each counted down from the same number.
pub fn nested(n: usize) -> String {
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let all = |set: &[(usize, String)]| {
        let mut list = names.clone();
        for (i, to) in set {
            list[*i] = to.clone();
        }
        list.push("k".into());
        list.join(", ")
    };
    let plain = all(&[]);
    let mut rules = format!(" s({plain}) -> l0({})\n", all(&[(0, "k".into())]));
    for i in 0..n {
        let less = (i, format!("x{i} - 1"));
        rules += &match i + 1 < n {
            true => {
                let set = all(&[less.clone(), (i + 1, "k".into())]);
                format!(" l{i}({plain}) -> l{}({set}) :|: x{i} > 0\n", i + 1)
            }
            false => format!(" l{i}({plain}) -> l{i}({}) :|: x{i} > 0\n", all(&[less])),
        };
        if i > 0 {
            rules += &format!(" l{i}({plain}) -> l{}({plain}) :|: x{i} <= 0\n", i - 1);
        }
    }
    format!(
        "(STARTTERM (FUNCTIONSYMBOLS s))\n(VAR {} k)\n(RULES\n{rules})\n",
        names.join(" ")
    )
}

/// Loops one after another, each with a counter of its own that is set where it begins.
pub fn counters(n: usize) -> String {
    own_counters(n, true)
}

/// The same, where the counters are inputs.
pub fn inputs(n: usize) -> String {
    own_counters(n, false)
}

fn own_counters(n: usize, set: bool) -> String {
    let names: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
    let with = |i: usize, to: String| {
        let mut list = names.clone();
        if let Some(slot) = list.get_mut(i) {
            *slot = to;
        }
        list.join(", ")
    };
    let plain = names.join(", ");
    let mut rules = String::new();
    for i in 0..n {
        let less = with(i, format!("x{i} - 1"));
        let next = match set {
            true => with(i + 1, "y".into()),
            false => plain.clone(),
        };
        rules += &format!(" l{i}({plain}, y) -> l{i}({less}, y) :|: x{i} > 0\n");
        rules += &format!(" l{i}({plain}, y) -> l{}({next}, y) :|: x{i} <= 0\n", i + 1);
    }
    format!("(STARTTERM (FUNCTIONSYMBOLS l0))\n(VAR {plain} y)\n(RULES\n{rules})\n")
}
