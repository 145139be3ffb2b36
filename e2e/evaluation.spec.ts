// Evaluations, tried in the browser: with no key, by functions and by the sandbox's judge.
import { expect, reload, test, unique, visit } from "./fixtures";

test("I try a computed template and a judged one, and find the runs in the logs", async ({ ownersPage: page }) => {
  await visit(page, "/evaluate");
  await page.getByLabel("Search templates").fill("levenshtein");
  await page.getByRole("link", { name: "levenshtein_similarity" }).click();
  await expect(page.getByText("4 of 4 agree")).toBeVisible();
  await page.keyboard.press("t");
  await page.getByLabel("output", { exact: true }).fill("kitten");
  // Reloaded before it is run, it is still there.
  await reload(page);
  await expect(page.getByLabel("output", { exact: true })).toHaveValue("kitten");
  await page.keyboard.press("Control+Enter");
  const result = page.locator("[aria-live=polite]").filter({ has: page.getByRole("heading") });
  // A function takes a blank field as an empty text: nothing of "kitten" is in it.
  await expect(result.getByRole("heading", { name: "0 of 1", exact: true })).toBeVisible();
  await page.getByLabel("expected", { exact: true }).fill("sitting");
  await expect(page.getByText("The form has changed since this run.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(result.getByRole("heading", { name: "0.5714 of 1" })).toBeVisible();
  await expect(result).toContainText("no model was called");

  const text = unique("Thank you kindly");
  await page.getByLabel("Template").fill("emotional tones");
  await page.getByRole("option", { name: /^tone/ }).click();
  await expect(page.getByLabel("output", { exact: true })).toHaveValue("kitten");
  await page.getByRole("button", { name: "Use sandbox/judge" }).click();
  // A judge is not asked about nothing.
  await page.getByLabel("output", { exact: true }).fill("");
  await page.getByRole("button", { name: "Run" }).click();
  await expect(result.getByRole("heading", { name: "Error" })).toBeVisible();
  await expect(page.getByText("The input 'output' is missing.")).toHaveCount(2);
  await page.getByLabel("output", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Run" }).click();
  await expect(result.getByText(/drawn at random/)).toBeVisible();
  const verdict = (await result.getByRole("heading", { level: 2 }).textContent()) ?? "";

  await page.getByRole("link", { name: "Open this run in the logs" }).click();
  const run = page.getByRole("region", { name: "Run" });
  await expect(run.getByRole("heading", { name: verdict })).toBeVisible();
  await expect(run.getByRole("region", { name: /word for word/ })).toContainText("at random");
  await page.getByLabel("Template").fill("tone");
  await page.getByRole("option", { name: "tone", exact: true }).click();
  await page.getByLabel("Search inputs and verdicts").fill(text);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: text })).toHaveCount(1);
  await expect(page.getByRole("table", { name: "Runs of tone" }).getByRole("row")).toHaveCount(2);
  await page.getByRole("link", { name: verdict }).click();
  await run.getByRole("button", { name: "Give feedback" }).click();
  const feedback = page.getByRole("dialog", { name: "Give feedback" });
  await expect(feedback.getByRole("radio", { name: /template as an example/ })).toBeDisabled();
  await feedback.getByRole("textbox", { name: "Why" }).fill("It is kind.");
  await feedback.getByRole("button", { name: "Keep" }).click();
  await expect(run.getByRole("listitem").filter({ hasText: "It is kind." })).toContainText("Right result");
  await page.getByRole("combobox", { name: "Feedback" }).click();
  await page.getByRole("option", { name: "With feedback" }).click();
  await expect(page.getByRole("columnheader", { name: "Right result" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Runs of tone" }).getByRole("row")).toHaveCount(2);
  await run.getByRole("link", { name: "Run it again in the playground" }).click();
  // The log's own part called "output" stays on the screen until the playground is there.
  await expect(page.getByRole("textbox", { name: "output", exact: true })).toHaveValue(text);
  await expect(page.getByRole("combobox", { name: "Judge" })).toHaveValue("sandbox/judge");

  await visit(page, "/evaluate/logs");
  const newest = page.getByRole("table", { name: "Newest runs" });
  for (const name of ["tone", "levenshtein_similarity"])
    await expect(newest.getByRole("link", { name, exact: true }).first()).toBeVisible();
});

test("I leave a template while editing it, and find my draft until I discard it", async ({ ownersPage: page }) => {
  await visit(page, "/evaluate/templates/new?kind=judged");
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("half-written");
  await page.getByRole("link", { name: "Playground", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Playground" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Templates unsaved changes" })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue("half-written");
  // The list of a field closes by Escape, and takes nothing else with it.
  const judge = page.getByRole("combobox", { name: "Judge" });
  await judge.fill("sandbox/j");
  await judge.press("ArrowDown");
  await judge.press("Enter");
  await expect(judge).toHaveValue("sandbox/judge");
  await page.getByRole("link", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Evaluation templates" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Templates", exact: true })).toBeVisible();
  await page.goBack();
  await expect(name).toHaveValue("");
});
