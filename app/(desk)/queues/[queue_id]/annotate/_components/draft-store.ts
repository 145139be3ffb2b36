import { z } from "zod";
import type { Draft } from "./draft";

const stored = z.object({
  values: z.record(z.string(), z.record(z.string(), z.unknown()).nullable()),
  labelNotes: z.record(z.string(), z.string()),
  itemNote: z.string(),
});

const keyOf = (userId: string, itemId: string): string => `assay:draft:${userId}:${itemId}`;

/** Drafts in the browser, by person and item: they outlive a reload, a lost connection and an expired reservation. */
export function draftStore(userId: string, storage: Pick<Storage, "getItem" | "setItem" | "removeItem">) {
  return {
    read(itemId: string): Draft | null {
      try {
        const text = storage.getItem(keyOf(userId, itemId));
        return text === null ? null : { ...stored.parse(JSON.parse(text)), changed: true };
      } catch {
        return null;
      }
    },
    /** False when the browser refuses to keep it (storage full or forbidden). */
    write(itemId: string, { values, labelNotes, itemNote }: Draft): boolean {
      try {
        storage.setItem(keyOf(userId, itemId), JSON.stringify({ values, labelNotes, itemNote }));
        return true;
      } catch {
        return false;
      }
    },
    remove(itemId: string): void {
      try {
        storage.removeItem(keyOf(userId, itemId));
      } catch {
        // Where nothing can be stored there is nothing to remove.
      }
    },
  };
}

export type DraftStore = ReturnType<typeof draftStore>;

const nothing = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };

/** Local storage, or nothing where it does not exist or may not be used. */
export function browserStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  try {
    return globalThis.localStorage ?? nothing;
  } catch {
    return nothing;
  }
}
