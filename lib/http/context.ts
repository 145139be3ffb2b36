import { connection } from "@/db/client";
import type { Caller, Context, PublicContext } from "@/lib/context";
import { storeEvent } from "@/lib/events";

/** The context of a verb, outside any transaction. */
export function publicContext(address: string | null): PublicContext {
  const { db } = connection();
  return { db, now: () => new Date(), emit: (event) => storeEvent(db, event), address };
}

export const contextFor = (caller: Caller, address: string | null = null): Context => ({
  ...publicContext(address),
  caller,
});
