// What becomes of the work of people who leave a queue, or who may no longer annotate in it.
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { removeMember } from "@/lib/accounts/members";
import { listItems } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { getQueue, updateQueue } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const idsOf = (...people: Context[]) => people.map(({ caller }) => caller.userId);

test("a creator who has left the organization does not come back as a member of the queue", async () => {
  const [creator, anna] = [await member(), await member()];
  const queue = await createTestQueue(creator, organization, { items: 2, annotators: [anna], autoAssign: false });
  await removeMember(owner, { user_id: creator.caller.userId });
  const { queue_id } = queue;
  await updateQueue(owner, { queue_id, annotator_ids: idsOf(anna), assignment_strategy: "round_robin" });
  const changed = await getQueue(owner, { queue_id });
  expect(changed.annotators.map(({ user_id }) => user_id)).toEqual(idsOf(anna));
  const { results } = await listItems(owner, { queue_id, page: 1, limit: 100, ordering: "order" });
  expect(results.map((item) => item.assigned_to)).toEqual([...idsOf(anna), ...idsOf(anna)]);
  const roles = { [creator.caller.userId]: "manager" as const };
  await expect(updateQueue(owner, { queue_id, annotator_roles: roles })).rejects.toMatchObject({
    detail: { fields: { annotator_roles: [expect.any(String)] } },
  });
  await updateQueue(owner, { queue_id, annotator_ids: [] });
  expect((await getQueue(owner, { queue_id })).annotators).toEqual([]);
});
