import { connection } from "@/db/client";
import type { PublicContext } from "@/lib/context";
import { Failure } from "@/lib/errors";
import { storeEvent } from "@/lib/events";

/** For reading what a link's token opens, before anybody has signed in. */
export function publicContext(): PublicContext {
  const { db } = connection();
  return { db, now: () => new Date(), emit: (event) => storeEvent(db, event), address: null };
}

/** What a link opens, or the sentence that says why it does not. */
export async function opened<T>(open: () => Promise<T>): Promise<T | { refused: string }> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message };
    throw error;
  }
}
