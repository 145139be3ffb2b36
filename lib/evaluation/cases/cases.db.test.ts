import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { MAX_CASES } from "@/lib/contracts/evaluation/sdk/evaluations";
import { idOfName } from "../templates/fingerprint";
import { createEvalTemplateVersion } from "../templates/versions";
import { createTestTemplate } from "../testing";
import { deleteEvalCase, keepEvalCase, listEvalCases, runEvalCases } from "./cases";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

const contains = idOfName("contains");
const keep = (
  text: string | null,
  expected: Parameters<typeof keepEvalCase>[1]["expected"] = { kind: "passes" },
  by = context,
  id = contains,
) => keepEvalCase(by, { id, mapping: { text }, params: { keyword: "parcel" }, expected });

test("cases run again, and each says whether its result is as expected, errors included", async () => {
  await keep("a parcel");
  await keep("a letter");
  const again = await keep("a letter", { kind: "fails" });
  // An empty text is a value; only a text that is not there is missing.
  const empty = await keep(null);
  expect((await listEvalCases(context, { id: contains })).cases.map(({ expected }) => expected.kind)).toEqual([
    "passes",
    "fails",
    "passes",
  ]);

  const { cases, ...counts } = await runEvalCases(context, { id: contains });
  expect(counts).toEqual({ met: 2, not_met: 1, error: 1 });
  expect(cases.find(({ id }) => id === again.id)?.last_run).toMatchObject({ met: true, output: "Failed" });
  expect(cases.find(({ id }) => id === empty.id)?.last_run).toMatchObject({
    met: false,
    outcome: "error",
    reason: expect.stringContaining("No input received"),
  });
  expect((await listEvalCases(context, { id: contains })).cases).toEqual(cases);

  // Another expectation of the same inputs: what was told by the old one is gone.
  expect((await keep("a letter")).last_run).toBeNull();
  await deleteEvalCase(context, { id: contains, case_id: empty.id });
  expect(await runEvalCases(context, { id: contains })).toMatchObject({ met: 1, not_met: 1, error: 0 });
});

test("cases belong to one organization, also those of a template that everybody sees", async () => {
  const theirs = await keep("their parcel", { kind: "passes" }, other);
  await expect(deleteEvalCase(context, { id: contains, case_id: theirs.id })).rejects.toMatchObject({
    kind: "notFound",
  });
  await expect(runEvalCases(context, { id: contains, case_ids: [theirs.id] })).rejects.toMatchObject({
    detail: { fields: { case_ids: expect.anything() } },
  });
  expect((await listEvalCases(other, { id: contains })).cases).toHaveLength(1);
});

test("a case runs under the requested version", async () => {
  const code = "function evaluate({ text }) { return text.length > 3 ? 1 : 0; }";
  const change = {
    code,
    code_language: "javascript" as const,
    instructions: null,
    model: null,
    required_keys: ["text"],
  };
  const id = await createTestTemplate(context, { ...change });
  await createEvalTemplateVersion(context, { id, message: "", code: code.replace("3", "30") });
  await keepEvalCase(context, { id, mapping: { text: "a parcel" }, params: {}, expected: { kind: "passes" } });
  const run = (version_number?: number) =>
    runEvalCases(context, { id, ...(version_number === undefined ? {} : { version_number }) });
  expect((await run()).cases[0]?.last_run).toMatchObject({ met: false, version_number: 2 });
  expect((await run(1)).cases[0]?.last_run).toMatchObject({ met: true, version_number: 1 });
  await expect(run(3)).rejects.toMatchObject({ kind: "invalid" });
});

test("a template never exceeds the limit of cases, even when many are added at once", async () => {
  const id = await createTestTemplate(context);
  const kept = await Promise.allSettled(
    Array.from({ length: MAX_CASES + 5 }, (_, index) => keep(`parcel ${index}`, { kind: "passes" }, context, id)),
  );
  expect(kept.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_CASES);
  expect((await listEvalCases(context, { id })).cases).toHaveLength(MAX_CASES);
});
