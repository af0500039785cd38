//! The operator's nouns, on the embedded store of a new home.

use std::path::Path;

use super::{Home, program};

fn id(answer: &str) -> String {
    let id = answer.strip_suffix('\n').unwrap();
    assert_eq!(id.len(), 36, "{id}");
    id.to_owned()
}

#[test]
fn a_workspace_is_made_and_listed() {
    let home = Home::new();
    assert_eq!(home.answer(&["workspace", "list"]), "");
    let made = id(&home.answer(&["workspace", "create", "Acme Ltd"]));
    let list = home.answer(&["workspace", "list"]);
    // The time is as long as its fraction needs, so the gap behind it varies.
    let columns: Vec<_> = list.trim_end().splitn(3, "  ").map(str::trim).collect();
    assert!(
        matches!(*columns, [id, time, "Acme Ltd"] if id == made && time.ends_with('Z')),
        "{list}"
    );
}

#[cfg(unix)]
#[test]
fn the_home_that_a_write_makes_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    home.answer(&["workspace", "create", "acme"]);
    let mode = std::fs::metadata(home.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
}

#[test]
fn a_name_that_is_taken_or_blank_is_refused() {
    let home = Home::new();
    home.answer(&["workspace", "create", "acme"]);
    let text = home.complaint(1, &["workspace", "create", "acme"]);
    assert_eq!(text, "tollgate: There is a workspace named \"acme\" already.\n");
    assert!(home.complaint(1, &["workspace", "create", " "]).contains("must not be blank"));
}

#[test]
fn spaces_and_agents_are_made_by_the_id_or_the_name_of_their_workspace() {
    let home = Home::new();
    let workspace = id(&home.answer(&["workspace", "create", "acme"]));
    for noun in ["space", "agent"] {
        id(&home.answer(&[noun, "create", "--workspace", "acme", "first"]));
        id(&home.answer(&[noun, "create", "--workspace", &workspace, "second"]));
        let list = home.answer(&[noun, "list", "--workspace", "acme"]);
        let names: Vec<&str> = list.lines().filter_map(|line| line.rsplit("  ").next()).collect();
        assert_eq!(names, ["first", "second"]);
        let text = home.complaint(1, &[noun, "create", "--workspace", "acme", "first"]);
        assert!(text.contains("named \"first\" already"), "{text}");
    }
}

#[test]
fn an_unknown_workspace_is_told_the_nearest_or_how_to_make_one() {
    let home = Home::new();
    let text = home.complaint(1, &["space", "list", "--workspace", "acme"]);
    assert!(text.contains("there is none yet, `tollgate workspace create NAME`"), "{text}");
    home.answer(&["workspace", "create", "acme"]);
    let text = home.complaint(1, &["space", "list", "--workspace", "acne"]);
    assert!(text.ends_with("shows them all; did you mean `acme`?\n"), "{text}");
}

#[test]
fn a_working_copy_is_registered_and_left_as_it_is() {
    let home = Home::new();
    home.answer(&["workspace", "create", "acme"]);
    let copy = home.beside("copy");
    git(home.folder.path(), &["init", "--quiet", "copy"]);
    git(&copy, &["remote", "add", "origin", "https://example.org/acme/site.git"]);
    let before = std::fs::read_to_string(copy.join(".git/config")).unwrap();

    id(&home.answer(&["repo", "add", "--workspace", "acme", "copy"]));
    let list = home.answer(&["repo", "list", "--workspace", "acme"]);
    let path = copy.canonicalize().unwrap();
    assert!(list.ends_with(&format!("  acme/site  {}\n", path.display())), "{list}");
    assert_eq!(std::fs::read_to_string(copy.join(".git/config")).unwrap(), before);

    let text = home.complaint(1, &["repo", "add", "--workspace", "acme", "copy"]);
    assert!(text.contains("named \"acme/site\" already"), "{text}");
    id(&home.answer(&["repo", "add", "--workspace", "acme", "--name", "acme/other", "copy"]));
}

#[test]
fn a_folder_that_is_no_working_copy_is_refused() {
    let home = Home::new();
    home.answer(&["workspace", "create", "acme"]);
    for path in ["missing", "/"] {
        let text = home.complaint(1, &["repo", "add", "--workspace", "acme", path]);
        assert!(text.contains(&format!("`{path}` is no git working copy")), "{text}");
    }
}

#[test]
fn a_feed_is_followed_listed_and_dropped() {
    let home = Home::new();
    let (first, second) = ("https://example.org/feed", "https://example.org/other");
    let made = id(&home.answer(&["feed", "add", first, "--name", "News"]));
    assert_eq!(id(&home.answer(&["feed", "add", first])), made);
    home.answer(&["feed", "add", second]);
    let list = home.answer(&["feed", "list"]);
    assert!(list.starts_with(&format!("{made}  {first}  News\n")), "{list}");
    home.answer(&["feed", "remove", "News"]);
    home.answer(&["feed", "remove", second]);
    assert_eq!(home.answer(&["feed", "list"]), "");
    let text = home.complaint(1, &["feed", "remove", "News"]);
    assert!(text.contains("no feed has the id, address or name `News`"), "{text}");
}

#[test]
fn an_address_that_is_no_feed_is_refused() {
    let text = Home::new().complaint(1, &["feed", "add", "ftp://example.org/feed"]);
    assert!(text.contains("http:// or https://"), "{text}");
}

#[test]
fn a_store_that_cannot_be_opened_is_told_with_its_cause() {
    let home = Home::new().with_settings("");
    std::fs::create_dir(home.path().join("tollgate.db")).unwrap();
    let text = home.complaint(70, &["workspace", "list"]);
    assert!(text.starts_with("tollgate: the store "), "{text}");
    assert!(text.contains("tollgate.db") && text.ends_with("directory (os error 21)\n"), "{text}");
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = program("git").args(arguments).current_dir(folder).status().unwrap();
    assert!(status.success());
}
