//! How long 20,000 `.ktest` files take, in CPU and wall-clock time. Run in
//! release mode: `cargo run --release -p everypath-report --example ktest_speed [DIR]`.

use ep_base::outcome::{Input, InputSource, InputType};
use ep_report::suite::{Formats, SuiteWriter};
use ep_report::testcomp::{Metadata, COVER_BRANCHES};
use std::time::{Instant, UNIX_EPOCH};

fn cpu_seconds() -> f64 {
    let t = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    t.tv_sec as f64 + t.tv_nsec as f64 / 1e9
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let parent = std::env::args().nth(1).map(std::path::PathBuf::from);
    let folder = tempfile::tempdir_in(parent.unwrap_or_else(std::env::temp_dir))?;
    let metadata = Metadata {
        producer: "Everypath".into(),
        specification: COVER_BRANCHES.into(),
        program_file: "token.c".into(),
        program_hash: String::new(),
        entry: "main".into(),
        bits: 64,
        created: UNIX_EPOCH,
    };
    let formats = Formats {
        ktest: true,
        ..Formats::default()
    };
    let args = ["token".to_string()];
    let mut inputs = vec![Input {
        name: "buf".into(),
        ty: InputType::Bytes,
        source: InputSource::MakeSymbolic,
        bytes: vec![0; 8],
    }];
    let mut suite = SuiteWriter::create(folder.path(), formats, &args, &metadata)?;
    let (start, cpu) = (Instant::now(), cpu_seconds());
    for id in 1..=20_000u64 {
        inputs[0].bytes.copy_from_slice(&id.to_le_bytes());
        suite.write_parts(id, &inputs, false)?;
    }
    println!(
        "{} files in {}: {:.3} s CPU, {:.3} s",
        suite.written(),
        folder.path().display(),
        cpu_seconds() - cpu,
        start.elapsed().as_secs_f64()
    );
    Ok(())
}
