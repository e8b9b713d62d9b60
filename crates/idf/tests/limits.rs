//! Limits end as unknown, with the question that was asked, for their member only.

use ep_base::Budget;
use ep_idf::{verify, Options, Outcome};
use ep_ivl::syntax::{load, Loader};
use std::path::Path;
use std::time::{Duration, Instant};

struct Text(&'static str);
impl Loader for Text {
    fn load(&mut self, _: &Path) -> Result<String, String> {
        Ok(self.0.to_string())
    }
}

#[test]
fn the_time_of_a_member_ends_inside_of_a_question() {
    let text = "method hard(a: Int, b: Int, c: Int)
  requires a > 2 && b > 2 && c > 2
{
  assert a * a * a + b * b * b != c * c * c
}
method fine(a: Int) requires a > 2
{
  assert a * a > 3
}
";
    let loaded = load(Path::new("t.vpr"), &mut Text(text)).expect("the text is there");
    let (program, problems) = ep_ivl::check::check(loaded);
    assert!(problems.is_empty(), "{problems:?}");
    let options = Options {
        member_timeout: Some(Duration::from_secs(2)),
        ..Options::default()
    };
    let start = Instant::now();
    let results = verify(&program, &options, &Budget::default());
    assert!(start.elapsed() < Duration::from_secs(30));
    let Outcome::Unknown(reason) = &results[0].outcome else {
        panic!("{:?}", results[0]);
    };
    assert!(reason.contains("while proving"), "{reason}");
    assert!(reason.contains("t.vpr:4:3"), "{reason}");
    assert_eq!(results[1].outcome, Outcome::Verified);
}
