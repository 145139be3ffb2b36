// From a test run to annotators: what failed is handed to a queue, read on the desk, and its score exported.
import { exportHref } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { listItems } from "@/lib/contracts/annotation/items";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { executeRunTest } from "@/lib/contracts/simulation/runs/run-executions";
import { createRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { importScenarioTasks } from "@/lib/contracts/simulation/scenario-sources";
import { openDesk, sourceHeading } from "./desk";
import { type Api, expect, test, unique, visit } from "./fixtures";
import { queueOf } from "./scene";

/** Parcels 1 and 2 should be fetched by a tool, which the model that repeats does not call; the third customer only greets. */
const tasks = [
  ...[1, 2].map((number) => ({
    user_scenario: { instructions: `Parcel ${number} goes back.` },
    script: [`Fetch parcel ${number}, please.`],
    evaluation_criteria: { actions: [{ name: "fetch_parcel", arguments: { number } }] },
  })),
  { user_scenario: { instructions: "Cleo greets." }, script: ["Good morning."] },
];

/** An execution that is over: two of its calls have failed. */
async function failingRun(api: Api): Promise<{ name: string; executionId: string }> {
  const name = unique("Parcels");
  const { agent } = await api(createAgentDefinition, {
    agent_name: name,
    agent_type: "text",
    description: "You fetch parcels.",
    target: { type: "description", model: "sandbox/echo" },
  });
  const { scenario_id } = await api(importScenarioTasks, { name, agent_definition_id: agent.id, tasks });
  const run = { name, agent_definition_id: agent.id, scenario_ids: [scenario_id] };
  const { id } = await api(createRunTest, { ...run, settings: { simulator_model: "scripted" } });
  const { execution_id } = await api(executeRunTest, { run_test_id: id });
  const verdict = () => api(getExecutionVerdict, { test_execution_id: execution_id });
  await expect.poll(async () => (await verdict()).done, { timeout: 60_000 }).toBe(true);
  return { name, executionId: execution_id };
}

test("I send a run's failed calls to a queue, add another there, and annotate what the agent said", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const { name, executionId } = await failingRun(api);
  const label = { type: "thumbs_up_down" as const, name: unique("Polite") };
  const queue = await queueOf(api, { rows: 1, labels: [label] });

  await visit(page, links.execution(executionId));
  await expect(page.getByRole("button", { name: "Add all 3 to a queue" })).toBeVisible();
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await page.getByRole("button", { name: "Add all 2 to a queue" }).click();
  const handing = page.getByRole("dialog", { name: "Add to a queue" });
  await expect(handing.getByText("2 calls become items of the queue")).toBeVisible();
  await handing.getByRole("combobox", { name: "Queue" }).fill(queue.name);
  await page.getByRole("option", { name: queue.name }).click();
  await handing.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("2 items added")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select call #2" }).click();
  await page.getByRole("button", { name: "Add 1 to a queue" }).click();
  await handing.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("1 was already in the queue.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add all 2 to a queue" })).toBeVisible();

  await visit(page, links.queue(queue.id));
  await page.getByRole("button", { name: "Add items" }).first().click();
  const adding = page.getByRole("dialog", { name: "Add items" });
  await adding.getByRole("combobox", { name: "What to add" }).click();
  await page.getByRole("option", { name: /^Calls/ }).click();
  await adding.getByRole("combobox", { name: "Test run" }).fill(name);
  await page.getByRole("option", { name }).click();
  await adding.getByRole("combobox", { name: "Execution" }).click();
  await page.getByRole("option", { name: /^v1/ }).click();
  await expect(adding.getByText("All 3 that match")).toBeVisible();
  await adding.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(adding.getByText("All 2 that match")).toBeVisible();
  await adding.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Any outcome" }).click();
  await adding.getByText("Selected calls").click();
  await adding.getByRole("checkbox", { name: "Choose #3 Cleo greets." }).click();
  await adding.getByRole("button", { name: "Add 1 call" }).click();
  await expect(page.getByText("1 item added")).toBeVisible();

  const { results } = await api(listItems, { queue_id: queue.id, ordering: "order", limit: 100 });
  expect(results.map(({ source_type }) => source_type)).toEqual([
    "dataset_row",
    ...["call_execution", "call_execution", "call_execution"],
  ]);
  await openDesk(page, queue.id, results[2]?.id);
  await expect(sourceHeading(page)).toContainText(name);
  const source = page.getByRole("region", { name: "Source" });
  await expect(source).toContainText("Fetch parcel 2, please.");
  await expect(source).toContainText("Sandbox echo: Fetch parcel 2, please.");
  await source.locator("summary", { hasText: "Scenario row" }).click();
  await expect(source).toContainText("Parcel 2 goes back.");
  await expect(page.getByRole("button", { name: "No", exact: true })).toBeVisible();
  await page.keyboard.press("2");
  await expect(page.getByRole("button", { name: "No", pressed: true })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(source).not.toContainText("Fetch parcel 2, please.");

  // The desk goes on before the server has answered.
  const scored = async () => {
    const { result } = await (await page.request.get(exportHref(queue.id, "json"))).json();
    return result.filter(({ annotations }: { annotations: unknown[] }) => annotations.length > 0);
  };
  await expect
    .poll(scored)
    .toMatchObject([{ source_type: "call_execution", annotations: [{ label_name: label.name, value: "down" }] }]);
});
