// The gateway, administered in the browser by an Owner; what the screens say is what its clients meet.
import { listConfigVersions } from "@/lib/contracts/gateway/configs";
import { expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { chatThrough, ownGateway } from "./gateway";

test("I make a key in the browser, call through it, change its limit, and revoke it", async ({ ownersPage: page }) => {
  const name = unique("Support bot");
  await visit(page, "/gateway");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Requests a minute").fill("50");
  await dialog.getByLabel("Addresses").fill("not an address");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(/Must be an IP address/)).toBeVisible();
  await dialog.getByLabel("Addresses").fill("");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const key = (await dialog.locator("code").first().textContent()) ?? "";
  expect(key).toMatch(/^sk-assay-/);
  await dialog.getByRole("button", { name: "I have copied it" }).click();

  const limitOf = async () => Number((await chatThrough(key)).headers.get("x-ratelimit-limit-requests"));
  expect(await limitOf()).toBe(50);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  // A minute may have ended since.
  await expect(page.getByText(/^(49|50) left of 50$/)).toBeVisible();
  await page.keyboard.press("e");
  await dialog.getByLabel("Requests a minute").fill("40");
  await dialog.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByText(/left of 40$/)).toBeVisible();
  expect(await limitOf()).toBe(40);

  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("The key is revoked")).toBeVisible();
  expect((await chatThrough(key)).status).toBe(401);
});

test("I write the configuration, see what it changes, and go back", async ({ browser, playwright }) => {
  const { page, organizationId, version: before } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/configuration");
  await page.getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Configuration" });
  await expect(editor).toHaveValue(/unicorn/);
  const text = await editor.inputValue();
  await editor.fill(`${text}\nrate_limiting:\n  rpm: many\n`);
  await page.getByRole("button", { name: "Save as a new version" }).click();
  const wrong = text.split("\n").length + 2;
  await expect(page.getByRole("alert").filter({ hasText: `Line ${wrong}: ` })).toContainText("rate_limiting.rpm");
  await editor.fill(text.replace("unicorn", "griffin"));
  await page.getByLabel("Why").fill("Other beasts");
  await page.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText(`Version ${before + 1}. Secrets are masked.`)).toBeVisible();

  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByRole("row", { name: /Other beasts/ })).toContainText("In force");
  await page.getByRole("link", { name: `Version ${before}`, exact: true }).click();
  await expect(page.locator("del")).toContainText("griffin");
  await expect(page.locator("ins")).toContainText("unicorn");
  await page.getByRole("button", { name: "Go back to this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Go back to this version" })).toBeHidden();
  const { data } = await (await page.request.get(`/-/orgs/${organizationId}/config/versions`)).json();
  expect(listConfigVersions.response.shape.data.parse(data).find(({ active }) => active)?.version).toBe(before);
  await page.context().close();
});

test("I try a guardrail on a text, and see what it finds and where", async ({ browser, playwright }) => {
  const { page } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/guardrails");
  await page.getByRole("button", { name: "Try No unicorns" }).click();
  await page.getByLabel("Text").fill("One Unicorn, and a horse.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Passes, with a warning")).toBeVisible();
  await expect(page.locator("mark")).toHaveText(/^Unicorn/);
  await page.getByLabel("Rule").fill("type: no-such-rule");
  await page.getByRole("button", { name: "Try", exact: false }).last().click();
  await expect(page.getByText(/rule\.type/)).toBeVisible();
  await page.context().close();
});

test("a Member is told who administers the gateway", async ({ browser, playwright }) => {
  const page = await pageOf({ browser, playwright }, await newMember("Mia Lind"));
  await visit(page, "/gateway");
  await expect(page.getByText("Owners and Admins administer the gateway")).toBeVisible();
  await page.context().close();
});
