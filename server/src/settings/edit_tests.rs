//! What an edit leaves alone, what it refuses, and that writers wait for each other.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::PathBuf;
use std::thread;

use super::*;

const EVOLUTION: &str = "evolution";
const STAGNATION: &str = "evolution.stagnation_detection";

struct Place {
    _folder: tempfile::TempDir,
    home: Home,
    file: PathBuf,
}

/// A home in which `ada` has this file.
fn place(text: &str) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("agents/ada/agent.toml");
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text).unwrap();
    let home = Home::at(folder.path().to_owned());
    Place { _folder: folder, home, file }
}

impl Place {
    fn set(&self, section: &str, key: &str, value: &str) -> Result<Edited, EditError> {
        set(&self.home, "ada", section, key, value)
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).unwrap()
    }
}

#[track_caller]
fn becomes(before: &str, (section, key, value): (&str, &str, &str), after: &str) {
    let place = place(before);
    place.set(section, key, value).unwrap_or_else(|error| panic!("{before}: {error}"));
    assert_eq!(place.text(), after);
}

#[test]
fn comments_order_and_spaces_stay() {
    let before = "# Ada\n\n[fork]\nenabled = true # keep\n\n# How she changes.\n\
                  [evolution] # mine\nmax_silence_hours   =  7  # a week?\n\
                  gvu_enabled = false\n\n[agent]\nname = 'ada'\n# the end\n";
    let after = before.replace("=  7  #", "=  8  #");
    becomes(before, (EVOLUTION, "max_silence_hours", "8"), &after);
    let after = before.replace("= false\n", "= false\nmax_active_skills = 9\n");
    becomes(before, (EVOLUTION, "max_active_skills", "9"), &after);
}

#[test]
fn ends_of_lines_and_a_mark_at_the_start_stay() {
    for end in ["\n", "\r\n"] {
        let with = |text: &str| format!("\u{feff}{}", text.replace('\n', end));
        let before = "# Ada\n[evolution]\ngvu_enabled = false # keep\n# b\n[fork]\n";
        let after = before.replace("= false", "= true");
        becomes(&with(before), (EVOLUTION, "gvu_enabled", "1"), &with(&after));
        let after = before.replace("# keep\n", "# keep\nmax_active_skills = 3\n");
        becomes(&with(before), (EVOLUTION, "max_active_skills", "3"), &with(&after));
        let before = "[fork]\n";
        let after = "[fork]\n\n[evolution]\ngvu_enabled = true\n";
        becomes(&with(before), (EVOLUTION, "gvu_enabled", "1"), &with(after));
    }
    // Each line as it is, even where they differ.
    let before = "[fork]\r\nenabled = true\n[evolution]\r\nmax_silence_hours = 0x0c";
    let after = before.replace("0x0c", "7") + "\r\n";
    becomes(before, (EVOLUTION, "max_silence_hours", "7"), &after);
    let before = "[agent]\nname = \"a\"\n[evolution]\r\ngvu_enabled = true # c\n\r\n# d";
    let after = before.replace("= true", "= false");
    becomes(before, (EVOLUTION, "gvu_enabled", "no"), &after);
}

#[test]
fn a_section_that_is_missing_is_added() {
    let key = (EVOLUTION, "gvu_enabled", "on");
    becomes("", key, "[evolution]\ngvu_enabled = true\n");
    becomes(
        "[fork]\nenabled = true",
        key,
        "[fork]\nenabled = true\n\n[evolution]\ngvu_enabled = true\n",
    );
    becomes("# Ada", key, "# Ada\n\n[evolution]\ngvu_enabled = true\n");
    let before = "[fork]\n# the end\n\n";
    becomes(before, key, "[fork]\n# the end\n\n[evolution]\ngvu_enabled = true\n");
    let key = (STAGNATION, "window_seconds", "60");
    becomes("# Ada\n", key, "# Ada\n\n[evolution.stagnation_detection]\nwindow_seconds = 60\n");
    let section = "[evolution.stagnation_detection]\nwindow_seconds = 60\n";
    becomes("", key, section);
    let before = "[evolution]\ngvu_enabled = true\n";
    becomes(before, key, &format!("{before}\n{section}"));
}

