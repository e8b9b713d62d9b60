//! `dirent.h` over the files that a run is given: what is found behind a name in a
//! folder is confirmed by a native run in the same folder; what is open is not
//! answered.

use serde_json::Value;
use std::fs;
use std::process::Command;

/// The JSON of `everypath test` of this program.
fn explored(source: &str, args: &[&str]) -> Value {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("program.c"), source).unwrap();
    fs::write(dir.path().join("given.txt"), "Koo").unwrap();
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(dir.path())
        .args([
            "test",
            "program.c",
            "--json",
            "--timeout",
            "60",
            "--out",
            "out",
        ])
        .args(args)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|e| panic!("{e}\n{text}{}", String::from_utf8_lossy(&out.stderr)))
}

fn verdict(run: &Value) -> &str {
    run["verdict"]["kind"].as_str().unwrap()
}

fn one_confirmed_bug(run: &Value) {
    let bugs = run["bugs"].as_array().unwrap();
    assert_eq!(bugs.len(), 1, "{run}");
    assert_eq!(bugs[0]["confirmation"]["kind"], "confirmed", "{run}");
}

const HEAD: &str = "#include <assert.h>\n#include <dirent.h>\n#include <errno.h>\n\
    #include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
    #include <unistd.h>\n";

/// Reads each file of a folder by its name there, and divides by a byte of one.
#[test]
fn a_bug_behind_a_name_is_confirmed() {
    let source = format!(
        "{HEAD}int main(void) {{
    DIR *d = opendir(\"conf\");
    if (d == NULL)
        return 1;
    int sum = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {{
        char path[300];
        size_t n = strlen(e->d_name);
        if (e->d_name[0] == '.' || n < 4 || strcmp(e->d_name + n - 4, \".cfg\") != 0)
            continue;
        snprintf(path, sizeof path, \"conf/%s\", e->d_name);
        FILE *f = fopen(path, \"r\");
        if (f == NULL)
            return 2;
        sum += 100 / (getc(f) - 'q');
        fclose(f);
    }}
    return closedir(d) + (sum > 1000);
}}
"
    );
    let files = [
        "--file",
        "conf/a.cfg",
        "1",
        "--with-file",
        "conf/b.cfg=given.txt",
    ];
    let more = [
        "--with-file",
        "conf/deep/q.cfg=given.txt",
        "--with-file",
        "q.cfg=given.txt",
    ];
    let run = explored(&source, &[&files[..], &more].concat());
    one_confirmed_bug(&run);
    assert_eq!(run["bugs"][0]["kind"], "division-by-zero", "{run}");
    let assumed = run["assumptions"].to_string();
    assert!(assumed.contains("a folder's entries come as"), "{assumed}");
}

/// A folder that is not there, a file that is none, and what comes after the end.
#[test]
fn errors_are_those_of_the_library() {
    let source = format!(
        "{HEAD}int main(void) {{
    assert(opendir(\"none\") == NULL && errno == ENOENT);
    assert(opendir(\"data\") == NULL && errno == ENOTDIR);
    assert(opendir(\"data/x\") == NULL && errno == ENOTDIR);
    assert(open(\"data/x\", O_RDONLY) == -1 && errno == ENOTDIR);
    DIR *d = opendir(\".\");
    assert(d != NULL);
    int n = 0;
    while (readdir(d) != NULL)
        n++;
    errno = 5;
    assert(n == 3 && readdir(d) == NULL && readdir(d) == NULL && errno == 5);
    rewinddir(d);
    assert(readdir(d) != NULL);
    return closedir(d);
}}
"
    );
    let run = explored(&source, &["--file", "data", "1"]);
    assert_eq!(verdict(&run), "proved", "{run}");
    // The same natively: an assertion that does not hold would be a finding.
    let wrong = source.replace("n == 3", "n == 4");
    one_confirmed_bug(&explored(&wrong, &["--file", "data", "1"]));
}

#[test]
fn lists_are_the_programs_to_free() {
    let source = format!(
        "{HEAD}static int visible(const struct dirent *e) {{ return e->d_name[0] != '.'; }}
int main(void) {{
    struct dirent **list;
    int n = scandir(\"sub\", &list, visible, alphasort);
    if (n != 2)
        return 1;
    assert(strcmp(list[0]->d_name, \"a\") == 0 && strcmp(list[1]->d_name, \"b\") == 0);
    for (int i = 0; i < n; i++)
        if (i != SKIP)
            free(list[i]);
    free(list);
    return 0;
}}
"
    );
    let files = [
        "--file", "sub/b", "1", "--file", "sub/a", "1", "--check", "+leak",
    ];
    let run = explored(&source, &[&files[..], &["--", "-DSKIP=1"]].concat());
    // The sanitizer does not see who called the library's function, which keeps no
    // frame pointer, so that it names another place for the block.
    let bugs = run["bugs"].as_array().unwrap();
    assert_eq!(bugs.len(), 1, "{run}");
    assert_eq!(bugs[0]["kind"], "leak", "{run}");
    assert_eq!(bugs[0]["place"]["line"], 12, "{run}");
    let run = explored(&source, &[&files[..], &["--", "-DSKIP=9"]].concat());
    assert!(run["bugs"].as_array().unwrap().is_empty(), "{run}");
}

/// Two files may come in either order: what holds for one of them is no proof.
#[test]
fn an_order_is_no_proof() {
    let source = format!(
        "{HEAD}int main(void) {{
    DIR *d = opendir(\"sub\");
    for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.') {{
            assert(strcmp(e->d_name, \"a\") == 0);
            break;
        }}
    return 0;
}}
"
    );
    let one = ["--file", "sub/a", "1"];
    assert_eq!(verdict(&explored(&source, &one)), "proved");
    let two = ["--file", "sub/a", "1", "--file", "sub/b", "1"];
    assert_eq!(verdict(&explored(&source, &two)), "unknown");
}

/// What POSIX or the machine leaves open ends the path.
#[test]
fn what_is_open_is_not_answered() {
    for (body, says) in [
        (
            "DIR *d = opendir(\"..\"); if (d) readdir(d);",
            "what is in a folder beside the program's",
        ),
        (
            "DIR *d = opendir(\".\"); readdir(d); close(creat(\"new\", 0600)); while (readdir(d)) ;",
            "a folder that changes while it is read",
        ),
        (
            "DIR *d = opendir(\".\"), *e = fdopendir(dup(dirfd(d))); readdir(d); readdir(e);",
            "two streams read from one descriptor",
        ),
        (
            "DIR *d = opendir(\".\"); readdir(d); seekdir(d, 5);",
            "a place in a folder",
        ),
        (
            "DIR *d = opendir(\".\"); readdir(d); lseek(dirfd(d), 0, SEEK_SET);",
            "a position in a folder",
        ),
    ] {
        let source = format!("{HEAD}int main(void) {{ {body} return 0; }}\n");
        let run = explored(&source, &["--file", "data", "1"]);
        assert_eq!(verdict(&run), "unknown", "{body}: {run}");
        assert!(run.to_string().contains(says), "{body}: {run}");
    }
}

/// Files that the program makes and removes are in the folder or not, as natively.
#[test]
fn a_folder_follows_the_program() {
    let source = format!(
        "{HEAD}static int holds(const char *name) {{
    DIR *d = opendir(\"sub\");
    int found = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        found += strcmp(e->d_name, name) == 0;
    closedir(d);
    return found;
}}
int main(void) {{
    assert(holds(\"a\") == 1 && holds(\"b\") == 0);
    close(creat(\"sub//b\", 0600));
    assert(holds(\"b\") == 1 && access(\"./sub/./b\", F_OK) == 0);
    assert(unlink(\"sub/a\") == 0 && unlink(\"sub/b\") == 0);
    assert(holds(\"a\") == 0 && holds(\"b\") == 0 && holds(\"..\") == 1);
    assert(creat(\"other/b\", 0600) == -1 && errno == ENOENT);
    abort();
}}
"
    );
    let run = explored(&source, &["--file", "sub/a", "1"]);
    one_confirmed_bug(&run);
    assert_eq!(run["bugs"][0]["kind"], "abort", "{run}");
}

#[test]
fn names_that_are_no_plain_paths_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    for (args, says) in [
        (&["--file", "a//b", "1"][..], "not the name of a file"),
        (&["--file", "a/./b", "1"], "not the name of a file"),
        (&["--file", "a/", "1"], "not the name of a file"),
        (
            &["--file", "a", "1", "--file", "a/b", "1"],
            "`a` is a file, and the folder of `a/b`",
        ),
    ] {
        let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
            .current_dir(dir.path())
            .args(["test", "a.c"])
            .args(args)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{args:?}: {text}");
        assert!(text.contains(says), "{args:?}: {text}");
    }
}

/// What `exec` closes, what cannot be emptied, and what has no name any more: as Linux
/// and glibc have it (`opendir` opens so that `exec` closes it).
#[test]
fn descriptors_know_what_exec_closes() {
    let source = format!(
        "{HEAD}#include <sys/stat.h>\nint main(void) {{
    int r = open(\"a\", O_RDONLY | O_CLOEXEC), copy = dup(r);
    assert(fcntl(r, F_GETFD) == 1 && fcntl(copy, F_GETFD) == 0);
    fcntl(copy, F_SETFD, FD_CLOEXEC);
    assert(fcntl(copy, F_GETFD) == 1);
    assert(fcntl(fcntl(r, F_DUPFD_CLOEXEC, 5), F_GETFD) == 1);
    assert(fcntl(fcntl(r, F_DUPFD, 6), F_GETFD) == 0);
    DIR *d = opendir(\"sub\");
    assert(d != NULL && fcntl(dirfd(d), F_GETFD) == 1);
    closedir(d);
    errno = 0;
    assert(open(\"sub\", O_RDONLY | O_TRUNC) == -1 && errno == EISDIR);
    struct stat s;
    int u = open(\"a\", O_RDONLY);
    assert(fcntl(u, F_GETFD) == 0 && unlink(\"a\") == 0);
    assert(fstat(u, &s) == 0 && s.st_nlink == WRONG);
    return 0;
}}
"
    );
    let files = ["--file", "a", "2", "--file", "sub/c", "2"];
    let run = explored(&source, &[&files[..], &["--", "-DWRONG=0"]].concat());
    assert_eq!(verdict(&run), "proved", "{run}");
    one_confirmed_bug(&explored(
        &source,
        &[&files[..], &["--", "-DWRONG=1"]].concat(),
    ));
}
