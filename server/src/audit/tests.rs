//! The audit on a real disk: whole lines, bounded files, and what happens when it is full.

use super::*;
use std::os::unix::fs::PermissionsExt;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap()
}

fn record(audit: &Audit, tool: &str, is_urgent: bool) {
    audit.record(&Entry {
        caller: &Caller::Operator,
        tool,
        arguments: &raw(r#"{"password":"hunter2"}"#),
        outcome: Outcome::Ok,
        class: None,
        duration: Duration::from_micros(7),
        reply_bytes: 3,
        is_urgent,
    });
}

fn all(home: &Path) -> (Vec<Record>, Read) {
    let mut records = Vec::new();
    let read = read(home, &Filter::default(), |record| {
        records.push(record);
        Ok(())
    });
    (records, read.unwrap())
}

/// What stands in each file, the oldest first.
fn texts(path: &Path) -> Vec<String> {
    let files = super::file::files(path).unwrap().into_iter();
    files.map(|(_, file)| std::io::read_to_string(file).unwrap()).collect()
}

#[test]
fn an_urgent_line_is_there_at_once_and_others_soon() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    record(&audit, "write", true);
    assert_eq!(all(home.path()).0.len(), 1);
    record(&audit, "read", false);
    let until = std::time::Instant::now() + Duration::from_secs(10);
    while all(home.path()).0.len() < 2 {
        assert!(std::time::Instant::now() < until, "the line never came");
        std::thread::yield_now();
    }
}

#[test]
fn the_end_hands_over_what_waits() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    record(&audit, "read", false);
    audit.finish();
    assert_eq!(all(home.path()).0[0].tool, "read");
}

#[test]
fn a_line_says_how_much_and_never_what() {
    let home = tempfile::tempdir().unwrap();
    record(&Audit::in_home(home.path()), "read", true);
    let text = std::fs::read_to_string(home.path().join(FILE_NAME)).unwrap();
    assert!(!text.contains("hunter2") && !text.contains("password"), "{text}");
    let (records, _) = all(home.path());
    assert_eq!((records[0].arguments_bytes, records[0].reply_bytes), (22, 3));
    let mode = std::fs::metadata(home.path().join(FILE_NAME)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_file_is_put_aside_when_a_line_no_longer_fits() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(FILE_NAME);
    let mut file = LogFile::new(path.clone()).with_bytes_max(20);
    file.append(b"0123456789\n").unwrap();
    file.append(b"12345678\n").unwrap();
    assert_eq!(std::fs::read(&path).unwrap().len(), 20);
    file.append(b"x\n").unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"x\n");
    assert_eq!(std::fs::read(home.path().join("tool_calls.jsonl.1")).unwrap().len(), 20);
}

#[test]
fn only_so_many_files_are_kept() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(FILE_NAME);
    let mut file = LogFile::new(path.clone()).with_bytes_max(4);
    for number in 0..FILES_MAX + 5 {
        file.append(format!("{number:03}\n").as_bytes()).unwrap();
    }
    let kept = texts(&path);
    assert_eq!(kept.len(), FILES_MAX);
    assert_eq!((&*kept[0], &*kept[FILES_MAX - 1]), ("005\n", "014\n"));
}

#[test]
fn two_writers_share_a_file_that_one_of_them_puts_aside() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(FILE_NAME);
    let mut one = LogFile::new(path.clone()).with_bytes_max(8);
    let mut other = LogFile::new(path.clone()).with_bytes_max(8);
    one.append(b"one1\n").unwrap();
    other.append(b"other1\n").unwrap();
    one.append(b"one2\n").unwrap();
    assert_eq!(texts(&path).concat(), "one1\nother1\none2\n");
}

