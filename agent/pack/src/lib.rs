//! The linker's last step: ELF to CODE resources, resource forks, MacBinary III.
