//! The conversation: a line is a command, an empty line goes on.

use super::{function, line, list, steps, Filter, Run};
use ep_base::words::count;
use ep_base::Diagnostic;
use ep_explore::view::walk::Walk;
use ep_proofs::Session;

/// Paths on one page.
const PAGE: usize = 20;

const HELP: &str = "\
list            the paths from the beginning; an empty line shows the next page
outcome WORD    only paths whose outcome contains the word (error kinds, error for all, exit 1, …)
line [FILE:]N   only paths that come to a line
function NAME   only paths that come to a function
all             no filter
path N          open a path; an empty line shows the next step
next, back      one step on, one step back
step K          go to a step
memory          everything with a name at this step
steps           the whole path
close           back to the list
quit            leave
";

/// The open path.
struct Open {
    index: usize,
    walk: Walk,
    at: usize,
}

/// Talks until `quit` or the end of the input.
///
/// # Errors
/// Standard output cannot be written, or a path could not be walked again.
pub fn talk(run: &mut Run, mut chosen: Vec<usize>, session: &Session) -> Result<(), Diagnostic> {
    let cancel = &session.cancel;
    let mut filter = Filter::default();
    let mut from = 0;
    let mut open: Option<Open> = None;
    session.answer(&list::head(run))?;
    session.answer(&list::lines(run, &chosen, from, PAGE))?;
    session.answer("help shows the commands\n")?;
    loop {
        let mark = match &open {
            Some(o) => format!("path {} step {}> ", o.index + 1, o.at),
            None => "> ".to_string(),
        };
        session.answer(&mark)?;
        let text = session.observer.line().filter(|_| !cancel.is_cancelled());
        let Some(text) = text else {
            return session.answer("\n");
        };
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let rest = rest.trim();
        let answer = match (word, &mut open) {
            ("quit" | "q" | "exit", _) => return Ok(()),
            ("help" | "h" | "?", _) => Ok(HELP.to_string()),
            ("" | "next" | "n", Some(o)) => go(run, o, o.at + 1),
            ("back" | "b" | "p", Some(o)) => go(run, o, o.at.saturating_sub(1).max(1)),
            ("step" | "s", Some(o)) => match rest.parse() {
                Ok(k) => go(run, o, k),
                Err(_) => Err(Diagnostic::bad_input("step wants a number")),
            },
            ("memory" | "m", Some(o)) => {
                let scopes = run.walker.memory(&run.paths[o.index], o.at.max(1));
                scopes.map(|s| {
                    let mut out = String::new();
                    steps::memory(&mut out, &s);
                    out
                })
            }
            ("steps", Some(o)) => steps::path(run, o.index as u64 + 1, None),
            ("close" | "c", Some(_)) => {
                open = None;
                Ok(list::lines(run, &chosen, from, PAGE))
            }
            ("", None) => {
                from = if from + PAGE < chosen.len() {
                    from + PAGE
                } else {
                    0
                };
                Ok(list::lines(run, &chosen, from, PAGE))
            }
            ("path", _) => enter(run, rest).map(|(o, text)| {
                open = Some(o);
                text
            }),
            ("list" | "l" | "all" | "outcome" | "line" | "function", _) => {
                open = None;
                from = 0;
                narrow(run, &mut filter, word, rest).and_then(|()| {
                    chosen = list::choose(run, &filter, cancel)?;
                    Ok(list::lines(run, &chosen, 0, PAGE))
                })
            }
            _ => Err(Diagnostic::bad_input(format!("no command `{word}`"))
                .help("help shows the commands")),
        };
        match answer {
            Ok(text) => session.answer(&text)?,
            Err(d) => session.answer(&format!("{d}\n"))?,
        };
    }
}

fn narrow(run: &Run, filter: &mut Filter, word: &str, rest: &str) -> Result<(), Diagnostic> {
    match word {
        "all" => *filter = Filter::default(),
        "outcome" => filter.outcome = Some(rest.to_string()).filter(|r| !r.is_empty()),
        "line" => filter.through = vec![line(rest)?],
        "function" => filter.through = vec![function(rest, run)?],
        _ => {}
    }
    Ok(())
}

fn enter(run: &mut Run, rest: &str) -> Result<(Open, String), Diagnostic> {
    let number = rest
        .parse()
        .map_err(|_| Diagnostic::bad_input("path wants a number"))?;
    let index = steps::index(run, number)?;
    let (walk, _) = run.walker.walk(&run.paths[index], None)?;
    let mut text = steps::title(run, index);
    steps::inputs(&mut text, &walk);
    let mut open = Open { index, walk, at: 0 };
    text.push_str(&go(run, &mut open, 1)?);
    Ok((open, text))
}

fn go(run: &mut Run, o: &mut Open, to: usize) -> Result<String, Diagnostic> {
    let Some(s) = to.checked_sub(1).and_then(|k| o.walk.steps.get(k)) else {
        let end = ep_explore::outcome::describe::end_text(&run.paths[o.index].end);
        return Ok(format!(
            "the path has {}; it ends: {end}\n",
            count(o.walk.steps.len(), "step")
        ));
    };
    o.at = to;
    let mut out = String::new();
    steps::one(&mut out, run, to, s);
    Ok(out)
}
