//! The paths of one method, timed: `walk FILE.java C m forward|backward|both [PATHS]`.
//!
//! Everything that `everypath paths` does but printing: reading, exploration,
//! an input per path, and its run by the concrete semantics.

use ep_traces::explore::{Entry, Explorer, Limits, Way};
use ep_traces::java::{Lowerer, Options};
use ep_traces::predict;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, class, method, way, rest @ ..] = &args[..] else {
        eprintln!("walk FILE.java C m forward|backward|both [PATHS]");
        std::process::exit(2);
    };
    let way = match way.as_str() {
        "forward" => Way::Forward,
        "backward" => Way::Backward,
        _ => Way::Both,
    };
    let paths = rest.first().map_or(1000, |n| n.parse().expect("a number"));
    let start = Instant::now();
    let text = std::fs::read_to_string(file).expect("the file");
    let tree = ep_java::read(&[(file, &text)]).unwrap_or_else(|f| panic!("{:?}", f.problems));
    let class = tree.class_named(class).expect("the class");
    let all = tree.classes[class].methods.iter();
    let id = *all
        .clone()
        .find(|m| tree.methods[**m].name == *method)
        .expect("the method");
    let mut lowerer = Lowerer::new(&tree, Options::default());
    let m = lowerer.entry(id);
    let mut low = lowerer.finish();
    let entry = Entry {
        proc: m.proc,
        args: m.params.iter().map(|&v| low.x.of(v)).collect(),
        assumed: m.assumed,
    };
    let limits = Limits {
        paths,
        depth: 64,
        ..Limits::default()
    };
    let mut e = Explorer::new(&mut low.p, &mut low.x, limits);
    let (mut found, mut confirmed, mut equivalent) = (0, 0, 0);
    e.run(&entry, way, &mut |e, mut path| {
        found += 1;
        equivalent += usize::from(path.equivalent == Some(Ok(true)));
        if let Some(input) = e.input(&mut path) {
            confirmed += usize::from(predict::confirm(e, &entry, &path, &input).is_ok());
        }
    });
    let stats = e.pipeline.stats();
    println!(
        "{found} paths, {confirmed} confirmed, {equivalent} equivalent ({} by the solver), {} questions, solver {} ms, all {} ms",
        e.compared_by_solver,
        stats.queries,
        stats.time().as_millis(),
        start.elapsed().as_millis()
    );
}
