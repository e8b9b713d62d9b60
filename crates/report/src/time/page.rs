//! One HTML page: the summary, counted runs against the bound, the graph and
//! the integer transition system.
//!
//! Idea: the page is written whole, as HTML and SVG without any script, so that
//! it can be kept and sent. The plot has a logarithmic scale on both axes,
//! where runs of seven and of seven million instructions can both be seen.
//! Source: document 004, Figures 3, 6, 11 and 12. Cost: linear.

use super::graph::svg;
use super::{text, About};
use crate::frame::{self, escaped, Scripts};
use crate::style::Style;
use ep_base::entity::EntityId;
use ep_base::time::{CountedRun, Number, ParameterKind, Report};
use std::fmt::Write;

const W: f64 = 720.0;
const H: f64 = 320.0;
const MARGIN: f64 = 56.0;

/// The page.
pub fn html(report: &Report, about: &About) -> String {
    let title = format!(
        "everypath time {} --entry {}",
        about.files.join(" "),
        report.entry
    );
    let mut s = format!("<h1>{}</h1>\n", escaped(&title));
    let plain = text::summary(report, about, Style::detect(false));
    let _ = writeln!(s, "<pre id=\"summary\">{}</pre>", escaped(&plain));
    let plots = plots(report);
    if !plots.is_empty() {
        let _ = writeln!(s, "<h2>Counted runs and the bound</h2>\n{plots}");
    }
    s.push_str(&loops(report));
    if !report.graph.is_empty() {
        let _ = writeln!(
            s,
            "<h2>Symbolic execution graph</h2>\n<p>{} states; generalisations are dashed, cases \
             dotted, calls bold, heads of loops that end are green. Edges show their cases and, in brackets, how many \
             instructions they take. Point at a state or an edge for all that is known of \
             it.</p>\n<div class=\"wide\">{}</div>",
            report.graph.len(),
            svg(&report.graph, &report.loops)
        );
    }
    if !report.its.is_empty() {
        let _ = writeln!(
            s,
            "<h2>Integer transition system</h2>\n<pre id=\"its\">{}</pre>",
            escaped(&report.its)
        );
    }
    frame::page(&title, STYLE, Scripts::None, &s)
}

const STYLE: &str = "body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem;color:#222}\
pre{background:#f5f5f2;padding:1rem;overflow:auto}#summary{white-space:pre-wrap;overflow-wrap:anywhere}.wide{overflow:auto;max-height:80vh;border:1px solid #ddd}\
svg text{font:11px monospace;fill:#222}.axis{stroke:#888}.grid{stroke:#eee}\
.bound{fill:none;stroke:#b33;stroke-width:1.5}.run{fill:#246}.state rect{fill:#fff;stroke:#666}\
.state.proved rect{stroke:#274;stroke-width:2;fill:#f3faf4}.state.open rect{stroke:#b33;stroke-width:2}.state:target>rect{stroke:#c60;stroke-width:4}svg a text,svg text a{fill:#36c;text-decoration:underline}\
.state .area rect{fill:#fffbe8;stroke:#a83;stroke-width:1}.pointer{stroke:#36c;fill:none}svg text.pointer{stroke:none;fill:#36c}\
svg text.case{fill:#444;paint-order:stroke;stroke:#fff;stroke-width:3px}.mark{stroke:#b33;stroke-width:1.5}\
table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:.2rem .6rem;text-align:left;font:12px monospace}\
.plots{display:flex;flex-wrap:wrap;gap:1rem}.edge{fill:none;stroke:#666}.general{stroke-dasharray:6 4;stroke:#b33}.refine{stroke-dasharray:2 3}.call{stroke-width:2}";

/// The size of a number for a drawing: its logarithm, from its digits.
fn scale(n: &Number) -> f64 {
    let text = n.to_string();
    let digits = text.trim_start_matches('-');
    let head: f64 = digits
        .chars()
        .take(15)
        .collect::<String>()
        .parse()
        .unwrap_or(0.0);
    let more = digits.len().saturating_sub(15) as f64;
    let size = (head + 1.0).log10() + if more > 0.0 { more } else { 0.0 };
    if text.starts_with('-') {
        -size
    } else {
        size
    }
}

/// A plot for each parameter, as Figures 11 and 12 have one for theirs; one over the
/// runs where there is no parameter, or many.
fn plots(report: &Report) -> String {
    const AXES: usize = 3;
    let free: Vec<usize> = (0..report.parameters.len())
        .filter(|i| !matches!(report.parameters[*i].kind, ParameterKind::Limit { .. }))
        .collect();
    let runs = report.counted.iter().flat_map(|c| &c.runs);
    let known = runs.clone().any(|r| !r.parameters.is_empty());
    let axes: Vec<Option<usize>> = match free.len() {
        1..=AXES if known => free.iter().map(|i| Some(*i)).collect(),
        _ => vec![None],
    };
    let drawn: Vec<String> = (axes.iter().enumerate())
        .filter_map(|(n, axis)| plot(report, n, *axis, free.len() == 1))
        .collect();
    match drawn.is_empty() {
        true => String::new(),
        false => format!("<div class=\"plots\">{}</div>", drawn.join("\n")),
    }
}

