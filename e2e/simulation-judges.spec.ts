// A test run's judge, on the screens: missing, named, and asked again.
import { links } from "@/lib/client/links";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { createScenario } from "@/lib/contracts/simulation/scenarios";
import { expect, test, unique, visit } from "./fixtures";

test("I run a scenario that rules wrote, name its judge where it is missing, and evaluate the calls again", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const name = unique("Judged");
  const target = { type: "description", model: "sandbox/echo" } as const;
  const described = { agent_name: name, agent_type: "text", description: "Answers", target } as const;
  const { agent } = await api(createAgentDefinition, described);
  const made = await api(createScenario, {
    name,
    kind: "graph",
    generate_graph: true,
    agent_definition_id: agent.id,
    no_of_rows: 1,
    generator_model: "deterministic",
  });
  await visit(page, links.scenario(made.scenario.id));
  await expect(page.getByText("Ready", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Written by rules, without a model.")).toBeVisible();
  await page.getByRole("link", { name: "Run it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New test run" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  for (const [field, text] of [
    ["Agent", name],
    ["Evaluations", "conversation_resolution"],
  ] as const) {
    await page.getByRole("combobox", { name: field, exact: true }).fill(text);
    await page.getByRole("option", { name: text, exact: true }).click();
  }
  const judge = page.getByRole("combobox", { name: "Judge" });
  await judge.fill("nowhere/judge");
  await judge.press("Tab");
  await page.getByRole("button", { name: "Create and run" }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
  await expect(
    page.getByText(/The judge of the evaluation "conversation_resolution" cannot be called/).first(),
  ).toBeVisible();
  await expect(page.getByText("No executions yet")).toBeVisible();
  await expect(page.getByText("Judge: nowhere/judge")).toBeVisible();
  await page.getByRole("button", { name: "Change judge of conversation_resolution" }).click();
  const dialog = page.getByRole("dialog", { name: "Judge of conversation_resolution" });
  await dialog.getByRole("button", { name: "Use sandbox/judge" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Judge: sandbox/judge")).toBeVisible();
  await page.keyboard.press("r");
  await expect(page.getByRole("heading", { level: 1, name: `${name}, ` })).toBeVisible();
  const again = page.getByRole("button", { name: "Evaluate again" });
  await again.click({ timeout: 60_000 });
  const asking = page.getByRole("alertdialog", { name: "Evaluate the calls again?" });
  await expect(asking).toContainText("No conversation is played");
  await expect(asking).toContainText("The last evaluation cost nothing.");
  await asking.getByRole("button", { name: "Evaluate again" }).click();
  await expect(asking).toBeHidden();
  await expect(again).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Evaluations" })).toContainText("1 scored of 1 call");
});
