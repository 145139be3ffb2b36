// A release on evidence: a prompt is edited, its versions are compared, the label is refused, gets more rows, and moves. What is
// worse stays where it is until an Owner overrules.
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { addUserEval } from "@/lib/contracts/evaluation/dataset-evals";
import { assignPromptLabel, getPromptByLabel } from "@/lib/contracts/prompts/labels";
import { systemLabels } from "@/lib/contracts/prompts/names";
import { createPrompt } from "@/lib/contracts/prompts/prompts";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { type Api, expect, test, unique, visit } from "./fixtures";
import { datasetOf } from "./scene";

const FEW = 12;
const [production] = systemLabels;

/** A prompt whose label points to its first version, and rows whose answers must name the question. */
async function sceneOf(api: Api) {
  const dataset = await datasetOf(api, FEW);
  await api(addUserEval, {
    dataset_id: dataset.id,
    name: "Names the question",
    template_id: idOfName("contains"),
    config: { mapping: { text: "answer" }, params: { keyword: "Question" } },
    run: false,
  });
  const name = unique("release").replace(" ", "-");
  const messages = [{ role: "user" as const, content: "{{question}}" }];
  const { id } = await api(createPrompt, { name, content: { model: "sandbox/echo", messages }, message: "First" });
  await api(assignPromptLabel, { prompt_id: id, label_id: production.id, version: "v1" });
  return { id, name, dataset };
}

async function saveVersion(page: Page, text: string, what: string) {
  await page.getByRole("textbox", { name: "Text of message 1" }).fill(text);
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog").filter({ has: page.getByRole("button", { name: "Save version" }) });
  await dialog.getByLabel("What changed").fill(what);
  await dialog.getByRole("button", { name: "Save version" }).click();
  await expect(page.getByRole("region", { name: "Versions" }).getByRole("button", { name: what })).toBeVisible();
}

/** Keeps the rows as they are under a name. */
async function nameVersion(page: Page, datasetId: string, name: string) {
  await visit(page, links.dataset(datasetId));
  await page.getByRole("tab", { name: "Versions" }).click();
  await page.getByRole("button", { name: "Create a version" }).click();
  const dialog = page.getByRole("dialog", { name: "Create a version" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create version" }).click();
  await expect(page.getByRole("table", { name: "Versions" })).toContainText(name);
}

const choose = async (page: Page, field: string, option: string | RegExp) => {
  await page.getByRole("dialog", { name: /gate/ }).getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
};

async function openMove(page: Page, prompt: string, version: string) {
  await visit(page, links.prompt(prompt, version));
  await page.getByRole("button", { name: /^Move label/ }).click();
  return page.getByRole("dialog", { name: `Move a label to ${version}` });
}

test("I edit a prompt; its label cannot move with too few rows, and moves with more", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const { id, name, dataset } = await sceneOf(api);
  // A toast is a dialog too, but not a modal one.
  const dialog = page.locator("[role=dialog]:not([aria-modal=false])");

  await test.step("a version is saved, and the label gets a gate", async () => {
    await nameVersion(page, dataset.id, "A dozen");
    await visit(page, links.prompt(id));
    await saveVersion(page, "{{question}} Please answer politely.", "More polite");
    await page.getByRole("tab", { name: "Gates" }).click();
    await page.getByRole("button", { name: /^Set a gate/ }).click();
    await dialog.getByRole("combobox", { name: "Dataset" }).fill(dataset.name);
    await page.getByRole("option", { name: dataset.name }).click();
    await choose(page, "Version of its rows", /A dozen/);
    await choose(page, "Output column", "answer");
    await dialog.getByRole("checkbox", { name: "Names the question" }).check();
    await expect(dialog).toContainText(/About \d+ if 2 % of the verdicts change/);
    await dialog.getByRole("button", { name: "Set gate" }).click();
    await expect(page.getByRole("region", { name: "Gate of production" })).toContainText("A dozen");
  });

  await test.step("the label cannot move, and the dialog says how many more rows it needs", async () => {
    const move = await openMove(page, id, "v2");
    await expect(move.getByRole("button", { name: "Move label" })).toBeDisabled();
    await move.getByRole("button", { name: "Compare v2 with v1" }).click();
    await expect(move).toContainText("Undecided", { timeout: 30_000 });
    await expect(move).toContainText(/12 rows are too few: a decision needs about \d+, \d+ more\./);
    await expect(move.getByRole("button", { name: "Move label" })).toBeDisabled();
  });

  await test.step("the two versions are compared side by side", async () => {
    await dialog.getByRole("link", { name: "Side by side" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Side by side" })).toBeVisible();
    const second = page.getByRole("region", { name: `${name} v2` }).first();
    await expect(second.getByRole("insertion").filter({ hasText: "politely" })).toBeVisible();
  });

  await test.step("rows are added, the gate passes, and the label moves", async () => {
    const rows = Array.from({ length: 100 }, (_, row) => `Question ${FEW + row + 1}?`);
    await visit(page, links.dataset(dataset.id));
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "The rows of a file…" }).click();
    const file = { name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(`question\n${rows.join("\n")}\n`) };
    await dialog.locator("input[type=file]").setInputFiles(file);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("100 rows imported")).toBeVisible();
    await nameVersion(page, dataset.id, "A hundred more");
    await visit(page, `${links.prompt(id)}?tab=gates`);
    await page.getByRole("button", { name: "Edit gate" }).click();
    await choose(page, "Version of its rows", /A hundred more/);
    await dialog.getByRole("button", { name: "Save gate" }).click();
    await expect(page.getByRole("region", { name: "Gate of production" })).toContainText("112 rows");
    const move = await openMove(page, id, "v2");
    await move.getByRole("button", { name: "Compare again" }).click();
    await expect(move).toContainText("Not worse", { timeout: 60_000 });
    await move.getByRole("button", { name: "Move label" }).click();
    await expect(page.getByText("production points to v2")).toBeVisible();
    expect(await api(getPromptByLabel, { name, label: "production" })).toMatchObject({ version: "v2" });
  });

  await test.step("a worse version is refused; an Owner can overrule it, and the history shows why", async () => {
    await page.getByRole("tab", { name: "Prompt" }).click();
    await saveVersion(page, "Please answer politely.", "Forgets what was asked");
    const move = await openMove(page, id, "v3");
    await move.getByRole("button", { name: "Compare v3 with v2" }).click();
    await expect(move).toContainText("Worse", { timeout: 60_000 });
    await expect(move.getByRole("link", { name: "112 rows got worse" })).toBeVisible();
    await expect(move.getByRole("button", { name: "Move label" })).toBeDisabled();
    await move.getByLabel("Reason to override the gate").fill("The evaluation is wrong.");
    await move.getByRole("button", { name: "Override and move" }).click();
    await expect(page.getByText("production points to v3")).toBeVisible();
    await page.getByRole("tab", { name: "History" }).click();
    await expect(page.getByRole("cell", { name: "Gate overridden: The evaluation is wrong." })).toBeVisible();
  });
});
