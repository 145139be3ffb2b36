import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listQueues } from "@/lib/contracts/annotation/queues/queues";
import { sourceHeading } from "./desk";
import { type Api, expect, test, visit } from "./fixtures";
import { queueOf } from "./scene";

/** A queue of the demo, which every new organization's first start brings. */
async function demoQueue(api: Api, search: string): Promise<string> {
  const { results } = await api(listQueues, { search });
  const [queue] = results;
  if (!queue) throw new Error(`The demo has no queue named ${search}.`);
  return queue.id;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("I find the kappa that Fleiss published, why it has no interval, and the items that people disagree on", async ({
  ownersPage: page,
  api,
}) => {
  await visit(page, links.queue(await demoQueue(api, "Fleiss 1971"), "agreement"));
  const diagnosis = row(page, "Diagnosis");
  await expect(diagnosis.getByRole("cell", { name: "0.430", exact: true })).toBeVisible();
  await expect(diagnosis.getByRole("img")).toHaveAccessibleName(
    "Diagnosis: Fleiss' κ 0.430, no interval: Too few items: an interval needs at least 60.",
  );
  const pairs = page.getByRole("table", { name: "Agreement of annotators by pair" });
  const third = pairs.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Rater 3" }) });
  await expect(third.getByRole("cell", { name: /^80 n 30, 63–90 %/ })).toBeVisible();
  const probable = page.getByRole("region", { name: "Most likely answers" });
  await expect(probable.getByRole("table", { name: "Accuracy by annotator" }).getByRole("row")).toHaveCount(7);
  await expect(probable.getByText(/ of 30 answered items are uncertain\./)).toBeVisible();

  await page.keyboard.press("t");
  await expect(diagnosis.getByRole("img")).toHaveCount(0);
  const tooFew = "Too few items: an interval needs at least 60.";
  await expect(diagnosis.getByRole("button", { name: tooFew })).toHaveCount(2);
  await expect(pairs.getByRole("row")).toHaveCount(1 + 15);

  await page.getByRole("combobox", { name: "Measure" }).click();
  await page.getByRole("option", { name: "Krippendorff's α, nominal" }).click();
  await expect(diagnosis.getByRole("cell", { name: "0.433", exact: true })).toBeVisible();

  await diagnosis.getByRole("link", { name: "25 items on which annotators disagree about Diagnosis" }).click();
  await expect(page.getByText("Disagreement on Diagnosis")).toBeVisible();
  const items = page.getByRole("table", { name: "Items of the queue" }).getByRole("row");
  await expect(items).toHaveCount(1 + 25);
  await items.nth(1).getByRole("link").first().click();
  await expect(sourceHeading(page)).toHaveText(/^Row 2 of /);
  const diagnoses = page.getByRole("region", { name: "Comparison" }).getByRole("region", { name: "Diagnosis" });
  await expect(diagnoses.getByText("Disagree", { exact: true })).toBeVisible();
  await expect(diagnoses.getByRole("listitem")).toHaveCount(6);
  await page.keyboard.press("ArrowRight");
  await expect(sourceHeading(page)).toHaveText(/^Row 3 of /);
  // All agree on the fourth.
  await page.keyboard.press("ArrowRight");
  await expect(sourceHeading(page)).toHaveText(/^Row 5 of /);
});

test("a measure that does not fit a label is shown as a dash with the reason", async ({ ownersPage: page, api }) => {
  await visit(page, links.queue(await demoQueue(api, "Support replies"), "agreement"));
  await expect(row(page, "Helpfulness").getByText("Krippendorff's α, ordinal", { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Measure" }).click();
  await page.getByRole("option", { name: "Gwet's AC1" }).click();
  const reason = "This measure is not defined for labels of the type “Stars”.";
  await expect(row(page, "Helpfulness").getByRole("button", { name: reason })).toHaveText("–");
  await expect(row(page, "Policy followed").getByRole("cell", { name: "0.810", exact: true })).toBeVisible();
});

test("I see a queue's progress, its pace, and the answers", async ({ ownersPage: page, api }) => {
  await visit(page, links.queue(await demoQueue(api, "Support replies"), "analytics"));
  await expect(page.getByRole("heading", { name: "40 of 67 items completed" })).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Annotations per day in the last 30 days: \d+ in total, most on / }),
  ).toBeVisible();
  await expect(page.getByText(/^1 min \d+ s per item \(median; mean 1 min \d+ s; 120 completions\)$/)).toBeVisible();
  await expect(row(page, "Priya Raman").getByRole("cell", { name: "40" })).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^Helpfulness, 120 answers: 1: 9, 2: 25, 3: 18, 4: 23, 5: 45$/ }),
  ).toBeVisible();
  const problems = page.getByRole("table", { name: "Answers to Problems" });
  await expect(problems.getByRole("row", { name: "Wrong fact 21 17.5 %" })).toBeVisible();
  await page.keyboard.press("t");
  const stars = page.getByRole("table", { name: "Answers to Helpfulness" });
  await expect(stars.getByRole("row", { name: "5 45 37.5 %" })).toBeVisible();
});

test("where agreement is unknown, the screen says why and how to measure it", async ({ ownersPage: page, api }) => {
  const queue = await queueOf(api, { rows: 1 });
  await visit(page, links.queue(queue.id, "agreement"));
  await page.getByRole("link", { name: "Ask for more annotations" }).click();
  await expect(page.getByLabel("Annotations per item", { exact: true })).toHaveValue("1");
});
