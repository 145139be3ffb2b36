import { expect, test } from "vitest";
import { objectIn } from "./object-in";

const [pass, fail] = ['{"explanation":"e {}\\" }","result":"Pass"}', '{"explanation":"e","result":"Fail"}'];
const found = { result: expect.stringMatching(/^(?:Pass|Fail)$/) };

test.each([
  ["alone", pass, found],
  ["in a fence", `Here:\n\`\`\`json\n${pass}\n\`\`\``, found],
  ["after a thought", `<think>{"result":"Fail"} maybe</think>${pass}`, { result: "Pass" }],
  ["after blanks and a thought", `\n<think>No {</think>\n${pass}`, { result: "Pass" }],
  ["in a thought that does not end", `<think>${pass}`, null],
  ["after braces in prose", `The set {a,b} is fine. ${fail}`, { result: "Fail" }],
  ["before braces in prose", `${pass} Hope {that} helps`, { result: "Pass" }],
  ["beside another object", `{"a":1} ${pass}`, { result: "Pass" }],
  ["without the member", '{"verdict":"Pass"}', { verdict: "Pass" }],
  ["twice", `${pass} ${fail}`, null],
  ["within one that is not JSON", `{"result":"Fail", "note": ${pass},}`, null],
  ["within one that is not closed", `{"result":"Fail", "note": ${pass}`, null],
  [
    "after an echo, with a quote that is not escaped",
    `It says ${pass}.\n{"result":"Fail","why":"it says "yes""}`,
    null,
  ],
  ["after an echo, with a line break in a text", `It says ${pass}.\n{"result":"Fail","why":"a\nb"}`, null],
  ["after an echo that opens a brace", `It says ${pass} {"\n{"result":"Fail","why":"It ends with } and stops."}`, null],
  ["after an echo, in other quotes", `It says ${pass}. {'result': 'Fail'}`, null],
  ["in prose", "Pass", null],
  ["as a list", "[1]", null],
])("an answer %s", (_, text, expected) => {
  const read = objectIn(text, "result");
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

test("many braces take linear time", () => {
  for (const text of [
    "{".repeat(500_000),
    "{}".repeat(250_000),
    `{"${'\\"{'.repeat(150_000)}`,
    `{"${'\\"'.repeat(60_000)}\\`,
  ])
    expect(objectIn(text, "result")).toBeNull();
});
