// Evaluations of a dataset's rows, from making a group to what came of them: with no key, by functions and by the sandbox's judge.
import { links } from "@/lib/client/links";
import { listDatasetEvals } from "@/lib/contracts/evaluation/evals-list";
import { expect, test, unique, visit } from "./fixtures";
import { datasetOf } from "./scene";

test("I create a group of templates, change it, and apply it to a dataset", async ({ ownersPage: page, api }) => {
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
  await expect(dialog.getByText(`2 evaluations were added to ${dataset.name}.`)).toBeVisible();
  const { evals } = await api(listDatasetEvals, { dataset_id: dataset.id, eval_type: "user" });
  expect(evals.map(({ eval_template_name }) => eval_template_name).sort()).toEqual([
    "levenshtein_similarity",
    "one_line",
  ]);
});

test("I create a template, try it on rows, save a test case, and run it on all rows", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const dataset = await datasetOf(api, 6);
  const name = unique("kindness").replace(" ", "-");
  const criteria = page.getByRole("textbox", { name: "Criteria" });

  await test.step("the template is created", async () => {
    await visit(page, links.newEvalTemplate("judged"));
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await criteria.fill("Is {{answer}} a kind answer to {{question}}?");
    await expect(page.getByText("Inputs: answer, question")).toBeVisible();
    await page.getByRole("button", { name: "Use sandbox/judge" }).click();
    await page.getByRole("button", { name: "Create template" }).click();
    await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  });

  await test.step("it is tried on rows, and one is saved with its verdict", async () => {
    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByRole("combobox", { name: "Fill inputs from" }).click();
    await page.getByRole("option", { name: "A dataset row" }).click();
    await page.getByRole("combobox", { name: "Dataset" }).fill(dataset.name);
    await page.getByRole("option", { name: dataset.name }).click();
    await expect(page.getByRole("combobox", { name: "question" })).toHaveValue("question");
    await expect(page.getByText("Row 1 of 6")).toBeVisible();
    await page.getByRole("button", { name: "Next row" }).click();
    await expect(page.getByRole("textbox", { name: "answer" })).toHaveValue("Answer 2.");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("heading", { name: /^(Passed|Failed)$/ })).toBeVisible();
    await page.getByRole("button", { name: "Save as a test case" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Test cases of the template" }).click();
    await page.getByRole("button", { name: "Run the case" }).click();
    await expect(page.getByText("1 of 1 as expected")).toBeVisible();
  });

  await test.step("its second version is compared with the first, in wording and in verdicts", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await criteria.fill("Is {{answer}} a kind and short answer to {{question}}?");
    await page.getByRole("textbox", { name: "Why" }).fill("Short ones are read");
    await page.getByRole("button", { name: "Save template" }).click();
    await page.getByRole("button", { name: "V2" }).click();
    await expect(page.getByRole("insertion").filter({ hasText: "short" })).toBeVisible();
    await page.getByRole("link", { name: /question: / }).click();
    await page.getByRole("button", { name: "Compare" }).click();
    const sides = ["One", "Other"].map((label) => page.getByRole("region", { name: label, exact: true }));
    await sides[1]?.getByRole("combobox", { name: "Version" }).click();
    await page.getByRole("option", { name: "V1" }).click();
    await page.getByRole("button", { name: "Run both" }).click();
    for (const side of sides) await expect(side.getByRole("heading", { name: /^(Passed|Failed)$/ })).toBeVisible();
  });

  await test.step("it is run on all rows", async () => {
    await visit(page, links.evaluateDataset(dataset.id));
    const dialog = page.getByRole("dialog");
    const choice = dialog.getByRole("combobox", { name: "Template or group" });
    // Also the first time, when the dialog opens before its content has arrived.
    await expect(choice).toBeFocused();
    await choice.fill(name);
    await page.getByRole("option", { name }).click();
    await dialog.getByRole("button", { name: "Add to dataset" }).click();
    await expect(dialog.getByText("6 cells of 6 rows", { exact: false })).toBeVisible();
    await dialog.getByLabel("Ceiling, US dollars", { exact: true }).fill("1");
    await dialog.getByRole("button", { name: "Start run" }).click();
    await expect(page.getByText("6 of 6 cells done: 6 scored, 0 unscored, 0 errors.")).toBeVisible({ timeout: 30_000 });
    const summary = page.getByRole("region", { name });
    await expect(summary.getByText("Coverage 100.0 %")).toBeVisible();
    await expect(summary.getByRole("link", { name: "Calibrate it" })).toBeVisible();
    await expect(summary.getByRole("row", { name: /^Pass rate \d+\.\d % \(\d+\.\d % to \d+\.\d %\)/ })).toBeVisible();
  });
});

test("I add a column that a model fills, see its results, and change its prompt", async ({ ownersPage: page, api }) => {
  const dataset = await datasetOf(api, 2);
  await visit(page, links.dataset(dataset.id));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("menuitem", { name: "A column filled by a model…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill("echo");
  await dialog.getByRole("button", { name: "Use sandbox/echo" }).click();
  const message = dialog.getByRole("textbox", { name: "Message 1" });
  await message.fill("Say {{nothing}} ");
  await dialog.getByRole("button", { name: "Save and continue" }).click();
  await expect(dialog.getByText("{{nothing}} is not a column of the dataset.")).toBeVisible();
  await message.fill("Say ");
  await dialog.getByRole("button", { name: "Insert question" }).click();
  await expect(message).toBeFocused();
  await expect(message).toHaveValue("Say {{question}}");
  await dialog.getByRole("button", { name: "Save and continue" }).click();
  await expect(dialog.getByText("2 cells of 2 rows")).toBeVisible();
  await dialog.getByRole("button", { name: "Fill the rows" }).click();
  await expect(page.getByText("2 of 2 cells done: 2 answered, 0 errors.")).toBeVisible();

  await visit(page, links.dataset(dataset.id));
  await expect(page.getByRole("cell", { name: "Say Question 2?" })).toBeVisible();
  await page.getByRole("button", { name: "Prompt of echo" }).click();
  await expect(message).toHaveValue("Say {{question}}");
  await dialog.getByRole("combobox", { name: "Model" }).fill("sandbox/error-401");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Save and continue" }).click();
  await dialog.getByRole("button", { name: "Fill the rows" }).click();
  await expect(page.getByText("2 of 2 cells done: 0 answered, 2 errors.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry failures" })).toBeVisible();
  await visit(page, links.dataset(dataset.id));
  await expect(page.getByRole("cell", { name: /^Error/ })).toHaveCount(2);
});
