import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import { datasetColumns, datasetRows } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import type { Send } from "@/lib/gateway/providers/provider";
import { getItemMedia, getMediaHosts, setMediaHosts } from "./item-media";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotator: Context;
const address = "https://cdn.example.com/photos/first%20one.png";
const send = vi.fn<Send>(async () => ({ status: 200, headers: { "content-type": "image/png" }, body: "picture" }));

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotator = await createCaller(database.db, organization);
});

/** An item whose row has a column with the address. */
async function scene() {
  const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
  const itemId = queue.itemIds[0] ?? "";
  const ofItem = sql`${datasetRows.id}::text = (select source_id from queue_items where id = ${itemId})`;
  const [row] = await database.db.select({ datasetId: datasetRows.datasetId }).from(datasetRows).where(ofItem);
  const [column] = await database.db
    .insert(datasetColumns)
    .values({ datasetId: row?.datasetId ?? "", name: "photo", dataType: "image", order: 9 })
    .returning();
  await database.db
    .update(datasetRows)
    .set({ cells: sql`cells || jsonb_build_object(${column?.id}::text, ${address}::text)` })
    .where(ofItem);
  return { queue_id: queue.queue_id, item_id: itemId, address };
}

test("a file loads for people who see its address, from hosts that the organization allows", async () => {
  const request = await scene();
  expect(await getMediaHosts(annotator, {})).toEqual({ hosts: [] });
  await expect(getItemMedia(annotator, request, send)).rejects.toMatchObject({ kind: "forbidden" });
  expect(send).not.toHaveBeenCalled();
  await setMediaHosts(owner, { hosts: ["*.example.com"] });
  const file = await getItemMedia(annotator, request, send);
  expect(file).toMatchObject({ filename: "first%20one.png", mediaType: "image/png" });
  expect(await new Response(file.content).text()).toBe("picture");
});

test("an address that the source lacks, or hides from annotators, is not found", async () => {
  await setMediaHosts(owner, { hosts: ["*.example.com"] });
  const request = await scene();
  send.mockClear();
  const other = { ...request, address: "https://cdn.example.com/other.png" };
  await expect(getItemMedia(annotator, other, send)).rejects.toMatchObject({ kind: "notFound" });
  const source_layout = {
    fields: [{ field: "photo", role: "hidden" as const, width: "full" as const }],
    shows_expected: false,
  };
  await updateQueue(owner, { queue_id: request.queue_id, source_layout });
  await expect(getItemMedia(annotator, request, send)).rejects.toMatchObject({ kind: "notFound" });
  expect(send).not.toHaveBeenCalled();
  expect(await getItemMedia(owner, request, send)).toMatchObject({ mediaType: "image/png" });
});

test("a file that the instructions name loads at any item of the queue", async () => {
  await setMediaHosts(owner, { hosts: ["*.example.com"] });
  const { queue_id, item_id } = await scene();
  const example = "https://cdn.example.com/guide/%C3%9Cbung.png";
  const request = { queue_id, item_id, address: example };
  await expect(getItemMedia(annotator, request, send)).rejects.toMatchObject({ kind: "notFound" });
  for (const written of [example, "https://cdn.example.com/guide/Übung.png"]) {
    await updateQueue(owner, { queue_id, instructions: `Like this:\n\n![a cat](${written})` });
    expect(await getItemMedia(annotator, request, send)).toMatchObject({ mediaType: "image/png" });
  }
  const broken = { ...request, address: "https://cdn.example.com/%C3" };
  await expect(getItemMedia(annotator, broken, send)).rejects.toMatchObject({ kind: "notFound" });
});

test("another organization's allowed hosts do not count", async () => {
  await setMediaHosts(owner, { hosts: ["*.example.com"] });
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  expect(await getMediaHosts(stranger, {})).toEqual({ hosts: [] });
  await expect(getItemMedia(stranger, await scene(), send)).rejects.toMatchObject({ kind: "notFound" });
});
