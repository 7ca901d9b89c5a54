//! `make generate`: writes what [`mc_protocol_codegen::generate`] makes.

use std::process::ExitCode;

fn main() -> ExitCode {
    match write_all() {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("the wire's types were not generated: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn write_all() -> Result<(), Box<dyn std::error::Error>> {
    let root = mc_protocol_codegen::repository();
    for file in mc_protocol_codegen::generate(&root)? {
        let path = root.join(&file.path);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(&path, &file.text)?;
        println!("{}", file.path.display());
    }
    Ok(())
}
