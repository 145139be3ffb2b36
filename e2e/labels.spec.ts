import { links } from "@/lib/client/links";
import { changeMemberRole } from "@/lib/contracts/accounts/organizations";
import { annotateDetail, listAnnotations } from "@/lib/contracts/annotation/item-detail";
import { getLabel, updateLabel } from "@/lib/contracts/annotation/labels";
import { getQueue } from "@/lib/contracts/annotation/queues/queues";
import { axeFlaws } from "./axe";
import { field, openDesk } from "./desk";
import { expect, newMember, pageOf, test, unique, visit } from "./fixtures";
import { answer, queueOf } from "./scene";

const options = (...labels: string[]) => ({
  options: labels.map((label) => ({ label })),
  multi_choice: false,
  rule_prompt: "",
  auto_annotate: false,
  strategy: null,
});

test("I correct an option's name that was already chosen, and the answers follow, even on an open desk", async ({
  ownersPage: page,
  context,
  api,
}) => {
  const tone = unique("Tone");
  const labels = [{ type: "categorical" as const, name: tone, settings: options("Freindly", "Curt") }];
  const queue = await queueOf(api, { rows: 2, labels });
  const [first = "", second = ""] = queue.itemIds;
  const toneId = queue.labelIds[0] ?? "";
  await answer(api, { queue_id: queue.id, item_id: first, values: { [toneId]: "Freindly" } });
  const desk = await context.newPage();
  await openDesk(desk, queue.id, second);

  await visit(page, `${links.labels()}?search=${tone}`);
  await page.getByRole("button", { name: tone, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit label" });
  await dialog.getByRole("textbox", { name: "Option 1" }).fill("Friendly");
  await expect(dialog.getByText("Renames “Freindly”. Existing answers follow.")).toBeVisible();
  await dialog.getByRole("button", { name: "Save label" }).click();
  await expect(dialog).toBeHidden();
  expect((await api(getLabel, { id: toneId })).settings.options).toEqual([
    { label: "Friendly", formerly: ["Freindly"] },
    { label: "Curt" },
  ]);
  const answerTo = async (item_id: string) => (await api(listAnnotations, { queue_id: queue.id, item_id }))[0]?.value;
  expect(await answerTo(first)).toEqual({ selected: ["Friendly"] });

  await field(desk, tone).getByRole("button", { name: "Freindly" }).click();
  await desk.keyboard.press("Control+Enter");
  await expect.poll(() => answerTo(second)).toEqual({ selected: ["Friendly"] });
});

test("a label that takes several options says so", async ({ ownersPage: page, api }) => {
  const [one, several] = [unique("Tone"), unique("Topics")];
  const settings = options("Warm", "Curt");
  const labels = [
    { type: "categorical" as const, name: one, settings },
    { type: "categorical" as const, name: several, settings: { ...settings, multi_choice: true } },
  ];
  const queue = await queueOf(api, { rows: 1, labels });
  await openDesk(page, queue.id);
  await expect(field(page, several)).toContainText("choose one or more");
  await expect(field(page, one)).not.toContainText("choose one or more");
});

test("an option that was removed while my item is open is shown, and I can take it back", async ({
  ownersPage: page,
  api,
}) => {
  const topics = unique("Topics");
  const settings = { ...options("Alpha", "Beta", "Gamma"), multi_choice: true };
  const queue = await queueOf(api, { rows: 1, labels: [{ type: "categorical", name: topics, settings }] });
  const path = { queue_id: queue.id, item_id: queue.itemIds[0] ?? "" };
  await openDesk(page, queue.id);
  const form = field(page, topics);
  await form.getByRole("button", { name: "Alpha" }).click();
  await form.getByRole("button", { name: "Gamma" }).click();
  await expect
    .poll(async () => (await api(annotateDetail, { ...path, reserve: false })).draft?.annotations)
    .toMatchObject([{ value: { selected: ["Alpha", "Gamma"] } }]);
  const fewer = { ...options("Alpha", "Beta"), multi_choice: true };
  await api(updateLabel, { id: queue.labelIds[0] ?? "", settings: fewer });
  await page.reload();
  const removed = form.getByRole("button", { name: "Gamma (removed)" });
  await expect(removed).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Control+Enter");
  await expect(form.getByRole("alert")).toContainText("not configured: Gamma");
  await removed.click();
  await expect(removed).toBeHidden();
  await page.keyboard.press("Control+Enter");
  await expect.poll(async () => (await api(listAnnotations, path))[0]?.value).toEqual({ selected: ["Alpha"] });
});

test("an edited option can become a new one: the old one goes, unless somebody has chosen it", async ({
  ownersPage: page,
  api,
}) => {
  const tone = unique("Tone");
  const labels = [{ type: "categorical" as const, name: tone, settings: options("Warm", "Curt") }];
  const queue = await queueOf(api, { rows: 1, labels });
  const toneId = queue.labelIds[0] ?? "";
  await answer(api, { queue_id: queue.id, item_id: queue.itemIds[0] ?? "", values: { [toneId]: "Warm" } });
  await visit(page, `${links.labels()}?search=${tone}`);
  await page.getByRole("button", { name: tone, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit label" });
  await dialog.getByRole("textbox", { name: "Option 1" }).fill("Hot");
  await dialog.getByRole("button", { name: "Make this a new option" }).click();
  await dialog.getByRole("button", { name: "Save label" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Options in use cannot be removed: Warm.");
  await dialog.getByRole("textbox", { name: "Option 1" }).fill("Warm");
  await dialog.getByRole("textbox", { name: "Option 2" }).fill("Short");
  await dialog.getByRole("button", { name: "Make this a new option" }).click();
  await dialog.getByRole("button", { name: "Save label" }).click();
  await expect(dialog).toBeHidden();
  const { labels: bound } = await api(getQueue, { queue_id: queue.id });
  expect(bound).toHaveLength(1);
  expect((await api(getLabel, { id: toneId })).settings.options).toEqual([{ label: "Warm" }, { label: "Short" }]);
});

test("I require a note for No, and the desk asks for it, even with the keyboard only", async ({
  ownersPage: page,
  context,
  api,
}) => {
  const name = unique("Acceptable");
  const queue = await queueOf(api, { rows: 2, labels: [{ type: "thumbs_up_down", name }] });
  await visit(page, `${links.labels()}?search=${name}`);
  await page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit label" });
  await dialog.getByRole("checkbox", { name: "Allow a note with each answer" }).check();
  await dialog.getByRole("combobox", { name: "Require a note for" }).fill("No");
  await page.getByRole("option", { name: "No", exact: true }).click();
  await dialog.getByRole("complementary", { name: "Preview" }).getByRole("button", { name: "No" }).click();
  await expect(dialog.getByText("Annotators must add a note for this answer.")).toBeVisible();
  expect(await axeFlaws(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save label" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("table", { name: "Labels" })).toContainText("Yes or no; 1 needs a note");

  const desk = await context.newPage();
  await openDesk(desk, queue.id);
  const note = desk.getByRole("textbox", { name: `Note on ${name}` });
  await expect(note).toBeHidden();
  await desk.keyboard.press("2");
  await expect(note).toBeVisible();
  await desk.keyboard.press("Control+Enter");
  await expect(field(desk, name).getByRole("alert")).toHaveText("Add a note: this answer needs one.");
  await expect(note).toBeFocused();
  expect(await axeFlaws(desk)).toEqual([]);
  await desk.keyboard.type("It is rude.");
  await desk.keyboard.press("Control+Enter");
  const [first = "", second = ""] = queue.itemIds;
  const answersTo = async (item_id: string) =>
    (await api(listAnnotations, { queue_id: queue.id, item_id })).map(({ value, notes }) => ({ value, notes }));
  await expect.poll(() => answersTo(first)).toEqual([{ value: { value: "down" }, notes: "It is rude." }]);
  // Yes needs none.
  await desk.keyboard.press("1");
  await desk.keyboard.press("Control+Enter");
  await expect.poll(() => answersTo(second)).toEqual([{ value: { value: "up" }, notes: "" }]);
});

test("a Viewer is offered no creation of labels or queues, and no calls to the gateway", async ({
  browser,
  playwright,
  api,
}) => {
  const viewer = await newMember(unique("Viewer"));
  await api(changeMemberRole, { user_id: viewer.userId, role: "Viewer" });
  const page = await pageOf({ browser, playwright }, viewer);
  await visit(page, links.newLabel());
  await expect(page.getByText("Viewers cannot create labels")).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Create label" })).toBeHidden();
  await visit(page, links.queues());
  await expect(page.getByRole("heading", { name: "Queues", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "Create queue" })).toBeHidden();
  await visit(page, links.gatewayKeys());
  await expect(page.getByText("Viewers cannot call it.")).toBeVisible();
  await page.context().close();
});