#[test]
fn what_a_dead_process_left_torn_takes_no_other_line_with_it() {
    for torn in ["{\"time\":\"2026-", "{\"time\":\"2026-\n", "{", "\0\0"] {
        let home = tempfile::tempdir().unwrap();
        record(&Audit::in_home(home.path()), "first", true);
        let path = home.path().join(FILE_NAME);
        let mut text = std::fs::read(&path).unwrap();
        text.extend_from_slice(torn.as_bytes());
        std::fs::write(&path, text).unwrap();
        record(&Audit::in_home(home.path()), "second", true);
        let (records, read) = all(home.path());
        let tools: Vec<_> = records.iter().map(|record| record.tool.as_str()).collect();
        assert_eq!(tools, ["first", "second"], "{torn:?}");
        assert_eq!(read, Read { found: 2, torn: 1 }, "{torn:?}");
    }
}

#[test]
fn a_file_that_cannot_be_written_says_so_until_it_can() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(FILE_NAME);
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    let audit = Audit::in_home(home.path());
    let first = audit.check().unwrap_err().to_string();
    assert!(first.starts_with("the audit cannot be written ("), "{first}");
    record(&audit, "kept", true);
    let error = audit.check().unwrap_err().to_string();
    assert!(error.starts_with("the audit cannot be written ("), "{error}");
    std::fs::remove_file(&path).unwrap();
    assert!(audit.check().is_ok());
    assert_eq!(all(home.path()).0[0].tool, "kept");
}

#[test]
fn a_filter_keeps_what_fits_all_of_it() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    for tool in ["a", "b", "a"] {
        record(&audit, tool, true);
    }
    let (records, _) = all(home.path());
    let filter = |change: &dyn Fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        records.iter().filter(|record| record.fits(&filter)).count()
    };
    assert_eq!(filter(&|it| it.tool = Some("a".to_owned())), 2);
    assert_eq!(filter(&|it| it.caller = Some("operator".to_owned())), 3);
    assert_eq!(filter(&|it| it.agent = Some("ada".to_owned())), 0);
    assert_eq!(filter(&|it| it.outcome = Some(Outcome::Refused)), 0);
    assert_eq!(filter(&|it| it.since = Some(records[2].time)), 1);
    assert_eq!(filter(&|it| it.until = Some(records[0].time)), 0);
}

#[test]
fn whoever_follows_is_given_what_is_new() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    record(&audit, "old", true);
    let mut follow = Follow::from_end(home.path());
    record(&audit, "new", true);
    let mut tools = Vec::new();
    let filter = Filter::default();
    let mut poll = |follow: &mut Follow<Record>| {
        let read = follow.poll(&filter, |record| {
            tools.push(record.tool);
            Ok(())
        });
        read.unwrap().found
    };
    assert_eq!((poll(&mut follow), poll(&mut follow)), (1, 0));
    let path = home.path().join(FILE_NAME);
    std::fs::rename(&path, home.path().join("tool_calls.jsonl.1")).unwrap();
    record(&audit, "newer", true);
    assert_eq!(poll(&mut follow), 1);
    assert_eq!(tools, ["new", "newer"]);
}

#[test]
fn whoever_follows_misses_nothing_that_was_put_aside() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    record(&audit, "old", true);
    let mut follow = Follow::from_end(home.path());
    let path = home.path().join(FILE_NAME);
    let aside = |number: usize| home.path().join(format!("{FILE_NAME}.{number}"));
    record(&audit, "before", true);
    std::fs::rename(&path, aside(1)).unwrap();
    record(&audit, "between", true);
    std::fs::rename(aside(1), aside(2)).unwrap();
    std::fs::rename(&path, aside(1)).unwrap();
    record(&audit, "after", true);
    let mut tools = Vec::new();
    let read = follow.poll(&Filter::default(), |record: Record| {
        tools.push(record.tool);
        Ok(())
    });
    assert_eq!(
        (read.unwrap().found, tools),
        (3, vec!["before".into(), "between".into(), "after".into()])
    );
}

#[test]
fn a_room_that_is_held_for_a_line_is_no_part_of_the_file() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    for _ in 0..3 {
        audit.check().unwrap();
    }
    assert_eq!(std::fs::metadata(home.path().join(FILE_NAME)).unwrap().len(), 0);
    record(&audit, "line", true);
    assert_eq!(all(home.path()).1, Read { found: 1, torn: 0 });
}

