//! Claims about functions over numbers of 8 bits, held against their runs.

use ep_base::outcome::InputType;
use ep_base::time::{Report, Verdict};
use ep_base::Budget;
use ep_bounds::evidence::counted::{gather, Limits};
use ep_bounds::evidence::grid::{Given, Grid, Point, Shape};
use ep_bounds::evidence::Subject;
use ep_bounds::time::{analyse, Options};
use ep_ir::{FuncId, Module};
use std::time::Duration;

/// `U` and `S` are of so many bits. Each function is called `f` in its text and
/// gets a name of its own.
pub fn read(bits: u32, functions: &[&str]) -> (Module, Vec<FuncId>) {
    let ty = match bits {
        8 => "char",
        16 => "short",
        _ => "int",
    };
    let mut text = format!("typedef unsigned {ty} U; typedef signed {ty} S;\n");
    for (i, f) in functions.iter().enumerate() {
        text.push_str(&f.replace("f(", &format!("f_{i}(")));
        text.push('\n');
    }
    let module = crate::support::read_wrapping(&text);
    let ids = (0..functions.len())
        .map(|i| module.function(&format!("f_{i}")).expect("it is there"))
        .collect();
    (module, ids)
}

pub fn claims(module: &Module, entry: FuncId) -> Report {
    let options = Options {
        bounds: true,
        budget: Budget {
            timeout: Some(Duration::from_secs(10)),
            ..Budget::default()
        },
        ..Options::default()
    };
    analyse(module, entry, &options, &mut |_| {})
}

pub fn bound(r: &Report) -> String {
    let names: Vec<String> = r.parameters.iter().map(|p| p.name.clone()).collect();
    match &r.bounds.upper {
        Some(b) => b.text(&names).join("; "),
        None => "none".to_owned(),
    }
}

/// Runs inputs of 8 bits beside a report, each for at most so many instructions.
pub fn contradiction(module: &Module, entry: FuncId, report: &Report, most: u64) -> Option<String> {
    let subject = Subject { module, entry };
    let mut grid = Grid::new(subject, 8).expect("a grid");
    // All of one parameter, of several those near the ends and some between.
    let (end, half, step) = match grid.shapes.len() {
        0 | 1 => (128, 0, 1),
        2 => (12, 3, 17),
        _ => (4, 2, 51),
    };
    let end_of = |v: u8| v.min(v.wrapping_neg());
    let near = |v: &u8| end_of(*v) < end || v.abs_diff(128) < half || v % step == 0;
    let values: Vec<u8> = (0..=255).filter(near).collect();
    let mut points = vec![Point::default()];
    for s in &grid.shapes {
        let Shape::Integer { bits: 8, ty } = s else {
            panic!("a parameter is not of 8 bits: {s:?}");
        };
        let with = |p: &Point, v: u8, ty: &InputType| {
            let mut p = p.clone();
            p.parameters.push(Given {
                ty: ty.clone(),
                bytes: Some(vec![v]),
            });
            p
        };
        points = points
            .iter()
            .flat_map(|p| values.iter().map(|v| with(p, *v, ty)).collect::<Vec<_>>())
            .collect();
    }
    grid.points = points;
    let limits = Limits {
        run: most,
        all: u64::MAX,
        sets: 0,
        ..Limits::default()
    };
    let none = Budget::default();
    let e = gather(subject, &mut grid, report, None, &limits, &none).expect("no defect");
    if let Some(c) = e.contradiction {
        return Some(c.what);
    }
    let endless = e.counted.skipped > 0;
    (endless && report.verdict == Verdict::Terminates)
        .then(|| "it is proved to end and does not".to_owned())
}
