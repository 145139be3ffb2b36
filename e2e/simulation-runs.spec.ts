// Test runs: made on the screen, played by the script, read call by call, forked, and held against one another.
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { importScenarioTasks } from "@/lib/contracts/simulation/scenarios";
import { expect, test, unique, visit } from "./fixtures";

test("I run a scenario against an agent, read whose fault a failure was, fork the call, and compare the two executions", async ({
  ownersPage: page,
  api,
}) => {
  const name = unique("Parcel desk");
  const { agent } = await api(createAgentDefinition, {
    agent_name: name,
    agent_type: "text",
    description: "You answer where parcels are.",
    target: { type: "description", model: "sandbox/echo" },
  });
  await api(importScenarioTasks, {
    name,
    agent_definition_id: agent.id,
    tasks: [
      {
        user_scenario: { instructions: "Ada asks where her parcel 4711 is." },
        script: ["Where is my parcel 4711?"],
        evaluation_criteria: { nl_assertions: ["Sandbox echo: Where is my parcel 4711?"] },
      },
      {
        user_scenario: { instructions: "Ben sends his parcel 12 back." },
        script: ["This is about parcel 12.", "Send it back, please."],
        evaluation_criteria: {
          nl_assertions: ["The parcel is fetched."],
          actions: [{ name: "return_parcel", arguments: { number: 12 } }],
        },
      },
    ],
  });

  await visit(page, "/simulation");
  await expect(page.getByRole("heading", { level: 1, name: "Test runs" })).toBeVisible();
  await page.getByRole("link", { name: "Create run" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "New test run" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create and run" }).click();
  await expect(page.getByText("Nothing was saved: see what is marked above.")).toBeVisible();
  for (const [field, text] of [
    ["Agent", name],
    ["Scenarios", name],
    ["Evaluations", "levenshtein_similarity"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(text);
    await page.getByRole("option", { name: text, exact: true }).click();
  }
  await expect(page.getByRole("combobox", { name: "output" })).toHaveValue("What the agent said");
  await expect(page.getByRole("combobox", { name: "expected" })).toHaveValue("The ideal outcome of the row");
  await page.keyboard.press("Control+s");

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("It has not run yet")).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: "Execution" })).toBeVisible();
  await expect(page.getByText("Not passed")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("50 % of 2 calls pass, 100 % are required.")).toBeVisible();
  const calls = page.getByRole("table", { name: "Calls" });
  await expect(calls.getByRole("row", { name: /^#1/ })).toContainText("Passed");
  await expect(calls.getByRole("row", { name: /^#2/ })).toContainText("Agent: expected tool call");
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Failed" }).click();
  await expect(calls.getByRole("row")).toHaveCount(2);

  await calls.getByRole("link", { name: "#2" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Call #2" })).toBeVisible();
  const turns = page.getByRole("region", { name: "Transcript" }).getByRole("listitem");
  await expect(turns).toHaveCount(4);
  await expect(turns.nth(3)).toContainText("Sandbox echo: Send it back, please.");
  await expect(page.getByRole("region", { name: "Checks" })).toContainText("return_parcel");
  await turns.nth(2).getByRole("button", { name: "Fork here" }).click();
  await page.getByRole("dialog", { name: "Fork after turn 3" }).getByRole("button", { name: "Fork" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Call #1" })).toBeVisible();
  await expect(turns).toHaveCount(4, { timeout: 30_000 });
  await expect(page.getByRole("main").getByText("Failed", { exact: true })).toBeVisible({ timeout: 30_000 });

  await page.getByRole("link", { name: "Execution" }).click();
  await expect(page.getByText("Not passed")).toBeVisible({ timeout: 30_000 });
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(page.getByText("1 calls that count in both")).toBeVisible();
  await expect(page.getByRole("table", { name: "Pairs of calls" }).getByRole("row").nth(1)).toContainText("Failed");
});
