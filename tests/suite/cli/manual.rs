//! `tollgate manual`: the pages in the repository, and pages that are not as they should be.

use std::path::Path;

use super::Home;

#[test]
fn the_manual_in_the_repository_is_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/manual");
    let run = Home::new().run(&[
        "manual".as_ref(),
        "--check".as_ref(),
        "--out".as_ref(),
        folder.as_os_str(),
    ]);
    assert_eq!(run.code, 0, "run `tollgate manual` and commit what it writes\n{}", run.out);
}

#[test]
fn a_written_manual_is_up_to_date() {
    let home = Home::new();
    assert!(home.answer(&["manual", "--out", "pages"]).starts_with("pages: "));
    assert_eq!(
        home.answer(&["manual", "--check", "--out", "pages"]),
        "pages: every page is up to date\n"
    );
    assert!(home.answer(&["manual", "--out", "pages"]).ends_with(" pages, 0 written, 0 removed\n"));
}

#[test]
fn missing_stale_and_left_over_pages_are_listed_and_mended() {
    let home = Home::new();
    home.answer(&["manual", "--out", "pages"]);
    let page = |name: &str| home.beside("pages").join(name);
    let header = std::fs::read_to_string(page("settings.md")).unwrap();
    let header = header.lines().next().unwrap().to_owned();
    std::fs::remove_file(page("settings.md")).unwrap();
    std::fs::write(page("commands.md"), "edited by hand").unwrap();
    std::fs::write(page("tools/gone.md"), header + "\n\n# gone\n").unwrap();
    std::fs::write(page("own.md"), "# A page of somebody's own\n").unwrap();

    let run = home.run(&["manual", "--check", "--out", "pages"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.out,
        "missing: pages/settings.md\nstale: pages/commands.md\nleft over: pages/tools/gone.md\n\
         run `tollgate manual --out pages`\n"
    );

    let text = home.answer(&["manual", "--out", "pages"]);
    assert!(text.ends_with(" pages, 2 written, 1 removed\n"), "{text}");
    assert!(!page("tools/gone.md").exists());
    assert!(page("own.md").exists());
    home.answer(&["manual", "--check", "--out", "pages"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let home = Home::new();
    std::fs::write(home.beside("file"), "").unwrap();
    let text = home.complaint(74, &["manual", "--out", "file/pages"]);
    assert!(text.starts_with("tollgate: file/pages/"), "{text}");
    assert!(text.contains("cannot be written: "), "{text}");
}
