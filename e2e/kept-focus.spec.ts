// Who works by key keeps their place: an act leaves the focus where the next one is, also where its own control is gone.
import type { Locator, Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { inviteMember } from "@/lib/contracts/accounts/invitations";
import { getQueue, updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { reviewItem } from "@/lib/contracts/annotation/reviews";
import { openDesk } from "./desk";
import { type Api, apiOf, expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { answer, type QueueScene, queueOf } from "./scene";

const press = async (control: Locator, key = "Enter") => {
  await control.focus();
  await control.press(key);
};

test("at the end of a queue the link back has the focus", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 1 });
  await openDesk(page, queue.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { name: "You are done" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Back to the queue" })).toBeFocused();
});

test("the focus stays nearby when I reorder and remove a queue's labels", async ({ ownersPage: page, api }) => {
  const names = ["First", "Second", "Third"].map(unique);
  const [first = "", second = ""] = names;
  const queue = await queueOf(api, { rows: 1, labels: names.map((name) => ({ type: "text", name })) });
  await visit(page, links.queue(queue.id, "labels"));
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const list = page.getByRole("tabpanel").getByRole("listitem");
  await press(button(`Move ${second} up`));
  await expect(list.first()).toContainText(second);
  await expect(button(`Move ${second} down`)).toBeFocused();
  await press(button(`Remove ${second} from this queue`));
  await expect(list).toHaveCount(2);
  await expect(button(`Remove ${first} from this queue`)).toBeFocused();
});

test("the focus stays nearby when I archive a label and clear a selection of items", async ({
  ownersPage: page,
  api,
}) => {
  const word = unique("Kind");
  const names = [`${word} one`, `${word} two`, `${word} three`];
  const queue = await queueOf(api, { rows: 2, labels: names.map((name) => ({ type: "text", name })) });
  await visit(page, `${links.labels()}?search=${encodeURIComponent(word)}`);
  const [, middle, last] = await page.getByRole("button", { name: /^Archive / }).all();
  const following = (await last?.getAttribute("aria-label")) ?? "";
  if (middle) await press(middle);
  await expect(page.getByRole("button", { name: /^Archive / })).toHaveCount(2);
  await expect(page.getByRole("button", { name: following })).toBeFocused();
  await visit(page, links.queue(queue.id));
  await press(page.getByRole("checkbox", { name: "Select item 1" }), "Space");
  await press(page.getByRole("button", { name: "Clear" }));
  // On a control of the filters, which have taken the place of the actions.
  await expect(page.getByRole("tabpanel").locator(":focus")).toHaveCount(1);
});

test("the focus stays nearby when I change a member's roles and remove a member", async ({ ownersPage: page, api }) => {
  const [ana, ben] = [await newMember("Ana Ruiz"), await newMember("Ben Okoye")];
  const queue = await queueOf(api, { rows: 1, annotators: [ana.userId, ben.userId] });
  await visit(page, links.queue(queue.id, "members"));
  const role = page.getByRole("group", { name: "Roles of Ana Ruiz" }).getByRole("button", { name: "reviewer" });
  await press(role);
  await expect(role).toHaveAttribute("aria-pressed", "true");
  await expect(role).toBeFocused();
  await press(page.getByRole("button", { name: "Remove Ana Ruiz from this queue" }));
  await expect(page.getByRole("group", { name: "Roles of Ana Ruiz" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove Ben Okoye from this queue" })).toBeFocused();
  // Two changes, the second before the first is saved.
  const ofBen = page.getByRole("group", { name: "Roles of Ben Okoye" });
  for (const name of ["reviewer", "manager"]) await press(ofBen.getByRole("button", { name }));
  await expect
    .poll(async () => {
      const { annotators } = await api(getQueue, { queue_id: queue.id });
      return annotators.find(({ user_id }) => user_id === ben.userId)?.roles.toSorted();
    })
    .toEqual(["annotator", "manager", "reviewer"]);
  await expect(ofBen.locator("[aria-pressed=true]")).toHaveCount(3);
});

test("saving a queue's settings with Enter keeps the focus, and a colleague's change keeps my unsaved text", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 1 });
  await visit(page, links.queue(queue.id, "settings"));
  const description = page.getByLabel("Description", { exact: true });
  await description.fill("What our customers ask");
  await api(updateQueue, { queue_id: queue.id, instructions: "Judge kindly." });
  // Whatever is done with the queue brings its newest state.
  await page.getByRole("button", { name: "Actions for the queue" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(page.getByLabel("Instructions", { exact: true })).toHaveValue("Judge kindly.");
  await expect(description).toHaveValue("What our customers ask");
  await press(description);
  await expect(page.getByText("Settings saved")).toBeVisible();
  await expect(description).toBeFocused();
  const { description: kept, instructions } = await api(getQueue, { queue_id: queue.id });
  expect([kept, instructions]).toEqual(["What our customers ask", "Judge kindly."]);
});

test("after I revoke an invitation, the focus moves to the next one", async ({ ownersPage: page, api }) => {
  for (const name of ["ana", "ben", "cleo"])
    await api(inviteMember, { email: `${unique(name).replace(" ", ".")}@example.com` });
  await visit(page, links.members());
  const table = page.getByRole("table", { name: "Pending invitations" });
  const names = await table
    .getByRole("button", { name: /^Actions for / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
  const [first, second] = names.map((name) => table.getByRole("button", { name, exact: true }));
  if (!first || !second) throw new Error("three were invited");
  const asking = page.getByRole("alertdialog");
  const ask = async (actions: Locator) => {
    await press(actions);
    await page.getByRole("menuitem", { name: "Revoke…" }).press("Enter");
  };
  await ask(first);
  await asking.getByRole("button", { name: "Revoke" }).press("Enter");
  await expect(first).toBeHidden();
  await expect(second).toBeFocused();
  await ask(second);
  await asking.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(second).toBeFocused();
});

/** A text and a thumb that Ana has given, waiting for review. */
async function reviewedQueue(api: Api, ana: { userId: string }, hers: Page): Promise<QueueScene & { names: string[] }> {
  const names = [unique("Reason"), unique("Helpful")];
  const [reason = "", helpful = ""] = names;
  const queue = await queueOf(api, {
    rows: 1,
    labels: [
      { type: "text", name: reason },
      { type: "thumbs_up_down", name: helpful },
    ],
    annotators: [ana.userId],
    requiresReview: true,
  });
  const [text = "", thumb = ""] = queue.labelIds;
  const values = { [text]: { text: "It is." }, [thumb]: { value: "up" } };
  await answer(apiOf(hers), { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", values });
  return { ...queue, names };
}

test("I comment on a label and resolve the thread, and its keys still work", async ({
  ownersPage: page,
  api,
  browser,
  playwright,
}) => {
  const ana = await newMember("Ana Ruiz");
  const hers = await pageOf({ browser, playwright }, ana);
  const queue = await reviewedQueue(api, ana, hers);
  await visit(page, links.review(queue.id));
  const label = page.getByRole("region", { name: queue.names[0] ?? "", exact: true });
  await expect(label).toBeFocused();
  await page.keyboard.press("c");
  await page.keyboard.type("Say more.");
  await page.keyboard.press("Control+Enter");
  await expect(label.getByText("Say more.")).toBeVisible();
  await expect(label).toBeFocused();
  await press(label.getByRole("button", { name: "Remove" }));
  await expect(label.getByText("Say more.")).toBeHidden();
  await expect(label).toBeFocused();
  // What is settled can be written at once.
  await page.keyboard.press("e");
  await page.keyboard.type("It is not.");
  await page.keyboard.press("Control+Enter");
  await expect(label.getByText("Settled: It is not.")).toBeVisible();
  await expect(label).toBeFocused();
  await press(label.getByRole("button", { name: "Withdraw" }));
  await expect(label.getByText("Settled: It is not.")).toBeHidden();
  await expect(label).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("region", { name: queue.names[1] ?? "", exact: true })).toBeFocused();
  await hers.context().close();
});

test("Escape does not lose a reply that I have begun, and I find it when I come back", async ({
  api,
  browser,
  playwright,
}) => {
  const ana = await newMember("Ana Ruiz");
  const hers = await pageOf({ browser, playwright }, ana);
  const queue = await reviewedQueue(api, ana, hers);
  const item_id = queue.itemIds[0] ?? "";
  await api(reviewItem, { queue_id: queue.id, item_id, action: "request_changes", notes: "Look again." });
  await openDesk(hers, queue.id, item_id);
  await press(hers.getByRole("button", { name: "Reply", exact: true }));
  const reply = hers.getByRole("textbox", { name: "Reply" });
  await reply.fill("I looked");
  await reply.press("Escape");
  await expect(reply).toHaveValue("I looked");
  await expect(reply).not.toBeFocused();
  await hers.keyboard.press("Escape");
  await expect(hers).toHaveURL(new RegExp(`${links.queue(queue.id)}$`));
  await hers.goBack();
  await expect(reply).toHaveValue("I looked");
  // The focus belongs to the item.
  await expect(reply).not.toBeFocused();
  await hers.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(reply).toBeHidden();
});

test("I answer a request for changes, and the focus stays at its thread", async ({ api, browser, playwright }) => {
  const ana = await newMember("Ana Ruiz");
  const hers = await pageOf({ browser, playwright }, ana);
  const queue = await reviewedQueue(api, ana, hers);
  const item_id = queue.itemIds[0] ?? "";
  await api(reviewItem, { queue_id: queue.id, item_id, action: "request_changes", notes: "Look again." });
  await openDesk(hers, queue.id, item_id);
  const reply = hers.getByRole("button", { name: "Reply", exact: true });
  await press(reply);
  await hers.keyboard.press("Escape");
  await expect(reply).toBeFocused();
  await reply.press("Enter");
  await hers.keyboard.type("I have.");
  await hers.keyboard.press("Control+Enter");
  await expect(hers.getByText("I have.")).toBeVisible();
  await expect(reply).toBeFocused();
  await hers.context().close();
});
