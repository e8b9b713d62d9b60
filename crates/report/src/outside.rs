//! Functions without a body, as C in a regression test: their bodies, and what hands
//! out what they wrote and returned.

use ep_base::outcome::{Input, InputSource};
use ep_harness::literal;
use ep_harness::object::{exact, object};
use std::fmt::Write;

/// Appends them. `ep_make` stands before.
pub(crate) fn write(c: &mut String, inputs: &[Input], bodies: &str) {
    let pieces = inputs.iter().filter_map(|i| match &i.source {
        InputSource::Outside { path, more } => Some((i, path, *more)),
        _ => None,
    });
    c.push_str("\n/* What functions without a body write behind their arguments. */\n");
    let mut rows = String::new();
    for (k, (input, path, more)) in pieces.enumerate() {
        object(c, "static const ", &format!("ep_piece_{k}"), &exact(input));
        let way: Vec<String> = path.iter().map(|n| format!("{n}u")).collect();
        let way = match way.is_empty() {
            true => "0".to_owned(),
            false => way.join(", "),
        };
        let _ = writeln!(c, "static const unsigned long ep_way_{k}[] = {{{way}}};");
        let _ = writeln!(
            rows,
            "  {{{}, &ep_piece_{k}, {}, ep_way_{k}, {}, {}}},",
            literal::string(input.name.as_bytes()),
            input.bytes.len(),
            path.len(),
            u8::from(more),
        );
    }
    c.push_str(
        "static const struct {
  const char *name;
  const void *bytes;
  size_t size;
  const unsigned long *way;
  unsigned steps;
  int more;
} ep_pieces[] = {
",
    );
    c.push_str(&rows);
    c.push_str(
        "  {0, 0, 0, 0, 0, 0},
};

void __ep_outside(const char *name, void *argument) {
  static unsigned next;
  int more = argument != 0;
  for (; more; next++) {
    const char *found = ep_pieces[next].name;
    if (!found || strncmp(found, name, strlen(name))) {
      printf(\"this test no longer fits the program: it calls %s\\n\", name);
      exit(2);
    }
    char *at = argument;
    for (unsigned i = 0; i < ep_pieces[next].steps; i++) {
      at += ep_pieces[next].way[i];
      if (i + 1 < ep_pieces[next].steps)
        memcpy((void *)&at, at, sizeof at);
    }
    memcpy(at, ep_pieces[next].bytes, ep_pieces[next].size);
    more = ep_pieces[next].more;
  }
}

unsigned long long __ep_outside_result(const char *name, unsigned bytes) {
  unsigned long long result = 0;
  ep_make(&result, bytes, name);
  return result;
}

void __ep_outside_leads(void *at, ...) { (void)at; }

/* Functions that the program lacks. */
",
    );
    c.push_str(bodies);
}
