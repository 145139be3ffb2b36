import { expect, test } from "vitest";
import { runFile, runFileSchema } from "./run-file";

const evaluations = [{ template: "is_email", inputs: { text: "mail" } }];

test.each<[what: string, file: object, problems: string[]]>([
  ["an evaluation run", { kind: "evaluation", data: "a.csv", evaluations }, []],
  ["a test run", { kind: "test-run", run_test: "Refunds", settings: { pass_rate: 0.9 } }, []],
  ["an experiment", { kind: "experiment", dataset: "A", output: "answer", evaluations, baseline: "main" }, []],
  [
    "outputs from two sources",
    {
      kind: "experiment",
      dataset: "A",
      output: "answer",
      evaluations,
      outputs: "a.jsonl",
      prompt: { model: "m", messages: [{ content: "{{q}}" }] },
    },
    ["outputs"],
  ],
  ["an unknown kind", { kind: "wish" }, ["kind"]],
  ["data and a dataset", { kind: "evaluation", data: "a.csv", dataset: "A", evaluations }, ["data"]],
  ["neither of them", { kind: "evaluation", evaluations }, ["data"]],
  ["no evaluation", { kind: "evaluation", data: "a.csv", evaluations: [] }, ["evaluations"]],
  ["an evaluation of nothing", { kind: "evaluation", data: "a.csv", evaluations: [{}] }, ["evaluations.0"]],
  ["a share in percent", { kind: "test-run", run_test: "A", settings: { pass_rate: 90 } }, ["settings.pass_rate"]],
  ["a setting that nobody knows", { kind: "test-run", run_test: "A", settings: { speed: 1 } }, ["settings"]],
])("%s", (_, file, problems) => {
  const { error } = runFile.safeParse(file);
  expect(error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(problems);
});

// Run with --update after a change.
test("the published schema matches the one that the command uses", async () => {
  await expect(`${JSON.stringify(runFileSchema(), null, 2)}\n`).toMatchFileSnapshot("../public/assay-run.schema.json");
});
