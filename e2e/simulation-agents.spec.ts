// Agents and personas, made in the browser: with a model that needs no key, and with a webhook.
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { expect, test, unique, visit } from "./fixtures";

test("I create an agent, write its second version, compare the two and go back to the first", async ({
  ownersPage: page,
}) => {
  const name = unique("Parcel desk");
  await visit(page, "/simulation/agents");
  await expect(page.getByRole("link", { name: "Create agent" }).first()).toBeVisible();
  await page.keyboard.press("c");
  await expect(page.getByRole("heading", { level: 1, name: "New agent" })).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByText("Not saved. Correct the fields marked above.")).toBeVisible();
  await page.getByRole("textbox", { name: "Description" }).fill("You answer where parcels are.");
  await page.getByRole("button", { name: "Use sandbox/echo" }).click();
  await page.getByRole("button", { name: "Create agent" }).click();

  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.getByText("A model plays it")).toBeVisible();
  await page.keyboard.press("t");
  const trying = page.getByRole("dialog", { name: "Try v1" });
  const message = trying.getByRole("textbox", { name: "Customer message" });
  await message.fill("Where is parcel 4711?");
  await page.keyboard.press("Control+Enter");
  const turns = trying.getByRole("log").getByRole("listitem");
  await expect(turns.nth(1)).toContainText("Sandbox echo: Where is parcel 4711?");
  await expect(turns.nth(1)).toContainText(/Agent\d.* m?s\d+ tokens/);
  await message.fill("When does it come?");
  await trying.getByRole("button", { name: "Send" }).click();
  await expect(turns.nth(3)).toContainText("Sandbox echo: When does it come?");
  await trying.getByRole("button", { name: "Close" }).click();
  await expect(trying).toHaveCount(0);
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { name: `New version of ${name}` })).toBeVisible();
  await page.getByRole("textbox", { name: "Description" }).fill("You ask for the number first.");
  await page.getByRole("textbox", { name: "Commit message" }).fill("Numbers come first");
  await page.keyboard.press("Control+s");

  const versions = page.getByRole("table", { name: "Versions" });
  await expect(versions.getByRole("row")).toHaveCount(3);
  await versions.getByRole("button", { name: "v2" }).click();
  await expect(page.locator("del")).toHaveText("You answer where parcels are.");
  await expect(page.locator("ins")).toHaveText("You ask for the number first.");
  await page.getByRole("button", { name: "All versions" }).click();
  await versions.getByRole("button", { name: "v1" }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Activate" })).toHaveCount(0);
  await page.getByRole("button", { name: "All versions" }).click();
  await expect(versions.getByRole("row", { name: /v1/ })).toContainText("Active");
  await expect(page.getByText("You answer where parcels are.")).toBeVisible();
});

test("A webhook's secret is shown once, a private address is refused, and a voice agent requires its fields", async ({
  ownersPage: page,
}) => {
  await visit(page, "/simulation/agents/new");
  await page.getByRole("textbox", { name: "Name" }).fill(unique("Hook"));
  await page.getByRole("radio", { name: /^A webhook/ }).click();
  await page.getByRole("textbox", { name: "Address" }).fill("http://127.0.0.1:9/turn");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByText("Must be a public address")).toBeVisible();
  await page.getByRole("textbox", { name: "Address" }).fill("https://agent.example.com/turn");
  await page.getByRole("button", { name: "Create agent" }).click();
  const secret = page.getByRole("dialog", { name: "Keep the signing secret safe" });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByText(/^whse\.\.\./)).toBeVisible();

  await visit(page, "/simulation/agents/new");
  await page.getByRole("textbox", { name: "Name" }).fill(unique("Line"));
  await page.getByRole("radio", { name: /^Voice/ }).click();
  await expect(page.getByRole("radio", { name: /^A webhook/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByText("This field is required for a voice agent without assistant_id.")).toBeVisible();
  await page.getByRole("textbox", { name: "Phone number" }).fill("+4930123456");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByText("Customers call it")).toBeVisible();
});

