// A scenario: created from an agent without any model, inspected, corrected, and extended with rows.
import { links } from "@/lib/client/links";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { createScenario, editScenario, getScenario } from "@/lib/contracts/simulation/scenarios";
import { expect, reload, test, unique, visit } from "./fixtures";

test("I create a scenario, see its rows generated, edit its graph and its prompt, and add rows", async ({
  api,
  ownersPage: page,
}) => {
  const name = unique("Parcel desk");
  await api(createAgentDefinition, { agent_name: name, agent_type: "text", description: "Answers about parcels" });
  await visit(page, "/simulation/scenarios/new");
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("combobox", { name: "Agent" }).fill(name);
  await page.getByRole("option", { name }).click();
  await page.getByRole("radio", { name: /^The agent/ }).click();
  await page.getByRole("combobox", { name: "Generator model" }).fill("deterministic");
  await page.getByRole("option", { name: "deterministic" }).click();
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Open row 20" })).toBeVisible();

  await page.getByRole("button", { name: "Open row 1", exact: true }).click();
  await page.getByRole("button", { name: "Edit situation" }).click();
  await page.getByRole("textbox", { name: "situation" }).fill("Wants either a refund or a new one, TBD");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await reload(page);
  await expect(page.getByRole("region", { name: "Findings" })).toContainText("does not say what the customer wants");

  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("button", { name: "Add node" }).click();
  await expect(page.getByRole("list", { name: "Graph problems" })).toContainText("cannot be reached from the start");
  await page.getByRole("button", { name: "Remove node" }).click();
  await expect(page.getByRole("region", { name: "Nodes" })).toBeFocused();
  await page.getByRole("combobox", { name: "Node" }).click();
  await page.getByRole("option", { name: "Clarify" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Ask back");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("group", { name: "Ask back" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("tab", { name: "Prompt" }).click();
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.getByRole("group", { name: "Ask back" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ask back");
  await page.getByRole("link", { name: "Agents" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Agents" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Scenarios unsaved changes" })).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Save graph" }).click();
  await expect(page.getByRole("button", { name: "Save graph" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Scenarios", exact: true }).first()).toBeVisible();

  await page.getByRole("tab", { name: "Prompt" }).click();
  await page
    .getByRole("textbox", { name: "The simulated customer's prompt" })
    .fill("You are {{persona}} and {{nobody}}");
  await page.getByRole("button", { name: "Save prompt" }).click();
  await expect(page.getByRole("region", { name: "Findings" })).toContainText("{{nobody}}");

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add rows" }).click();
  await page.getByRole("textbox", { name: "Guidance" }).fill("Lost receipts");
  await page.getByRole("dialog").getByRole("button", { name: "Add rows" }).click();
  await page.getByRole("tab", { name: "Rows" }).click();
  await expect(page.getByRole("button", { name: "Open row 30" })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("cell", { name: /Lost receipts/ }).first()).toBeVisible({ timeout: 30_000 });
});

test("I am warned before I overwrite another user's newer changes", async ({ api, ownersPage: page }) => {
  const { agent } = await api(createAgentDefinition, { agent_name: unique("Parcel desk"), agent_type: "text" });
  const nodes = [{ name: "Greet", isStart: true, prompt: "Ask what it is about" }];
  const made = await api(createScenario, {
    name: unique("Parcels"),
    kind: "graph",
    agent_definition_id: agent.id,
    graph: { nodes, edges: [] },
    generator_model: "deterministic",
  });
  const scenario_id = made.scenario.id;
  const stored = () => api(getScenario, { scenario_id });
  await expect.poll(async () => (await stored()).status, { timeout: 30_000 }).toBe("Completed");

  await visit(page, `${links.scenario(scenario_id)}?view=graph`);
  await page.getByRole("button", { name: "Add node" }).click();
  await page.getByRole("tab", { name: "Prompt" }).click();
  const prompt = page.getByRole("textbox", { name: "The simulated customer's prompt" });
  await prompt.fill("You are mine");
  const theirs = [{ ...nodes[0], prompt: "Ask for the number" }];
  const change = { scenario_id, prompt: "You are theirs", graph: { nodes: theirs, edges: [] } };
  await api(editScenario, change);
  await page.getByRole("button", { name: "Save prompt" }).click();
  await expect(page.getByText("The prompt has changed since you loaded it.")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "A newer prompt was saved" })).toBeVisible();
  await expect(prompt).toHaveValue("You are mine");
  expect((await stored()).prompts).toMatchObject([{ content: "You are theirs" }]);
  await page.getByRole("button", { name: "Overwrite" }).click();
  await expect.poll(async () => (await stored()).prompts).toMatchObject([{ content: "You are mine" }]);
  await expect(page.getByRole("button", { name: "Save prompt" })).toBeDisabled();

  await page.getByRole("tab", { name: "Graph" }).click();
  await expect(page.getByRole("status").filter({ hasText: "A newer graph was saved" })).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("1 node, 0 edges, 1 branch")).toBeVisible();
  await page.getByRole("group", { name: "Greet" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Prompt" })).toHaveValue("Ask for the number");
  await expect(page.getByText("was saved since you started")).toBeHidden();
});
