//! Reading untrusted bitcode in a child process.
//!
//! LLVM's reader can crash or hang on damaged bitcode. The running executable
//! is started again with the hidden verb [`CHILD_VERB`]; the request goes in
//! through its standard input, the module comes back through its standard
//! output, both in postcard's format. The child limits its own memory and
//! processor time, the parent its wall-clock time. Cost: about 30 ms for
//! another start of LLVM, and the module is copied twice.

use crate::{load, Bitcode, ReadOptions};
use ep_base::{Diagnostic, ExitCode};
use ep_ir::Module;
use rustix::process::{setrlimit, Resource, Rlimit};
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The hidden first argument that makes the executable a reader of bitcode.
pub const CHILD_VERB: &str = "__read-bitcode";

/// Address space of the child.
const MEMORY: u64 = 8 << 30;
/// Processor seconds of the child.
const SECONDS: u64 = 120;
/// Wall-clock limit.
const WALL: Duration = Duration::from_secs(180);

#[derive(serde::Serialize, serde::Deserialize)]
struct Request {
    modules: Vec<Bitcode>,
    options: ReadOptions,
}

#[derive(serde::Serialize, serde::Deserialize)]
enum Reply {
    Read(Box<Module>, u64),
    Refused {
        message: String,
        place: Option<String>,
        help: Option<String>,
        exit: u8,
    },
}

/// The hidden verb: reads a request from standard input and answers on
/// standard output. The arguments are those after the verb; there are none.
pub fn child_main(_args: &[String]) -> ExitCode {
    limit();
    let mut input = Vec::new();
    if std::io::stdin().read_to_end(&mut input).is_err() {
        return ExitCode::Defect;
    }
    let Ok(request) = postcard::from_bytes::<Request>(&input) else {
        return ExitCode::BadInput;
    };
    drop(input);
    let reply = match load::read(&request.modules, &request.options) {
        Ok((module, count)) => Reply::Read(Box::new(module), count),
        Err(d) => Reply::Refused {
            message: d.message,
            place: d.place,
            help: d.help,
            exit: d.exit as u8,
        },
    };
    let Ok(bytes) = postcard::to_stdvec(&reply) else {
        return ExitCode::Defect;
    };
    let mut out = std::io::stdout().lock();
    match out.write_all(&bytes).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::Holds,
        Err(_) => ExitCode::Surroundings,
    }
}

fn limit() {
    let set = |what, value: u64| {
        let limit = Rlimit {
            current: Some(value),
            maximum: Some(value),
        };
        // A limit that cannot be set leaves the parent's wall clock.
        let _ = setrlimit(what, limit);
    };
    set(Resource::As, MEMORY);
    set(Resource::Cpu, SECONDS);
    set(Resource::Core, 0);
}

/// Reads the modules in a child.
pub fn read(modules: &[Bitcode], options: &ReadOptions) -> Result<(Module, u64), Diagnostic> {
    let place = modules.first().map(|m| m.name.clone()).unwrap_or_default();
    let exe = match &options.child {
        Some(path) => path.clone(),
        None => std::env::current_exe()
            .map_err(|e| Diagnostic::surroundings(format!("cannot find myself: {e}")))?,
    };
    let request = Request {
        modules: modules.to_vec(),
        options: options.clone(),
    };
    let request = postcard::to_stdvec(&request)
        .map_err(|e| Diagnostic::defect(format!("cannot write a request: {e}")))?;
    let mut child = Command::new(&exe)
        .arg(CHILD_VERB)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| Diagnostic::surroundings(format!("cannot start {}: {e}", exe.display())))?;
    let answer = converse(&mut child, request);
    let Some((output, errors)) = answer else {
        let _ = child.kill();
        let _ = child.wait();
        return Err(Diagnostic::bad_input(format!(
            "LLVM did not finish reading this within {} s; the file is damaged or too large",
            WALL.as_secs()
        ))
        .at(place));
    };
    let status = child
        .wait()
        .map_err(|e| Diagnostic::surroundings(format!("the reading process got lost: {e}")))?;
    match postcard::from_bytes::<Reply>(&output) {
        Ok(Reply::Read(module, count)) => Ok((*module, count)),
        Ok(Reply::Refused {
            message,
            place,
            help,
            exit,
        }) => {
            let mut d = match exit {
                4 => Diagnostic::surroundings(message),
                70 => Diagnostic::defect(message),
                _ => Diagnostic::bad_input(message),
            };
            d.place = place;
            d.help = help;
            Err(d)
        }
        Err(_) => {
            let said = last_words(&errors);
            Err(Diagnostic::bad_input(format!(
                "LLVM's reader failed on this file ({status}{said}); it is damaged or was written by another version"
            ))
            .at(place)
            .help(load::VERSION_HELP))
        }
    }
}

/// Feeds the child and collects what it says; `None` when time is up.
fn converse(child: &mut Child, request: Vec<u8>) -> Option<(Vec<u8>, Vec<u8>)> {
    let stdin = child.stdin.take();
    std::thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            // A child that dies early closes the pipe; its end is seen below.
            let _ = stdin.write_all(&request);
        }
    });
    let (sender, receiver) = mpsc::channel();
    let collect = |pipe: Option<Box<dyn Read + Send>>, which: bool| {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut pipe) = pipe {
                let _ = pipe.read_to_end(&mut bytes);
            }
            let _ = sender.send((which, bytes));
        });
    };
    let stdout = child
        .stdout
        .take()
        .map(|p| Box::new(p) as Box<dyn Read + Send>);
    let stderr = child
        .stderr
        .take()
        .map(|p| Box::new(p) as Box<dyn Read + Send>);
    collect(stdout, true);
    collect(stderr, false);
    let deadline = Instant::now() + WALL;
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let left = deadline.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok((true, bytes)) => output = bytes,
            Ok((false, bytes)) => errors = bytes,
            Err(_) => return None,
        }
    }
    Some((output, errors))
}

/// The first line of what LLVM said before it died.
fn last_words(errors: &[u8]) -> String {
    let text = String::from_utf8_lossy(errors);
    let line = text
        .lines()
        .find(|l| l.contains("LLVM ERROR") || l.contains("Assertion") || l.contains("bad_alloc"));
    line.map_or(String::new(), |l| format!(": {}", l.trim()))
}
