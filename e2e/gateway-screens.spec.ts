// An Owner administers the gateway in the browser, and its clients see the effects.
import { listConfigVersions } from "@/lib/contracts/gateway/configs";
import { expect, newMember, origin, pageOf, test, unique, visit } from "./fixtures";
import { chatThrough, configureGateway, ownGateway } from "./gateway";

test("I create a key in the browser, call with it, change its limit, and revoke it", async ({ ownersPage: page }) => {
  const name = unique("Support bot");
  await visit(page, "/gateway");
  // Where there is no key yet, the empty list offers it as well.
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Requests per minute").fill("50");
  await dialog.getByLabel("IP addresses").fill("not an address");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(/Must be an IP address/)).toBeVisible();
  await dialog.getByLabel("IP addresses").fill("");
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
  await dialog.getByLabel("Requests per minute").fill("40");
  await dialog.getByRole("button", { name: "Save key" }).click();
  await expect(page.getByText(/left of 40$/)).toBeVisible();
  expect(await limitOf()).toBe(40);

  await page.getByRole("button", { name: "Revoke…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("The key is revoked")).toBeVisible();
  expect((await chatThrough(key)).status).toBe(401);
});

test("I edit the configuration, see what changes, and go back", async ({ browser, playwright }) => {
  const { page, organizationId, version: before } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/configuration?tab=text");
  const editor = page.getByRole("textbox", { name: "Configuration" });
  await expect(editor).toHaveValue(/unicorn/);
  const text = await editor.inputValue();
  await editor.fill(`${text}\nrate_limiting:\n  rpm: many\n`);
  const wrong = text.split("\n").length + 2;
  await expect(page.getByText(`Line ${wrong}: rate_limiting.rpm: Must be a whole number`)).toBeVisible();
  await editor.fill(text.replace("unicorn", "griffin"));
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Change description").fill("Other beasts");
  // Another user saves meanwhile: no change is lost.
  await configureGateway(page, organizationId, { tracing: "off" });
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await dialog.getByRole("button", { name: "Apply my changes to it" }).click();
  await expect(dialog.locator("ins")).toContainText("griffin");
  await expect(dialog.locator("ins")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText(`Version ${before + 2} active`)).toBeVisible();
  await expect(editor).toHaveValue(/griffin/);
  await expect(editor).toHaveValue(/tracing: "?off/);

  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByRole("row", { name: /Other beasts/ })).toContainText("Active");
  await page.getByRole("link", { name: `Version ${before}`, exact: true }).click();
  await expect(page.locator("del").first()).toContainText("griffin");
  await expect(page.locator("ins")).toContainText("unicorn");
  await page.getByRole("button", { name: "Go back to this version" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Go back" }).click();
  await expect(page.getByRole("alertdialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Go back to this version" })).toBeHidden();
  const { data } = await (await page.request.get(`/-/orgs/${organizationId}/config/versions`)).json();
  expect(listConfigVersions.response.shape.data.parse(data).find(({ active }) => active)?.version).toBe(before);
  await page.context().close();
});

test("I create a provider, a route and a guardrail in forms, and requests use them", async ({
  browser,
  playwright,
}) => {
  const { page } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/configuration");
  await page.getByRole("button", { name: "Add provider" }).click();
  await page.getByRole("menuitem", { name: "Custom provider…" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("harbour");
  await page.getByRole("textbox", { name: "Address" }).fill("ftp://harbour.example.com");
  await page.getByLabel("API key").fill("sk-harbour-0123456789-abcdef");
  await page.getByRole("textbox", { name: "Models" }).fill("tide");
  // The server says what is wrong, and it stands at its field.
  const address = page.locator('[data-field="providers.harbour.base_url"]');
  await expect(address.getByText("Must be an http or https address.")).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("https://harbour.example.com/v1");
  await expect(address.getByText("Must be an http or https address.")).toBeHidden();

  await page.getByRole("tab", { name: /Routing/ }).click();
  await page.getByRole("button", { name: "Add route" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("steady");
  const target = (number: number) => page.getByRole("listitem", { name: `target ${number}` });
  const modelOf = (number: number) => target(number).getByRole("combobox", { name: "Model at the provider" });
  for (const [number, model] of [
    [1, "echo"],
    [2, "error-500"],
  ] as const) {
    if (number > 1) await page.getByRole("button", { name: "Add", exact: true }).click();
    await target(number).getByRole("combobox", { name: "Provider", exact: true }).fill("sandbox");
    await page.keyboard.press("Tab");
    await modelOf(number).fill(model);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Alt+ArrowUp");
  await expect(modelOf(1)).toHaveValue("error-500");
  await page.getByRole("button", { name: "All routes" }).click();
  await page.getByRole("combobox", { name: "First target" }).click();
  await page.getByRole("option", { name: "Configured order" }).click();

  await page.getByRole("tab", { name: /Guardrails/ }).click();
  await page.getByRole("button", { name: "Add guardrail" }).click();
  await page.getByRole("menuitem", { name: "Words" }).click();
  await page.getByRole("textbox", { name: "Words" }).fill("kraken");
  await expect(page.getByRole("combobox", { name: "When it fires" })).toHaveText("Block");
  await page.getByRole("textbox", { name: "Text" }).fill("A Kraken!");
  await page.getByRole("button", { name: "Try" }).click();
  await expect(page.getByText("Blocked", { exact: true })).toBeVisible();

  // Nothing is lost by leaving, in whichever way, and so nobody asks; a mark says where the changes wait.
  await page.getByRole("link", { name: "Keys", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gateway keys" })).toBeVisible();
  await page.getByRole("link", { name: "Configuration unsaved changes" }).click();
  await page.getByRole("button", { name: "Review and save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Version 2 active")).toBeVisible();
  await page.getByRole("tab", { name: /Providers/ }).click();
  await page.getByRole("link", { name: "harbour" }).click();
  await expect(page.getByLabel("API key")).toHaveValue("sk-harbo****cdef");

  const created = await page.request.post("/-/keys", { data: { name: "story" }, headers: { origin: origin() } });
  const { key } = await created.json();
  const answer = await chatThrough(key, "steady");
  expect(answer.headers.get("x-gateway-fallback-used")).toBe("true");
  expect(await answer.text()).toContain("Sandbox echo: Hello");
  expect((await chatThrough(key, "steady", "Beware the kraken")).status).toBe(403);
  await page.context().close();
});

test("I test a guardrail on a text, and see what it finds and where", async ({ browser, playwright }) => {
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

test("I add a rule from the test bench, and the log marks the requests where it fired", async ({
  browser,
  playwright,
}) => {
  const { page } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/guardrails");
  await page.getByLabel("Rule").fill("type: [");
  await page.getByRole("button", { name: "Add this rule" }).click();
  await expect(page.getByText(/^Line 1: /)).toBeVisible();
  await page.getByLabel("Rule").fill("type: pii-detection\nname: Addresses\nconfig: {entities: [email]}");
  await page.getByRole("button", { name: "Add this rule" }).click();
  await expect(page.getByRole("heading", { name: "Addresses" })).toBeVisible();
  await expect(page.getByText("“Unchanged” leaves it as it is")).toBeVisible();
  await page.getByRole("button", { name: "Review and save" }).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog
      .locator("ins")
      .getByText(/Addresses/)
      .first(),
  ).toBeVisible();
  await expect(dialog.getByText(/remediation/)).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save as a new version" }).click();
  await expect(page.getByText("Version 2 active")).toBeVisible();

  const created = await page.request.post("/-/keys", { data: { name: "story" }, headers: { origin: origin() } });
  const { id, key } = await created.json();
  expect((await chatThrough(key, "sandbox/echo", "Write to ann@example.com")).status).toBe(200);
  await visit(page, `/gateway/requests?key=${id}`);
  await expect(page.getByRole("link", { name: /200.*guardrail logged/ })).toBeVisible();
  await page.context().close();
});

test("I see what models cost, and that budgets do not count those without a price", async ({ browser, playwright }) => {
  const { page } = await ownGateway({ browser, playwright });
  await visit(page, "/gateway/models?search=sandbox/echo");
  await expect(page.getByRole("row", { name: /sandbox\/echo/ }).first()).toContainText("Free");
  await visit(page, "/gateway/models?search=large");
  await expect(page.getByRole("row", { name: /large/ }).first()).toContainText("No price: budgets do not count it");
  await visit(page, "/gateway");
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Budget" }).click();
  await page.getByRole("option", { name: "Daily" }).click();
  await expect(dialog.getByText("Models without a price are not counted.")).toBeVisible();
  await dialog.getByRole("switch", { name: "Refuse models without a price" }).click();
  await expect(dialog.getByText("Models without a price are not counted.")).toBeHidden();
  await dialog.getByRole("switch", { name: "Refuse models without a price" }).click();
  await dialog.getByRole("radio", { name: /Managed/ }).click();
  await expect(dialog.getByText("Models without a price are not counted.")).toBeHidden();
  await page.context().close();
});

test("a Member sees who administers the gateway", async ({ browser, playwright }) => {
  const page = await pageOf({ browser, playwright }, await newMember("Mia Lind"));
  await visit(page, "/gateway");
  await expect(page.getByText("Owners and Admins administer the gateway")).toBeVisible();
  await page.context().close();
});
