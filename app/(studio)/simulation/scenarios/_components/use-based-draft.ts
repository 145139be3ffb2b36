"use client";
import { type Drafts, useStoredDraft } from "@/app/_form/draft-store";

/** A draft and the version or text that it started from. */
export interface Based<T, Base> {
  value: T;
  base: Base;
}

/** A draft of one part of a screen. `isOutdated` is true if another version was saved since it began. */
export function useBasedDraft<T, Base>(drafts: Drafts<Based<T, Base>>, address: string, part: string, current: Base) {
  const [draft, write] = useStoredDraft(drafts, address, part);
  return {
    draft: draft?.value ?? null,
    isOutdated: draft !== null && draft.base !== current,
    change: (value: T) => write((before) => ({ value, base: before ? before.base : current })),
    forget: () => write(() => null),
  };
}
