// What axe finds on a page.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";
import { expect } from "./fixtures";

/** Evaluated as the debugger does: a script that is put into the page may not run there. */
export const axeScript = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function axeFlaws(page: Page): Promise<string[]> {
  await page.evaluate(`${axeScript}; 0`);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") }; // safe because its script has been added
    return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** In dark and in light. Without motion, so that no color is measured on its way, and when no table waits for newer rows, pale. */
export async function expectNoFlaws(page: Page): Promise<void> {
  await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await axeFlaws(page), colorScheme).toEqual([]);
  }
}
