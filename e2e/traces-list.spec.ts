// Among 10,000 traces an engineer finds the one that failed, and makes a dataset row and a queue's item of it.
import { links } from "@/lib/client/links";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue } from "@/lib/contracts/annotation/queues/queues";
import { listDatasetNames } from "@/lib/contracts/datasets/datasets";
import { listEvalTasks } from "@/lib/contracts/evaluation/tasks";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { listProjects } from "@/lib/contracts/traces/projects";
import { exportOf, hexId } from "@/lib/traces/testing";
import { type Api, expect, test, unique, visit } from "./fixtures";
import { expectSteady } from "./late-answer";

const TRACES = 10_000;
const EXPORT = 2000;

/** Traces that look alike; one of them failed, and cost more than the others. Returns the project's id. */
async function tracedProject(api: Api, project: string): Promise<string> {
  const spans = Array.from({ length: TRACES }, (_, index) => {
    const isBad = index === 40;
    return {
      traceId: hexId(16),
      spanId: hexId(8),
      name: "invoke_agent support",
      from: index * 1000,
      to: index * 1000 + 500,
      ...(isBad ? { status: { code: 2, message: "ECONNREFUSED" } } : {}),
      values: {
        "input.value": isBad ? "Where is parcel 4711?" : `Hello ${index}`,
        "output.value": isBad ? "Something went wrong." : "How can I help?",
        "gen_ai.usage.cost": isBad ? 2.5 : 0.01,
        "user.id": `user-${index % 7}`,
      },
    };
  });
  for (let from = 0; from < TRACES; from += EXPORT)
    await api(exportTraces, exportOf({ "service.name": project }, spans.slice(from, from + EXPORT)));
  const { results } = await api(listProjects, { search: project });
  return results[0]?.id ?? "";
}

test("I find a failed trace by its text, status and cost, and add it to a dataset and to a queue", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const [project, dataset, queue, view] = ["Support", "Failures", "To look at", "Failed"].map(unique);
  const projectId = await tracedProject(api, project ?? "");
  const label = await api(createLabel, { name: unique("Good"), type: "thumbs_up_down", settings: {} });
  const { id: queue_id } = await api(createQueue, { name: queue ?? "", label_ids: [label.id] });
  await api(updateQueueStatus, { queue_id, status: "active" });

  await visit(page, links.traces({ project: projectId }));
  const table = page.getByRole("table", { name: "Traces" });
  const rows = table.getByRole("row");
  await expect(page.getByText("10,000 traces")).toBeVisible();
  await expect(rows).toHaveCount(51);
  await page.getByRole("button", { name: "Older" }).click();
  await expect(table.getByTitle(`Hello ${TRACES - 51}`)).toBeVisible();

  await page.getByRole("searchbox", { name: "Search traces" }).fill("econnref");
  await expect(rows).toHaveCount(2);
  await expect(table).toContainText("Where is parcel 4711?");
  await page.getByRole("searchbox", { name: "Search traces" }).fill("");
  await expect(rows).toHaveCount(51);

  await page.getByRole("region", { name: "Status" }).getByRole("button", { name: "Error 1" }).click();
  await expect(rows).toHaveCount(2);
  await expect(table).toContainText("Where is parcel 4711?");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view" }).click();
  await page
    .getByRole("dialog", { name: "Save this view" })
    .getByLabel("Name")
    .fill(view ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByText("View saved")).toBeVisible();

  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(page).toHaveURL(/\/traces$/);
  await page.getByRole("textbox", { name: "Least cost" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cost from $2.00")).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: view ?? "" }).click();
  await expect(page.getByText("Status: Error")).toBeVisible();
  await page.getByRole("textbox", { name: "Least cost" }).fill("2");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);

  await table.getByRole("checkbox", { name: "Select invoke_agent support" }).click();
  const adding = page.getByRole("dialog", { name: "Add to a dataset" });
  await expectSteady(page, {
    path: listDatasetNames.path,
    open: () => page.keyboard.press("d"),
    control: adding.getByLabel("Name of the new dataset"),
    shown: () => expect(adding.getByRole("radio", { name: "An existing dataset" })).toBeEnabled(),
  });
  await expect(adding.getByRole("region", { name: "Preview" })).toContainText("Where is parcel 4711?");
  await adding.getByLabel("Name of the new dataset").fill(dataset ?? "");
  await adding.getByLabel("Value 3").fill("error");
  await expect(adding.getByRole("region", { name: "Preview" })).toContainText("ECONNREFUSED");
  await adding.getByRole("button", { name: "Add rows" }).click();
  await expect(page.getByText("1 row added")).toBeVisible();

  await page.keyboard.press("a");
  const queueing = page.getByRole("dialog", { name: "Add to a queue" });
  await queueing.getByRole("combobox", { name: "Queue" }).fill(queue ?? "");
  await page.getByRole("option", { name: queue ?? "" }).click();
  await queueing.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 item added")).toBeVisible();

  await table.getByRole("link", { name: "invoke_agent support" }).click();
  const made = page.getByRole("region", { name: "Dataset rows" });
  await made.getByRole("link", { name: `${dataset}, row 1` }).click();
  await expect(page.getByRole("heading", { level: 1, name: dataset ?? "" })).toBeVisible();
  await expect(page.getByText("ECONNREFUSED").first()).toBeVisible();
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByRole("dialog", { name: "Row 1" }).getByRole("link", { name: "Open its trace" }).click();
  await expect(page).toHaveURL(/\/traces\/[0-9a-f-]{36}$/);
  await expect(made.getByRole("link", { name: `${dataset}, row 1` })).toBeVisible();
});

