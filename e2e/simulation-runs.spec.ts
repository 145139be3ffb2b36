// Test runs, the whole way on the screens: an agent and its scenario, a run that the script plays, the failing call, and a second version.
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { importScenarioTasks } from "@/lib/contracts/simulation/scenario-sources";
import { expect, reload, test, unique, visit } from "./fixtures";

/** As a pipeline brings it in: what is to be called stands in the row. */
const returned = {
  user_scenario: { instructions: "Ben sends his parcel 12 back." },
  script: ["This is about parcel 12.", "Send it back, please."],
  evaluation_criteria: {
    nl_assertions: ["The parcel is fetched."],
    actions: [{ name: "return_parcel", arguments: { number: 12 } }],
  },
};

test("I create an agent and a scenario, run it, find the failing call, fork it at the turn, and compare two versions", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const name = unique("Parcel desk");
  await visit(page, "/simulation/agents/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("textbox", { name: "Description" }).fill("You answer where parcels are.");
  await page.getByRole("button", { name: "Use sandbox/echo" }).click();
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const agent = page.url();

  await visit(page, "/simulation/scenarios/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Agent" }).fill(name);
  await page.getByRole("option", { name, exact: true }).click();
  await page.getByRole("textbox", { name: "Rows" }).fill("1");
  await page.getByRole("combobox", { name: "Generator model" }).fill("deterministic");
  await page.getByRole("option", { name: "deterministic" }).click();
  await page.getByRole("button", { name: "Create scenario" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
  const scenarioId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await api(importScenarioTasks, { scenario_id: scenarioId, tasks: [returned] });
  await reload(page);
  await expect(page.getByRole("button", { name: "Open row 2" })).toBeVisible();
  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  for (const [column, text] of [
    ["outcome", "Sandbox echo: Where is my parcel 4711?"],
    ["script", '["Where is my parcel 4711?"]'],
  ] as const) {
    await page.getByRole("button", { name: `Edit ${column}` }).click();
    await page.getByRole("textbox", { name: column }).fill(text);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("button", { name: `Edit ${column}` })).toBeVisible();
  }

  await visit(page, "/simulation");
  await expect(page.getByRole("heading", { level: 1, name: "Test runs" })).toBeVisible();
  await page.getByRole("link", { name: "Create run" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "New test run" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create and run" }).click();
  await expect(page.getByText("Not saved. Correct the fields marked above.")).toBeVisible();
  for (const [field, text] of [
    ["Agent", name],
    ["Scenarios", name],
    ["Evaluations", "levenshtein_similarity"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(text);
    await page.getByRole("option", { name: text, exact: true }).click();
  }
  await expect(page.getByRole("combobox", { name: "output" })).toHaveValue("The agent's messages");
  await expect(page.getByRole("combobox", { name: "expected" })).toHaveValue("The row's goal");
  await page.keyboard.press("Control+s");

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("No executions yet")).toBeVisible();
  const run = page.url();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: `${name}, ` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${name}, `));
  await expect(page.getByRole("region", { name: "Facts" })).toContainText(`${name}, v1`);
  await expect(page.getByText("Not passed")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("50 % of 2 calls passed; 100 % must pass.")).toBeVisible();
  const calls = page.getByRole("table", { name: "Calls" });
  const rowOf = (name: string) => calls.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  await expect(rowOf("#1")).toContainText("Passed");
  await expect(rowOf("#2").getByText("Agent: expected tool call").filter({ visible: true })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(calls.getByRole("row")).toHaveCount(2);

  await calls.getByRole("link", { name: "#2" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Call #2" })).toBeVisible();
  const turns = page.getByRole("region", { name: "Transcript" }).getByRole("listitem");
  await expect(turns).toHaveCount(4);
  await expect(turns.nth(3)).toContainText("Sandbox echo: Send it back, please.");
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("return_parcel");
  const facts = page.getByRole("region", { name: "Facts" });
  await expect(facts).toContainText("The script ended");
  await expect(facts).toContainText("Ideal outcome");
  await expect(page.getByRole("region", { name: "Evaluations" })).toContainText("levenshtein_similarity");
  await page.keyboard.press("s");
  const keeping = page.getByRole("dialog", { name: "Make a scenario row" });
  await keeping.getByRole("radio", { name: "A new scenario" }).click();
  await keeping.getByRole("textbox", { name: "Name of the new scenario" }).fill(`${name}, kept`);
  await keeping.getByRole("button", { name: "Make row" }).click();
  await expect(page.getByText("Scenario row added")).toBeVisible();
  await expect(keeping).toBeHidden();
  await turns.nth(2).getByRole("button", { name: "Fork here" }).click();
  await page.getByRole("dialog", { name: "Fork after turn 3" }).getByRole("button", { name: "Fork" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Call #1" })).toBeVisible();
  await expect(page.getByText("after turn 3")).toBeVisible();
  await expect(turns).toHaveCount(4, { timeout: 30_000 });
  await expect(page.getByRole("main").getByText("Failed", { exact: true })).toBeVisible({ timeout: 30_000 });

  await visit(page, agent);
  await page.getByRole("link", { name: "New version" }).click();
  await expect(page.getByRole("heading", { name: `New version of ${name}` })).toBeVisible();
  await page.getByRole("textbox", { name: "Commit message" }).fill("Another model");
  await page.getByRole("combobox", { name: "Model" }).fill("sandbox/chat");
  await page.getByRole("combobox", { name: "Model" }).press("Tab");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("table", { name: "Versions" }).getByRole("row")).toHaveCount(3);
  await page.getByRole("button", { name: "v1" }).click();
  // Its two calls, and the fork.
  await expect(calls.getByRole("row")).toHaveCount(4);
  await visit(page, run);
  const executions = page.getByRole("table", { name: "Executions" });
  await expect(executions.getByText("Fork of call #2")).toBeVisible();
  await expect(executions.getByText("Not passed")).toHaveCount(2);
  await page.getByRole("button", { name: /^Run\b/ }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: `${name}, ` })).toBeVisible();
  await expect(page.getByText("Not passed")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("tab", { name: "Compare" }).click();
  // By default with the first execution, because the newer one is a fork.
  await expect(page.getByText("agent version: v1 and v2")).toBeVisible();
  await expect(page.getByText("2 calls counted in both")).toBeVisible();
  await expect(page.getByText(/^p50 .* → .*, p95 .* → /)).toBeVisible();
  await expect(page.getByText(/^1.5 → 1.5, difference ±0, of 2 pairs/)).toBeVisible();
  const flipped = page.getByRole("table", { name: "Pairs of calls" }).getByRole("row").nth(1);
  await expect(flipped).toContainText("Flipped");
  await page.getByRole("combobox", { name: "Compared with" }).click();
  await page.getByRole("option", { name: /Fork of call #2/ }).click();
  await expect(page.getByText("1 call counted in both")).toBeVisible();
  // The double click started one execution. The others are the first and the fork.
  await visit(page, run);
  await expect(page.getByRole("table", { name: "Executions" }).getByRole("row")).toHaveCount(4);
});

test("I set the minimum turns of a conversation, see an error at the field, and see the limits on the run", async ({
  ownersPage: page,
  api,
}) => {
  const name = unique("Patience");
  const { agent } = await api(createAgentDefinition, { agent_name: name, agent_type: "text", description: "Answers" });
  const tasks = [{ user_scenario: { instructions: "Ask." }, script: ["Hello."] }];
  await api(importScenarioTasks, { name, agent_definition_id: agent.id, tasks });
  await visit(page, "/simulation/runs/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  for (const field of ["Agent", "Scenarios"]) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(name);
    await page.getByRole("option", { name, exact: true }).click();
  }
  await page.getByRole("textbox", { name: "Maximum turns" }).fill("4");
  const least = page.getByRole("textbox", { name: "Minimum turns" });
  await least.fill("5");
  await expect(least).toHaveAccessibleDescription("Must not exceed the maximum turns.");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("alert").filter({ hasText: "Fix the marked fields" })).toBeVisible();
  await least.fill("3");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("3 to 4 turns")).toBeVisible();
});

test("I choose the customers' model and when a run passes, learn that the model is missing, and edit the run", async ({
  ownersPage: page,
  api,
}) => {
  const name = unique("Gate");
  const target = { type: "description", model: "sandbox/echo" } as const;
  const described = { agent_name: name, agent_type: "text", description: "Answers", target } as const;
  const { agent } = await api(createAgentDefinition, described);
  const tasks = [{ user_scenario: { instructions: "Ask where parcel 12 is." } }];
  await api(importScenarioTasks, { name, agent_definition_id: agent.id, tasks });
  await visit(page, "/simulation/runs/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  for (const field of ["Agent", "Scenarios"]) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(name);
    await page.getByRole("option", { name, exact: true }).click();
  }
  await expect(page.getByRole("combobox", { name: "Customers' model" })).toBeHidden();
  await page.getByRole("switch", { name: "Scripted customers" }).click();
  await page.getByRole("combobox", { name: "Customers' model" }).fill("nowhere/customer");
  await page.getByRole("combobox", { name: "Customers' model" }).press("Tab");
  await page.getByRole("textbox", { name: "Pass rate" }).fill("80");
  await page.getByRole("textbox", { name: "Coverage" }).fill("50");
  await page.getByRole("button", { name: "Create and run" }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await expect(
    page.getByText(/The simulated customer's model "nowhere\/customer" cannot be called/).first(),
  ).toBeVisible();
  await expect(page.getByText("Played by nowhere/customer")).toBeVisible();
  await expect(page.getByText("80 % of the counted calls pass, and 50 % of all calls count")).toBeVisible();
  await expect(page.getByText("No executions yet")).toBeVisible();

  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: `Edit ${name}` })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Pass rate" })).toHaveValue("80");
  await page.getByRole("combobox", { name: "Customers' model" }).fill("sandbox/chat");
  await page.getByRole("combobox", { name: "Customers' model" }).press("Tab");
  await page.getByRole("textbox", { name: "Maximum turns" }).fill("2");
  await page.getByRole("textbox", { name: "Pass rate" }).fill("95.5");
  await expect(page.getByRole("combobox", { name: "Agent", exact: true })).toHaveValue(name);
  const other = `${name} again`;
  await api(importScenarioTasks, { name: other, agent_definition_id: agent.id, tasks });
  await page.getByRole("button", { name: `Remove ${name}`, exact: true }).click();
  for (const [field, text] of [
    ["Version", "v1: Initial version"],
    ["Scenarios", other],
    ["Evaluations", "levenshtein_similarity"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(text);
    await page.getByRole("option", { name: text, exact: true }).click();
  }
  // Its template has been read.
  await expect(page.getByRole("combobox", { name: "output" })).toHaveValue("The agent's messages");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  const facts = page.locator("dl");
  for (const fact of [`${name}, v1`, other, "levenshtein_similarity"]) await expect(facts).toContainText(fact);
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Remove levenshtein_similarity" }).click();
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await expect(facts).toContainText(other);
  await expect(facts).not.toContainText("levenshtein_similarity");
  await expect(page.getByText("95.5 % of the counted calls pass, and 50 % of all calls count")).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: `${name}, ` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Facts" })).toContainText("Played by sandbox/chat");
  await expect(page.getByText("Not passed")).toBeVisible({ timeout: 30_000 });
  await visit(page, "/simulation/runs");
  await expect(page.getByRole("row").filter({ hasText: name })).toContainText("Not passed");
});
