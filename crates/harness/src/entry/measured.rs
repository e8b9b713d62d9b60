//! The `main` of the measured programs: inputs are fetched on the ordinary
//! stack, the entry is called on the one that is measured.

use super::{call, declarations, fetched};
use crate::Signature;
use std::fmt::Write;

/// Who calls the entry.
pub const CALLER: &str = "ep_measure_call";

/// The name of the program's own `main`.
pub const MAIN: &str = "ep_user_main";

/// The symbol of an entry in the linked program; of none it is the program's `main`.
pub fn symbol(entry: Option<&Signature>) -> &str {
    match entry.map(|s| s.name.as_str()) {
        None | Some("main") => MAIN,
        Some(name) => name,
    }
}

/// The C text.
pub fn text(entry: Option<&Signature>) -> String {
    let mut c = String::from("void ep_replay_load(void);\nvoid ep_measure_run(void (*)(void));\n");
    let name = symbol(entry);
    let Some(s) = entry else {
        let _ = write!(
            c,
            "int {name}(int, char **, char **);
static int ep_argc, ep_result;
static char **ep_argv, **ep_envp;
void {CALLER}(void) {{ ep_result = {name}(ep_argc, ep_argv, ep_envp); }}
int main(int argc, char **argv, char **envp) {{
  ep_argc = argc;
  ep_argv = argv;
  ep_envp = envp;
  ep_replay_load();
  ep_measure_run({CALLER});
  return ep_result;
}}
"
        );
        return c;
    };
    declarations(&mut c, name, s);
    let _ = writeln!(
        c,
        "void {CALLER}(void) {{ {} }}\nint main(void) {{\n  ep_replay_load();",
        call(name, s)
    );
    fetched(&mut c, s);
    let _ = writeln!(c, "  ep_measure_run({CALLER});\n  return 0;\n}}");
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_is_called_where_it_is_measured() {
        let c = text(Some(&Signature::plain("main", Vec::new())));
        assert!(c.contains("void *ep_user_main(void);"), "{c}");
        let at = "void ep_measure_call(void) { ep_replay_result_kept = ep_user_main(); }";
        assert!(c.contains(at), "{c}");
        assert!(text(None).contains("ep_result = ep_user_main(ep_argc"));
    }
}
