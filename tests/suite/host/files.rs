//! Files and folders.

use std::os::unix::fs::PermissionsExt as _;

use tollgate::host::HostFiles;
use tollgate_tools::port::Files as _;

#[tokio::test]
async fn folders_come_and_go_with_everything_in_them() {
    let place = tempfile::tempdir().unwrap();
    let outer = place.path().join("a");
    let inner = outer.join("b");
    assert!(!HostFiles.exists(inner.clone()).await.unwrap());
    HostFiles.create_folder(inner.clone()).await.unwrap();
    HostFiles.create_folder(inner.clone()).await.unwrap();
    assert!(HostFiles.exists(inner.clone()).await.unwrap());
    std::fs::write(inner.join("file"), "x").unwrap();
    HostFiles.remove_folder(outer.clone()).await.unwrap();
    HostFiles.remove_folder(outer.clone()).await.unwrap();
    assert!(!HostFiles.exists(outer).await.unwrap());
}

#[tokio::test]
async fn new_folders_are_their_owners_alone() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("a/b");
    HostFiles.create_folder(folder.clone()).await.unwrap();
    for made in [folder.parent().unwrap(), &folder] {
        let mode = std::fs::metadata(made).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", made.display());
    }
}

#[tokio::test]
async fn errors_name_the_deed_and_the_place() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("file");
    std::fs::write(&file, "x").unwrap();
    let below = file.join("folder");
    let error = HostFiles.create_folder(below.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot create `{}`", below.display()));
    let error = HostFiles.remove_folder(file.clone()).await.unwrap_err();
    assert_eq!(error.to_string(), format!("cannot remove `{}`", file.display()));
}
