// The annotator's desk as its user sees it.
import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { expect, visit } from "./fixtures";

/** One label's field of the form. */
export const field = (page: Page, name: string): Locator =>
  page.getByRole("region", { name: "Annotation" }).getByRole("group", { name });

/** The heading over the source: "Row 3 of Conversations", for managers and reviewers. Annotators see no numbers. */
export const sourceHeading = (page: Page): Locator =>
  page.getByRole("region", { name: "Source" }).getByRole("heading", { level: 1 });

/** The shown row's question, by which everybody can tell rows of a scene apart. */
export const shownQuestion = (page: Page): Locator =>
  page.getByRole("region", { name: "Source" }).getByText(/^Question \d+\?$/);

/** Skips the shown item by key, with a reason or without. */
export async function skipByKey(page: Page, reason?: string): Promise<void> {
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog", { name: "Skip this item" }).getByRole("textbox")).toBeFocused();
  if (reason) await page.keyboard.type(reason);
  await page.keyboard.press("Enter");
}

/** Opens the desk and waits until an item can be annotated. */
export async function openDesk(page: Page, queueId: string, itemId?: string): Promise<void> {
  await visit(page, links.desk(queueId, itemId));
  await expect(sourceHeading(page)).toBeVisible();
}

/** Follows which items the page has loaded: those shown, and those claimed in advance. Returns how many so far. */
export function watchLoadedItems(page: Page): () => number {
  const loaded = new Set<string>();
  page.on("response", async (response) => {
    const detail = /items\/([^/]+)\/annotate-detail/.exec(response.url());
    if (detail?.[1]) loaded.add(detail[1]);
    if (!response.url().includes("claim-ahead")) return;
    // The page may be gone before its body is read.
    const body: { result?: { items?: { item: { id: string } }[] } } | null = await response.json().catch(() => null);
    for (const { item } of body?.result?.items ?? []) loaded.add(item.id);
  });
  return () => loaded.size;
}

/** Playwright's name of a shortcut's keys: "mod+enter", "arrowleft". */
export const strokeOf = (keys: string): string =>
  keys
    .split("+")
    .map((key) => ({ mod: "Control", shift: "Shift", enter: "Enter", escape: "Escape" })[key] ?? arrow(key))
    .join("+");
const arrow = (key: string): string =>
  key.startsWith("arrow") ? `Arrow${key.charAt(5).toUpperCase()}${key.slice(6)}` : key;
