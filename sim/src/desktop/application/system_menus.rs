//! What the system adds to the menu bar of every application: the lower part of the Apple menu, which lists the folder Apple Menu
//! Items, the Help menu, and the Application menu, which lists what runs (Inside Macintosh: Macintosh Toolbox Essentials, chapter 3,
//! "The Menus of the System").

use super::frame::Frame;
use super::program::Program;
use crate::desktop::parts::{BoxTemplate, Choice, MenuBar, with_parameters};
use crate::desktop::resource::{Menu, MenuBarList, MenuItem, SmallIcon, StringList};
use crate::desktop::system_file::{icons, system_menus as ids};
use crate::desktop::{FinderError, Mac, Running, Toolkit};

/// Ids by which an application keeps its menu bar and its own small icon.
const MENU_BAR: i16 = 128;
const OWN_ICON: i16 = 128;

const CHECK_MARK: char = '\u{2713}';

/// kAppleMenuFolderType.
const APPLE_MENU_ITEMS: [u8; 4] = *b"amnu";

/// What the system's menus do.
#[derive(Clone)]
pub(super) struct SystemMenus {
    /// Id of the Apple menu, and how many items of it are the application's own.
    apple: Option<(i16, usize)>,
    /// Paths of what its other items open.
    apple_items: Vec<String>,
    /// The Application menu, as its resource has it, for this application.
    application: Menu,
    running: Vec<Running>,
    /// Says why something could not be opened.
    failure: BoxTemplate,
    messages: StringList,
}

impl SystemMenus {
    /// Hangs the application's own menus and those of the system.
    pub fn hang(toolkit: &Toolkit, name: &str) -> Result<(MenuBar, SystemMenus), FinderError> {
        let MenuBarList(own) = toolkit.load(MENU_BAR)?;
        let mut hung: Vec<(Menu, Option<SmallIcon>)> = Vec::with_capacity(own.len() + 2);
        for id in own {
            hung.push((toolkit.load(id)?, None));
        }
        let apple = hung.first().filter(|(menu, _)| menu.title == ids::APPLE_TITLE);
        let apple = apple.map(|(menu, _)| (menu.id, menu.items.len()));
        hung.push((help_menu(toolkit)?, Some(toolkit.load(icons::HELP)?)));
        let mut application: Menu = toolkit.load_system(ids::APPLICATION)?;
        for item in &mut application.items {
            item.text = with_parameters(&item.text, &[name.to_owned()]);
        }
        hung.push((application.clone(), Some(toolkit.load(OWN_ICON)?)));
        let menus = MenuBar::new(hung, &toolkit.fonts, toolkit.screen);
        let system_menus = SystemMenus {
            apple,
            apple_items: Vec::new(),
            application,
            running: Vec::new(),
            failure: toolkit.alert(ids::OPEN_FAILED)?,
            messages: toolkit.load(ids::MESSAGES)?,
        };
        Ok((menus, system_menus))
    }

    /// The items of the Apple menu that the system adds, and what they open.
    fn apple_items(mac: &mut dyn Mac) -> (Vec<MenuItem>, Vec<String>) {
        let disk = mac.volume();
        let folder = disk.find_folder(APPLE_MENU_ITEMS);
        let listed = folder.map(|folder| (disk.list(&folder).unwrap_or_default(), folder));
        let (entries, folder) = listed.unwrap_or_default();
        let shown: Vec<_> = entries.into_iter().filter(|entry| !entry.invisible).collect();
        let paths = shown
            .iter()
            .map(|entry| format!("{folder}:{}", entry.name))
            .collect();
        let items = shown.iter().map(|entry| MenuItem::plain(&entry.name));
        (items.collect(), paths)
    }

    /// The items of the Application menu.
    fn application_items(&self) -> Vec<MenuItem> {
        let others = self.running.iter().filter(|running| !running.front);
        let some_hidden = self.running.iter().any(|running| running.hidden);
        let others_show = others.clone().any(|running| !running.hidden);
        let mut items = self.application.items.clone();
        for (number, item) in (1..).zip(&mut items) {
            item.enabled = match number {
                ids::HIDE | ids::HIDE_OTHERS => others_show,
                ids::SHOW_ALL => some_hidden,
                _ => false,
            };
        }
        items.extend(self.running.iter().map(|running| MenuItem {
            mark: running.front.then_some(CHECK_MARK),
            ..MenuItem::plain(&running.name)
        }));
        items
    }
}

/// The system's Help menu, with the items that the application adds in a menu of the same id.
fn help_menu(toolkit: &Toolkit) -> Result<Menu, FinderError> {
    let mut help: Menu = toolkit.load_system(ids::HELP)?;
    if let Some(own) = toolkit.load_own::<Menu>(ids::HELP)? {
        help.items.extend(own.items);
    }
    Ok(help)
}

impl<P: Program> Frame<P> {
    /// Looks at the folder Apple Menu Items and at what runs.
    pub(super) fn refresh_system_menus(&mut self, mac: &mut dyn Mac) {
        let fonts = &self.toolkit.fonts;
        let mut changed = false;
        if let Some((id, own)) = self.system_menus.apple {
            let (listed, paths) = SystemMenus::apple_items(mac);
            // The program may have dimmed its own.
            let own = self.menus.items(id).iter().take(own).cloned();
            let items = own.chain(listed).collect();
            changed |= self.menus.set_items(id, items, fonts);
            self.system_menus.apple_items = paths;
        }
        self.system_menus.running = mac.running();
        let items = self.system_menus.application_items();
        changed |= self.menus.set_items(ids::APPLICATION, items, fonts);
        self.changed |= changed;
    }

    /// Does what was chosen, if it is the system's; tells whether it was.
    pub(super) fn choose_from_system_menu(&mut self, choice: Choice, mac: &mut dyn Mac) -> bool {
        if choice.menu == ids::APPLICATION {
            self.choose_application(choice.item, mac);
            return true;
        }
        let apple = self.system_menus.apple;
        let own = apple.filter(|(id, _)| *id == choice.menu).map(|(_, own)| own);
        let Some(place) = own.and_then(|own| choice.item.checked_sub(own + 1)) else {
            return false;
        };
        if let Some(path) = self.system_menus.apple_items.get(place).cloned() {
            self.open_from_apple_menu(&path, mac);
        }
        true
    }

    fn choose_application(&mut self, item: usize, mac: &mut dyn Mac) {
        let hide = |apps: Vec<u32>, mac: &mut dyn Mac| apps.into_iter().for_each(|app| mac.hide(app, true));
        let running = &self.system_menus.running;
        let listed =
            |wanted: &dyn Fn(&&Running) -> bool| running.iter().filter(wanted).map(|app| app.id).collect();
        match item {
            ids::HIDE => hide(listed(&|app| app.front), mac),
            ids::HIDE_OTHERS => hide(listed(&|app| !app.front), mac),
            ids::SHOW_ALL => running.iter().for_each(|app| mac.hide(app.id, false)),
            _ => {
                let place = item.checked_sub(self.system_menus.application.items.len() + 1);
                if let Some(app) = place.and_then(|place| running.get(place)) {
                    mac.bring_forward(app.id);
                }
            }
        }
    }

    fn open_from_apple_menu(&mut self, path: &str, mac: &mut dyn Mac) {
        if let Err(error) = mac.open(path) {
            let name = path.rsplit(':').next().unwrap_or(path);
            let message = self.system_menus.messages.get(ids::CANNOT_OPEN);
            let message = with_parameters(message, &[name.to_owned(), error.code.to_string()]);
            let template = self.system_menus.failure.clone();
            self.system_alert(&template, &[message]);
        }
    }
}
