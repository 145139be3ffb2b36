// Evaluations of a dataset's rows, from making a group to what came of them: with no key, by functions and by the sandbox's judge.
import { links } from "@/lib/client/links";
import { listDatasetEvals } from "@/lib/contracts/evaluation/groups";
import { expect, test, unique, visit } from "./fixtures";
import { datasetOf } from "./scene";

test("I make a group of templates, change it, and apply it to a dataset", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, 2);
  await visit(page, links.evalGroups());
  await page.getByRole("button", { name: "Create group" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(unique("Answers"));
  await dialog.getByRole("combobox", { name: "Templates" }).fill("one_line");
  await page.getByRole("option", { name: "one_line", exact: true }).click();
  await dialog.getByRole("button", { name: "Create group" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Add templates" }).click();
  await dialog.getByRole("combobox", { name: "Templates" }).fill("levenshtein_similarity");
  await page.getByRole("option", { name: "levenshtein_similarity", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Templates" }).fill("tone");
  await page.getByRole("option", { name: "tone", exact: true }).click();
  await dialog.getByRole("button", { name: "Add 2 templates" }).click();
  await expect(page.getByRole("row")).toHaveCount(4);

  await page.getByRole("button", { name: "Apply to a dataset" }).click();
  await dialog.getByRole("combobox", { name: "Dataset" }).fill(dataset.name);
  await page.getByRole("option", { name: dataset.name }).click();
  await dialog.getByRole("checkbox", { name: "tone" }).click();
  await dialog.getByRole("button", { name: "Apply 2 evaluations" }).click();
  await expect(dialog.getByText("levenshtein_similarity needs output in the mapping.")).toBeVisible();
  for (const [input, column] of Object.entries({ text: "answer", output: "answer", expected: "question" })) {
    await dialog.getByRole("combobox", { name: input }).fill(column);
    await page.getByRole("option", { name: column }).click();
  }
  await dialog.getByRole("button", { name: "Apply 2 evaluations" }).click();
  await expect(dialog.getByText(`2 evaluations stand on ${dataset.name}.`)).toBeVisible();
  const { evals } = await api(listDatasetEvals, { dataset_id: dataset.id, eval_type: "user" });
  expect(evals.map(({ eval_template_name }) => eval_template_name).sort()).toEqual([
    "levenshtein_similarity",
    "one_line",
  ]);
});
