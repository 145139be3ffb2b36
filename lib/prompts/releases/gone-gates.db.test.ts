import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { promptGates, promptLabels, promptLabelTargets, prompts } from "@/db/schema";
import { deleteDatasetVersion } from "@/lib/datasets/versions/versions";
import { deletePromptGate, setPromptGate } from "../gates";
import { assignPromptLabel, createPromptLabel, deletePromptLabel } from "../labels";
import { deletePrompt } from "../prompts";
import { refusal, releaseSuite } from "./testing";

const suite = releaseSuite(() => "Answer");

const gatesOf = (promptId: string) => suite.db.$count(promptGates, eq(promptGates.promptId, promptId));

describe("a gate is deleted", () => {
  test("with its prompt, which frees the dataset version for deletion", async () => {
    const { prompt_id, dataset } = await suite.scene(2);
    expect(await refusal(deleteDatasetVersion(suite.context, dataset))).toMatch(/^conflict: Gates of prompts/);
    await deletePrompt(suite.context, { prompt_id });
    expect(await deleteDatasetVersion(suite.context, dataset)).toEqual({ deleted: true });
  });

  test("with its label", async () => {
    const { prompt_id, of, gate, dataset } = await suite.scene(2);
    const { id: label_id } = await createPromptLabel(suite.context, { name: "Canary", type: "custom" });
    await setPromptGate(suite.context, { ...gate, label_id });
    await deletePromptGate(suite.context, of);
    expect(await gatesOf(prompt_id)).toBe(1);
    await deletePromptLabel(suite.context, { label_id });
    expect(await gatesOf(prompt_id)).toBe(0);
    expect(await deleteDatasetVersion(suite.context, dataset)).toEqual({ deleted: true });
  });

  test("and cannot be set for a label that is being deleted", async () => {
    const { prompt_id, gate } = await suite.scene(2);
    const { id: label_id } = await createPromptLabel(suite.context, { name: "Canary", type: "custom" });
    let set: Promise<unknown> = Promise.resolve();
    await suite.db.transaction(async (tx) => {
      await tx.delete(promptLabels).where(eq(promptLabels.id, label_id));
      set = refusal(setPromptGate(suite.context, { ...gate, label_id }));
      await expect
        .poll(async () => {
          const waiting = sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
          return (await suite.db.execute(waiting)).length;
        })
        .toBeGreaterThan(0);
    });
    expect([await set, await gatesOf(prompt_id)]).toEqual(["notFound: Label not found.", 1]);
  });
});

test("the migration removes only orphaned gates and targets of earlier versions", async () => {
  const [kept, ofLabel, ofPrompt] = [await suite.scene(2), await suite.scene(2), await suite.scene(2)];
  const { context, db } = suite;
  const label = (name: string) => createPromptLabel(context, { name, type: "custom" });
  const [{ id: live }, { id: gone }] = [await label("Live"), await label("Gone")];
  const point = ({ prompt_id, gate }: typeof kept, label_id: string) =>
    Promise.all([
      assignPromptLabel(context, { prompt_id, label_id, version: "v1", message: "" }),
      setPromptGate(context, { ...gate, label_id }),
    ]);
  await point(kept, live);
  await point(ofLabel, gone);
  await db.delete(promptLabels).where(eq(promptLabels.id, gone));
  await db.update(prompts).set({ deletedAt: new Date() }).where(eq(prompts.id, ofPrompt.prompt_id));
  const file = await readFile(join("db", "migrations", "0040_leftovers_of_labels.sql"), "utf8");
  for (const statement of file.split("--> statement-breakpoint")) await db.execute(sql.raw(statement));
  const ids = [kept, ofLabel, ofPrompt].map(({ prompt_id }) => prompt_id);
  expect(await Promise.all(ids.map(gatesOf))).toEqual([2, 1, 0]);
  const targets = (id: string) => db.$count(promptLabelTargets, eq(promptLabelTargets.promptId, id));
  expect(await Promise.all(ids.map(targets))).toEqual([2, 1, 1]);
});
