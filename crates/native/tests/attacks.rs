//! Programs that try to do harm, each beside something that must survive, for
//! every kind of walls that this system has.

mod common;

use ep_native::{Demand, End, Excess, Limits, RunResult, Walls};
use std::fs;
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

const KINDS: [Walls; 4] = [
    Walls::Namespaces {
        user: false,
        landlock: true,
    },
    Walls::Namespaces {
        user: false,
        landlock: false,
    },
    Walls::Namespaces {
        user: true,
        landlock: true,
    },
    Walls::Rules,
];

/// Runs `text` behind each kind of walls.
fn behind(text: &str, check: impl Fn(Walls, &RunResult)) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tried = 0;
    for walls in KINDS {
        if !walls.can_be_had(folder.path()) {
            continue;
        }
        tried += 1;
        let limits = Limits {
            isolation: Demand::Exactly(walls),
            ..common::limits()
        };
        let (_folder, mut native) = common::native_with(text, limits, |_| {});
        let run = native.run_plain(&[]).expect("it builds and starts");
        check(walls, &run);
    }
    assert!(tried > 0, "this system has no walls at all");
}

/// What the system has is used: a kind that is skipped here would be tested
/// nowhere.
#[test]
fn every_kind_that_the_system_permits_is_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    let has = |walls: Walls| walls.can_be_had(folder.path());
    let landlock = fs::read_to_string("/sys/kernel/security/lsm")
        .is_ok_and(|all| all.trim().split(',').any(|m| m == "landlock"));
    assert_eq!(has(Walls::Rules), landlock || landlock_by_call());
    let unshare = |flags: &[&str]| {
        let ran = Command::new("unshare")
            .args(flags)
            .args(["--mount-proc", "true"])
            .output();
        ran.is_ok_and(|o| o.status.success())
    };
    for (user, flags) in [(false, "-mpfin"), (true, "-Umpfin")] {
        let walls = Walls::Namespaces {
            user,
            landlock: false,
        };
        assert_eq!(has(walls), unshare(&[flags]), "{walls:?}");
    }
}

/// Whether the kernel tells a version of Landlock.
fn landlock_by_call() -> bool {
    // SAFETY: a plain system call that only asks for the version.
    unsafe {
        let none = std::ptr::null::<libc::c_void>();
        libc::syscall(libc::SYS_landlock_create_ruleset, none, 0usize, 1u32) >= 1
    }
}

/// Everything that a program tries fails, and it says so by its exit code.
fn fails(text: &str) {
    behind(text, |walls, run| {
        assert_eq!(run.end, End::Exited(0), "{walls:?}: {run:?}");
    });
}

/// A folder with one file: below the temporary folder, which a run has its own
/// of, and elsewhere, where it sees everything.
struct Canary {
    folders: Vec<tempfile::TempDir>,
}

impl Canary {
    fn new() -> Canary {
        let elsewhere = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let folders = [std::env::temp_dir(), elsewhere].map(|parent| {
            let folder = tempfile::tempdir_in(parent).expect("a folder");
            fs::write(folder.path().join("file"), "canary").expect("written");
            folder
        });
        Canary {
            folders: folders.into(),
        }
    }

    /// One program with all bodies, in which CANARY is the path of the file.
    fn try_all(&self, bodies: &[&str]) {
        let body: String = bodies.iter().map(|b| format!("{{ {b} }}\n")).collect();
        for folder in &self.folders {
            let file = folder.path().join("file");
            let before = fs::metadata(&file).expect("the canary");
            let text = format!(
                "#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n#include <sched.h>\n#include <string.h>\n#include <sys/mount.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
                 #define CANARY \"{}\"\n#define FOLDER \"{}\"\nint main(void) {{ {body} return 0; }}\n",
                file.display(),
                folder.path().display()
            );
            behind(&text, |walls, _| {
                let now = fs::read_to_string(&file).unwrap_or_default();
                assert_eq!(now, "canary", "{walls:?}: {body}");
                let after = fs::metadata(&file).expect("the canary");
                assert_eq!(
                    after.permissions(),
                    before.permissions(),
                    "{walls:?}: {body}"
                );
                assert_eq!(
                    after.modified().ok(),
                    before.modified().ok(),
                    "{walls:?}: {body}"
                );
                let names = fs::read_dir(folder.path()).expect("the folder").count();
                assert_eq!(names, 1, "{walls:?}: {body}");
            });
        }
    }
}

