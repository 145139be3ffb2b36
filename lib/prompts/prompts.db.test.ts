import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { promptLabels, promptLabelTargets } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { Failure } from "@/lib/errors";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { listPromptChanges } from "./changes";
import * as labels from "./labels";
import { listPrompts } from "./list-prompts";
import * as prompts from "./prompts";
import * as versions from "./versions";

let database: Awaited<ReturnType<typeof startTestGateway>>;
let owner: Context;
let other: Context;
beforeAll(async () => {
  database = await startTestGateway();
  const organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization);
  other = await createCaller(database.db, organization);
});

afterAll(() => database.close());

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.kind, error.message] : error),
  );
const content = (text: string) => promptContent.parse({ messages: [{ role: "user", content: text }] });
const fresh = () => `Prompt ${randomUUID()}`;
const create = (name = fresh(), by = owner, folder = "") =>
  prompts.createPrompt(by, { name, folder, description: "", message: "First", content: content("One {{name}}") });
const save = (prompt_id: string, text: string, by = owner) =>
  versions.savePromptVersion(by, { prompt_id, message: text, content: content(text) });
const [production, staging] = systemLabels;
const move = (prompt_id: string, version: string, expected_version?: string | null, by = owner) =>
  labels.assignPromptLabel(by, { prompt_id, label_id: production.id, version, expected_version, message: "" });
const times = <T>(number: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)));
const waitsForLock = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await database.db.execute(waiting)).length > 0;
};
const pageOf = (results: { count: number }) => results.count;

describe("names", () => {
  test("are unique in an organization, ignoring case; a deleted prompt frees its name", async () => {
    const { id } = await create("Alpha");
    expect(await refusal(create("ALPHA"))).toEqual(["invalid", 'name: A prompt named "ALPHA" already exists.']);
    await create("Alpha", await createCaller(database.db, await createOrganization(database.db)));
    const beta = await create("Beta");
    const rename = (name: string) => prompts.updatePrompt(owner, { prompt_id: beta.id, name });
    expect(await refusal(rename("alpha"))).toEqual(["invalid", 'name: A prompt named "alpha" already exists.']);
    expect(await prompts.deletePrompt(owner, { prompt_id: id })).toEqual({ deleted: true });
    expect(await refusal(prompts.deletePrompt(owner, { prompt_id: id }))).toEqual(["notFound", "Prompt not found."]);
    expect(await rename("alpha")).toMatchObject({ name: "alpha" });
  });

  test("only one of twenty concurrent prompts gets the name", async () => {
    const results = await times(20, (index) => refusal(create("Contested", index % 2 ? owner : other)));
    expect(results.filter((result) => result === null)).toHaveLength(1);
  });
});

describe("versions", () => {
  test("saved at the same moment get consecutive numbers", async () => {
    const { id } = await create();
    await times(10, (index) => save(id, `Text ${index}`, index % 2 ? owner : other));
    const { results } = await versions.listPromptVersions(owner, { template_id: id });
    expect(results.map(({ version }) => version)).toEqual(Array.from({ length: 11 }, (_, at) => `v${11 - at}`));
  });

  test("never change, even if a draft is saved while it is committed", async () => {
    const draft = { prompt_config: [{ messages: content("Draft").messages, configuration: {} }] };
    const { id } = await versions.createPromptDraft(owner, { name: fresh(), ...draft });
    const changed = { prompt_config: [{ messages: content("Changed").messages, configuration: {} }] };
    const [, saved] = await Promise.all([
      versions.commitPrompt(owner, {
        prompt_id: id,
        version_name: "v1",
        message: "",
        set_default: false,
        is_draft: false,
      }),
      refusal(versions.savePromptDraft(other, { prompt_id: id, is_run: "draft", version: "v1", ...changed })),
    ]);
    const version = await versions.getPromptVersion(owner, { prompt_id: id, version: "v1" });
    expect([version.status, version.messages]).toEqual([
      "committed",
      content(saved === null ? "Changed" : "Draft").messages,
    ]);
    const late = versions.savePromptDraft(other, { prompt_id: id, is_run: "draft", version: "v1", ...draft });
    expect(await refusal(late)).toEqual(["conflict", "v1 is committed and never changes. Add a draft."]);
  });

  test("without a label can be deleted, and their numbers are not reused", async () => {
    const { id } = await create();
    const remove = (version: string) => versions.deletePromptVersion(owner, { prompt_id: id, version });
    expect(await refusal(remove("v1"))).toEqual(["conflict", "v1 is the only version. Delete the prompt instead."]);
    await save(id, "Two");
    await move(id, "v2");
    expect(await refusal(remove("v2"))).toEqual(["conflict", "v2 has the label production. Move or remove it first."]);
    await move(id, "v1");
    await remove("v2");
    expect(await refusal(remove("v2"))).toEqual(["notFound", "The prompt has no version v2."]);
    expect((await save(id, "Three")).version).toBe("v3");
    await labels.setDefaultPromptVersion(owner, {
      template_name: (await prompts.getPrompt(owner, { prompt_id: id })).name,
      version: "v3",
    });
    expect(await refusal(remove("v3"))).toEqual(["conflict", "v3 is the default version. Set another one first."]);
  });

  test("that are deleted while a label moves there: either the move or the deletion succeeds", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, name } = await create();
      await save(id, "Two");
      const [moved, deleted] = await Promise.all([
        refusal(move(id, "v2")),
        refusal(versions.deletePromptVersion(other, { prompt_id: id, version: "v2" })),
      ]);
      expect([moved, deleted].filter((result) => result === null)).toHaveLength(1);
      const found = await refusal(labels.getPromptByLabel(owner, { name, label: "production" }));
      expect(found === null).toBe(moved === null);
    }
  });
});

