import { describe, expect, test } from "vitest";
import { promptContent } from "@/lib/contracts/prompts/content";
import { Failure } from "@/lib/errors";
import { storedContent } from "../../rules/content";
import { promptFile } from "../prompt-file";
import { readFiles } from "../read-files";
import { documentsIn, nextDocument, promptFileName } from "./file-name";
import { type Existing, planOf } from "./plan";
import { promptDocument } from "./write-file";

const owner = { organization: "o", person: "p" };
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
  ])("%s", async (_, text) => {
    const file = fileOf(text, {
      variables: [{ name: "unused", type: "json", examples: [text] }],
      tools: [{ type: "function", function: { name: "find", parameters: { [text || "k"]: [null, 1, "1"] } } }],
      output_schema: { type: "object" },
    });
    const document = promptDocument(file);
    const { name, folder, description, message, labels, ...content } = file;
    const [read] = await readFiles(owner, [{ file: "f", text: document }]);
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
  ["a repeated key", ["name: a\nsettings: {top_p: 1, top_p: 0}"], ["0: the file"]],
  ["a list as a key", ["? [a]\n: b"], ["0: the file"]],
  ["explicit keys within keys", ["? ".repeat(60)], ["0: the file"]],
  [
    "an ordered map of equal names",
    ["name: a\nmessages: !!omap [{a: 1}, {a: 1}]"],
    ["0: messages.0.role", "0: messages.1.role"],
  ],
  ["brackets without end", [`a: ${"[".repeat(50_000)}`], ["0: the file"]],
  ["depth by aliases", [chain()], ["0: the file"]],
  [
    "a text that is repeated without end",
    [`a: &a ${"x".repeat(1_000_000)}\nb: [${Array(90).fill("*a").join()}]`],
    ["files"],
  ],
  ["values without end", [`a: [${"1,".repeat(400_000)}]`], ["files"]],
  ["keys without end", [manyKeys(60_000)], ["0: the file"]],
  ["anchors without end", [manyKeys(60_000, "&a")], ["0: the file"]],
  [
    "documents without end",
    ["--- a\n".repeat(60_000)],
    Array.from({ length: 50 }, (_, at) => `0: prompt ${at + 1}: the file`),
  ],
])("%s is refused", { timeout: 60_000 }, async (_, texts, problems) => {
  const files = texts.map((text, index) => ({ file: String(index), text }));
  const error: unknown = await readFiles(owner, files).catch((error: unknown) => error);
  expect(error instanceof Failure && Object.keys(error.detail.fields ?? {})).toEqual(problems);
});

test("refusals say where and why", async () => {
  const texts = ["a: 1\nb: 2\na: 3", "a: [", `a: ${"[".repeat(64)}${"]".repeat(64)}`, "? [a]\n: b", "a: *none"];
  const files = texts.map((text, index) => ({ file: String(index), text }));
  const error: unknown = await readFiles(owner, files).catch((error: unknown) => error);
  expect(error instanceof Failure && error.detail.fields).toEqual({
    "0: the file": ["Repeats a key at line 3, column 1."],
    "1: the file": [
      "Is not YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 5.",
    ],
    "2: the file": ["Is nested deeper than 64 levels."],
    "3: the file": ["Has a key that is not a text at line 1, column 3."],
    "4: the file": ["Has an alias without its anchor, or repeats aliases too often."],
  });
});

test("the loop stays free, and other organizations are read, while a file is slow", { timeout: 60_000 }, async () => {
  const slow = [{ file: "slow", text: manyKeys(60_000, "&a") }];
  const other = { organization: "other", person: "p" };
  const order: string[] = [];
  await Promise.all([
    ...[1, 2].map(() => readFiles(owner, slow).catch(() => order.push("slow"))),
    readFiles(other, [{ file: "f", text: promptDocument(fileOf("x")) }]).then(() => order.push("other")),
  ]);
  expect(order).toEqual(["other", "slow", "slow"]);
});

function manyKeys(count: number, anchor = ""): string {
  return `name: x\n${Array.from({ length: count }, (_, at) => `k${at}: ${anchor && `${anchor}${at} `}x\n`).join("")}`;
}

/** Lists in lists, each of 50 levels and around the one before. */
function chain(): string {
  const lists = Array.from(
    { length: 90 },
    (_, at) => `k${at + 1}: &k${at + 1} ${"[".repeat(50)}*k${at}${"]".repeat(50)}`,
  );
  return ["k0: &k0 x", ...lists].join("\n");
}

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