/// The plot number `n`, over one parameter or over the runs by their count; none
/// without runs. `line`: the bound is a line, for nothing else decides it.
fn plot(report: &Report, n: usize, axis: Option<usize>, line: bool) -> Option<String> {
    let runs = &report.counted.as_ref()?.runs;
    if runs.is_empty() {
        return None;
    }
    let line = line || axis.is_none();
    let mut order: Vec<&CountedRun> = runs.iter().collect();
    match axis {
        Some(i) => order.sort_by(|a, b| a.parameters.get(i).cmp(&b.parameters.get(i))),
        None => order.sort_by(|a, b| a.interpreted.cmp(&b.interpreted)),
    }
    let xs: Vec<f64> = order
        .iter()
        .enumerate()
        .map(|(k, r)| match axis.and_then(|i| r.parameters.get(i)) {
            Some(v) => scale(v),
            None => k as f64,
        })
        .collect();
    let all = order.iter().flat_map(|r| [&r.interpreted, &r.upper]);
    let top = all.flatten().map(scale).fold(1.0, f64::max);
    let (low, high) = xs
        .iter()
        .fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(*x), b.max(*x)));
    let span = if high > low { high - low } else { 1.0 };
    let px = |x: f64| MARGIN + (x - low) / span * (W - 2.0 * MARGIN);
    let py = |y: f64| H - MARGIN - y / top * (H - 2.0 * MARGIN);
    let id = match n {
        0 => "plot".to_owned(),
        n => format!("plot{n}"),
    };
    let mut s = format!("<svg id=\"{id}\" width=\"{W}\" height=\"{H}\" role=\"img\">\n");
    for k in 0..=(top.ceil() as u32) {
        let y = py(f64::from(k));
        if y < MARGIN / 2.0 {
            break;
        }
        let _ = writeln!(
            s,
            "<line class=\"grid\" x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text x=\"6\" y=\"{y:.1}\">10^{k}</text>",
            W - MARGIN
        );
    }
    if axis.is_some() {
        for k in low.floor() as i32..=high.ceil() as i32 {
            let x = px(f64::from(k));
            if !(MARGIN - 1.0..=W - MARGIN + 1.0).contains(&x) || k % 2 != 0 {
                continue;
            }
            let text = match k {
                0 => "0".to_owned(),
                k if k < 0 => format!("-10^{}", -k),
                k => format!("10^{k}"),
            };
            let _ = writeln!(
                s,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{MARGIN}\" y2=\"{:.1}\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\">{text}</text>",
                H - MARGIN,
                H - MARGIN + 14.0
            );
        }
    }
    let mut path = String::new();
    for (x, r) in xs.iter().zip(&order) {
        let Some(u) = &r.upper else { continue };
        let (x, y) = (px(*x), py(scale(u)));
        if line {
            let word = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{word}{x:.1} {y:.1} ");
        } else {
            // Other inputs decide it too: a mark above each run.
            let _ = writeln!(
                s,
                "<line class=\"mark\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
                x - 4.0,
                x + 4.0
            );
        }
    }
    if !path.is_empty() {
        let _ = writeln!(s, "<path class=\"bound\" d=\"{path}\"/>");
    }
    let free = (report.parameters.iter().enumerate())
        .filter(|(_, p)| !matches!(p.kind, ParameterKind::Limit { .. }));
    let free: Vec<usize> = free.map(|(i, _)| i).collect();
    for (x, r) in xs.iter().zip(&order) {
        let Some(n) = &r.interpreted else { continue };
        let at: Vec<String> = free
            .iter()
            .filter_map(|i| {
                let name = &report.parameters.get(*i)?.name;
                Some(format!("{name} = {}", r.parameters.get(*i)?))
            })
            .collect();
        let bound = r
            .upper
            .as_ref()
            .map_or_else(String::new, |u| format!(", bound {u}"));
        let _ = writeln!(
            s,
            "<circle class=\"run\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}: {n}{bound}</title></circle>",
            px(*x),
            py(scale(n)),
            escaped(&at.join(", "))
        );
    }
    let below = match axis.and_then(|i| report.parameters.get(i)) {
        Some(p) => p.name.clone(),
        None => "runs, shortest first".to_owned(),
    };
    let what = match line {
        true => "runs as points, the upper bound as a line",
        false => "runs as points, the upper bound of each as a mark",
    };
    let _ = writeln!(
        s,
        "<line class=\"axis\" x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
         <text class=\"below\" x=\"{:.1}\" y=\"{:.1}\">{}</text>\n\
         <text x=\"6\" y=\"14\">{}: {what}</text></svg>",
        W - MARGIN,
        W / 2.0,
        H - 16.0,
        escaped(&below),
        escaped(&text::unit(&report.cost)),
        y = H - MARGIN,
    );
    Some(s)
}

/// The loops with their rounds, why they end, and what holds in them.
fn loops(report: &Report) -> String {
    if report.loops.is_empty() {
        return String::new();
    }
    let mut s = String::from(
        "<h2>Loops</h2>\n<table id=\"loops\"><tr><th>loop</th><th>rounds</th><th>because</th><th>holds at its head</th><th>states</th></tr>\n",
    );
    let names = report.names();
    for (k, l) in report.loops.iter().enumerate() {
        let [place, rounds, because, holds] = text::loop_cells(l, &names);
        let _ = writeln!(
            s,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escaped(&place),
            escaped(&rounds),
            escaped(&because),
            escaped(&holds),
            heads(report, k)
        );
    }
    s.push_str("</table>\n");
    s
}

/// Links to the states that are heads of a loop.
fn heads(report: &Report, k: usize) -> String {
    const MOST: usize = 6;
    let own: Vec<usize> = (report.graph.nodes())
        .filter(|(_, n)| n.state.head == u32::try_from(k).ok())
        .map(|(i, _)| i.index())
        .collect();
    let shown = own.iter().take(MOST);
    let mut s: Vec<String> = shown
        .map(|i| format!("<a href=\"#s{i}\">{i}</a>"))
        .collect();
    if own.len() > MOST {
        s.push(format!("and {} more", own.len() - MOST));
    }
    s.join(" ")
}
