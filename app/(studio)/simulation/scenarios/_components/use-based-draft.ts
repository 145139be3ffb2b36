"use client";
import { type Drafts, useStoredDraft } from "@/app/_components/draft-store";

/** A draft, and the version or text that stood there when it was begun. */
export interface Based<T, Base> {
  value: T;
  base: Base;
}

/** The draft of a part of a screen, which tells when another one was saved since it was begun. */
export function useBasedDraft<T, Base>(drafts: Drafts<Based<T, Base>>, place: string, part: string, standing: Base) {
  const [draft, write] = useStoredDraft(drafts, place, part);
  return {
    draft: draft?.value ?? null,
    isOutdated: draft !== null && draft.base !== standing,
    change: (value: T) => write((before) => ({ value, base: before ? before.base : standing })),
    forget: () => write(() => null),
  };
}
