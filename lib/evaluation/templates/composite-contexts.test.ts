import { expect, test } from "vitest";
import type { AskModel } from "../judge/judge";
import { contextOfRow } from "../runs/rules/row-inputs";
import { plainDefinition } from "./catalogue";
import type { Subject } from "./evaluate";
import { type Evaluation, runEvaluation } from "./run-evaluation";

const partOf = (name: string, instructions: string, required_keys: string[]): Subject => ({
  name,
  evalType: "llm",
  definition: { ...plainDefinition, instructions, required_keys },
  children: [],
});

test("a composite's judges see the dataset row that their criteria name", async () => {
  const sent: string[] = [];
  const ask: AskModel = async (body) => {
    sent.push(JSON.stringify(body));
    const content = '{"explanation":"Fine.","result":"Pass"}';
    const answer = { status: 200, body: { choices: [{ message: { content } }] } };
    return { ...answer, model: "acme/judge", costUsd: 0, traceId: null, retryAfterSeconds: null };
  };
  const definition = { ...plainDefinition, required_keys: ["output"], aggregation: "avg" as const };
  const parts = [
    partOf("answers", "Does {{output}} answer {{row.Customer question}}?", ["output"]),
    partOf("short", "Is {{output}} short?", ["output"]),
  ];
  const evaluation = {
    subject: {
      name: "both",
      evalType: "llm",
      definition,
      children: parts.map((subject) => ({ id: subject.name, subject, weight: 1 })),
    },
    template: { organizationId: "o", version: { definition } },
    params: {},
    model: "acme/judge",
    organizationId: "o",
    person: null,
    examples: () => [],
    ask: async () => ask,
  } as unknown as Evaluation; // safe because a run reads no more of it
  const row = contextOfRow(new Map([["c1", "Customer question"]]), { c1: "Where is parcel 4711?" });
  const ran = await runEvaluation(evaluation, { mapping: { output: "In Riga." }, contexts: { row } });
  expect(ran.result).toMatchObject({ outcome: "scored", score: 1 });
  const [answers, short] = ["answer «row.Customer question»", "Is «output» short"].map((criteria) =>
    sent.find((body) => body.includes(criteria)),
  );
  expect(answers).toContain("Where is parcel 4711?");
  expect(short).not.toContain("Where is parcel 4711?");
});
