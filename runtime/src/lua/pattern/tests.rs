//! Our matcher beside Lua's own, which is the judge: whatever both are given, both answer the same.

use mlua::{Function, Lua, MultiValue, Value};
use proptest::prelude::*;

use crate::cancel::Cancel;

/// A judge with Lua's own string library, and our natives in a table `ours`.
fn both() -> Lua {
    let lua = Lua::new();
    let table = lua.create_table().expect("memory");
    super::install(&lua, &table, &Cancel::new(), usize::MAX).expect("memory");
    lua.globals().set("ours", table).expect("memory");
    lua
}

/// The call under test, as text that both can be compared by: results, or that there was an error.
const COMPARE: &str = r#"
    local name, subject, pattern, more = ...
    local function shown(ok, ...)
        if not ok then return "error" end
        local results = table.pack(...)
        for i = 1, results.n do results[i] = math.type(results[i]) or results[i] == nil and "nil" or results[i] end
        return results.n .. ":" .. table.concat(results, "|", 1, results.n)
    end
    local function all(step)
        local found = {}
        while #found < 50 do
            local line = shown(step())
            -- At the end the judge returns nothing, which is nil to whoever iterates.
            if line == "0:" or line == "1:nil" then break end
            found[#found + 1] = line
            if line == "error" then break end
        end
        return table.concat(found, ";")
    end
    if name == "gmatch" then
        local ok, theirs = pcall(string.gmatch, subject, pattern)
        local accepted, ours = ours.gmatch(subject, pattern)
        return ok and all(function() return pcall(theirs) end) or "error", accepted and all(ours) or "error"
    end
    return shown(pcall(string[name], subject, pattern, more)), shown(ours[name](subject, pattern, more))
"#;

/// Pieces that patterns are made of, also such as do not belong together.
fn pattern() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a", "b", "x", ".", "%a", "%d", "%S", "%w", "%%", "[ab]", "[^a]", "[a-c]", "[]]", "[%a-]", "[^%s]",
        "*", "+", "-", "?", "(", ")", "()", "^", "$", "%1", "%2", "%bab", "%f[a]", "%f[^b]", "[", "%",
    ]);
    prop::collection::vec(pieces, 0..7).prop_map(|pieces| pieces.concat())
}

fn subject() -> impl Strategy<Value = String> {
    "[abx1 %-]{0,12}"
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn ours_answers_as_the_judge_does(subject in subject(), pattern in pattern(), start in -14_i64..14) {
        let lua = both();
        let compare: Function = lua.load(COMPARE).into_function().expect("Lua");
        for (name, more) in [
            ("find", Value::Integer(start)),
            ("match", Value::Integer(start)),
            ("gmatch", Value::Nil),
            ("gsub", Value::String(lua.create_string("<%0>").expect("memory"))),
        ] {
            let arguments = (name, subject.as_str(), pattern.as_str(), more);
            let answers: MultiValue = compare.call(arguments).expect("compares");
            let texts: Vec<String> = answers.iter().map(|answer| answer.to_string().expect("text")).collect();
            prop_assert_eq!(&texts[0], &texts[1], "{}({:?}, {:?}, {})", name, subject, pattern, start);
        }
    }
}

#[test]
fn a_pattern_without_end_stops_with_the_run() {
    let lua = Lua::new();
    let (table, cancel) = (lua.create_table().expect("memory"), Cancel::new());
    super::install(&lua, &table, &cancel, usize::MAX).expect("memory");
    let find: Function = table.get("find").expect("installed");
    cancel.cancel(crate::cancel::Reason::Interrupted);
    let outcome = find.call::<MultiValue>(("a".repeat(100_000), format!("{}b", ".-".repeat(10))));
    assert!(outcome.is_err());
}

#[test]
fn a_result_is_given_up_while_it_grows_beyond_what_fits() {
    let lua = Lua::new();
    let table = lua.create_table().expect("memory");
    super::install(&lua, &table, &Cancel::new(), 1000).expect("memory");
    lua.globals().set("ours", table).expect("memory");
    for grows in [
        "ours.gsub(('x'):rep(100), 'x', ('y'):rep(11))",
        "ours.gsub('x', 'x', ('%0'):rep(1001))",
        "ours.gsub('x', 'x', function() return ('y'):rep(1001) end)",
        "ours.gsub(('x'):rep(1001), 'y', '')",
    ] {
        let error = lua.load(grows).exec().expect_err(grows).to_string();
        assert!(error.contains("does not fit"), "{grows}: {error}");
    }
    lua.load("assert(ours.gsub(('x'):rep(100), 'x', ('y'):rep(10)))")
        .exec()
        .expect("fits");
}
