// People hear of what concerns them in the product, and their servers by webhooks.
import { createServer } from "node:http";
import type { Page } from "playwright/test";
import { Webhook } from "standardwebhooks";
import { links } from "@/lib/client/links";
import { addComment } from "@/lib/contracts/annotation/discussions";
import { reviewItem } from "@/lib/contracts/annotation/reviews";
import { axeFlaws } from "./axe";
import { shownQuestion } from "./desk";
import { apiOf, expect, newMember, pageOf, receiverHost, reload, test, unique, visit } from "./fixtures";
import { answer, queueOf } from "./scene";

const bell = (page: Page, unread: number) =>
  page.getByRole("link", { name: unread > 0 ? `Notifications, ${unread} unread` : "Notifications", exact: true });

test("a reviewer mentions me and requests changes: my bell counts both, and each leads to its item", async ({
  api,
  browser,
  playwright,
}) => {
  test.slow();
  const person = await newMember("Ana Ruiz");
  const queue = await queueOf(api, { rows: 2, annotators: [person.userId], requiresReview: true });
  const page = await pageOf({ browser, playwright }, person);
  for (const item_id of queue.itemIds)
    await answer(apiOf(page), { queue_id: queue.id, item_id, values: { [queue.labelIds[0] ?? ""]: "up" } });
  await visit(page, links.home());
  await expect(bell(page, 0)).toBeVisible();

  const [first = "", second = ""] = queue.itemIds;
  const mention = { comment: "Please look at this.", mentioned_user_ids: [person.userId] };
  await api(addComment, { queue_id: queue.id, item_id: first, ...mention });
  await api(reviewItem, { queue_id: queue.id, item_id: second, action: "request_changes", notes: "Look again." });
  await reload(page);
  await expect(bell(page, 2)).toBeVisible();

  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  const table = page.getByRole("table", { name: "Notifications" });
  await expect(table.getByRole("link")).toHaveText([
    /sent an item back to you \(unread\)$/,
    /mentioned you in a comment on an item \(unread\)$/,
  ]);
  await expect(table).toContainText(queue.name);
  expect(await axeFlaws(page)).toEqual([]);

  await table.getByRole("link", { name: /sent an item back/ }).click();
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await visit(page, links.notifications());
  await expect(bell(page, 1)).toBeVisible();
  await page.keyboard.press("u");
  await expect(table.getByRole("link")).toHaveCount(1);
  await table.getByRole("link").focus();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { name: "No matching notifications" })).toBeVisible();
  await expect(bell(page, 0)).toBeVisible();
  await page.keyboard.press("u");
  await expect(table.getByRole("link")).toHaveCount(2);
  await page.context().close();
});

test("I choose which notifications I get", async ({ api, browser, playwright }) => {
  test.slow();
  const person = await newMember("Ben Okoye");
  const queue = await queueOf(api, { rows: 1, annotators: [person.userId] });
  const page = await pageOf({ browser, playwright }, person);
  await visit(page, links.profile());
  await page.getByRole("checkbox", { name: "Somebody mentions you: in Assay" }).click();
  await page.getByRole("button", { name: "Save preferences" }).click();
  await expect(page.getByText("Preferences saved")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Somebody mentions you: by mail" })).toBeDisabled();
  const mention = { comment: "Please look at this.", mentioned_user_ids: [person.userId] };
  await api(addComment, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", ...mention });
  await visit(page, links.notifications());
  await expect(page.getByRole("heading", { name: "No notifications yet" })).toBeVisible();
  expect(await axeFlaws(page)).toEqual([]);
  await page.context().close();
});

/** A server that keeps what it gets. Its path is its own, so that a second attempt finds its own webhook. */
async function receiver() {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    // Safe: none of the headers that are read here comes twice.
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
    response.writeHead(204).end();
  });
  const url = new URL(`http://${receiverHost()}/${unique("hook").replace(" ", "-")}`);
  await new Promise<void>((resolve) => server.listen(Number(url.port), url.hostname, resolve));
  return { received, url: url.href, close: () => server.close() };
}

test("my server gets a signed request when a queue is completed", async ({ ownersPage: page, api }) => {
  test.slow();
  const { received, url, close } = await receiver();
  await visit(page, links.webhooks());
  await page.getByRole("button", { name: "Create webhook" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create a webhook" });
  await dialog.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:1/");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(dialog.getByText("Must be a public address")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Address" }).fill(url);
  expect(await axeFlaws(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  const secret = await page.getByRole("dialog", { name: "Keep the secret" }).getByRole("code").textContent();
  await page.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("link", { name: url }).click();
  await expect(page.getByRole("heading", { name: "Nothing was sent yet" })).toBeVisible();

  const queue = await queueOf(api, { rows: 1 });
  const values = { [queue.labelIds[0] ?? ""]: "up" };
  await answer(api, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", values });
  // The event leaves with the outbox, which is emptied each minute. The queues of other stories are completed meanwhile.
  const ofQueue = () => received.filter(({ body }) => body.includes(queue.id));
  await expect.poll(() => ofQueue().length, { timeout: 150_000 }).toBe(1);
  const [{ headers, body } = { headers: {}, body: "" }] = ofQueue();
  const verified = new Webhook(secret ?? "").verify(body, headers);
  expect(verified).toMatchObject({ type: "queue.completed", data: { queue_id: queue.id, queue_name: queue.name } });
  await reload(page);
  const table = page.getByRole("table", { name: "Deliveries" });
  await expect(table.getByRole("row").filter({ hasText: "queue.completed" }).first()).toContainText("Delivered");
  expect(await axeFlaws(page)).toEqual([]);

  await page.keyboard.press("t");
  await expect(table.getByRole("row").filter({ hasText: "webhook.test" })).toBeVisible();
  await expect.poll(() => received.some(({ body: sent }) => sent.includes('"webhook.test"'))).toBe(true);
  await page.getByRole("button", { name: "Actions for the webhook" }).click();
  await page.getByRole("menuitem", { name: "Delete webhook…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
  close();
});