#[test]
fn every_way_to_write_a_table_is_edited_in_its_own_way() {
    let key = (STAGNATION, "action", "suppress");
    becomes(
        "evolution = { gvu_enabled = true }\n",
        key,
        "evolution = { gvu_enabled = true , stagnation_detection = { action = \"suppress\" } }\n",
    );
    becomes(
        "[evolution]\nstagnation_detection.enabled = true\n",
        key,
        "[evolution]\nstagnation_detection.enabled = true\nstagnation_detection.action = \
         \"suppress\"\n",
    );
    becomes(
        "[evolution]\nstagnation_detection = {action = \"log_only\"}\n",
        key,
        "[evolution]\nstagnation_detection = {action = \"suppress\"}\n",
    );
}

#[test]
fn a_text_means_what_the_key_takes() {
    let place = place("");
    for (text, value) in [
        ("true", "true"),
        ("0", "false"),
        ("YES", "true"),
        ("no", "false"),
        ("On", "true"),
        ("off", "false"),
        ("1", "true"),
        ("False", "false"),
    ] {
        assert_eq!(place.set(EVOLUTION, "gvu_enabled", text).unwrap().now, value, "{text}");
    }
    for text in ["0", "1", "1000000"] {
        assert_eq!(place.set(EVOLUTION, "skill_token_budget", text).unwrap().now, text);
    }
    let edited = place.set(STAGNATION, "action", "suppress").unwrap();
    assert_eq!((&*edited.before, &*edited.now), ("\"log_only\"", "\"suppress\""));
    let edited = place.set(EVOLUTION, "skill_token_budget", "5").unwrap();
    assert_eq!((&*edited.before, &*edited.now), ("1000000", "5"));
}

#[test]
fn a_value_that_the_key_does_not_take_leaves_every_byte() {
    let text = "# mine\n[evolution]\r\ngvu_enabled=true\n";
    let place = place(text);
    for (section, key, value, mistake) in [
        (
            STAGNATION,
            "window_seconds",
            "59",
            "found the integer 59, expected an integer from 60 to 604800",
        ),
        (
            STAGNATION,
            "window_seconds",
            "604801",
            "found the integer 604801, expected an integer from 60 to",
        ),
        (
            STAGNATION,
            "trigger_threshold",
            "0",
            "found the integer 0, expected an integer from 1 to 1000",
        ),
        (STAGNATION, "trigger_threshold", "1001", "an integer from 1 to 1000"),
        (STAGNATION, "action", "surpress", "did you mean `suppress`?"),
        (STAGNATION, "enabled", "maybe", "found the text \"maybe\", expected true or false"),
        (EVOLUTION, "gvu_enabled", "2", "found the integer 2, expected true or false"),
        (EVOLUTION, "max_silence_hours", "yes", "found the text \"yes\", expected an integer"),
        (EVOLUTION, "max_silence_hours", "1.5", "found the text \"1.5\", expected an integer"),
        (EVOLUTION, "max_silence_hours", "", "found the text \"\", expected an integer"),
        (EVOLUTION, "max_silence_hours", "1\n[fork]\nenabled = true", "expected an integer"),
    ] {
        let error = place.set(section, key, value).unwrap_err();
        assert!(matches!(error, EditError::Value(_)), "{error}");
        assert!(error.to_string().contains(mistake), "{error}");
        assert_eq!(place.text(), text);
    }
    let error = place.set(EVOLUTION, "gvu", "true").unwrap_err();
    assert!(matches!(error, EditError::Unknown { .. }), "{error}");
}

#[test]
fn both_ends_of_a_range_are_set() {
    let place = place("");
    for (key, ends) in [("window_seconds", ["60", "604800"]), ("trigger_threshold", ["1", "1000"])]
    {
        for value in ends {
            assert_eq!(place.set(STAGNATION, key, value).unwrap().now, value);
        }
    }
}

#[test]
fn a_file_with_a_mistake_is_refused_with_all_of_them_and_left_alone() {
    for text in ["[evolution]\ngvu = 1\n[fork]\nenabled = 1\n", "nonsense", "[a]\n[a]\n", "\u{7f}"]
    {
        let place = place(text);
        let error = place.set(EVOLUTION, "gvu_enabled", "true").unwrap_err();
        let EditError::Settings(SettingsError::Faulty(faults)) = error else {
            panic!("{text}: {error}")
        };
        assert!(!faults.all.is_empty(), "{text}");
        assert_eq!(place.text(), text);
    }
}

