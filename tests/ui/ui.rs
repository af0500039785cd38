//! Runs the cases. `TRYBUILD=overwrite` writes the expected texts again; read the difference
//! before committing it.
//!
//! Must not: hold a case whose fault is only found at run time.

#[test]
fn declarations_with_a_fault_do_not_compile_and_the_message_says_how_to_mend_it() {
    trybuild::TestCases::new().compile_fail("fail/*/*.rs");
}
