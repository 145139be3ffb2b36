import { cases } from "../testing/cases";

cases("is_json", [
  ["object", { text: '{"a": [1, null]}' }, 1],
  ["a value that is given as such", { text: { a: 1 } }, 1],
  ["a number", { text: "5" }, 1],
  ["single quotes", { text: "{'a': 1}" }, 0],
  ["in a fence", { text: '```json\n{"a": 1}\n```' }, 0],
  ["empty", { text: "" }, 0],
  ["null", { text: null }, 1],
  ["null as text", { text: "null" }, 1],
  ["a list without members", { text: [] }, 1],
  ["an object without members", { text: {} }, 1],
]);
cases("is_xml", [
  ["a document", { text: '<?xml version="1.0"?><a b="c"><d/>ü</a>' }, 1],
  ["not closed", { text: "<a><b></a>" }, 0],
  ["two roots", { text: "<a/><b/>" }, 0],
  ["an entity of its own", { text: '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>' }, 0],
  ["an unknown entity", { text: "<a>&nbsp;</a>" }, 0],
  ["no tag", { text: "text" }, 0],
]);
cases("is_html", [
  ["a page", { text: "<!doctype html><html><body><p>a<br>b<p>c</body></html>" }, 1],
  ["a list without ends", { text: "<ul><li>a<li>b</ul>" }, 1],
  ["a script", { text: "<script>if (a < b) { '</p>' }</script>" }, 1],
  ["a quoted >", { text: '<a title="a > b">c</a>' }, 1],
  ["not closed", { text: "<div><b>a</div>" }, 0],
  ["closed twice", { text: "<b>a</b></b>" }, 0],
  ["an open comment", { text: "<b>a</b><!-- " }, 0],
  ["a < b", { text: "a < b and c > d" }, 0],
]);
cases("is_sql", [
  ["select", { text: "SELECT 1" }, 1],
  ["with", { text: "with t as (select 1) select * from t;" }, 1],
  ["insert", { text: "insert into t (a) values ('it''s (fine')" }, 1],
  ["insert nothing", { text: "insert into t" }, 0],
  ["update without set", { text: "update t where a = 1" }, 0],
  ["delete without from", { text: "delete t" }, 0],
  ["create", { text: "create or replace view v as select 1" }, 1],
  ["comments first", { text: "-- what\n/* it * does */ select a from b" }, 1],
  ["a bracket", { text: "select (1 from t" }, 0],
  ["prose", { text: "Select the best answer's text" }, 0],
]);
cases("syntax_validation", [
  ["Python", { text: "def f(x):\n    return [y for y in x if y]\n" }, 1],
  ["no Python", { text: "def f(x:\n  return" }, 0],
  ["Python 2", { text: 'print "a"' }, 0],
  ["JSON", { text: "[1]" }, 1, { language: "json" }],
  ["JavaScript", { text: "export const f = async () => await import('a');" }, 1, { language: "javascript" }],
  ["a script", { text: "with (a) { b }" }, 1, { language: "javascript" }],
  ["no JavaScript", { text: "function {" }, 0, { language: "javascript" }],
  ["too deep", { text: "(".repeat(100_000) }, /nested too deep/, { language: "javascript" }],
  ["another language", { text: "a" }, /language must be one of/, { language: "cobol" }],
]);
cases("code_complexity", [
  ["straight", { text: "x = 1\n" }, 1],
  ["branches", { text: "if a and b:\n    x = 1\nelif c:\n    x = 2\nfor i in y:\n    pass\n" }, 1 / 1.4],
  ["not Python", { text: "if if" }, /not valid Python/],
  ["empty", { text: " " }, /empty/],
]);
cases("json_diff", [
  ["equal, another order", { output: '{"a":1,"b":[1,2]}', expected: { b: [1, 2], a: 1 } }, 1],
  ["one of three leaves", { output: { a: 1, b: [1, 3] }, expected: { a: 1, b: [1, 2] } }, 2 / 3],
  ["missing and added", { output: { a: 1, x: 1 }, expected: { a: 1, b: { c: 1, d: 2 } } }, 0.25],
  ["another type", { output: { a: [1, 2] }, expected: { a: 1 } }, 0],
  ["empty ones", { output: {}, expected: {} }, 1],
  ["null against null", { output: null, expected: "null" }, 1],
  ["null against nothing", { output: null, expected: "" }, 0],
  ["a number as text", { output: "5", expected: 5 }, 1],
  ["a text that is not JSON", { output: "-5 apples", expected: "-5 apples" }, 1],
  ["no JSON", { output: "{a", expected: {} }, 0],
  ["nothing to compare with", { output: {}, expected: "{a" }, /expected is not JSON/],
  ["a name of every object", { output: { constructor: 1 }, expected: {} }, 0],
]);
cases("json_scheme_validation", [
  ["as expected", { actual_json: { a: 5, b: ["x"], c: 1 }, expected_json: { a: 1, b: [""] } }, 1],
  ["missing", { actual_json: "{}", expected_json: { a: 1 } }, 0],
  ["another type", { actual_json: { a: "5" }, expected_json: { a: 1 } }, 0],
  ["a member of a list", { actual_json: [{ a: 1 }, {}], expected_json: [{ a: 1 }] }, 0],
  [
    "validations",
    { actual_json: { a: { b: 5 } }, expected_json: {} },
    1,
    { validations: [{ path: "a.b", rule: "minimum", value: 5 }] },
  ],
  [
    "one fails",
    { actual_json: { a: "x" }, expected_json: {} },
    0,
    { validations: [{ path: "a", rule: "pattern", value: "^y" }] },
  ],
  [
    "no rule",
    { actual_json: {}, expected_json: {} },
    /Validation 1 needs a path and a rule/,
    { validations: ["a > 5"] },
  ],
  [
    "a bad pattern",
    { actual_json: { a: "x" }, expected_json: {} },
    /Validation 1/,
    { validations: [{ path: "a", rule: "pattern", value: "(" }] },
  ],
]);
