import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { Failure } from "@/lib/errors";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { addPromptComment, deletePromptComment, editPromptComment, listPromptComments } from "./comments";
import { createPrompt } from "./prompts";
import { deletePromptVersion, savePromptVersion } from "./versions";

let database: Awaited<ReturnType<typeof startTestGateway>>;
let author: Context;
let colleague: Context;
let admin: Context;
let stranger: Context;
let prompt_id: string;
beforeAll(async () => {
  database = await startTestGateway();
  const organization = await createOrganization(database.db);
  author = await createCaller(database.db, organization, "Member");
  colleague = await createCaller(database.db, organization, "Member");
  admin = await createCaller(database.db, organization, "Admin");
  stranger = await createCaller(database.db, await createOrganization(database.db));
  const content = promptContent.parse({ messages: [{ role: "user", content: "Hi" }] });
  const named = { name: `Prompt ${randomUUID()}`, folder: "", description: "", message: "", content };
  prompt_id = (await createPrompt(author, named)).id;
  await savePromptVersion(author, { prompt_id, message: "", content });
});
afterAll(() => database.close());

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? `${error.kind}: ${error.message}` : error),
  );
const say = (comment: string, more: { version?: string | null; mentioned_user_ids?: string[] } = {}, by = author) =>
  addPromptComment(by, { prompt_id, comment, version: null, mentioned_user_ids: [], ...more });
const texts = async (version?: string) =>
  (await listPromptComments(author, { prompt_id, page: 1, ...(version ? { version } : {}) })).results.map(
    ({ comment }) => comment,
  );

test("comments belong to the prompt or a version, newest first, and outlive the version", async () => {
  await say("Whole");
  const { id, ...second } = await say("Second", { version: "v1", mentioned_user_ids: [colleague.caller.userId] });
  expect(second).toMatchObject({
    version: "v1",
    edited_at: null,
    created_by: { id: author.caller.userId },
    mentioned_users: [{ id: colleague.caller.userId, name: "Ada Example" }],
  });
  expect(await refusal(say("x", { version: "v9" }))).toBe("notFound: The prompt has no version v9.");
  await deletePromptVersion(author, { prompt_id, version: "v1" });
  expect([await texts(), await texts("v1"), await texts("v2")]).toEqual([["Second", "Whole"], ["Second"], []]);
  await deletePromptComment(author, { prompt_id, comment_id: id });
});

test("only the author edits a comment; the author or an Admin deletes it", async () => {
  const { id: comment_id } = await say("First words");
  const edit = (by: Context) =>
    editPromptComment(by, { prompt_id, comment_id, comment: "Other words", mentioned_user_ids: [] });
  for (const by of [colleague, admin]) expect(await refusal(edit(by))).toMatch(/^forbidden: Only the author/);
  expect(await edit(author)).toMatchObject({ comment: "Other words", edited_at: expect.any(String) });
  const remove = (by: Context) => deletePromptComment(by, { prompt_id, comment_id });
  expect(await refusal(remove(colleague))).toMatch(/^forbidden: Only the author, an Owner or an Admin/);
  expect(await Promise.all([refusal(remove(admin)), refusal(remove(author))])).toContain(null);
  expect(await refusal(edit(author))).toBe("notFound: Comment not found.");
});

test("people of other organizations cannot be mentioned, read or write", async () => {
  const mentioned_user_ids = [stranger.caller.userId];
  expect(await refusal(say("x", { mentioned_user_ids }))).toMatch(
    /^invalid: mentioned_user_ids: User .* is not a member/,
  );
  expect(await refusal(say("x", {}, stranger))).toBe("notFound: Prompt not found.");
  expect(await refusal(listPromptComments(stranger, { prompt_id, page: 1 }))).toBe("notFound: Prompt not found.");
});
