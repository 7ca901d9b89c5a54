//! Statements and what they leave.

use super::result;

#[test]
fn statements_do_what_they_say() {
    for (source, expected) in [
        ("set x to 5", "5"),
        ("set {a, b} to {1, 2}\na + b", "3"),
        ("set x to {1, 2}\nset y to x\nset item 1 of y to 9\nx", "{9, 2}"),
        ("set x to {1, 2}\ncopy x to y\nset item 1 of y to 9\nx", "{1, 2}"),
        (
            "set x to {}\nset end of x to 1\nset beginning of x to 0\nx",
            "{0, 1}",
        ),
        ("set r to {a:1}\nset a of r to 2\nr", "{a:2}"),
        (
            "if 1 > 2 then\n\"a\"\nelse if 2 > 1 then\n\"b\"\nelse\n\"c\"\nend if",
            "\"b\"",
        ),
        ("set x to 1\nif x = 1 then set x to 2\nx", "2"),
        ("set n to 0\nrepeat 3 times\nset n to n + 1\nend repeat\nn", "3"),
        (
            "set n to 0\nrepeat while n < 5\nset n to n + 2\nend repeat\nn",
            "6",
        ),
        (
            "set n to 0\nrepeat until n = 3\nset n to n + 1\nend repeat\nn",
            "3",
        ),
        (
            "set n to 0\nrepeat with i from 10 to 1 by -3\nset n to n + i\nend\nn",
            "22",
        ),
        (
            "set t to \"\"\nrepeat with w in {\"a\", \"b\"}\nset t to t & w\nend repeat\nt",
            "\"ab\"",
        ),
        (
            "set n to 0\nrepeat\nset n to n + 1\nif n = 4 then exit repeat\nend repeat\nn",
            "4",
        ),
        (
            "try\nerror \"oh\" number 42\non error m number n\n{m, n}\nend try",
            "{\"oh\", 42}",
        ),
        ("try\n1 / 0\non error number n\nn\nend try", "-2701"),
        ("try\nfoo\nend try\n7", "7"),
        ("return 3\n4", "3"),
        ("double(4)\non double(n)\nreturn n * 2\nend double", "8"),
        (
            "on fact(n)\nif n < 2 then return 1\nreturn n * fact(n - 1)\nend fact\nfact(10)",
            "3628800",
        ),
        (
            "property p : 5\nbump()\np\non bump()\nset p to p + 1\nend bump",
            "6",
        ),
        (
            "global g\nset g to 1\nmore()\ng\non more()\nglobal g\nset g to g + 1\nend more",
            "2",
        ),
        ("on run\nreturn 9\nend run", "9"),
        ("set x to 1\nx + 1\nset y to result\ny", "2"),
        (
            "set AppleScript's text item delimiters to {\",\"}\nset l to text items of \"a,b\"\n\
             set AppleScript's text item delimiters to \"-\"\nl as text",
            "\"a-b\"",
        ),
        ("with timeout of 5 seconds\n1\nend timeout", "1"),
        ("set |to| to 3\n|to|", "3"),
        ("if 1 = 1\nset x to 2\nelse if 1 = 2\nset x to 3\nend if\nx", "2"),
        ("set x to 5\nf()\non f()\nglobal x\nset x to x + 1\nend f\nx", "6"),
        (
            "on run\nset x to 5\nf()\nend run\non f()\nglobal x\nreturn x\nend f",
            "5",
        ),
        ("set n to 0\nrepeat 2.0 times\nset n to n + 1\nend repeat\nn", "2"),
        ("repeat with i from 1 to 3\nset i to 10\nend repeat\ni", "10"),
        (
            "try\nerror number -128\non error m number n\n{m, n}\nend try",
            "{\"User canceled.\", -128}",
        ),
        (
            "try\nerror \"a\"\non error m number n\n{m, n}\nend try",
            "{\"a\", -2700}",
        ),
        ("f()\non f()\nend f", ""),
        ("set x to 1\nset x to f()\n7\non f()\nend f", "7"),
        (
            "set old to AppleScript's text item delimiters\nset AppleScript's text item delimiters to \":\"\n\
             set leaf to last text item of \"Disk:Folder:File\"\nset AppleScript's text item delimiters to old\nleaf",
            "\"File\"",
        ),
    ] {
        assert_eq!(result(source), expected, "{source}");
    }
}
