import { expect, test } from "vitest";
import { cases } from "../testing/cases";
import { xmlProblem } from "./languages";
import { pythonOf } from "./python";

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
  ["no blank before *", { text: "SELECT*FROM t" }, 1],
  ["no blank before a bracket", { text: "SELECT(1)" }, 1],
  ["no blank before a text", { text: "select'a'" }, 1],
  ["no blank around a name", { text: 'SELECT"a"FROM t' }, 1],
  ["no blank before VALUES", { text: "INSERT INTO t(a)VALUES(1)" }, 1],
  ["no blank after SET", { text: "UPDATE t SET(a)=(1)" }, 1],
  ["no blank after FROM", { text: 'DELETE FROM"t"' }, 1],
  ["no blank around AS", { text: "WITH t(a)AS(SELECT 1)SELECT * FROM t" }, 1],
  ["selects in brackets", { text: "(SELECT 1) UNION (SELECT 2)" }, 1],
  ["a with before a bracket", { text: "with t as (select 1) (select * from t)" }, 1],
  ["select alone", { text: "select" }, 0],
  ["a longer word", { text: "selected (one)" }, 0],
  ["a hyphen", { text: "Select-all is a key" }, 0],
  ["a remark in brackets", { text: "(see above) select one" }, 0],
  ["a quote after a backslash", { text: "SELECT 'it\\'s (fine'" }, 1],
  ["a backslash at the end of a text", { text: "SELECT 'C:\\', (1)" }, 1],
  ["two backslashes and a quote", { text: "SELECT 'a\\\\', 'it\\'s'" }, 1],
  ["a backslash and a text without an end", { text: "SELECT 'a\\\\' || 'b" }, 0],
  ["a text between dollar signs", { text: "DO $$ it's (one $$; SELECT $$ it's (one $$" }, 0],
  ["a selected text between dollar signs", { text: "SELECT $$ it's (one $$, $tag$ $$ ' $tag$" }, 1],
  ["a function with its body", { text: "CREATE FUNCTION f() RETURNS int AS $$ SELECT ')' $$ LANGUAGE sql" }, 1],
  ["dollar signs without an end", { text: "SELECT $$ one" }, 0],
  ["parameters", { text: "SELECT $1, $2 FROM a$b$c" }, 1],
  [
    "with and merge",
    { text: "WITH s AS (SELECT 1 AS a) MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN DELETE" },
    1,
  ],
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
cases("syntax_validation", [
  ["a number that ends in a point", { text: "x = [1., 2. * y, 1.e5, 1.if y else 2.j, 1..real]\n" }, 1],
  ["a point in a pattern", { text: "match x:\n    case 1. | -2.:\n        pass\n" }, 1],
  ["a name after a number and a point", { text: "x = 1.real\n" }, 0],
  ["a yield alone", { text: "def f():\n    yield\n    x = yield\n    return g((yield), 2)\n" }, 1],
  ["an open yield", { text: "def f():\n    yield +\n" }, 0],
  ["with in brackets", { text: "with (open('a') as b, open('c') as d):\n    pass\n" }, 1],
  [
    "with in brackets, in lines",
    { text: "with (\n    a() as b,  # as ever\n    c,\n    d as (e, f),\n):\n    pass\n" },
    1,
  ],
  ["with targets that are no names", { text: "with a as (b, c), d as e.f, g as h[0], i as [j]:\n    pass\n" }, 1],
  ["with a number as its target", { text: "with a as 1:\n    pass\n" }, 0],
  ["a form feed", { text: "import a\n\f\ndef f(): pass\n" }, 1],
  ["with in an open bracket", { text: "with (open('a') as b:\n    pass\n" }, 0],
  ["a class without attributes", { text: "match p:\n    case a.P() | [Q(), {'r': R( )}]:\n        pass\n" }, 1],
  ["a class that is not closed", { text: "match p:\n    case P(:\n        pass\n" }, 0],
  ["a decorator in brackets", { text: "@(f)\n@(\n    lambda g: g\n)\ndef h(): pass\n" }, 1],
  ["a decorator that is any expression", { text: "@a[0].b(1)\n@c().d\nclass E: pass\n" }, 1],
  ["a decorator of nothing", { text: "@(f)\nx = 1\n" }, 0],
  ["two expressions as a decorator", { text: "@a b\ndef f(): pass\n" }, 0],
  ["a star in an index", { text: "x = a[*b, 1, *c]\n" }, 1],
  ["a star of nothing in an index", { text: "x = a[*]\n" }, 0],
  ["a star in a type", { text: "def f(*args: *Ts): pass\n" }, 1],
  ["stars in a loop", { text: "for x in *a, *b: pass\nfor x in a, *b: pass\n" }, 1],
  ["a star in a comprehension", { text: "[x for x in *a]\n" }, 0],
  ["such forms in a text", { text: "x = 'yield 1. @(f) a[*b]'\n" }, 1],
]);
cases("code_complexity", [
  ["a mistake after such a form", { text: "x = 1.\ny = 2 2\n" }, /line 2/],
  ["a number that ends in a point", { text: "x = 1.\nif x:\n    y = 1\n" }, 1 / 1.1],
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
  ["large numbers", { output: '{"id":1234567890123456789}', expected: '{"id":1234567890123456788}' }, 0],
  ["equal large numbers", { output: '{"id":1234567890123456789}', expected: '{ "id": 1234567890123456789 }' }, 1],
  ["a large number alone", { output: "1234567890123456789", expected: "1234567890123456788" }, 0],
  [
    "a large number that came as a value",
    { output: '{"id":1234567890123456789}', expected: JSON.parse('{"id":1234567890123456789}') },
    1,
  ],
  ["more digits than a fraction has", { output: "[0.12345678901234567890]", expected: "[0.1234567890123456789]" }, 1],
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

test.each<[what: string, read: () => Promise<unknown>]>([
  ["Python", () => pythonOf(":".repeat(20_000))],
  ["XML", () => xmlProblem("<a/>".repeat(50_000))],
])("others are served while a long text is read as %s", async (_, read) => {
  let served = 0;
  const others = setInterval(() => served++, 1);
  await read();
  clearInterval(others);
  expect(served).toBeGreaterThan(0);
});
test("XML is read in parts as it is in one", async () => {
  const emoji = "😀".repeat(15_000);
  expect(await xmlProblem(`<a b="x">${emoji}</a>`)).toBeNull();
  expect(await xmlProblem(`<a b="x">${emoji}</b>`)).not.toBeNull();
});
