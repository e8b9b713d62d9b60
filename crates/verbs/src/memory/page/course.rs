//! The heap along the run that reached its mark: one plot from change to change,
//! and what each line of the source leaves behind.

use ep_base::memory::{grouped, CourseStep, Entry, Kind};
use ep_base::words::{count, noun};
use ep_report::frame::escaped;
use ep_report::memory::short;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Points of the plot; of more changes each column keeps its highest one.
const COLUMNS: usize = 600;
const WIDTH: usize = 760;
const HEIGHT: usize = 150;

/// The plot, where the run is known.
pub fn plot(h: &mut String, e: &Entry) {
    let Some(most) = e.course.iter().map(|s| s.high).max().filter(|m| *m > 0) else {
        return;
    };
    let on = e.mark(Kind::Heap).and_then(|m| m.reached.as_ref());
    let shown = on.map_or("", |r| &r.shown);
    let of = if shown.is_empty() {
        String::new()
    } else {
        format!(" for {shown}")
    };
    let _ = write!(
        h,
        "<h3>The heap along the run{}</h3><svg class=course viewBox=\"0 0 {WIDTH} {}\" role=img aria-label=\"{}, at most {} {}\">",
        escaped(&of),
        HEIGHT + 24,
        count(e.course.len(), "change"),
        grouped(&most.into()),
        noun(most == 1, "byte")
    );
    let columns = columns(&e.course);
    let y = |bytes: u64| {
        let up = u128::from(bytes) * HEIGHT as u128 / u128::from(most);
        HEIGHT - usize::try_from(up).unwrap_or(HEIGHT) + 4
    };
    let mut line = format!("M0 {}", y(0));
    for (i, s) in columns.iter().enumerate() {
        let x = i * WIDTH / columns.len();
        let then = (i + 1) * WIDTH / columns.len();
        let _ = write!(line, "V{}H{then}", y(s.high));
        if s.live != s.high {
            let _ = write!(line, "V{}", y(s.live));
        }
        let said = format!(
            "{}: {} {} live{}",
            short(&s.place),
            grouped(&s.live.into()),
            noun(s.live == 1, "byte"),
            if s.high == s.live {
                String::new()
            } else {
                format!(", {} meanwhile", grouped(&s.high.into()))
            }
        );
        let _ = write!(
            h,
            "<rect x={x} y=0 width={} height={}><title>{}</title></rect>",
            then - x,
            HEIGHT + 4,
            escaped(&said)
        );
    }
    let top = e.course.iter().position(|s| s.high == most).unwrap_or(0);
    let _ = write!(
        h,
        "<path d=\"{line}\"/><text x=0 y={}>{}; highest: {} {}, change {} at {}</text></svg>",
        HEIGHT + 20,
        count(e.course.len(), "change"),
        grouped(&most.into()),
        noun(most == 1, "byte"),
        top + 1,
        e.course
            .get(top)
            .map_or(String::new(), |s| escaped(&short(&s.place)))
    );
}

/// Not more steps than columns: of those that share one the highest.
fn columns(all: &[CourseStep]) -> Vec<&CourseStep> {
    let each = all.len().div_ceil(COLUMNS).max(1);
    all.chunks(each)
        .filter_map(|c| c.iter().rev().max_by_key(|s| s.high))
        .collect()
}

/// What the run leaves behind at each line: file, line, sentence.
pub fn notes(e: &Entry) -> Vec<(&str, u32, String)> {
    let most = e.course.iter().map(|s| s.high).max().unwrap_or(0);
    let mut lines: BTreeMap<(&str, u32), Vec<&CourseStep>> = BTreeMap::new();
    for s in &e.course {
        let at = (s.place.file.as_str(), s.place.line);
        lines.entry(at).or_default().push(s);
    }
    let mut all = Vec::new();
    for ((file, line), steps) in lines {
        all.push((file, line, told(&steps, most)));
    }
    all
}

fn told(steps: &[&CourseStep], most: u64) -> String {
    let number = |n: Option<u64>| grouped(&n.unwrap_or(0).into());
    let least = steps.iter().map(|s| s.live).min();
    let greatest = steps.iter().map(|s| s.live).max();
    let left = if least == greatest {
        number(least)
    } else {
        format!("{} to {}", number(least), number(greatest))
    };
    let times = match steps.len() {
        1 => String::new(),
        n => format!(" ({n} times)"),
    };
    let peak = match steps.iter().any(|s| s.high == most) {
        true if greatest == Some(most) => ", the run's peak",
        true => ", the run's peak while a block moves",
        false => "",
    };
    format!(
        "the run leaves {left} {}{times}{peak}",
        noun(left == "1", "byte")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::Place;

    fn step(line: u32, high: u64, live: u64) -> CourseStep {
        CourseStep {
            place: Place {
                file: "p.c".into(),
                line,
                ..Place::default()
            },
            high,
            live,
        }
    }

    #[test]
    fn a_line_tells_what_it_leaves_and_where_the_peak_is() {
        let (a, b) = (step(1, 8, 8), step(1, 48, 48));
        assert_eq!(
            told(&[&a, &b], 48),
            "the run leaves 8 to 48 bytes (2 times), the run's peak"
        );
        assert_eq!(
            told(&[&step(2, 48, 32)], 48),
            "the run leaves 32 bytes, the run's peak while a block moves"
        );
        assert_eq!(told(&[&a], 48), "the run leaves 8 bytes");
    }

    #[test]
    fn many_changes_keep_their_highest() {
        let all: Vec<CourseStep> = (0..5_000).map(|i| step(1, i % 100, 0)).collect();
        let kept = columns(&all);
        assert!(kept.len() <= COLUMNS);
        assert!(kept.iter().any(|s| s.high == 99));
    }
}
