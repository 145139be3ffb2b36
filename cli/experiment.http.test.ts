// `assay run` over experiments: outputs that a pipeline brings, against the newest experiment of a name.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Assay, startAssay } from "./testing";

const ROWS = 400;
let assay: Assay;
beforeAll(async () => {
  assay = await startAssay();
  for (const [name, rows] of [
    ["cases", ROWS],
    ["few", 20],
  ] as const) {
    await assay.write(
      `${name}.csv`,
      `question,mail\n${Array.from({ length: rows }, (_, row) => `q${row},a${row}@b.test\n`).join("")}`,
    );
    await assay.run(["datasets", "push", `${name}.csv`]);
    await assay.write("main.yaml", file(name, "main", ""));
    expect(await assay.run(["run", "main.yaml"])).toMatchObject({ code: 0, out: expect.stringContaining("100 %") });
  }
}, 180_000);
afterAll(() => assay?.stop());

const file = (dataset: string, name: string, more: string): string => `kind: experiment
name: ${name}
dataset: ${dataset}
output: mail
${more}evaluations:
  - { name: Is an address, template: is_email, inputs: { text: mail } }
`;

/** Outputs in the order of the rows, of which the last ones are worse. */
const outputs = (rows: number, worse: number): string =>
  Array.from({ length: rows }, (_, row) =>
    JSON.stringify({ output: row < rows - worse ? `c${row}@d.test` : "none" }),
  ).join("\n");

async function compare(dataset: string, lines: string, more = "baseline: main\n") {
  await assay.write("outputs.jsonl", lines);
  await assay.write("candidate.yaml", file(dataset, "candidate", `outputs: outputs.jsonl\n${more}`));
  return assay.run(["run", "candidate.yaml"]);
}

test("exits with 0 if the outputs are as good as the baseline", async () => {
  const { code, out } = await compare("cases", outputs(ROWS, 0));
  expect([code, out]).toEqual([0, expect.stringMatching(/passed {5}Is an address, not worse than main: Difference 0/)]);
});

test("exits with 1 on a planted regression, and names the rows that got worse", async () => {
  const { code, out } = await compare("cases", outputs(ROWS, 60), "baseline: main\nmargin: 0.1\n");
  expect([code, out]).toEqual([
    1,
    expect.stringMatching(/failed {5}Is an address, not worse than main: Difference -0\.15/),
  ]);
  expect(out).toContain("60 got worse and 0 better");
  expect(out).toMatch(/Row 341: /);
});

test("exits with 2 if there are too few rows, and says how many would decide", async () => {
  const { code, out } = await compare("few", outputs(20, 1));
  expect([code, out]).toEqual([2, expect.stringMatching(/undecided.*not worse than main[\s\S]*\d+ rows/)]);
});

test("the gate command also decides between two experiments", async () => {
  const { out } = await compare("cases", outputs(ROWS, 0), "");
  const candidate = /runs\/([\da-f-]{36})/.exec(out)?.[1] ?? "";
  const same = await assay.run(["gate", "main", candidate, "--json"]);
  expect([same.code, JSON.parse(same.out).verdict]).toEqual([0, "passed"]);
  const strict = await assay.run(["gate", "main", candidate, "--margin", "0.0001"]);
  expect([strict.code, strict.out]).toEqual([2, expect.stringMatching(/undecided.*not worse than main/)]);
  const wrong = await assay.run(["gate", "main", candidate, "--margin", "five"]);
  expect([wrong.code, wrong.err]).toEqual([3, expect.stringContaining("--margin takes a number")]);
});

test("exits with 2 if the baseline does not exist", async () => {
  const { code, out } = await compare("cases", outputs(ROWS, 0), "baseline: release\n");
  expect([code, out]).toEqual([2, expect.stringContaining("There is no completed experiment release")]);
});

test.each<[what: string, lines: string, problem: RegExp]>([
  ["other rows", outputs(3, 0), /3 outputs for 400 rows/],
  ["a line that is broken", '{"output": "a"}\n{"output": 1}', /outputs\.jsonl, line 2: output/],
  ["a row that is unknown", `{"output": "a", "row_id": "${crypto.randomUUID()}"}`, /row/],
])("exits with 3 for a file with %s", async (_, lines, problem) => {
  const { code, err } = await compare("cases", lines);
  expect([code, err]).toEqual([3, expect.stringMatching(problem)]);
});

test("a model generates the outputs for a prompt", async () => {
  const prompt = 'first_rows: 5\nprompt: { model: sandbox/echo, messages: [{ role: user, content: "{{mail}}" }] }\n';
  await assay.write("prompt.yaml", file("cases", "prompt", prompt));
  const { code, out } = await assay.run(["run", "prompt.yaml"]);
  expect([code, out]).toEqual([0, expect.stringContaining("Is an address: ")]);
});