#[test]
fn files_of_the_user_survive() {
    let canary = Canary::new();
    canary.try_all(&[
        "unlink(CANARY); rmdir(FOLDER);",
        "int f = open(CANARY, O_WRONLY | O_TRUNC); write(f, \"x\", 1);",
        "FILE *f = fopen(CANARY, \"a\"); if (f) { fputs(\"x\", f); fclose(f); }",
        "truncate(CANARY, 0); rename(CANARY, FOLDER \"/other\"); rename(CANARY, \"mine\");",
        "chmod(CANARY, 0); chown(CANARY, 1, 1); utimensat(AT_FDCWD, CANARY, 0, 0);",
        "int f = open(FOLDER \"/new\", O_CREAT | O_WRONLY, 0600); write(f, \"x\", 1); mkdir(FOLDER \"/d\", 0700);",
        "symlink(CANARY, \"link\"); int f = open(\"link\", O_WRONLY | O_TRUNC); write(f, \"x\", 1);",
        "link(CANARY, \"hard\"); int f = open(\"hard\", O_WRONLY | O_TRUNC); write(f, \"x\", 1);",
        "int f = open(\"/proc/self/root\" CANARY, O_WRONLY | O_TRUNC); write(f, \"x\", 1);",
        "int d = open(FOLDER, O_RDONLY); unlinkat(d, \"file\", 0); symlinkat(\"x\", d, \"y\");",
        "char up[4096] = \"\"; for (int i = 0; i < 40; i++) strcat(up, \"../\"); strcat(up, CANARY); unlink(up);",
    ]);
}

/// The attacks do harm where nothing keeps them from it: what the tests here see
/// is the walls.
#[test]
fn without_walls_the_canary_dies() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "canary").expect("written");
    let text = format!(
        "#include <unistd.h>\nint main(void) {{ return unlink(\"{}\"); }}\n",
        file.display()
    );
    let limits = Limits {
        isolation: Demand::Waived,
        ..common::limits()
    };
    let (_folder, mut native) = common::native_with(&text, limits, |_| {});
    let run = native.run_plain(&[]).expect("it builds and starts");
    assert_eq!(run.end, End::Exited(0));
    assert!(!file.exists());
}

/// Mounts, roots and namespaces that would give the right to write back.
#[test]
fn walls_cannot_be_taken_down() {
    let canary = Canary::new();
    canary.try_all(&[
        "mount(0, \"/\", 0, MS_REMOUNT | MS_BIND, 0); unlink(CANARY);",
        "umount2(\"/tmp\", MNT_DETACH); umount2(FOLDER, MNT_DETACH); unlink(CANARY);",
        "unshare(CLONE_NEWUSER | CLONE_NEWNS); mount(0, \"/\", 0, MS_REMOUNT | MS_BIND, 0); mount(0, FOLDER, 0, MS_REMOUNT | MS_BIND, 0); unlink(CANARY);",
        "chroot(\".\"); chdir(\"..\"); chdir(\"../../../../../../../..\"); unlink(&CANARY[1]);",
        "for (int p = 1; p < 400; p++) { char b[64]; sprintf(b, \"/proc/%d/ns/mnt\", p); int f = open(b, O_RDONLY); if (f >= 0 && setns(f, 0) == 0) unlink(CANARY); }",
    ]);
}

