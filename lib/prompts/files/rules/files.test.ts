import { describe, expect, test } from "vitest";
import { promptContent } from "@/lib/contracts/prompts/content";
import { Failure } from "@/lib/errors";
import { storedContent } from "../../rules/content";
import { promptFile } from "../prompt-file";
import { documentsIn, nextDocument, promptFileName } from "./file-name";
import { type Existing, planOf } from "./plan";
import { readFiles } from "./read-files";
import { promptDocument } from "./write-file";

const contentOf = (text: string, more: object = {}) =>
  storedContent(promptContent.parse({ messages: [{ role: "user", content: text }], ...more }), "messages");
const fileOf = (text: string, more: object = {}) =>
  promptFile.parse({ name: "Reply", message: "Why", labels: ["production"], ...contentOf(text, more) });

test("a document has only values that differ from defaults, in a readable order", () => {
  const file = fileOf("Answer {{question}}\nin one sentence.\n", { model: "a/b", settings: { temperature: 0 } });
  expect(promptDocument(file)).toBe(`name: Reply
message: Why
labels:
  - production
model: a/b
settings:
  temperature: 0
messages:
  - role: user
    content: |
      Answer {{question}}
      in one sentence.
`);
});

describe("a written prompt file reads back the same", () => {
  test.each<[what: string, text: string]>([
    ["lines", "a\n\n  b\n---\nc\n"],
    ["dashes first", "---\n...\n"],
    ["carriage returns", "a\r\nb\r"],
    ["blank lines alone", " \n \n"],
    ["what YAML reads otherwise", "yes: no # 1"],
    ["separators of lines", "a\u2028---\u2029b\u0085"],
    ["signs", "🚆 \u0001 \ufeff\\ \" '"],
    ["nothing", ""],
  ])("%s", (_, text) => {
    const file = fileOf(text, {
      variables: [{ name: "unused", type: "json", examples: [text] }],
      tools: [{ type: "function", function: { name: "find", parameters: { [text || "k"]: [null, 1, "1"] } } }],
      output_schema: { type: "object" },
    });
    const document = promptDocument(file);
    const { name, folder, description, message, labels, ...content } = file;
    const [read] = readFiles([{ file: "f", text: document }]);
    expect(read).toEqual({ file: "f", name, folder, description, message, labels, content });
    expect(documentsIn(document + nextDocument(document))).toEqual([document, document]);
  });
});

test.each<[what: string, texts: string[], problems: string[]]>([
  ["no YAML", ["name: [x"], ["0: the file"]],
  ["nothing", [""], ["0: the file"]],
  ["a text", ["hello"], ["0: the file"]],
  ["no name", ["messages: [{role: user, content: x}]"], ["0: name"]],
  ["an unknown field", ["{name: a, words: 1, messages: [{role: user, content: x}]}"], ["0: words"]],
  ["a NUL character", ['{name: a, messages: [{role: user, content: "\\0"}]}'], ["0: messages.0.content"]],
  ["no message but an empty one", ['{name: a, messages: [{role: system, content: ""}]}'], ["0: messages"]],
  [
    "two bad files, each named",
    ["{name: a, messages: []}", "{name: b, messages: [{role: user, content: x}], settings: {top_p: 3}}"],
    ["0: messages", "1: settings.top_p"],
  ],
  ["one name in two files", [1, 2].map(() => "{name: A, messages: [{role: user, content: x}]}"), ["1: name"]],
  [
    "the second prompt of a file",
    ["name: a\nmessages: [{role: user, content: x}]\n---\nname: b\n"],
    ["0: prompt 2: messages"],
  ],
  ["a text that grows without end", [`a: &a [x,x,x,x,x,x,x,x,x]\n${bomb()}`], ["0: the file"]],
])("%s is refused", (_, texts, problems) => {
  const read = () => readFiles(texts.map((text, index) => ({ file: String(index), text })));
  expect(read).toThrow(Failure);
  try {
    read();
  } catch (error) {
    expect(error instanceof Failure && Object.keys(error.detail.fields ?? {})).toEqual(problems);
  }
});

function bomb(): string {
  const names = ["a", "b", "c", "d", "e", "f"];
  return names
    .slice(1)
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${names[index]}`).join(",")}]`)
    .join("\n");
}

test.each([
  ["support-reply", "support-reply.yaml"],
  ["a/b\\c:d", "a%2Fb%5Cc%3Ad.yaml"],
  ["..", "%2E%2E.yaml"],
  [".hidden", "%2Ehidden.yaml"],
  ["100%", "100%25.yaml"],
  ["Zürich", "Zürich.yaml"],
])("the file name of %s is %s", (name, file) => expect(promptFileName(name)).toBe(file));
test("long names that differ get different file names", () => {
  const [one, other] = ["a", "b"].map((end) => promptFileName(`${"界".repeat(254)}${end}`));
  expect(one).not.toBe(other);
  expect(Buffer.byteLength(one ?? "")).toBeLessThan(200);
});

describe("an import", () => {
  const content = contentOf("One");
  const file = { folder: "A", description: "", labels: ["Production"], content };
  const existing: Existing = {
    folder: "A",
    description: "",
    newest: { id: "v", content },
    labels: new Map([["production", "v"]]),
  };
  test.each<[what: string, existing: Existing | null, change: string, adds: boolean, labels: string[]]>([
    ["makes a prompt", null, "created", true, ["Production"]],
    ["changes nothing", existing, "unchanged", false, []],
    ["moves a folder", { ...existing, folder: "B" }, "edited", false, []],
    ["adds to drafts", { ...existing, newest: null }, "version_added", true, ["Production"]],
    [
      "adds a version",
      { ...existing, newest: { id: "v", content: contentOf("Two") } },
      "version_added",
      true,
      ["Production"],
    ],
    ["sees where a label points", { ...existing, labels: new Map() }, "unchanged", false, ["Production"]],
  ])("%s", (_, found, change, addsVersion, labels) =>
    expect(planOf(file, found)).toMatchObject({ change, addsVersion, labels }),
  );
});