test("I send all matching traces to a new evaluation and a new scenario, and find them by their verdicts", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const [project, task, scenario] = ["Parcels", "New words", "Seen"].map(unique);
  const spans = ["yes yes yes", "At the depot in Riga.", null].map((output, index) => ({
    traceId: hexId(16),
    spanId: hexId(8),
    name: "chat",
    from: index * 1000,
    to: index * 1000 + 500,
    values: {
      "openinference.span.kind": "LLM",
      ...(output === null ? {} : { "input.value": `Where is parcel ${index}?`, "output.value": output }),
    },
  }));
  await api(exportTraces, exportOf({ "service.name": project ?? "" }, spans));
  const { results } = await api(listProjects, { search: project ?? "" });
  const list = links.traces({ project: results[0]?.id ?? "" });

  const boxes = page.getByRole("table", { name: "Traces" }).getByRole("checkbox", { name: "Select chat" });
  const chooseAll = async () => {
    await visit(page, list);
    await boxes.first().click();
    await page.getByRole("button", { name: "Select all 3 matching traces" }).click();
  };
  await chooseAll();
  await boxes.nth(1).click();
  await expect(page.getByRole("region", { name: "Selection" })).toContainText("2 traces selected");
  await chooseAll();
  const evaluating = page.getByRole("dialog", { name: "Evaluate traces" });
  const newTask = evaluating.getByRole("button", { name: "New task" });
  await expectSteady(page, {
    path: listEvalTasks.path,
    open: () => page.keyboard.press("e"),
    control: newTask,
    shown: () => expect(evaluating.getByPlaceholder("Loading…")).toHaveCount(0),
  });
  await newTask.click();
  await expect(page.getByRole("region", { name: "Chosen traces" })).toContainText("all traces that matched");
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("in 3 chosen traces of the project");
  await page.getByRole("combobox", { name: "Template" }).fill("distinct_n");
  await page.getByRole("option", { name: /^distinct_n/ }).click();
  await expect(page.getByRole("region", { name: "Preview" })).toContainText("$0.00 to evaluate all of them");
  await page.getByLabel("Name", { exact: true }).fill(task ?? "");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: task ?? "" })).toBeVisible();
  const backfills = page.getByRole("region", { name: "Backfills" });
  await expect(backfills).toContainText("Completed", { timeout: 30_000 });
  await expect(backfills).toContainText("in 3 chosen traces");

  // The task is one to choose now.
  await chooseAll();
  await page.keyboard.press("e");
  const choosing = page.getByRole("dialog", { name: "Evaluate traces" });
  await choosing.getByRole("combobox", { name: "Task" }).fill(task ?? "");
  await page.getByRole("option", { name: task ?? "" }).click();
  await choosing.getByRole("button", { name: "Continue" }).click();
  const again = page.getByRole("dialog", { name: `Evaluate with ${task}` });
  await expect(again.getByRole("region", { name: "Preview" })).toContainText("in 3 chosen traces of the project");
  await again.getByRole("button", { name: "Start" }).click();
  await expect(page.getByText("The evaluation has started")).toBeVisible();

  await visit(page, list);
  const facet = page.getByRole("region", { name: "Evaluation", exact: true });
  await facet.getByRole("button", { name: "Passed 1" }).click();
  await expect(page.getByRole("table", { name: "Traces" }).getByRole("row")).toHaveCount(2);
  await expect(page.getByText("Evaluation: distinct_n")).toBeVisible();
  await facet.getByRole("button", { name: "Unscored 1" }).click();
  await expect(page.getByRole("table", { name: "Traces" }).getByRole("row")).toHaveCount(2);

  await chooseAll();
  await page.keyboard.press("s");
  const making = page.getByRole("dialog", { name: "Make scenario rows" });
  await making.getByRole("radio", { name: "A new scenario" }).click();
  await making.getByLabel("Name of the new scenario").fill(scenario ?? "");
  await making.getByRole("button", { name: "Make rows" }).click();
  await page.getByRole("button", { name: "Open the scenario" }).click();
  await expect(page.getByRole("heading", { level: 1, name: scenario ?? "" })).toBeVisible();
  await expect(page.getByText("2 rows made of 3 traces.")).toBeVisible({ timeout: 30_000 });
});
