// Files that an item's source or its queue's instructions name by their address.

import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { organizations } from "@/db/schema";
import { withoutHidden } from "@/lib/annotation/contents/rules/hidden-fields";
import { shownToAnnotators } from "@/lib/annotation/contents/rules/shown-source";
import { assertMaySee } from "@/lib/annotation/items/item-access";
import { itemInQueue, mayReview, queueAccess } from "@/lib/annotation/scope/loaders";
import { loadContent } from "@/lib/annotation/sources/sources";
import { recordAct } from "@/lib/audit/record";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/media";
import { notFound } from "@/lib/errors";
import { liveParts } from "@/lib/gateway/live";
import type { Send } from "@/lib/gateway/providers/provider";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { fetchMedia } from "./fetch-media";

interface MediaRequest {
  queue_id: string;
  item_id: string;
  address: string;
}

export async function getItemMedia(
  { db, caller }: Pick<Context, "db" | "caller">,
  { queue_id, item_id, address }: MediaRequest,
  send: Send = (request) => liveParts().send(request),
): Promise<FileOutput> {
  const access = await queueAccess(db, caller, queue_id);
  const item = await itemInQueue(db, access.queue, item_id);
  assertMaySee(caller, access, item);
  const content = await loadContent(db, caller.organizationId, item);
  const shown = mayReview(access) ? content : withoutHidden(shownToAnnotators(content), access.queue.sourceLayout);
  const url = URL.parse(address);
  const named = [shown, access.queue.instructions];
  // Markdown encodes what its author wrote in other letters.
  if (!url || !(names(named, address) || names(named, decoded(address))))
    throw notFound("Neither the item's source nor the instructions have such an address.");
  const { type, bytes } = await fetchMedia(send, url, await hostsOf(db, caller.organizationId));
  const filename = url.pathname.split("/").at(-1)?.slice(-100) || "file";
  return { filename, mediaType: type, content: byteStream(bytes) };
}

/** Whether any text in it contains the address. */
function names(value: unknown, address: string): boolean {
  if (typeof value === "string") return value.includes(address);
  return typeof value === "object" && value !== null && Object.values(value).some((each) => names(each, address));
}

function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch (error) {
    if (error instanceof URIError) return address;
    throw error;
  }
}

async function hostsOf(db: Database, organizationId: string): Promise<string[]> {
  const [row] = await db
    .select({ hosts: organizations.mediaHosts })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.hosts ?? [];
}

export const getMediaHosts: Verb<typeof contracts.getMediaHosts> = async ({ db, caller }) => ({
  hosts: await hostsOf(db, caller.organizationId),
});

export const setMediaHosts: Verb<typeof contracts.setMediaHosts> = async (context, { hosts }) => {
  const { db, caller } = context;
  const own = eq(organizations.id, caller.organizationId);
  const [organization] = await db.select().from(organizations).where(own).for("no key update");
  await db.update(organizations).set({ mediaHosts: hosts }).where(own);
  const before = { media_hosts: organization?.mediaHosts ?? [] };
  await recordAct(context, { targetId: caller.organizationId, before, after: { media_hosts: hosts } });
  return { hosts };
};
