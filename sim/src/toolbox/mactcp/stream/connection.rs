//! Connections: listening, dialling, and closing our side.

use super::{Connection, LOOPBACK, Stream, Work};
use crate::bomb::{Failure, Stop};
use crate::memory::Memory;
use crate::network::{Dialling, GUEST_PORT, Network, SocketId};
use crate::os_err::OsErr;
use crate::toolbox::mactcp::OUR_ADDRESS;

impl Stream {
    pub(super) fn listen(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        block: u32,
        port: u16,
    ) -> Result<Work, Failure> {
        self.local_port = port;
        // Only one port of the guest is mapped to the host; on others nobody ever calls.
        if port != GUEST_PORT {
            return Ok(Work::Waiting);
        }
        let Some((socket, peer_port)) = network.accept() else {
            return Ok(Work::Waiting);
        };
        self.opened(memory, block, socket, (LOOPBACK, peer_port))?;
        Ok(Work::Over)
    }

    fn opened(
        &mut self,
        memory: &mut Memory,
        block: u32,
        socket: SocketId,
        (remote_host, remote_port): (u32, u16),
    ) -> Result<(), Stop> {
        self.connection = Connection::Open {
            socket,
            peer_closed: false,
            we_closed: false,
        };
        self.remote_host = remote_host;
        self.remote_port = remote_port;
        self.first = 0;
        self.unread = 0;
        memory.set_long(block + 36, remote_host)?;
        memory.set_word(block + 40, remote_port)?;
        memory.set_long(block + 42, OUR_ADDRESS)?;
        memory.set_word(block + 46, self.local_port)?;
        Ok(())
    }

    pub(super) fn dial(
        &mut self,
        memory: &mut Memory,
        network: &mut Network,
        block: u32,
        address: u32,
        port: u16,
    ) -> Result<Work, Failure> {
        let socket = match self.connection {
            Connection::Dialling(socket) => socket,
            _ => match network.dial(address, port) {
                Ok(socket) => {
                    self.connection = Connection::Dialling(socket);
                    socket
                }
                Err(_) => return Err(OsErr::OPEN_FAILED.into()),
            },
        };
        match network.dialling(socket) {
            (Dialling::Pending, _) => Ok(Work::Waiting),
            (Dialling::Connected, local_port) => {
                self.local_port = local_port;
                self.opened(memory, block, socket, (address, port))?;
                Ok(Work::Over)
            }
            (Dialling::Failed, _) => {
                self.drop_connection(network);
                Err(OsErr::OPEN_FAILED.into())
            }
        }
    }

    /// Says that nothing more will be sent.
    pub(super) fn close(&mut self, network: &mut Network) -> Result<Work, Failure> {
        let Connection::Open {
            socket, we_closed, ..
        } = &mut self.connection
        else {
            return Err(OsErr::CONNECTION_DOES_NOT_EXIST.into());
        };
        network.finish(*socket);
        *we_closed = true;
        Ok(Work::Over)
    }
}
