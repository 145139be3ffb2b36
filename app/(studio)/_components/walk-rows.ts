// Keyboard navigation through a table whose rows open beside it. Each row's link has the row's id in `data-id`.

export const linkOf = (id: string | undefined) => document.querySelector<HTMLAnchorElement>(`a[data-id="${id}"]`);

/** Moves by this many rows; the open detail follows. */
export function step(by: number, openId: string | undefined, open: (id: string) => void): void {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>("a[data-id]")];
  const current = openId ? linkOf(openId) : document.activeElement;
  const at = current instanceof HTMLAnchorElement ? rows.indexOf(current) : -1;
  const next = at < 0 ? rows[0] : rows[at + by];
  next?.focus();
  if (openId && next?.dataset.id) open(next.dataset.id);
}
