//! Resources: what a file's or a running application's resource fork holds.

use mc_protocol::common::Psn;
use mc_protocol::resource::{Get, GetAnswer, List, ListAnswer, ResourceInfo, ResourceType};
use mc_protocol::{Code, OsType};

use super::{Session, next_page};
use crate::error::{Error, Result};

/// Whose resource fork.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A file's.
    File(String),
    /// A running application's own.
    Process(Psn),
}

impl Session {
    /// The types that a resource fork holds.
    ///
    /// # Errors
    /// As [`crate::guest::Guest::call`].
    pub async fn resource_types(&self, holder: &Holder) -> Result<Vec<ResourceType>> {
        self.all_resources(holder, None, |page| page.types).await
    }

    /// The resources of one type.
    ///
    /// # Errors
    /// As [`Session::resource_types`].
    pub async fn resources(&self, holder: &Holder, of: OsType) -> Result<Vec<ResourceInfo>> {
        self.all_resources(holder, Some(of), |page| page.resources).await
    }

    async fn all_resources<T>(
        &self,
        holder: &Holder,
        of: Option<OsType>,
        on: impl Fn(ListAnswer) -> Option<Vec<T>>,
    ) -> Result<Vec<T>> {
        let (path, psn) = holder.place();
        let mut all = Vec::new();
        let mut cursor = None;
        loop {
            let list = List {
                path: path.clone(),
                psn,
                r#type: of,
                cursor,
            };
            let page = self.guest().call(&list).await?;
            let next = page.cursor;
            let Some(items) = on(page) else {
                let message = "a list of resources holds types, or a list of types resources";
                return Err(Error::new(Code::BadAnswer, message).on(self.guest().name()));
            };
            all.extend(items);
            cursor = next_page(cursor, next, all.len())?;
            if cursor.is_none() {
                return Ok(all);
            }
        }
    }

    /// One resource.
    ///
    /// # Errors
    /// `not_found`; as [`crate::guest::Guest::fetch`].
    pub async fn resource(&self, holder: &Holder, of: OsType, id: i16) -> Result<(GetAnswer, Vec<u8>)> {
        let (path, psn) = holder.place();
        let get = Get {
            path,
            psn,
            ..Get::new(of, id)
        };
        self.guest().fetch(&get).await
    }
}

impl Holder {
    /// The path or the serial number, as the wire wants one of them.
    fn place(&self) -> (Option<String>, Option<Psn>) {
        match self {
            Holder::File(path) => (Some(path.clone()), None),
            Holder::Process(psn) => (None, Some(*psn)),
        }
    }
}
