import { end, forget, startServer } from "@/lib/server/testing/own-server";
import { expect, test } from "./fixtures";

test("npm run dev serves interactive pages", async ({ page }) => {
  test.setTimeout(480_000);
  const { starter, directory, target, output } = await startServer({ words: ["--dev"] });
  try {
    await expect.poll(output, { timeout: 180_000 }).toContain("Ready on");
    await page.goto(`${target.origin}/sign-in`, { timeout: 200_000 });
    // Drawn by its scripts alone, once they may begin.
    await page.getByLabel("Password", { exact: true }).fill("a pass phrase");
    await expect(async () => {
      await page.getByRole("button", { name: /the password$/ }).click();
      await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text", { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    // With its page open.
    expect(await end(starter)).toBe(0);
  } finally {
    if (starter.exitCode === null) await end(starter);
    await forget(directory);
  }
});
