import { links } from "@/lib/client/links";
import { getDatasetTable } from "@/lib/contracts/datasets/table";
import { addUserEval } from "@/lib/contracts/evaluation/dataset-evals";
import { createExperiment } from "@/lib/contracts/evaluation/experiments/experiments";
import { createPrompt } from "@/lib/contracts/prompts/prompts";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { type Api, expect, test, unique, visit } from "./fixtures";
import { datasetOf } from "./scene";

/** Rows of questions and answers, and an evaluation that reads the answers. */
async function sceneOf(api: Api) {
  const { id: dataset_id, name } = await datasetOf(api, 12);
  const { column_config: columns } = await api(getDatasetTable, { dataset_id });
  const output_column_id = columns.find(({ name }) => name === "answer")?.id ?? "";
  const { user_eval_id } = await api(addUserEval, {
    dataset_id,
    name: "Has an answer",
    template_id: idOfName("contains"),
    config: { mapping: { text: "answer" }, params: { keyword: "Answer" } },
    run: false,
  });
  return { dataset_id, name, output_column_id, user_eval_id };
}

test("I start an experiment with a prompt, compare it with the existing column, and see what it tried and which rows got worse", async ({
  ownersPage: page,
  api,
}) => {
  const { dataset_id, output_column_id, user_eval_id } = await sceneOf(api);
  const baseline = { dataset_id, output_column_id, user_eval_ids: [user_eval_id], task: { kind: "column" as const } };
  await api(createExperiment, { ...baseline, name: "As it is" });

  await visit(page, links.dataset(dataset_id));
  await page.getByRole("tab", { name: "Experiments" }).click();
  await expect(page.getByRole("link", { name: "As it is" })).toBeVisible();
  await page.getByRole("button", { name: "Start an experiment" }).click();
  const dialog = page.getByRole("dialog", { name: "Start an experiment" });
  await dialog.getByLabel("Name", { exact: true }).fill("Echo");
  await dialog.getByLabel("Model", { exact: true }).fill("sandbox/echo");
  await dialog.getByLabel("Message 1", { exact: true }).fill("Say: ");
  await dialog.getByRole("button", { name: "Insert question" }).click();
  await dialog.getByRole("button", { name: "Start experiment" }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "Echo" }) });
  await expect(row).toContainText("Completed", { timeout: 30_000 });

  for (const name of ["As it is", "Echo"]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await page.getByRole("link", { name: "Compare 2 experiments" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Side by side" })).toBeVisible();
  const scores = page.getByRole("table", { name: "Scores by evaluation" });
  await expect(scores).toContainText("100.0 %");
  await expect(scores).toContainText("−100.0 pp");
  const tried = page.getByRole("region", { name: "What was tried" });
  await expect(tried.getByRole("region", { name: "Messages of Echo" })).toContainText("user: Say: {{question}}");
  const gate = page.getByRole("region", { name: "Gate", exact: true });
  await expect(gate).toContainText("Undecided");
  await expect(gate).toContainText(/12 rows are too few: a decision needs about \d+, \d+ more\./);
  await gate.getByLabel("Margin", { exact: true }).fill("2");
  await expect(gate).toContainText(/a decision needs about 50, 38 more\./);
  const worst = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Row 1", exact: true }) });
  await expect(worst.getByRole("region", { name: "As it is" })).toContainText("Answer 1.");
  await expect(worst.getByRole("region", { name: "Echo" })).toContainText("Question 1?");
  const echo = worst.getByRole("region", { name: "Echo" });
  await echo.getByText("Reason", { exact: true }).click();
  await expect(echo.getByRole("group")).toContainText("Answer");
  await page.getByRole("combobox", { name: "Rows" }).click();
  await page.getByRole("option", { name: "Got better" }).click();
  await expect(page.getByRole("heading", { name: "No rows match" })).toBeVisible();
  await page.getByRole("table", { name: "Outputs, cost and latency" }).getByRole("link", { name: "Echo" }).click();
  const prompt = page.getByRole("region", { name: "Prompt", exact: true });
  await expect(prompt.getByRole("region", { name: "Messages" })).toContainText("user: Say: {{question}}");
  await expect(prompt.getByRole("region", { name: "Model and settings" })).toContainText("model: sandbox/echo");
});

test("I try a saved version of a prompt on a dataset", async ({ ownersPage: page, api }) => {
  const { name: dataset } = await sceneOf(api);
  const name = unique("brief").replace(" ", "-");
  const messages = [{ role: "user" as const, content: "Briefly: {{question}}" }];
  const settings = { temperature: 0.3 };
  const { id } = await api(createPrompt, { name, content: { model: "sandbox/echo", messages, settings } });

  await visit(page, links.prompt(id));
  await page.getByRole("button", { name: "Try on a dataset" }).click();
  const choice = page.getByRole("dialog", { name: "Try v1 on a dataset" });
  await choice.getByRole("combobox", { name: "Dataset" }).fill(dataset);
  await page.getByRole("option", { name: dataset }).click();
  await choice.getByRole("button", { name: "Continue" }).click();
  const dialog = page.getByRole("dialog", { name: "Start an experiment" });
  await expect(dialog.getByRole("radio", { name: "A saved prompt" })).toBeChecked();
  await expect(dialog.getByRole("combobox", { name: "Saved prompt" })).toHaveValue(name);
  await expect(dialog.getByRole("combobox", { name: "Version of the prompt" })).toContainText("v1");
  await expect(dialog.getByRole("region", { name: "Model and settings" })).toContainText("temperature: 0.3");
  await dialog.getByLabel("Name", { exact: true }).fill("From the library");
  await dialog.getByRole("button", { name: "Start experiment" }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "From the library" }) });
  await expect(row).toContainText("Completed", { timeout: 30_000 });
  await expect(row).toContainText(`Prompt ${name}, v1, with sandbox/echo`);
  await page.getByRole("link", { name: "From the library" }).click();
  const prompt = page.getByRole("region", { name: "Prompt", exact: true });
  await expect(prompt.getByRole("region", { name: "Messages" })).toContainText("user: Briefly: {{question}}");
  await expect(prompt.getByRole("region", { name: "Model and settings" })).toContainText(`prompt: ${name}, v1`);
});