#[test]
fn the_newest_are_kept_and_older_ones_only_known() {
    let home = tempfile::tempdir().unwrap();
    let audit = Audit::in_home(home.path());
    let path = home.path().join(FILE_NAME);
    for tool in ["a", "b", "c", "d"] {
        record(&audit, tool, true);
        if tool != "d" {
            let aside = |number: usize| home.path().join(format!("{FILE_NAME}.{number}"));
            for number in [2, 1] {
                std::fs::rename(aside(number), aside(number + 1)).ok();
            }
            std::fs::rename(&path, aside(1)).unwrap();
        }
    }
    let last = |count: usize| {
        let newest = newest::<Record>(home.path(), &Filter::default(), count).unwrap();
        let tools: String = newest.records.iter().map(|record| record.tool.as_str()).collect();
        (tools, newest.has_older)
    };
    assert_eq!(last(0), (String::new(), true));
    assert_eq!(last(1), ("d".to_owned(), true));
    assert_eq!(last(3), ("bcd".to_owned(), true));
    assert_eq!(last(4), ("abcd".to_owned(), false));
    assert_eq!(last(100), ("abcd".to_owned(), false));
}

#[test]
fn whoever_reads_while_files_are_put_aside_misses_none() {
    const LINES: usize = 3_000;
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(FILE_NAME);
    let mut file = LogFile::new(path.clone()).with_bytes_max(64);
    file.append(b"000000\n").unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 1..LINES {
                file.append(format!("{number:06}\n").as_bytes()).unwrap();
            }
        });
        while !writer.is_finished() {
            let text = texts(&path).concat();
            let numbers: Vec<usize> = text.lines().map(|line| line.parse().unwrap()).collect();
            let has_gap = numbers.windows(2).any(|pair| pair[0] + 1 != pair[1]);
            assert!(!has_gap, "{numbers:?}");
        }
    });
}

#[test]
fn lines_of_one_process_have_one_session_and_others_have_another() {
    let home = tempfile::tempdir().unwrap();
    let (one, other) = (Audit::in_home(home.path()), Audit::in_home(home.path()));
    for audit in [&one, &other, &one.clone()] {
        record(audit, "a", true);
    }
    let (records, _) = all(home.path());
    let session = records[0].session.clone();
    assert_eq!(session.as_ref().map(String::len), Some(16));
    assert_ne!(records[1].session, session);
    let filter = Filter { session, ..Filter::default() };
    assert_eq!(records.iter().filter(|record| record.fits(&filter)).count(), 2);
}

#[test]
fn a_line_of_an_old_build_is_read_without_a_session() {
    let home = tempfile::tempdir().unwrap();
    record(&Audit::in_home(home.path()), "a", true);
    let path = home.path().join(FILE_NAME);
    let session = all(home.path()).0[0].session.clone().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace(&format!(r#""session":"{session}","#), "")).unwrap();
    let (records, read) = all(home.path());
    assert_eq!((records[0].session.clone(), read.torn), (None, 0));
}

#[test]
fn an_event_is_there_at_once_and_waits_for_a_file_that_cannot_be_written() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join(SECURITY_FILE_NAME);
    std::os::unix::fs::symlink("/dev/full", &path).unwrap();
    let audit = Audit::in_home(home.path());
    audit.tell(&Event::SettingsUsable { file: "config.toml", agent_id: None });
    assert!(audit.check().is_ok(), "changes wait for the audit of calls alone");
    std::fs::remove_file(&path).unwrap();
    let refused = Event::IdentityRefused { agent_id: Some("ada"), class: "c", key_id: None };
    audit.tell(&refused);
    let filter = EventFilter::default();
    let events = newest::<EventRecord>(home.path(), &filter, 10).unwrap().records;
    let told: Vec<_> = events.iter().map(|it| (&*it.event_type, it.agent_id.as_deref())).collect();
    assert_eq!(told, [("settings_usable", None), ("identity_refused", Some("ada"))]);
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
