//! `Image`: what `mac.screen.capture` returns.

use std::cell::Cell;
use std::rc::Rc;

use mc_protocol::Code;
use mlua::{Lua, MetaMethod, Table, UserData, UserDataFields, UserDataMethods, Value};
use serde_json::json;

use super::call::Call;
use super::registry::{Kind, Native, Param};
use crate::error::{Error, Result};
use crate::screen::image::ImageError;
use crate::session::{Capture, rect_json};

/// Where the VM keeps the methods of a kind of value.
pub(super) const METHODS_KEY: &str = "mac-control Image methods";

/// A capture as a script holds it.
pub struct LuaImage {
    pub capture: Capture,
    gallery: Rc<Gallery>,
}

impl Drop for LuaImage {
    fn drop(&mut self) {
        let held = &self.gallery.held;
        held.set(held.get().saturating_sub(pixels(&self.capture)));
    }
}

/// All pictures that a VM holds. Their pixels, a byte each, are not in the VM's memory: neither its collector nor its limit
/// knows of them.
pub(super) struct Gallery {
    held: Cell<usize>,
    /// How many were added since the collector last ran for their sake.
    added: Cell<usize>,
    most: usize,
}

impl Gallery {
    /// So many pixels may be added before the collector is asked for the pictures that nobody holds any more.
    const MANY: usize = 32 << 20;

    /// Gives a VM its gallery, of at most so many pixels.
    pub(super) fn open(lua: &Lua, most: usize) {
        lua.set_app_data(Rc::new(Gallery {
            held: Cell::new(0),
            added: Cell::new(0),
            most,
        }));
    }

    fn of(lua: &Lua) -> Result<Rc<Gallery>> {
        let gallery = lua.app_data_ref::<Rc<Gallery>>();
        gallery
            .map(|gallery| Rc::clone(&gallery))
            .ok_or_else(|| Error::new(Code::Internal, "this VM has no gallery"))
    }

    fn make_room(&self, lua: &Lua, pixels: usize) -> Result<()> {
        if self.added.get() > Gallery::MANY || self.held.get() + pixels > self.most {
            lua.gc_collect()?;
            self.added.set(0);
        }
        if self.held.get() + pixels > self.most {
            let message = "the script holds more pictures than fit into its memory";
            return Err(Error::new(Code::Limit, message));
        }
        self.added.set(self.added.get() + pixels);
        self.held.set(self.held.get() + pixels);
        Ok(())
    }
}

fn pixels(capture: &Capture) -> usize {
    capture.image.width() as usize * capture.image.height() as usize
}

impl UserData for LuaImage {
    fn add_fields<F: UserDataFields<Self>>(fields: &mut F) {
        fields.add_field_method_get("width", |_, image| Ok(image.capture.image.width()));
        fields.add_field_method_get("height", |_, image| Ok(image.capture.image.height()));
        fields.add_field_method_get("x", |_, image| Ok(image.capture.origin.x));
        fields.add_field_method_get("y", |_, image| Ok(image.capture.origin.y));
        fields.add_field_method_get("consistent", |_, image| Ok(image.capture.is_consistent));
    }

    fn add_methods<M: UserDataMethods<Self>>(methods: &mut M) {
        // Methods are natives of the registry, so that they check, fail and are traced like all others.
        methods.add_meta_method(MetaMethod::Index, |lua, _, name: String| {
            lua.named_registry_value::<Table>(METHODS_KEY)?
                .raw_get::<Value>(name)
        });
        methods.add_meta_method(MetaMethod::ToString, |_, image, ()| {
            let picture = &image.capture.image;
            Ok(format!("Image {}x{}", picture.width(), picture.height()))
        });
        methods.add_meta_method(MetaMethod::Eq, |_, image, other: mlua::UserDataRef<LuaImage>| {
            Ok(image.capture.image == other.capture.image)
        });
    }
}

/// Makes a capture a value of the VM.
///
/// # Errors
/// `limit` when the VM's memory is used up, or its pictures come to as much.
pub(super) fn to_lua(lua: &Lua, capture: Capture) -> Result<Value> {
    let gallery = Gallery::of(lua)?;
    gallery.make_room(lua, pixels(&capture))?;
    let image = LuaImage { capture, gallery };
    Ok(Value::UserData(lua.create_userdata(image)?))
}

const IMAGE: Param = Param::required("image", Kind::Image, "the picture");

/// The methods.
pub const NATIVES: &[Native] = &[
    Native {
        name: "Image:save",
        summary: "Writes the picture as a PNG into the run's output folder.",
        params: &[
            IMAGE,
            Param::required("path", Kind::HostPath, "where; relative to the output folder"),
        ],
        options: &[],
        returns: "the path of the file",
        example: "mac.screen.capture():save('screen.png')",
        run: save,
    },
    Native {
        name: "Image:diff",
        summary: "Compares with another picture: boxes around what looks different there.",
        params: &[
            IMAGE,
            Param::required("other", Kind::Image, "the picture to compare with"),
        ],
        options: &[],
        returns: "a list of regions, empty when they look the same",
        example: "local before = mac.screen.capture(); print(#before:diff(mac.screen.capture()))",
        run: diff,
    },
    Native {
        name: "Image:crop",
        summary: "A part of the picture.",
        params: &[
            IMAGE,
            Param::required("region", Kind::Region, "which part, in pixels of the screen"),
        ],
        options: &[],
        returns: "an Image",
        example: "mac.screen.capture():crop{x=0, y=0, width=100, height=20}:save('menu.png')",
        run: crop,
    },
];

fn image(call: &Call, name: &str) -> Result<Capture> {
    call.given(name, call.args.image(name)?)
}

fn save(call: &Call) -> Result<Value> {
    let capture = image(call, "image")?;
    let path = call.given("path", call.args.text("path"))?;
    let png = capture.image.to_png().map_err(damaged)?;
    let written = call.host.files.write(path, &png)?;
    call.answer(&json!(written))
}

fn diff(call: &Call) -> Result<Value> {
    let (before, after) = (image(call, "image")?, image(call, "other")?);
    let boxes: Vec<_> = before.changed_in(&after).iter().map(rect_json).collect();
    call.answer(&json!(boxes))
}

fn crop(call: &Call) -> Result<Value> {
    let capture = image(call, "image")?;
    let region = call.given("region", call.args.region("region"))?;
    let inside = region.translate(-capture.origin.x, -capture.origin.y);
    if !capture.image.bounds().contains_rect(&inside) {
        return Err(Error::bad_param(
            "region",
            format!("the region {region} leaves the picture"),
        ));
    }
    let image = capture.image.crop(inside).map_err(damaged)?;
    let origin = crate::geometry::Point::new(region.x, region.y);
    to_lua(
        call.lua,
        Capture {
            image: image.into(),
            origin,
            ..capture
        },
    )
}

fn damaged(error: ImageError) -> Error {
    Error::new(Code::Internal, error.to_string())
}
