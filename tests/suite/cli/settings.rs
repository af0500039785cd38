//! `tollgate check`, and what a mistake in the settings does to a start.

use tollgate::registry::REGISTRY;

use super::{Home, Run};

#[test]
fn a_home_without_settings_is_explained() {
    let home = Home::new();
    let text = home.answer(&["check"]);
    assert!(text.contains("(from TOLLGATE_HOME)"), "{text}");
    assert!(text.contains("config.toml (not there; every default holds)"), "{text}");
    assert!(text.contains("http.allow_private = false  # the default"), "{text}");
    let store = home.path().join("tollgate.db");
    assert!(text.contains(&format!("store     sqlite:{}\n", store.display())), "{text}");
    assert!(text.contains("caller    the operator\n"), "{text}");
}

#[test]
fn a_given_setting_is_explained_with_its_line_and_without_its_password() {
    let home = Home::new()
        .with_settings("# ours\n[store]\nurl = \"postgres://ada:s3cret@localhost/tollgate\"\n");
    let text = home.answer(&["check"]);
    assert!(text.contains("store.url = \"postgres://ada@localhost/tollgate\"  # line 3"), "{text}");
    assert!(!text.contains("s3cret"), "{text}");
}

#[test]
fn check_tells_of_links_that_stand_for_agents_and_of_folders_that_cannot_be_listed() {
    let home = Home::new().with_settings("");
    let agents = home.path().join("agents");
    std::fs::create_dir(&agents).unwrap();
    std::os::unix::fs::symlink(home.path(), agents.join("eve")).unwrap();
    let run = home.run(&["check"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("agents/eve: cannot be read: it is a link"), "{}", run.out);
    std::fs::remove_dir_all(&agents).unwrap();
    std::fs::write(&agents, "").unwrap();
    let run = home.run(&["check"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("/agents: cannot be read: "), "{}", run.out);
}

#[test]
fn check_tells_every_mistake_of_every_agents_file() {
    let home = Home::new();
    let write = |id: &str, text: &str| {
        let folder = home.path().join("agents").join(id);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("agent.toml"), text).unwrap();
    };
    write("ada", "[capabilities]\nos_nativ = true\n");
    write("bob", "[fork]\nenabled = 1\n");
    write("eve", "[fork]\nenabled = true\n");
    let run = home.run(&["check"]);
    assert_eq!(run.code, 1, "{}", run.out);
    for part in ["ada/agent.toml:2:1: ", "did you mean `os_native`?", "bob/agent.toml:2:11: "] {
        assert!(run.out.contains(part), "{part} in {}", run.out);
    }
    assert!(!run.out.contains("eve/agent.toml"), "{}", run.out);
}

#[test]
fn check_and_every_start_tell_the_same_mistakes() {
    let home = Home::new().with_settings("[log]\nlevel = \"loud\"\n[htp]\n");
    let file = home.path().join("config.toml");
    let file = file.display();
    let mistakes = format!(
        "{file}:2:9: log.level: found the text \"loud\", expected \"error\", \"warn\", \"info\", \
         \"debug\" or \"trace\"\n\
         {file}:3:2: unknown section [htp]; the sections are [store], [server], [oauth], \
         [http], [surface], [rate], [integrations], [responsibilities], [delegation], \
         [odoo], [memory], [container.sandbox], [log], [telemetry]; did you mean `http`?\n"
    );
    let run = home.run(&["check"]);
    assert_eq!((run.code, run.out), (1, mistakes.clone()));
    for arguments in [&["stdio"][..], &["workspace", "list"]] {
        let text = home.complaint(78, arguments);
        assert_eq!(text, format!("tollgate: the settings cannot be used\n{mistakes}"));
    }
}

#[test]
fn a_home_that_cannot_be_told_stops_every_start() {
    for (variable, text) in [("", "TOLLGATE_HOME is set but empty"), ("x/y", "\"x/y\"")] {
        let mut command = Home::new().command(&["stdio"]);
        let run =
            Run::of(command.env("TOLLGATE_HOME", variable).current_dir("/").output().unwrap());
        assert_eq!((run.code, run.out.as_str()), (78, ""));
        assert!(run.err.contains(text), "{}", run.err);
    }
}

#[test]
fn a_start_without_a_client_ends_well_and_opens_no_store() {
    let home = Home::new();
    home.answer(&["stdio"]);
    assert!(!home.path().exists());
}

#[test]
fn output_schemas_are_listed_if_the_settings_say_so() {
    let ask = |home: &Home| {
        std::fs::write(
            home.beside("ask"),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n",
        )
        .unwrap();
        let ask = std::fs::File::open(home.beside("ask")).unwrap();
        let run = Run::of(home.command(&["stdio"]).stdin(ask).output().unwrap());
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        answer["result"]["tools"].as_array().unwrap().clone()
    };
    for tool in ask(&Home::new()) {
        assert_eq!(tool.get("outputSchema"), None);
    }
    let home = Home::new().with_settings("[surface]\noutput_schema = true\n");
    for tool in ask(&home) {
        let decl = REGISTRY.get(tool["name"].as_str().unwrap()).unwrap().decl;
        let schema = tool.get("outputSchema").map(ToString::to_string).unwrap_or_default();
        assert_eq!(schema.len(), decl.output_schema.len(), "{}", decl.name);
    }
}

/// Puts a file for an agent into the home.
fn with_agent(home: &Home, id: &str, text: &str) {
    let folder = home.path().join("agents").join(id);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("agent.toml"), text).unwrap();
}

#[test]
fn check_tells_every_name_of_a_surface_that_this_build_does_not_have() {
    let home = Home::new().with_settings(
        "[surface]\ntoolsets = [\"newsfeed\", \"messagin\"]\nexclude = [\"todo_reed\"]\n",
    );
    with_agent(&home, "ada", "[surface]\ntools = [\n  \"todo_read\",\n  \"todo_rite\",\n]\n");
    with_agent(&home, "bob", "[surface]\ntools = [\"todo_*\", \"mcp__tollgate__list_*\"]\n");
    let run = home.run(&["check"]);
    let file = |name: &str| home.path().join(name).display().to_string();
    let (config, ada) = (file("config.toml"), file("agents/ada/agent.toml"));
    assert_eq!(
        run.out,
        format!(
            "{config}:2:25: surface.toolsets: there is no toolset `messagin`; did you mean \
             `messaging`?\n\
             {config}:3:12: surface.exclude: there is no tool `todo_reed`; did you mean \
             `todo_read`?\n\
             {ada}:4:3: surface.tools: there is no tool `todo_rite`; did you mean `todo_write` or \
             `todo_read`?\n"
        )
    );
    assert_eq!(run.code, 1);
}

#[test]
fn check_remarks_on_a_slip_in_a_list_of_tools_and_on_nothing_that_may_be_meant() {
    let home = Home::new();
    let list = "denied_tools = [\"Bash\", \"mcp__github__*\", \"todo_*\", \"todo_wriet\"]";
    with_agent(&home, "ada", &format!("[capabilities]\n{list}\n"));
    let text = home.answer(&["check"]);
    let file = home.path().join("agents/ada/agent.toml");
    let remark = format!(
        "\nNo mistakes, but perhaps not what was meant:\n{}:2:53: capabilities.denied_tools: \
         `todo_wriet` is no tool of this server; did you mean `todo_write`?\n",
        file.display()
    );
    assert!(text.ends_with(&remark), "{text}");
    with_agent(&home, "ada", "[capabilities]\ndenied_tools = [\"Bash\", \"todo_*\"]\n");
    assert!(!home.answer(&["check"]).contains("perhaps"));
}