test("I duplicate a built-in persona, and edit my copy", async ({ ownersPage: page }) => {
  const name = unique("Typist");
  await visit(page, "/simulation/personas");
  await page.getByLabel("Search personas").fill("thumb");
  await page.getByRole("button", { name: "Thumb typist" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Duplicate" }).click();
  await page.getByLabel("Search personas").fill(name);
  await page.getByRole("button", { name }).click();
  await expect(dialog.getByRole("combobox", { name: "Personality" })).toHaveValue("Impatient");
  await dialog.getByRole("textbox", { name: "Description" }).fill("Mine");
  await dialog.getByRole("button", { name: "Save persona" }).click();
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Mine");
});

test("I import a voice agent's name and prompt from its provider, and undo it", async ({ ownersPage: page }) => {
  const prompt = "You answer where parcels are.";
  const answers = [
    { status: 400, json: { message: "no", details: { api_key: ["The voice provider rejected the API key."] } } },
    { status: 503, json: { message: "The voice provider failed with status 502." } },
    { json: { status: true, result: { name: "Parcel line", prompt, commit_message: "Imported from vapi" } } },
  ];
  const requests: unknown[] = [];
  await page.route("**/fetch_assistant_from_provider/", (route) => {
    requests.push(route.request().postDataJSON());
    return route.fulfill(answers[requests.length - 1] ?? { status: 500 });
  });
  await visit(page, "/simulation/agents/new");
  await page.getByRole("radio", { name: "Voice" }).click();
  const read = page.getByRole("button", { name: "Import from vapi" });
  const description = page.getByRole("textbox", { name: "Description" });
  await expect(read).toBeDisabled();
  await description.fill("My own words.");
  await page.getByRole("textbox", { name: "Assistant ID" }).fill("assistant-1");
  await page.getByRole("textbox", { name: "API key" }).fill("wrong");
  await read.click();
  await expect(page.getByText("The voice provider rejected the API key.")).toBeVisible();
  await page.getByRole("textbox", { name: "API key" }).fill("key");
  await expect(page.getByText("The voice provider rejected the API key.")).toBeHidden();
  await read.click();
  await expect(page.getByText("The voice provider failed with status 502.")).toBeVisible();
  await read.click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Parcel line");
  await expect(description).toHaveValue(prompt);
  await expect(page.getByRole("textbox", { name: "Commit message" })).toHaveValue("Imported from vapi");
  expect(requests.at(-1)).toEqual({ provider: "vapi", api_key: "key", assistant_id: "assistant-1" });
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(description).toHaveValue("My own words.");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  await page.getByRole("combobox", { name: "Provider" }).fill("bland");
  await expect(read).toBeHidden();
});

test("My drafts of an agent, a run and a scenario are kept until I discard them", async ({ ownersPage: page, api }) => {
  const name = unique("Waiting desk");
  await api(createAgentDefinition, {
    agent_name: name,
    agent_type: "text",
    target: { type: "description", model: "sandbox/echo" },
  });
  const nav = page.getByRole("navigation", { name: "Simulate" });
  const leaveAndReturn = async (section: string, create: string) => {
    await nav.getByRole("link", { name: "Personas" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Personas" })).toBeVisible();
    await nav.getByRole("link", { name: new RegExp(section) }).click();
    await page.getByRole("link", { name: create }).first().click();
  };
  const named = page.getByRole("textbox", { name: "Name" });
  const agent = page.getByRole("combobox", { name: "Agent", exact: true });

  await visit(page, "/simulation/agents/new");
  await named.fill("Half an agent");
  await leaveAndReturn("Agents", "Create agent");
  await expect(named).toHaveValue("Half an agent");
  await page.getByRole("link", { name: "Discard" }).click();
  await page.getByRole("link", { name: "Create agent" }).first().click();
  await expect(named).toHaveValue("");

  for (const [section, create] of [
    ["Runs", "Create run"],
    ["Scenarios", "New scenario"],
  ] as const) {
    await nav.getByRole("link", { name: section }).click();
    await page.getByRole("link", { name: create }).first().click();
    await named.fill("Half of it");
    await agent.fill(name);
    await page.getByRole("option", { name, exact: true }).click();
    await leaveAndReturn(section, create);
    await expect(named).toHaveValue("Half of it");
    await expect(agent).toHaveValue(name);
    await page.getByRole("link", { name: "Discard" }).click();
  }
});

test("A page that fails to load says so, and a page past the end links to the first", async ({ ownersPage: page }) => {
  let isAway = true;
  await page.route("**/simulate/agent-definitions/?*", (route) =>
    isAway ? route.fulfill({ status: 500, json: { message: "Something went wrong on our side." } }) : route.continue(),
  );
  await visit(page, "/simulation/agents?page=99");
  await expect(page.getByText("The agents could not be loaded")).toBeVisible();
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("This page is empty")).toBeVisible();
  await page.getByRole("button", { name: "Show the first page" }).click();
  await expect(page.getByText("This page is empty")).toBeHidden();
  await expect(page).toHaveURL(/\/simulation\/agents$/);
});
