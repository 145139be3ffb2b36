// People who write with a decimal comma, with an input method, or with another script's keyboard.
import type { Locator } from "playwright/test";
import { links } from "@/lib/client/links";
import { listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { field, openDesk, shownQuestion, sourceHeading } from "./desk";
import { apiOf, expect, newMember, pageOf, reload, test, unique, visit } from "./fixtures";
import { answer, choiceQueueOf, queueOf } from "./scene";

test.use({ locale: "de-DE" });

/** A key as a layout or an input method sends it: Playwright has none of them. */
const press = (target: Locator, key: string, init: KeyboardEventInit = {}) =>
  target.dispatchEvent("keydown", { key, bubbles: true, cancelable: true, ...init });

test("I type numbers with a decimal comma or point, and one out of range is refused", async ({
  ownersPage: page,
  api,
}) => {
  const minutes = unique("Minutes");
  const settings = { min: 0, max: 10, step_size: 0.0001, display_type: "button" };
  const queue = await queueOf(api, { rows: 2, labels: [{ type: "numeric", name: minutes, settings }] });
  await openDesk(page, queue.id);
  const number = field(page, minutes).getByRole("textbox");
  for (const [typed, shown] of [
    ["2.5", "2,5"],
    ["2,5", "2,5"],
    ["0.0004", "0,0004"],
  ] as const) {
    await number.fill(typed);
    await number.blur();
    await expect(number).toHaveValue(shown);
  }
  await number.fill("55");
  await page.keyboard.press("Control+Enter");
  await expect(field(page, minutes)).toContainText("10");
  await expect(field(page, minutes).getByRole("alert")).toBeVisible();
  await expect(shownQuestion(page)).toHaveText("Question 1?");
  await number.fill("5,5");
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
});

test.describe("in an English browser", () => {
  test.use({ locale: "en-US" });
  test("a comma begins the decimals, and what is not a number stays and is refused", async ({
    ownersPage: page,
    api,
  }) => {
    const hours = unique("Hours");
    const settings = { min: 0, max: 20, step_size: 0.5, display_type: "button" };
    const queue = await queueOf(api, { rows: 1, labels: [{ type: "numeric", name: hours, settings }] });
    await openDesk(page, queue.id);
    const number = field(page, hours).getByRole("textbox");
    await number.click();
    await page.keyboard.type("1,5");
    await expect(number).toHaveValue("1.5");
    await page.keyboard.type(".2");
    await number.blur();
    await expect(number).toHaveValue("1.5.2");
    const mistake = field(page, hours).getByText("Must be a number", { exact: true });
    await expect(mistake).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(field(page, hours).getByText(`${hours} must be a number.`)).toBeVisible();
    for (const typed of ["2½", "12 ms", "1-2"]) {
      await number.press("ControlOrMeta+a");
      await page.keyboard.type(typed);
      await expect(mistake).toBeVisible();
      await number.blur();
      await expect(number).toHaveValue(typed.replace(" ", ""));
      await number.fill("2.5");
      await expect(mistake).toHaveCount(0);
    }
    // What the draft keeps is there after a reload.
    await number.fill("2½");
    await expect(page.getByText(/^Draft (saved|kept)/).first()).toBeVisible();
    await reload(page);
    await expect(number).toHaveValue("2½");
    await number.fill("1e1");
    await number.blur();
    await expect(number).toHaveValue("10");
    await number.fill("−1");
    await number.blur();
    await expect(number).toHaveValue("-1");
    await number.fill("2,5");
    await expect(number).toHaveValue("2.5");
    await page.keyboard.press("Control+Enter");
    const path = { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" };
    await expect.poll(async () => (await api(listAnnotations, path))[0]?.value).toEqual({ value: 2.5 });
  });
});

test("shortcuts work by key position on a Cyrillic keyboard, and undo in a text field undoes typing", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await choiceQueueOf(api, { rows: 3, options: 30 });
  await openDesk(page, queue.id);
  await page.keyboard.press("1");
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("f");
  await page.keyboard.type("ab");
  await page.keyboard.press("Control+z");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("Escape");
  await press(page.locator("body"), "я", { code: "KeyZ" });
  await expect(shownQuestion(page)).toHaveText("Question 1?");
});

test("a sequence works on a Hebrew keyboard, whose Q is a slash", async ({ ownersPage: page }) => {
  await visit(page, links.datasets());
  await press(page.locator("body"), "ע", { code: "KeyG" });
  await press(page.locator("body"), "/", { code: "KeyQ" });
  await expect(page).toHaveURL(new RegExp(`${links.queues()}$`));
});

test("the seventeenth option has its key on a Russian keyboard, where it is the question mark's", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await choiceQueueOf(api, { rows: 1, options: 17 });
  await openDesk(page, queue.id);
  await press(page.locator("body"), "?", { code: "Digit7", shiftKey: true });
  await expect(page.getByRole("button", { name: "Option 17" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("an unsent comment survives a decision, an input method, and a failing network", async ({
  ownersPage: page,
  api,
  browser,
  playwright,
}) => {
  const rating = unique("Stars");
  const ana = await newMember("Ana Ruiz");
  const queue = await queueOf(api, {
    rows: 2,
    labels: [{ type: "star", name: rating }],
    annotators: [ana.userId],
    requiresReview: true,
  });
  const hers = apiOf(await pageOf({ browser, playwright }, ana));
  for (const itemId of queue.itemIds)
    await answer(hers, { queue_id: queue.id, item_id: itemId, values: { [queue.labelIds[0] ?? ""]: { rating: 3 } } });
  await visit(page, links.review(queue.id));
  const first = `Row 1 of ${queue.datasetName}`;
  await expect(sourceHeading(page)).toHaveText(first);
  await page.getByRole("region", { name: "Comparison" }).getByRole("region", { name: rating }).focus();
  await page.keyboard.press("c");
  const comment = page.getByRole("textbox", { name: "Comment" });
  await comment.fill("なぜ");
  await press(comment, "Escape", { isComposing: true });
  await expect(comment).toHaveValue("なぜ");

  await page.getByRole("button", { name: "Approve" }).click();
  const messages = page.getByRole("region", { name: "Notifications" });
  await expect(messages.getByText("Send or cancel your comment first")).toBeVisible();
  await expect(comment).toBeFocused();
  await expect(sourceHeading(page)).toHaveText(first);

  // Escape leaves the control that has the focus, and then no screen with a comment that was begun.
  for (const control of [comment, page.getByRole("combobox", { name: "Recipient" })]) {
    await control.focus();
    await page.keyboard.press("Escape");
    await expect(control).not.toBeFocused();
    await page.keyboard.press("Escape");
    await expect(comment).toBeFocused();
    await expect(comment).toHaveValue("なぜ");
  }

  await comment.fill("");
  await page.route(/\/model-hub\//, (route) => route.abort());
  let failures = 0;
  page.on("requestfailed", (request) => {
    if (request.url().includes("annotate-detail")) failures += 1;
  });
  await page.getByRole("button", { name: "Approve" }).click();
  // The item is asked for again twice.
  await expect.poll(() => failures, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
  await expect(page.getByRole("button", { name: "Approve" })).toBeEnabled();
  await expect(sourceHeading(page)).toHaveText(first);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(sourceHeading(page)).toHaveText(`Row 2 of ${queue.datasetName}`);
});
