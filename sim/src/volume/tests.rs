//! Names, blocks and the rules of the catalogue.

use super::*;

fn volume() -> Volume {
    Volume::new(b"Macintosh HD", 20 << 20, 100)
}

#[test]
fn names_resolve_as_the_file_manager_does() {
    let mut volume = volume();
    let folder = volume.create_folder(ROOT, b"Folder", 1).unwrap();
    let file = volume.create_file(folder, b"File", 1).unwrap();
    for (from, path) in [
        (ROOT, &b"macintosh hd:FOLDER:file"[..]),
        (ROOT, b":Folder:File"),
        (folder, b"File"),
        (folder, b":File"),
        (folder, b"::Folder:File"),
    ] {
        assert_eq!(volume.resolve(from, path), Ok(Place::Found(file)), "{path:?}");
    }
    assert_eq!(volume.resolve(folder, b""), Ok(Place::Found(folder)));
    assert_eq!(volume.resolve(ROOT, b"Macintosh HD:"), Ok(Place::Found(ROOT)));
    assert_eq!(
        volume.resolve(ROOT_PARENT, b"macintosh hd"),
        Ok(Place::Found(ROOT))
    );
    assert_eq!(volume.resolve(ROOT, b"Other:File"), Err(OsErr::NO_SUCH_VOLUME));
    assert_eq!(
        volume.resolve(ROOT, b":Nowhere:File"),
        Err(OsErr::DIRECTORY_NOT_FOUND)
    );
    assert_eq!(volume.resolve(folder, b":::x"), Err(OsErr::DIRECTORY_NOT_FOUND));
    assert_eq!(volume.resolve(ROOT, &[b'x'; 32]), Err(OsErr::BAD_NAME));
    let missing = Place::Missing {
        parent: folder,
        name: b"New".to_vec(),
    };
    assert_eq!(volume.resolve(ROOT, b":Folder:New"), Ok(missing));
}

#[test]
fn a_name_exists_once_whatever_its_case() {
    let mut volume = volume();
    volume.create_file(ROOT, b"Read Me", 1).unwrap();
    assert_eq!(
        volume.create_folder(ROOT, b"READ ME", 1),
        Err(OsErr::DUPLICATE_NAME)
    );
}

#[test]
fn blocks_are_counted_and_a_full_volume_changes_nothing() {
    let mut volume = Volume::new(b"Small", 4 * 512, 0);
    let file = volume.create_file(ROOT, b"f", 1).unwrap();
    volume.write(file, Fork::Data, 0, &[1; 513], 1).unwrap();
    volume.write(file, Fork::Resource, 0, &[1; 1], 1).unwrap();
    assert_eq!(volume.free_blocks(), 1);
    assert_eq!(
        volume.write(file, Fork::Data, 1000, &[1; 1000], 1),
        Err(OsErr::DISK_FULL)
    );
    assert_eq!(volume.fork(file, Fork::Data).unwrap().len(), 513);
    volume.delete(file, 2).unwrap();
    assert_eq!(volume.free_blocks(), 4);
}

#[test]
fn folders_must_be_empty_to_go_and_cannot_move_into_themselves() {
    let mut volume = volume();
    let outer = volume.create_folder(ROOT, b"outer", 1).unwrap();
    let inner = volume.create_folder(outer, b"inner", 1).unwrap();
    assert_eq!(volume.delete(outer, 1), Err(OsErr::FILE_BUSY));
    assert_eq!(volume.move_into(outer, inner, 1), Err(OsErr::BAD_MOVE));
    volume.move_into(inner, ROOT, 1).unwrap();
    assert_eq!(volume.children(ROOT).collect::<Vec<_>>(), [inner, outer]);
}

#[test]
fn the_catalogue_has_an_end() {
    let mut volume = volume();
    let mut create = |number: usize| volume.create_file(ROOT, number.to_string().as_bytes(), 1);
    assert!((1..MAX_ITEMS).all(|number| create(number).is_ok()));
    assert_eq!(create(MAX_ITEMS), Err(OsErr::DIRECTORY_FULL));
}

#[test]
fn exchange_swaps_contents_only() {
    let mut volume = volume();
    let a = volume.create_file(ROOT, b"a", 1).unwrap();
    let b = volume.create_file(ROOT, b"b", 1).unwrap();
    volume.write(a, Fork::Data, 0, b"A", 1).unwrap();
    volume.exchange(a, b, 2).unwrap();
    assert_eq!(volume.fork(b, Fork::Data), Ok(&b"A"[..]));
    assert_eq!(volume.child(ROOT, b"a"), Some(a));
    assert_eq!(volume.exchange(b, b, 3), Err(OsErr::SAME_FILE));
    assert_eq!(volume.exchange(a, ROOT, 3), Err(OsErr::NOT_A_FILE));
    volume.item_mut(b).unwrap().locked = true;
    assert_eq!(volume.exchange(a, b, 3), Err(OsErr::FILE_LOCKED));
    assert_eq!(volume.fork(b, Fork::Data), Ok(&b"A"[..]));
}
