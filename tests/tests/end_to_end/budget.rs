//! What the agent takes from the other programs, on the slowest Macintosh: no more than 50 ms between two yields, its own code and
//! what its calls of the Toolbox are charged with together. Only single calls that alone take as long are left out, and those
//! stand in agent/README.md.

use std::time::Duration;

use mc_sim::Profile;
use mc_tests::tour::{STOPS, Tour, start};

use crate::schema;

const BUDGET: Duration = Duration::from_millis(50);

/// The names in code type in the table "What takes long" of agent/README.md.
fn listed_as_long() -> Vec<String> {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../agent/README.md");
    let text = std::fs::read_to_string(readme).expect("agent/README.md");
    let (_, section) = text.split_once("## What takes long").expect("the section");
    let table = section.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter(|line| line.starts_with('|'));
    let first_cells = rows.filter_map(|row| row.split('|').nth(1));
    first_cells
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned))
        .collect()
}

#[test]
fn every_method_is_on_the_tour() {
    for method in schema::methods() {
        let is_visited = STOPS.iter().any(|stop| stop.method == method.name) || method.name == "hello";
        assert!(is_visited, "{} is not on the tour", method.name);
    }
}

#[test]
fn no_turn_takes_longer_than_it_may() {
    let listed = listed_as_long();
    let sim = start(Profile::Plus).expect("the sim boots and the agent listens");
    let mut complaints = Vec::new();
    let mut look = |about: &str| {
        let stats = sim.stats();
        let worst = stats.span_of(stats.worst_rest_between_yields);
        if worst > BUDGET {
            complaints.push(format!("{about} takes {worst:?} in one turn"));
        }
        for (call, cycles) in sim.long_calls() {
            let is_listed = listed
                .iter()
                .any(|name| call.contains(name.as_str()) || name.contains(call));
            if !is_listed {
                let span = stats.span_of(cycles);
                complaints.push(format!("{call} takes {span:?} in {about} and is not listed"));
            }
        }
        sim.reset_stats();
    };
    sim.reset_stats();
    let mut tour = Tour::new(&sim);
    look("hello");
    for stop in STOPS {
        let about = format!("{} {}", stop.method, stop.about);
        tour.visit(stop)
            .unwrap_or_else(|error| panic!("{about}: {error}"));
        look(&about);
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    assert_eq!(sim.bomb(), None);
}
