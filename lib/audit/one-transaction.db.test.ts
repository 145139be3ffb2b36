// A deletion and its entry in the audit log are one transaction: neither exists without the other.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditEntries, promptGates, promptLabels, prompts, promptVersions, queues } from "@/db/schema";
import { hardDeleteQueue } from "@/lib/annotation/queues/hard-delete";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { contracts } from "@/lib/contracts";
import { deletePromptGate } from "@/lib/prompts/gates";
import { createPromptLabel, deletePromptLabel } from "@/lib/prompts/labels";
import { deletePrompt } from "@/lib/prompts/prompts";
import { releaseSuite } from "@/lib/prompts/releases/testing";
import { deletePromptVersion } from "@/lib/prompts/versions";
import { perform } from "./perform";

const suite = releaseSuite(() => "Answer");
let scene: Awaited<ReturnType<typeof suite.scene>>;
beforeEach(async () => {
  scene = await suite.scene(2);
});

/** What is deleted: its input, the entry of the audit log, and what is left of it. */
interface Deletion {
  input: Record<string, unknown>;
  entry: Record<string, unknown>;
  left: () => Promise<number>;
}

async function queueDeletion(): Promise<Deletion> {
  const { queue_id } = await createTestQueue(suite.context, suite.organization, { items: 1 });
  const row = eq(queues.id, queue_id);
  const [queue] = await suite.db.select().from(queues).where(row);
  const name = queue?.name;
  return {
    input: { queue_id, confirm_name: name, force: true },
    entry: { targetId: queue_id, targetName: name, before: { name } },
    left: () => suite.db.$count(queues, row),
  };
}

async function labelDeletion(): Promise<Deletion> {
  const { id: label_id } = await createPromptLabel(suite.context, { name: "Canary", type: "custom" });
  return {
    input: { label_id },
    entry: { targetId: label_id, targetName: "Canary", before: { name: "Canary" } },
    left: () => suite.db.$count(promptLabels, eq(promptLabels.id, label_id)),
  };
}

/** Of the scene's prompt; `more` names the part of it. */
const promptDeletion = (more: () => object, left: Deletion["left"]) => async (): Promise<Deletion> => {
  const { prompt_id, name } = scene;
  const isWhole = Object.keys(more()).length === 0;
  return {
    input: { prompt_id, ...more() },
    entry: { targetId: prompt_id, targetName: name, before: { name }, after: isWhole ? null : more() },
    left,
  };
};

type Run = (context: Context, input: never) => Promise<unknown>;

test.each<[string, Run, () => Promise<Deletion>]>([
  ["hardDeleteQueue", hardDeleteQueue, queueDeletion],
  ["deletePromptLabel", deletePromptLabel, labelDeletion],
  [
    "deletePrompt",
    deletePrompt,
    promptDeletion(
      () => ({}),
      async () => {
        const [prompt] = await suite.db.select().from(prompts).where(eq(prompts.id, scene.prompt_id));
        return prompt?.deletedAt === null ? 1 : 0;
      },
    ),
  ],
  [
    "deletePromptVersion",
    deletePromptVersion,
    promptDeletion(
      () => ({ version: "v2" }),
      async () => (await suite.db.$count(promptVersions, eq(promptVersions.promptId, scene.prompt_id))) - 1,
    ),
  ],
  [
    "deletePromptGate",
    deletePromptGate,
    promptDeletion(
      () => ({ label_id: scene.of.label_id }),
      () => suite.db.$count(promptGates, eq(promptGates.promptId, scene.prompt_id)),
    ),
  ],
])("%s leaves its entry, and does nothing if the entry cannot be written", async (name, run, prepare) => {
  const { input, entry, left } = await prepare();
  const contract = contracts.find((one) => one.name === name);
  if (!contract) throw new Error(`No operation is called ${name}`);
  const act = (userAgent: string) =>
    perform(
      contract,
      (context: Context, sent) => run(context, sent as never), // safe: each verb gets its own input
      { ...suite.context, act: { action: name, userAgent, isRecorded: false } },
      input,
    );
  // PostgreSQL refuses NUL.
  await expect(act("\0")).rejects.toThrow();
  expect(await left()).toBe(1);
  await act("a browser");
  expect(await left()).toBe(0);
  const written = await suite.db.select().from(auditEntries).where(eq(auditEntries.action, name));
  expect(written).toMatchObject([entry]);
});
