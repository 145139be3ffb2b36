// Spans that are evaluated: a task is made with its count and cost in sight, run over the past, and read on the traces.
import { addItems, listItems } from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue } from "@/lib/contracts/annotation/queues/queues";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { exportOf, hexId } from "@/lib/traces/testing";
import { expect, test, unique, visit } from "./fixtures";
import { answer } from "./scene";

test("I evaluate past spans, see the scores on their traces, send one to a queue, and calibrate the task against people", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const project = unique("Parcels");
  const queue = unique("Doubtful answers");
  const chat = (output: string | null) => ({
    traceId: hexId(16),
    spanId: hexId(8),
    name: "chat",
    values: { "openinference.span.kind": "LLM", ...(output === null ? {} : { "output.value": output }) },
  });
  const spans = [chat("yes yes yes"), chat("At the depot in Riga."), chat(null)];
  await api(exportTraces, exportOf({ "service.name": project }, spans));
  const label = await api(createLabel, { name: unique("Good"), type: "thumbs_up_down", settings: {} });
  const { id: queue_id } = await api(createQueue, { name: queue, label_ids: [label.id] });

  await visit(page, "/evaluate/tasks/new");
  await page.getByRole("combobox", { name: "Project" }).fill(project);
  await page.getByRole("option", { name: project }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("3 spans");
  await page.getByRole("combobox", { name: "Template" }).fill("distinct_n");
  await page.getByRole("option", { name: /^distinct_n/ }).click();
  await expect(page.getByLabel("Path of text")).toHaveValue("span.output");
  await expect(preview).toContainText("$0.00 to evaluate all of them");
  await expect(preview).toContainText("No value for text");
  await page.getByLabel("Name", { exact: true }).fill("New words");
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { level: 1, name: "New words" })).toBeVisible();
  await expect(page.getByText("No spans yet")).toBeVisible();
  const task = page.url();
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "Evaluate past spans" });
  await expect(dialog.getByRole("region", { name: "Preview" })).toContainText("3 spans");
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("region", { name: "Backfills" })).toContainText("Completed", { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Scores over time" })).toContainText("2 of 3 scored");
  const reasons = page.getByRole("region", { name: "Missing scores" });
  await expect(reasons).toContainText("The span has nothing at span.output, where text is looked for.");

  const scores = page.getByRole("region", { name: "Scores", exact: true });
  await scores.getByLabel("Verdict").click();
  await page.getByRole("option", { name: "Unscored" }).click();
  await expect(scores.getByRole("row")).toHaveCount(2);
  await scores.getByRole("link", { name: spans[2]?.spanId ?? "" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "chat" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Scores of the trace" })).toContainText("Unscored");
  await page.keyboard.press("a");
  await page.getByRole("dialog").getByLabel("Queue").click();
  await page.getByRole("option", { name: queue }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 item added")).toBeVisible();

  // People say the same of both spans that have a score: the one of many new words is good.
  await api(updateQueueStatus, { queue_id, status: "active" });
  const judged = spans
    .slice(0, 2)
    .map(({ spanId }) => ({ source_type: "observation_span" as const, source_id: spanId }));
  await api(addItems, { queue_id, items: judged });
  for (const { id, source_id } of (await api(listItems, { queue_id, source_type: ["observation_span"] })).results)
    await answer(api, {
      queue_id,
      item_id: id,
      values: { [label.id]: source_id === spans[1]?.spanId ? "up" : "down" },
    });
  await visit(page, task);
  await page.getByRole("link", { name: "Calibrate" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Queue" }).fill(queue);
  await page.getByRole("option", { name: queue }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "Yes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Calibrate" }).click();
  await expect(page.getByRole("row", { name: /Cohen's κ/ })).toContainText("1.000");
  await expect(page.getByRole("row", { name: /Sensitivity/ })).toContainText("100.0 %");
});
