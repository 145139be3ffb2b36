// What a person does while the network fails, or while another person saves, is neither lost nor carried out later.

import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { getQueue, updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { getDatasetTable } from "@/lib/contracts/datasets/table";
import { createPrompt } from "@/lib/contracts/prompts/prompts";
import { expect, test, unique, visit } from "./fixtures";
import { datasetOf, queueOf } from "./scene";

/** Opens a page whose scripts stay away until the returned function is called. */
async function openWithoutScripts(page: Page, address: string): Promise<() => void> {
  let arrive = () => {};
  const mayArrive = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/*.js", (route) => mayArrive.then(() => route.continue()));
  await page.goto(address, { waitUntil: "commit" });
  return arrive;
}

test("what I type before a page's scripts arrive is kept", async ({ ownersPage: page }) => {
  const arrive = await openWithoutScripts(page, links.newAgent());
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Support agent");
  arrive();
  await page.waitForLoadState("networkidle");
  await expect(name).toHaveValue("Support agent");
  await name.press("Control+End");
  await name.pressSequentially(" 2");
  await expect(name).toHaveValue("Support agent 2");
});

test("Enter on a sign-in page without scripts does not empty it", async ({ page }) => {
  const arrive = await openWithoutScripts(page, links.signIn());
  const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password", { exact: true })];
  await email.fill("nobody@example.com");
  await password.fill("not the password");
  await password.press("Enter");
  await expect(email).toHaveValue("nobody@example.com");
  arrive();
  await page.waitForLoadState("networkidle");
  await password.press("Enter");
  await expect(page.getByText("The email or password is incorrect.")).toBeVisible();
});

test("offline, deleting a dataset fails at once, and is not done later", async ({ ownersPage: page, context, api }) => {
  const dataset = await datasetOf(api, 2);
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "DELETE" && sent.push(request.url()));
  await visit(page, links.dataset(dataset.id));
  await page.getByRole("button", { name: "Actions for the dataset" }).click();
  await page.getByRole("menuitem", { name: "Delete dataset…" }).click();
  await context.setOffline(true);
  const notice = page.getByText("Changes cannot be saved until you are online.");
  await expect(notice).toBeVisible();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByRole("button", { name: "Delete dataset" }).click();
  await expect(page.getByText(/Could not reach the server/).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  sent.length = 0;
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await visit(page, links.dataset(dataset.id));
  expect((await api(getDatasetTable, { dataset_id: dataset.id })).metadata.total_rows).toBe(2);
  expect(sent).toEqual([]);
});

test("what I type while a prompt's version is being saved stays in the editor", async ({ ownersPage: page, api }) => {
  const prompt = await api(createPrompt, {
    name: unique("late").replace(" ", "-"),
    content: { messages: [{ role: "user", content: "Answer {{question}}" }] },
  });
  const message = page.getByRole("textbox", { name: "Text of message 1" });
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/versions/", (route) => mayAnswer.then(() => route.continue()), { times: 1 });
  await visit(page, links.prompt(prompt.id));
  await message.fill("Answer {{question}} briefly.");
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByRole("button", { name: "Save version" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await message.fill("Answer {{question}} briefly, in French.");
  answer();
  await expect(page.getByRole("button", { name: /^v2/ })).toHaveAttribute("aria-current", "true");
  await expect(message).toHaveValue("Answer {{question}} briefly, in French.");
  await expect(page.getByRole("button", { name: "Save as a new version" })).toBeEnabled();
});

test("a prompt's version that could not be saved leaves its dialog open with the reason", async ({
  ownersPage: page,
  api,
}) => {
  const prompt = await api(createPrompt, {
    name: unique("refused").replace(" ", "-"),
    content: { messages: [{ role: "user", content: "Answer {{question}}" }] },
  });
  await page.route("**/versions/", (route) => route.fulfill({ status: 503, body: "busy" }), { times: 1 });
  await visit(page, links.prompt(prompt.id));
  await page.getByRole("textbox", { name: "Text of message 1" }).fill("Answer {{question}} now.");
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What changed").fill("Sooner");
  await dialog.getByRole("button", { name: "Save version" }).click();
  await expect(dialog.getByRole("alert")).toContainText("The server answered with status 503.");
  await expect(dialog.getByLabel("What changed")).toHaveValue("Sooner");
  await dialog.getByRole("button", { name: "Save version" }).click();
  await expect(page.getByRole("button", { name: /^v2/ })).toHaveAttribute("aria-current", "true");
});

test("two people change different settings of a queue, and both stay", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 1, labels: [{ type: "star", name: unique("Stars") }] });
  await visit(page, `${links.queue(queue.id)}?tab=settings`);
  const name = unique("Renamed");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await api(updateQueue, { queue_id: queue.id, instructions: "Be kind, and quote the reply." });
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Settings saved")).toBeVisible();
  const saved = await api(getQueue, { queue_id: queue.id });
  expect(saved).toMatchObject({ name, instructions: "Be kind, and quote the reply." });
});

test("a live list that cannot be fetched says since when, and goes on once it can", async ({ ownersPage: page }) => {
  await visit(page, `${links.traces()}?live=1`);
  const line = page
    .getByRole("main")
    .getByRole("status")
    .filter({ hasText: /traces?/ });
  await expect(line).toContainText(", live");
  await page.route("**/tracer/traces/*", (route) => route.fulfill({ status: 500, body: "broken" }));
  await expect(line).toContainText(/Not updated since \d\d:\d\d:\d\d\. The server answered with status 500\./);
  await expect(line).not.toContainText(", live");
  await page.unroute("**/tracer/traces/*");
  await expect(line).toContainText(", live");
});

test("a key that I have not copied is not gone by Escape", async ({ ownersPage: page }) => {
  const name = unique("Kept");
  await visit(page, links.gatewayKeys());
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  // Closed while the request is on its way, the dialog comes back with the key.
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/-/keys", (route) => mayAnswer.then(() => route.continue()), { times: 1 });
  await dialog.getByRole("button", { name: "Create key" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  answer();
  await expect(dialog.getByRole("heading", { name: `Keep ${name} safe` })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.locator("code").first()).toHaveText(/^sk-assay-/);
  await dialog.locator("code").first().click();
  await page.keyboard.press("ControlOrMeta+c");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a key whose answer is lost is in the list, and the dialog says what to do", async ({ ownersPage: page }) => {
  const name = unique("Lost");
  await visit(page, links.gatewayKeys());
  await page.getByRole("button", { name: "Create key" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await page.route(
    "**/-/keys",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("alert")).toContainText("its secret never arrived");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
});
