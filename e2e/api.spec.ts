import { links } from "@/lib/client/links";
import { listLabels } from "@/lib/contracts/annotation/labels";
import { expect, test, unique, visit } from "./fixtures";

const key = (): string => process.env.ASSAY_INIT_API_KEY ?? "";

test("I find an operation by its name, send it with my key and see the answer", async ({ page, api }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await visit(page, links.api());
  await page.getByRole("searchbox", { name: "Find an operation" }).fill("createLabel");
  await page.getByRole("link", { name: /^createLabel POST/ }).click();
  await expect(page).toHaveURL(/operation=createLabel/);

  // Without a key or a session the server refuses.
  const answer = page.locator(".live-responses-table");
  const name = unique("Tried");
  await page.getByLabel("Request body").fill(JSON.stringify({ name, type: "text", settings: {} }));
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(answer).toContainText("401");

  await page.getByLabel("API key").fill(key());
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(answer).toContainText("200");
  await expect(page.locator("#operation")).not.toContainText(key());
  const { results } = await api(listLabels, { search: name });
  expect(results.map((label) => label.name)).toEqual([name]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test("when signed in I need no key, and an unknown operation says so", async ({ ownersPage: page }) => {
  await visit(page, links.apiKeys());
  await page.getByRole("link", { name: "Try the API" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API" })).toBeVisible();
  await visit(page, links.api("getUserInfo"));
  await page.getByRole("button", { name: "Execute" }).click();
  await expect(page.locator(".live-responses-table")).toContainText("organization_role");
  await visit(page, links.api("none"));
  await expect(page.getByRole("heading", { name: "Operation not found" })).toBeVisible();
});