#[test]
fn links_are_refused_and_lead_nowhere() {
    let place = place("");
    let elsewhere = place.home.path().join("elsewhere.toml");
    fs::write(&elsewhere, "").unwrap();
    fs::remove_file(&place.file).unwrap();
    symlink(&elsewhere, &place.file).unwrap();
    assert!(matches!(place.set(EVOLUTION, "gvu_enabled", "1"), Err(EditError::Settings(_))));
    symlink(place.home.path(), place.home.path().join("agents/eve")).unwrap();
    assert!(set(&place.home, "eve", EVOLUTION, "gvu_enabled", "1").is_err());
    assert!(set(&place.home, "../ada", EVOLUTION, "gvu_enabled", "1").is_err());
    assert_eq!(fs::read_to_string(&elsewhere).unwrap(), "");

    // One in place of the lock is not followed either.
    fs::remove_file(&place.file).unwrap();
    let lock = place.file.with_extension("toml.lock");
    let _ = fs::remove_file(&lock);
    symlink(&elsewhere, &lock).unwrap();
    assert!(matches!(place.set(EVOLUTION, "gvu_enabled", "1"), Err(EditError::Write { .. })));
}

#[test]
fn an_agent_without_a_file_gets_one_that_its_owner_alone_reads() {
    let place = place("");
    let edited = set(&place.home, "bob", EVOLUTION, "gvu_enabled", "true").unwrap();
    assert_eq!((&*edited.before, &*edited.now), ("false", "true"));
    let file = place.home.path().join("agents/bob/agent.toml");
    assert_eq!(fs::read_to_string(&file).unwrap(), "[evolution]\ngvu_enabled = true\n");
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let folder = file.parent().unwrap().metadata().unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
}

#[test]
fn the_rights_of_a_file_stay_and_nothing_is_left_beside_it() {
    let place = place("");
    for mode in [0o640, 0o604, 0o600] {
        fs::set_permissions(&place.file, Permissions::from_mode(mode)).unwrap();
        place.set(EVOLUTION, "max_silence_hours", &mode.to_string()).unwrap();
        assert_eq!(place.file.metadata().unwrap().permissions().mode() & 0o7777, mode);
    }
    let names = fs::read_dir(place.file.parent().unwrap()).unwrap();
    let mut names: Vec<_> =
        names.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["agent.toml", "agent.toml.lock"]);
}

#[test]
fn a_value_that_holds_already_writes_nothing() {
    let place = place("[evolution]\r\ngvu_enabled = true");
    let before = place.file.metadata().unwrap().ino();
    let edited = place.set(EVOLUTION, "gvu_enabled", "yes").unwrap();
    assert_eq!(edited.before, edited.now);
    assert_eq!(place.file.metadata().unwrap().ino(), before);
    place.set(EVOLUTION, "gvu_enabled", "no").unwrap();
    assert_ne!(place.file.metadata().unwrap().ino(), before);
}

#[test]
fn writers_at_once_lose_nothing() {
    let place = place("");
    let keys = ["max_silence_hours", "max_gvu_generations", "max_active_skills"];
    thread::scope(|scope| {
        for key in keys {
            let place = &place;
            scope.spawn(move || {
                for value in 1..=20 {
                    place.set(EVOLUTION, key, &value.to_string()).unwrap();
                }
            });
        }
    });
    let mut lines: Vec<_> = place.text().lines().map(str::to_owned).collect();
    lines.sort();
    assert_eq!(
        lines,
        [
            "[evolution]",
            "max_active_skills = 20",
            "max_gvu_generations = 20",
            "max_silence_hours = 20"
        ]
    );
}

#[test]
fn a_file_does_not_grow_past_what_can_be_read() {
    let largest = usize::try_from(FILE_BYTES_MAX).unwrap();
    let text = format!("[evolution]\nmax_silence_hours = 9\n#{}", "x".repeat(largest - 36));
    let place = place(&text);
    assert_eq!(text.len(), largest - 1);
    let error = place.set(EVOLUTION, "max_silence_hours", "100").unwrap_err();
    assert!(matches!(error, EditError::Settings(SettingsError::TooLarge { .. })), "{error}");
    assert_eq!(place.text(), text);
    place.set(EVOLUTION, "max_silence_hours", "10").unwrap();
}
