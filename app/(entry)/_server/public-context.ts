import { connection } from "@/db/client";
import type { PublicContext } from "@/lib/context";
import { storeEvent } from "@/lib/events";

/** For reading what a link's token opens, before anybody has signed in. */
export function publicContext(): PublicContext {
  const { db } = connection();
  return { db, now: () => new Date(), emit: (event) => storeEvent(db, event), address: null };
}
