// What makes a day at the desk easier: flags, the last items, staying on an item, and instructions that are remembered.
import { links } from "@/lib/client/links";
import { updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { openDesk, shownQuestion } from "./desk";
import { expect, newMember, pageOf, reload, test, visit } from "./fixtures";
import { queueOf } from "./scene";

test("I flag an item, reopen a recent one, stay on what I submit, and learn that the instructions changed", async ({
  ownersPage: page,
  api,
}) => {
  const queue = await queueOf(api, { rows: 8 });
  await api(updateQueue, { queue_id: queue.id, instructions: "Be kind." });
  const shown = (row: number) => expect(shownQuestion(page)).toHaveText(`Question ${row}?`);
  const choose = async () => {
    await page.keyboard.press("1");
    await expect(page.getByRole("button", { name: "Yes", pressed: true })).toBeVisible();
  };
  await openDesk(page, queue.id);
  for (const row of [1, 2]) {
    await shown(row);
    await choose();
    await page.keyboard.press("Control+Enter");
  }
  await shown(3);
  await page.keyboard.press("l");
  await expect(page.getByRole("button", { name: "Flag for later" })).toHaveAttribute("aria-pressed", "true");
  const recent = page.getByRole("button", { name: "Recent and flagged items" });
  await recent.click();
  await expect(page.getByRole("menuitem", { name: /^3\. .*, flagged/ })).toBeVisible();
  await page.getByRole("menuitem", { name: /^1\. / }).click();
  await shown(1);
  await expect(page.getByRole("menu")).toBeHidden();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await shown(3);

  await recent.click();
  await page.getByRole("menuitem", { name: "Stay on the item after submitting" }).click();
  await expect(page.getByRole("menu")).toBeHidden();
  await choose();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: /^Update/ })).toBeVisible();
  await shown(3);
  await page.keyboard.press("ArrowRight");
  await shown(4);

  await page.keyboard.press("i");
  const instructions = page.getByRole("region", { name: "Instructions" });
  await expect(instructions).toBeVisible();
  await reload(page);
  await expect(instructions).toBeVisible();
  await page.keyboard.press("i");
  await expect(instructions).toBeHidden();
  await api(updateQueue, { queue_id: queue.id, instructions: "Be strict." });
  await reload(page);
  await expect(instructions.getByText("Changed since you closed them")).toBeVisible();
});

test("I widen the source, and it stays wide", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 2 });
  await openDesk(page, queue.id);
  const separator = page.getByRole("separator", { name: "Width of the source" });
  await expect(separator).toHaveAttribute("aria-valuenow", "60");
  await separator.focus();
  for (let times = 0; times < 3; times++) await page.keyboard.press("ArrowRight");
  await expect(separator).toHaveAttribute("aria-valuenow", "66");
  await reload(page);
  await expect(separator).toHaveAttribute("aria-valuenow", "66");
  await separator.dblclick();
  await expect(separator).toHaveAttribute("aria-valuenow", "60");
});

test("I undo my last changes to an item one by one, then the submit before it", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 3 });
  await openDesk(page, queue.id);
  const pressed = (name: string) => page.getByRole("button", { name, pressed: true });
  await page.keyboard.press("1");
  await expect(pressed("Yes")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await expect(pressed("No")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(pressed("Yes")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(pressed("Yes")).toHaveCount(0);
  await expect(shownQuestion(page)).toHaveText("Question 2?");
  await page.keyboard.press("Control+z");
  await expect(shownQuestion(page)).toHaveText("Question 1?");
  await expect(pressed("Yes")).toBeVisible();
});

test("I choose my own keys, conflicts are shown, and the desk displays and uses them", async ({
  api,
  browser,
  playwright,
}) => {
  const ana = await newMember("Ana Ruiz");
  const queue = await queueOf(api, { rows: 3, annotators: [ana.userId] });
  const page = await pageOf({ browser, playwright }, ana);
  await visit(page, links.profile());
  const skip = page.getByRole("textbox", { name: "Skip the item" });
  await skip.press("z");
  await expect(page.getByText("Also chosen for: Skip the item.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save keys" })).toBeDisabled();
  await skip.press("g");
  await expect(page.getByText(/g and o begin other shortcuts/)).toBeVisible();
  await skip.press("k");
  await page.getByRole("button", { name: "Save keys" }).click();
  await expect(page.getByText("Keys saved")).toBeVisible();

  await visit(page, links.desk(queue.id));
  await expect(shownQuestion(page)).toHaveText("Question 1?");
  await expect(page.getByRole("button", { name: "Skip" })).toContainText("K");
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(page.getByRole("dialog", { name: "Skip this item" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Skip the item").locator("xpath=../dd").first()).toContainText("K");
  await page.context().close();
});
