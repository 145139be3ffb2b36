import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { evalLogs } from "@/db/schema";
import { createCaller } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { deleteDatasets } from "@/lib/datasets/datasets";
import { deleteRows, listRowIds } from "@/lib/datasets/rows";
import { createDatasetVersion, deleteDatasetVersion } from "@/lib/datasets/versions/versions";
import { tableOf } from "@/lib/evaluation/runs/testing";
import { listPromptChanges } from "../changes";
import { importPrompts } from "../files/import";
import { promptDocument } from "../files/rules/write-file";
import { deletePromptGate, listPromptGates, setPromptGate } from "../gates";
import { listPrompts } from "../list-prompts";
import { deletePromptVersion, savePromptVersion } from "../versions";
import { listPromptReleases, startPromptRelease } from "./releases";
import { content, ROWS, refusal, releaseSuite } from "./testing";

/** Of 25 rows, how many a prompt with the word "shorter" answers badly. */
let badRows = 0;
const suite = releaseSuite((request) => {
  const row = Number(/Question (\d+)/.exec(request)?.[1] ?? 0);
  return request.includes("shorter") && row % 25 < badRows ? "I do not know." : "Answer";
});
const { scene } = suite;
let context: Context;
beforeEach(() => {
  context = suite.context;
});

describe("a gated label", () => {
  test("moves after a passed release, and back at once", async () => {
    badRows = 0;
    const { prompt_id, name, move, check, release } = await scene();
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*only on evidence.*Start a release first/);
    expect(await check()).toMatchObject({ former_version: "v1", needs_evidence: true, release: null });
    const found = await release();
    expect(found).toMatchObject({ verdict: "passed", former_version: "v1", version: "v2" });
    expect(found.baseline_progress).toEqual({ total: 2 * ROWS, open: 0 });
    expect(await check()).toMatchObject({ needs_evidence: true, release: { id: found.id, verdict: "passed" } });
    expect(await move("v2")).toMatchObject({ version: "v2", former_version: "v1" });
    expect(await check("v1")).toMatchObject({ former_version: "v2", needs_evidence: false, release: null });
    expect(await move("v1")).toMatchObject({ version: "v1" });
    const { count } = await listPromptReleases(context, { prompt_id, page: 1, limit: 10 });
    expect(count).toBe(1);
    const logged = await context.db
      .selectDistinct({ prompt: evalLogs.prompt })
      .from(evalLogs)
      .where(eq(evalLogs.organizationId, suite.organization.id))
      .orderBy(evalLogs.prompt);
    expect(logged.map(({ prompt }) => prompt)).toEqual([`${name}@v1`, `${name}@v2`]);
  });

  test("does not move to a worse version, names the evaluation, and obeys an Owner's overrule", async () => {
    badRows = 8;
    const { prompt_id, move, release } = await scene();
    expect(await release()).toMatchObject({ verdict: "failed", check: { metrics: [{ falls: 32 }] } });
    expect(await refusal(move("v2"))).toMatch(
      /^conflict: .*The release is failed\. Evaluation .*At least 0\.\d+ worse; a loss of 0\.05 matters/,
    );
    const member = await createCaller(suite.db, suite.organization, "Member");
    expect(await refusal(move("v2", { overrule: "Urgent" }, member))).toMatch(/Only an Owner/);
    const owner = await createCaller(suite.db, suite.organization, "Owner");
    expect(await move("v2", { overrule: "The old one leaks a name." }, owner)).toMatchObject({ version: "v2" });
    const { results } = await listPromptChanges(context, { prompt_id, page: 1, limit: 1 });
    expect(results[0]).toMatchObject({ kind: "label_moved", message: "Gate overridden: The old one leaks a name." });
  });

  test("says how many rows are missing for a decision", async () => {
    badRows = 1;
    const { move, release } = await scene();
    const found = await release();
    expect(found.verdict).toBe("undecided");
    expect(found.check.needed_rows).toBeGreaterThan(ROWS);
    expect(await refusal(move("v2"))).toMatch(
      new RegExp(`too few: a decision needs about ${found.check.needed_rows}, \\d+ more`),
    );
  });

  test("requires a new comparison after its gate gets other rows", async () => {
    badRows = 0;
    const { gate, move, check, release, dataset } = await scene();
    expect(await release()).toMatchObject({ verdict: "passed" });
    const { dataset_id } = dataset;
    const { id } = await createDatasetVersion(context, { dataset_id, name: "Newer", description: "" });
    await setPromptGate(context, { ...gate, dataset_version_id: id });
    expect(await check()).toMatchObject({ release: { verdict: "refused" } });
    expect(await refusal(move("v2"))).toMatch(/^conflict: .*Compare again/);
    expect(await release()).toMatchObject({ verdict: "passed" });
    expect(await move("v2")).toMatchObject({ version: "v2" });
  });

  test("moves freely after its gate is deleted, and needs no release without a gate", async () => {
    const { prompt_id, of, move, check, dataset } = await scene();
    const gate = { label: { name: "production" }, version: { number: 1, name: "Pinned", rows: ROWS } };
    expect((await listPromptGates(context, { prompt_id })).gates).toMatchObject([gate]);
    expect(await refusal(deleteDatasetVersion(context, dataset))).toMatch(/^conflict: Gates of prompts/);
    await deletePromptGate(context, of);
    expect(await check()).toMatchObject({ former_version: "v1", needs_evidence: false, gate: null });
    expect(await move("v2")).toMatchObject({ version: "v2" });
    expect(await refusal(startPromptRelease(context, { ...of, version: "v1" }))).toMatch(/^notFound: .*no gate/);
  });

  test("decides over its dataset version's rows, whatever happens to the dataset later", async () => {
    badRows = 0;
    const { move, release, of, dataset } = await scene();
    const { results: row_ids } = await listRowIds(context, { dataset_id: dataset.dataset_id, page: 1, limit: 10 });
    await deleteRows(context, { dataset_id: dataset.dataset_id, row_ids, selected_all_rows: true });
    expect((await tableOf(context, dataset.dataset_id)).metadata.total_rows).toBe(row_ids.length);
    const found = await release();
    expect([found.verdict, found.check.metrics[0]?.rows]).toEqual(["passed", ROWS]);
    await deleteDatasets(context, { dataset_ids: [dataset.dataset_id] });
    expect(await refusal(startPromptRelease(context, { ...of, version: "v2" }))).toBe("notFound: Dataset not found.");
    expect(await move("v2")).toMatchObject({ version: "v2" });
  });

  test("also stops imports of files, before anything is written", async () => {
    const { name, prompt_id } = await scene();
    const text = (words: string) =>
      `name: ${name}\nlabels: [production]\nmessages: [{ role: user, content: ${words} }]\n`;
    const push = (...texts: string[]) =>
      importPrompts(context, {
        files: texts.map((one, index) => ({ file: `${index}.yaml`, text: one })),
        dry_run: false,
        move_labels: true,
      });
    const other = "name: Another\nmessages: [{ role: user, content: Hi }]\n";
    expect(await refusal(push(other, text("New")))).toMatch(
      /^conflict: 1\.yaml: labels: production moves only on evidence/,
    );
    expect((await listPrompts(context, { page: 1 })).results).toMatchObject([{ id: prompt_id, versions: 2 }]);
    const newest = promptDocument({
      ...content("Answer shorter {{question}}"),
      name,
      folder: "",
      description: "",
      message: "",
      labels: ["production"],
    });
    expect(await refusal(push(newest))).toMatch(/^conflict: 0\.yaml: labels: .*Start a release first/);
  });

  test("compares only versions whose variables a row can fill", async () => {
    const { prompt_id, of } = await scene();
    const history = { model: "acme/judge", messages: [{ type: "placeholder" as const, name: "history" }] };
    await savePromptVersion(context, { prompt_id, message: "", content: promptContent.parse(history) });
    expect(await refusal(startPromptRelease(context, { ...of, version: "v3" }))).toMatch(/placeholder history/);
    await savePromptVersion(context, { prompt_id, message: "", content: content("{{nowhere}}") });
    expect(await refusal(startPromptRelease(context, { ...of, version: "v4" }))).toMatch(/nowhere/);
    expect((await listPromptReleases(context, { prompt_id, page: 1, limit: 10 })).count).toBe(0);
    await startPromptRelease(context, { ...of, version: "v2" });
    await deletePromptVersion(context, { prompt_id, version: "v2" });
    expect((await listPromptReleases(context, { prompt_id, page: 1, limit: 10 })).count).toBe(0);
  });
});