/// Keys, shared memory of others and the limits of their processes are not parted by
/// every kind of walls.
#[test]
fn what_the_kernel_keeps_for_the_user_survives() {
    let mut sleeper = Sleeper(Command::new("sleep").arg("600").spawn().expect("sleep"));
    let process = sleeper.0.id();
    let text = format!(
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <sys/resource.h>\n#include <sys/shm.h>\n#include <sys/socket.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\
         int main(void) {{\n\
           long k = syscall(SYS_add_key, \"user\", \"everypath-canary\", \"x\", 1, -4);\n\
           if (k >= 0 || errno != EPERM) return 2;\n\
           if (syscall(SYS_keyctl, 0, -4, 0) >= 0) return 3;\n\
           if (socket(40, SOCK_STREAM, 0) >= 0) return 4;\n\
           struct rlimit one = {{1, 1}};\n\
           if (prlimit({process}, RLIMIT_CPU, &one, 0) == 0) return 5;\n\
           int own = shmget(0x30303, 64, IPC_CREAT | 0600);\n\
           return own >= 0 ? 7 : 0;\n\
         }}\n"
    );
    behind(&text, |walls, run| {
        // Namespaces have memory of their own, which ends with the run.
        let own = match walls {
            Walls::Rules => 0,
            _ => 7,
        };
        assert_eq!(run.end, End::Exited(own), "{walls:?}: {run:?}");
    });
    assert!(sleeper.0.try_wait().expect("its state").is_none());
    let left = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    let key = 0x30303.to_string();
    assert!(!left.split_whitespace().any(|w| w == key), "{left}");
}

struct Sleeper(Child);

impl Drop for Sleeper {
    fn drop(&mut self) {
        // It may have ended: that is what the test asks.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn processes_of_the_user_survive() {
    let mut sleeper = Sleeper(Command::new("sleep").arg("600").spawn().expect("sleep"));
    let process = sleeper.0.id();
    let text = format!(
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <sys/ptrace.h>\n#include <unistd.h>\n\
         int main(void) {{\n\
           kill({process}, SIGKILL); kill({process}, SIGSTOP);\n\
           if (ptrace(PTRACE_ATTACH, {process}, 0, 0) == 0) return 2;\n\
           if (open(\"/proc/{process}/mem\", O_RDWR) >= 0) return 3;\n\
           kill(getppid(), SIGTERM);\n\
           return 0;\n\
         }}\n"
    );
    behind(&text, |walls, run| {
        // Without namespaces the parent is one of ours, and its end is the run's.
        let (ended, rules) = (run.end, walls == Walls::Rules);
        assert!(
            ended == End::Exited(0) || rules && ended == End::Signaled(15),
            "{walls:?}: {run:?}"
        );
    });
    assert!(sleeper.0.try_wait().expect("its state").is_none());
    let state = fs::read_to_string(format!("/proc/{process}/stat")).expect("its state");
    assert!(!state.contains(") T"), "stopped: {state}");
}

/// The processes that call themselves this.
fn called(name: &str) -> usize {
    let entries = fs::read_dir("/proc").expect("/proc");
    let named = |p: &Path| fs::read_to_string(p.join("comm")).is_ok_and(|n| n.trim() == name);
    entries.flatten().filter(|e| named(&e.path())).count()
}

#[test]
fn a_daemon_does_not_outlive_the_run() {
    let text = "#include <sys/prctl.h>\n#include <unistd.h>\n\
        int main(void) {\n\
          if (fork() == 0) { setsid(); if (fork() == 0) { prctl(PR_SET_NAME, \"epattackdaemon\"); for (;;) pause(); } _exit(0); }\n\
          usleep(300000); return 0;\n}\n";
    behind(text, |walls, run| {
        assert_eq!(run.end, End::Exited(0), "{walls:?}: {run:?}");
        let until = Instant::now() + Duration::from_secs(5);
        while called("epattackdaemon") > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(called("epattackdaemon"), 0, "{walls:?}");
    });
}

#[test]
fn a_run_that_takes_too_long_leaves_nothing() {
    let text = "#include <sys/prctl.h>\n#include <unistd.h>\n\
        int main(void) {\n\
          prctl(PR_SET_NAME, \"epattackhang\");\n\
          for (int i = 0; i < 8; i++) if (fork() == 0) setsid();\n\
          for (;;) pause();\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    for walls in KINDS {
        if !walls.can_be_had(folder.path()) {
            continue;
        }
        let limits = Limits {
            isolation: Demand::Exactly(walls),
            time: Duration::from_millis(700),
            ..common::limits()
        };
        let (_folder, mut native) = common::native_with(text, limits, |_| {});
        let run = native.run_plain(&[]).expect("it builds and starts");
        assert!(
            matches!(run.end, End::TimedOut(_) | End::Stopped(Excess::Processes)),
            "{walls:?}: {run:?}"
        );
        let until = Instant::now() + Duration::from_secs(5);
        while called("epattackhang") > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(called("epattackhang"), 0, "{walls:?}");
    }
}

/// As many as would hurt, but not without end: the test must survive a fault.
#[test]
fn a_fork_bomb_is_stopped() {
    let text = "#include <sys/prctl.h>\n#include <unistd.h>\n\
        int main(void) {\n\
          prctl(PR_SET_NAME, \"epattackbomb\");\n\
          for (int i = 0; i < 3000; i++) { if (fork() == 0) for (;;) pause(); usleep(500); }\n\
          for (;;) pause();\n}\n";
    behind(text, |walls, run| {
        assert_eq!(run.end, End::Stopped(Excess::Processes), "{walls:?}");
        let until = Instant::now() + Duration::from_secs(5);
        while called("epattackbomb") > 0 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(called("epattackbomb"), 0, "{walls:?}");
    });
}

#[test]
fn the_disk_is_not_filled() {
    let large = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n\
        static char block[1 << 20];\n\
        int main(void) {\n\
          for (int i = 0; i < 100; i++) { char n[32]; sprintf(n, \"f%d\", i); int f = open(n, O_CREAT | O_WRONLY, 0600);\n\
            block[0] = 1; for (int k = 0; k < 12; k++) write(f, block, sizeof block); close(f); usleep(20000); }\n\
          for (;;) pause();\n}\n";
    behind(large, |walls, run| {
        assert_eq!(run.end, End::Stopped(Excess::Bytes), "{walls:?}");
    });
    let many = "#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\n\
        int main(void) {\n\
          for (int i = 0; i < 20000; i++) { char n[32]; sprintf(n, \"f%d\", i); close(open(n, O_CREAT | O_WRONLY, 0600)); usleep(50); }\n\
          for (;;) pause();\n}\n";
    behind(many, |walls, run| {
        assert_eq!(run.end, End::Stopped(Excess::Files), "{walls:?}");
    });
}

#[test]
fn the_network_is_away() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("no waiting");
    let port = listener.local_addr().expect("its address").port();
    fails(&format!(
        "#include <arpa/inet.h>\n#include <sys/socket.h>\n#include <unistd.h>\n\
         int main(void) {{ int s = socket(AF_INET, SOCK_STREAM, 0); if (s < 0) return 0;\n\
         struct sockaddr_in a = {{ .sin_family = AF_INET, .sin_port = htons({port}), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) }};\n\
         return connect(s, (struct sockaddr *)&a, sizeof a) == 0; }}\n"
    ));
    let nobody = listener.accept().expect_err("nobody");
    assert_eq!(nobody.kind(), ErrorKind::WouldBlock);
}

#[test]
fn devices_stay_closed() {
    fails(
        "#include <dirent.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <sys/stat.h>\n#include <sys/sysmacros.h>\n#include <unistd.h>\n\
         int main(void) {\n\
           for (int major = 1; major < 260; major++) {\n\
             char n[32]; sprintf(n, \"node%d\", major);\n\
             if (mknod(n, S_IFBLK | 0600, makedev(major, 0)) == 0 && open(n, O_RDWR) >= 0) return 1;\n\
           }\n\
           static const char *names[] = {\"/dev/vda\", \"/dev/sda\", \"/dev/nvme0n1\", \"/dev/mem\", \"/dev/kmsg\", \"/dev/port\", \"/dev/loop0\", \"/proc/sysrq-trigger\", \"/proc/sys/kernel/hostname\", \"/sys/power/state\"};\n\
           for (int i = 0; i < 10; i++) if (open(names[i], O_WRONLY) >= 0) return 2 + i;\n\
           return 0; }\n",
    );
    // Those that hold nothing are there.
    fails(
        "#include <fcntl.h>\n#include <unistd.h>\n\
         int main(void) { char c = 1; int n = open(\"/dev/null\", O_RDWR), z = open(\"/dev/zero\", O_RDONLY);\n\
         return !(write(n, &c, 1) == 1 && read(z, &c, 1) == 1 && c == 0 && open(\"/dev/urandom\", O_RDONLY) >= 0); }\n",
    );
}

#[test]
fn own_files_can_be_written_and_the_environment_is_clean() {
    std::env::set_var("EVERYPATH_TEST_SECRET", "secret");
    behind(
        "#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
         int main(void) {\n\
           if (getenv(\"EVERYPATH_TEST_SECRET\")) return 1;\n\
           FILE *f = fopen(\"own\", \"w\"); if (!f || fputs(\"x\", f) < 0 || fclose(f)) return 2;\n\
           if (mkdir(\"d\", 0700) || rename(\"own\", \"d/own\") || unlink(\"d/own\")) return 3;\n\
           char t[4096]; sprintf(t, \"%s/tXXXXXX\", getenv(\"TMPDIR\")); if (mkstemp(t) < 0) return 4;\n\
           return 0; }\n",
        |walls, run| assert_eq!(run.end, End::Exited(0), "{walls:?}: {run:?}"),
    );
}

/// How a program ends is seen as it is without walls.
#[test]
fn ends_are_mirrored() {
    let ends = [
        ("return 7;", End::Exited(7)),
        ("abort();", End::Signaled(6)),
        ("raise(SIGTERM);", End::Signaled(15)),
        ("kill(getpid(), SIGKILL);", End::Signaled(9)),
        ("kill(0, SIGUSR1);", End::Signaled(10)),
        ("*(volatile int *)0 = 1;", End::Signaled(11)),
        ("if (fork() == 0) _exit(5); return 6;", End::Exited(6)),
    ];
    let bodies: String = ends
        .iter()
        .enumerate()
        .map(|(n, (body, _))| format!("case {n}: {body} break;\n"))
        .collect();
    let text = format!(
        "#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nvoid ep_symbolic(void *, unsigned long, const char *);\n\
         int main(void) {{ int n; ep_symbolic(&n, 4, \"n\"); switch (n) {{ {bodies} }} return 0; }}\n"
    );
    let folder = tempfile::tempdir().expect("a folder");
    for walls in KINDS {
        if !walls.can_be_had(folder.path()) {
            continue;
        }
        let limits = Limits {
            isolation: Demand::Exactly(walls),
            ..common::limits()
        };
        let (_folder, mut native) = common::native_with(&text, limits, |_| {});
        for (n, (body, end)) in ends.iter().enumerate() {
            let run = native
                .run_plain(&[common::int("n", n as i32)])
                .expect("it runs");
            assert_eq!(run.end, *end, "{walls:?}: {body}");
        }
    }
}

/// Without walls nothing is run, and on request it is.
#[test]
fn nothing_is_run_without_walls_unless_asked() {
    let text = "int main(void) { return 3; }\n";
    let with = |demand| Limits {
        isolation: demand,
        ..common::limits()
    };
    let (_folder, mut native) =
        common::native_with(text, with(Demand::Exactly(Walls::Missing)), |_| {});
    let refused = native.run_plain(&[]).expect_err("refused");
    assert!(refused.to_string().contains("--no-isolation"), "{refused}");
    assert!(native.notes()[0].contains("--no-isolation"));
    let (_folder, mut native) = common::native_with(text, with(Demand::Waived), |_| {});
    let run = native.run_plain(&[]).expect("it runs");
    assert_eq!(run.end, End::Exited(3));
    assert!(native.notes()[0].contains("not isolated"));
}

/// Java programs stand behind the walls, too: what `verify` and `paths` run.
#[test]
fn a_java_program_changes_nothing_and_knows_nothing() {
    let canary = Canary::new();
    let file = canary.folders[1].path().join("file");
    fs::write(&file, "alive").expect("written");
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!(
        "class Attack {{ public static void main(String[] a) throws Exception {{
           new java.io.File(\"{0}\").delete();
           try {{ new java.io.FileWriter(\"{0}\").close(); }} catch (Exception e) {{ }}
           System.err.println(System.getenv(\"CARGO_MANIFEST_DIR\"));
         }} }}",
        file.display()
    );
    fs::write(folder.path().join("Attack.java"), text).expect("written");
    let jvm = ep_native::jvm::Jvm::find(false, Demand::Required).expect("a JDK");
    let time = Duration::from_secs(60);
    jvm.compile(folder.path(), &["Attack.java".into()], time)
        .expect("it compiles");
    let (_, output) = jvm
        .run(folder.path(), "Attack", &[], time)
        .expect("it runs");
    assert_eq!(fs::read_to_string(&file).expect("the file"), "alive");
    assert_eq!(output.errors.trim(), "null");
}