describe("labels", () => {
  test("that two people move at once: one succeeds, the other learns the current version", async () => {
    const { id, name } = await create();
    await save(id, "Two");
    await save(id, "Three");
    await move(id, "v1", null);
    const results = await Promise.all([refusal(move(id, "v2", "v1")), refusal(move(id, "v3", "v1", other))]);
    const { version } = await labels.getPromptByLabel(owner, { name, label: "Production" });
    expect(results.toSorted()).toEqual([
      ["conflict", `Somebody else has moved production: it points to ${version} now. Nothing was changed.`],
      null,
    ]);
    // Without it, the last one wins, and both moves are recorded.
    await times(10, (index) => move(id, index % 2 ? "v2" : "v3"));
    const { results: changes } = await listPromptChanges(owner, { prompt_id: id, page: 1, limit: 50 });
    const moves = changes.filter(({ kind }) => kind === "label_moved").toReversed();
    expect(moves.map(({ former_version }) => former_version)).toEqual([
      null,
      ...moves.slice(0, -1).map((change) => change.version),
    ]);
    expect(moves.at(-1)).toMatchObject({ label: "production", changed_by: { name: "Ada Example" } });
  });

  test("created concurrently under one name are one label, which cannot be deleted while used", async () => {
    const made = await times(8, () => labels.createPromptLabel(owner, { name: "Canary", type: "custom" }));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const { id, version_id } = await create();
    const label_id = made[0]?.id ?? "";
    await labels.assignPromptLabel(owner, { prompt_id: id, label_id, version: "v1", message: "" });
    expect(await refusal(labels.deletePromptLabel(owner, { label_id }))).toEqual([
      "conflict",
      "Canary points to a version of 1 prompts. Remove it there first.",
    ]);
    expect(await labels.removePromptLabel(owner, { label_id, version_id })).toEqual({ removed: true });
    expect(await labels.deletePromptLabel(owner, { label_id })).toEqual({ deleted: true });
    expect(await refusal(labels.deletePromptLabel(owner, { label_id: staging.id }))).toEqual([
      "conflict",
      "staging belongs to every organization and cannot be deleted.",
    ]);
  });
});

describe("a label that is deleted while it moves", () => {
  const made = async () => {
    const { id: label_id } = await labels.createPromptLabel(owner, { name: fresh(), type: "custom" });
    const { id } = await create();
    return {
      id,
      label_id,
      assign: () => labels.assignPromptLabel(owner, { prompt_id: id, label_id, version: "v1", message: "" }),
    };
  };
  const targetsOf = (labelId: string) =>
    database.db.$count(promptLabelTargets, eq(promptLabelTargets.labelId, labelId));

  test("points nowhere: the move waits for the deletion and then finds no label", async () => {
    const { label_id, assign } = await made();
    let moved: Promise<unknown> = Promise.resolve();
    await database.db.transaction(async (tx) => {
      await tx.delete(promptLabels).where(eq(promptLabels.id, label_id));
      moved = refusal(assign());
      await expect.poll(waitsForLock).toBe(true);
    });
    expect([await moved, await targetsOf(label_id)]).toEqual([["notFound", "Label not found."], 0]);
  });

  test("either moves or is deleted, in every order", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { label_id, assign } = await made();
      const [moved, deleted] = await Promise.all([
        refusal(assign()),
        refusal(labels.deletePromptLabel(other, { label_id })),
      ]);
      expect([moved, deleted].filter((result) => result === null)).toHaveLength(1);
      expect(await targetsOf(label_id)).toBe(moved === null ? 1 : 0);
    }
  });
});

test("the list filters by folder, label and name", async () => {
  const mine = await createCaller(database.db, await createOrganization(database.db));
  const first = await create("Reply to parcels", mine, "Support");
  await create("Reply", mine, "Support");
  await create("Sort", mine);
  await move(first.id, "v1", null, mine);
  const list = (query: object) => listPrompts(mine, { page: 1, ...query });
  const all = await list({});
  expect([pageOf(all), all.folders]).toEqual([3, ["Support"]]);
  const names = async (query: object) => (await list(query)).results.map(({ name }) => name);
  expect(await names({ search: "Reply" })).toEqual(["Reply", "Reply to parcels"]);
  expect(await names({ folder: "Support", label: "PRODUCTION" })).toEqual(["Reply to parcels"]);
  expect(await names({ folder: "" })).toEqual(["Sort"]);
  expect(await names({ label: "unknown" })).toEqual([]);
  expect((await list({ label: "production" })).results[0]).toMatchObject({
    versions: 1,
    latest_version: "v1",
    labels: [{ name: "production", version: "v1" }],
  });
  expect(await list({ search: "%" })).toMatchObject({ count: 0, results: [] });
});
