//! One HTML page: the summary, counted runs against the bound, the graph and
//! the integer transition system.
//!
//! Idea: the page is written whole, as HTML and SVG without any script, so that
//! it can be kept and sent. The plot has a logarithmic scale on both axes,
//! where runs of seven and of seven million instructions can both be seen.
//! Source: document 004, Figures 3, 6, 11 and 12. Cost: linear.

use super::graph::{escaped, svg};
use super::{text, About};
use crate::style::Style;
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
    let mut s = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{t}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{t}</h1>\n",
        t = escaped(&title)
    );
    let plain = text::summary(report, about, Style::detect(false));
    let _ = writeln!(s, "<pre id=\"summary\">{}</pre>", escaped(&plain));
    if let Some(plot) = plot(report) {
        let _ = writeln!(s, "<h2>Counted runs and the bound</h2>\n{plot}");
    }
    if !report.graph.nodes.is_empty() {
        let _ = writeln!(
            s,
            "<h2>Symbolic execution graph</h2>\n<p>{} states; generalisations are dashed. \
             Point at a state for all that is known in it.</p>\n<div class=\"wide\">{}</div>",
            report.graph.nodes.len(),
            svg(&report.graph)
        );
    }
    if !report.its.is_empty() {
        let _ = writeln!(
            s,
            "<h2>Integer transition system</h2>\n<pre id=\"its\">{}</pre>",
            escaped(&report.its)
        );
    }
    s.push_str("</body>\n</html>\n");
    s
}

const STYLE: &str = "body{font:14px/1.5 system-ui,sans-serif;margin:2rem;max-width:70rem;color:#222}\
pre{background:#f5f5f2;padding:1rem;overflow:auto}#summary{white-space:pre-wrap;overflow-wrap:anywhere}.wide{overflow:auto;max-height:80vh;border:1px solid #ddd}\
svg text{font:11px monospace;fill:#222}.axis{stroke:#888}.grid{stroke:#eee}\
.bound{fill:none;stroke:#b33;stroke-width:1.5}.run{fill:#246}.state rect{fill:#fff;stroke:#666}\
.edge{fill:none;stroke:#666}.general{stroke-dasharray:6 4;stroke:#b33}.refine{stroke-dasharray:2 3}";

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

/// The plot; none without runs.
fn plot(report: &Report) -> Option<String> {
    let runs = &report.counted.as_ref()?.runs;
    if runs.is_empty() {
        return None;
    }
    // One parameter is the axis; of several, the runs by their count.
    let free: Vec<usize> = (0..report.parameters.len())
        .filter(|i| !matches!(report.parameters[*i].kind, ParameterKind::Limit { .. }))
        .collect();
    let single = match free[..] {
        [i] => Some(i),
        _ => None,
    };
    let mut order: Vec<&CountedRun> = runs.iter().collect();
    match single {
        Some(i) => order.sort_by(|a, b| a.parameters.get(i).cmp(&b.parameters.get(i))),
        None => order.sort_by(|a, b| a.interpreted.cmp(&b.interpreted)),
    }
    let xs: Vec<f64> = order
        .iter()
        .enumerate()
        .map(|(k, r)| match single.and_then(|i| r.parameters.get(i)) {
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
    let mut s = format!("<svg id=\"plot\" width=\"{W}\" height=\"{H}\" role=\"img\">\n");
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
    let mut path = String::new();
    for (x, r) in xs.iter().zip(&order) {
        if let Some(u) = &r.upper {
            let word = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{word}{:.1} {:.1} ", px(*x), py(scale(u)));
        }
    }
    if !path.is_empty() {
        let _ = writeln!(s, "<path class=\"bound\" d=\"{path}\"/>");
    }
    for (x, r) in xs.iter().zip(&order) {
        let Some(n) = &r.interpreted else { continue };
        let at: Vec<String> = free
            .iter()
            .filter_map(|i| {
                Some(format!(
                    "{} = {}",
                    report.parameters[*i].name,
                    r.parameters.get(*i)?
                ))
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
    let below = match single {
        Some(i) => report.parameters[i].name.clone(),
        None => "runs, shortest first".to_owned(),
    };
    let _ = writeln!(
        s,
        "<line class=\"axis\" x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{} (digits)</text>\n\
         <text x=\"6\" y=\"14\">LLVM instructions: runs as points, the upper bound as a line</text></svg>",
        W - MARGIN,
        W / 2.0,
        H - 16.0,
        escaped(&below),
        y = H - MARGIN,
    );
    Some(s)
}
