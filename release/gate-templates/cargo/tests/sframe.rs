//! The gate as a test:  SFRAME_GATE=/where/sframe-gate cargo test -- --include-ignored
use std::{env, process::Command};

#[test]
#[ignore = "asks thousands of questions; needs sframe-gate, and --include-ignored"]
fn sframe() {
    let gate = env::var("SFRAME_GATE").unwrap_or("sframe-gate".into());
    let status = Command::new(&gate)
        .env("INPUT_ADAPTER", env!("CARGO_BIN_EXE_my-adapter"))
        .env("INPUT_PROFILES", "v2")
        .env("INPUT_MINIMUM", "1.0.0")
        .env("INPUT_REPORTS", concat!(env!("CARGO_TARGET_TMPDIR"), "/sframe-reports"))
        .status()
        .unwrap_or_else(|error| panic!("{gate}: {error}"));
    assert!(status.success(), "see the report in {}", env!("CARGO_TARGET_TMPDIR"));
}
