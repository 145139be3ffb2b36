"use client";
// A table whose rows open beside it. Each row's link has the row's id in `data-id`.
import { useAddress } from "@/app/_components/use-address";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";

const linkOf = (id: string | undefined) => document.querySelector<HTMLAnchorElement>(`a[data-id="${id}"]`);

/** The row that the address opens by its parameter, here also the noun. J and K open its neighbours in the table. */
export function useOpenRow(noun: string, inside: Record<string, null> = {}) {
  const { get, set } = useAddress();
  const openId = get(noun);
  const open = (id: string | null) => set({ ...inside, [noun]: id }, { keepsBack: openId === undefined });
  const close = () => {
    open(null);
    linkOf(openId)?.focus();
  };
  useShortcuts("Page", [
    { keys: "j", description: `Next ${noun}`, run: () => step(1, openId, open) },
    { keys: "k", description: `Previous ${noun}`, run: () => step(-1, openId, open) },
    ...(openId ? [{ keys: "escape", description: `Close the ${noun}`, run: close }] : []),
  ]);
  return { openId, open, close };
}

/** Moves by this many rows; the open detail follows. */
function step(by: number, openId: string | undefined, open: (id: string) => void): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-id]")];
  const current = openId ? linkOf(openId) : document.activeElement;
  const at = current instanceof HTMLAnchorElement ? rows.indexOf(current) : -1;
  const next = at < 0 ? rows[0] : rows[at + by];
  next?.focus();
  if (openId && next?.dataset.id) open(next.dataset.id);
}
