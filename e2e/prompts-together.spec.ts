// A prompt that a team works on: imported from a file, discussed, and tried on a recorded call, with its tools played.
import { links } from "@/lib/client/links";
import { createPrompt } from "@/lib/contracts/prompts/prompts";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { EXPORT_EPOCH_MS, exportOf, hexId } from "@/lib/traces/testing";
import { expect, test, unique, visit } from "./fixtures";

test("I import a prompt, comment on it, and play it on a trace, with the recorded answers of its tools", async ({
  ownersPage: page,
  api,
}) => {
  test.slow();
  const name = unique("weather").replace(" ", "-");
  const dialog = page.getByRole("dialog");
  const city = unique("Bern");
  const tool = { type: "function", function: { name: "find_weather", parameters: { type: "object", properties: {} } } };
  const content = {
    model: "sandbox/echo",
    messages: [{ role: "user" as const, content: "How is the weather in {{city}}?" }],
    settings: { tool_choice: "required" },
    tools: [tool],
  };
  const { id } = await api(createPrompt, { name, content });
  const [traceId, root] = [hexId(16), hexId(8)];
  const from = Date.now() - EXPORT_EPOCH_MS - 60_000;
  const messages = JSON.stringify([{ role: "user", content: `How is the weather in ${city}?` }]);
  await api(
    exportTraces,
    exportOf({ "service.name": unique("Weather") }, [
      {
        ...{ traceId, spanId: root, name: "chat", from, to: from + 500 },
        values: { "openinference.span.kind": "LLM", "gen_ai.input.messages": messages },
      },
      {
        ...{ traceId, spanId: hexId(8), parentSpanId: root, name: "find_weather", from: from + 10, to: from + 20 },
        values: { "openinference.span.kind": "TOOL", "input.value": "{}", "output.value": "Sun all day" },
      },
    ]),
  );

  await test.step("files are imported after a preview of the changes", async () => {
    await visit(page, links.prompts());
    await page.getByRole("button", { name: "Actions for all prompts" }).click();
    await page.getByRole("menuitem", { name: "Import files…" }).click();
    const other = unique("imported").replace(" ", "-");
    const choose = (text: string) =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name: "a.yaml", mimeType: "application/yaml", buffer: Buffer.from(text) });
    await choose(`name: ${other}\nmessages: []\n`);
    await expect(dialog.getByText("a.yaml: messages: At least one message is required.")).toBeVisible();
    await choose(`name: ${other}\nmessages:\n  - role: user\n    content: Hello\n`);
    await expect(dialog.getByRole("list", { name: "What the files change" })).toContainText("New prompt");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText("Imported 1 prompt")).toBeVisible();
    await expect(page.getByRole("link", { name: other })).toBeVisible();
  });

  await test.step("it is exported as a file", async () => {
    await visit(page, links.prompt(id));
    await page.getByRole("button", { name: "Actions for the prompt" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Export as a file" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${name}.yaml`);
  });

  await test.step("a comment is written, changed and deleted", async () => {
    await page.getByRole("tab", { name: "Comments" }).click();
    await expect(page.getByText("Nobody has commented on this prompt yet.")).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("m");
    await page.getByRole("textbox", { name: "Comment on v1" }).fill("Why required?");
    await page.keyboard.press("Control+Enter");
    const comments = page.getByRole("list", { name: "Comments" });
    await expect(comments).toContainText("Why required?");
    await comments.getByRole("button", { name: /^Actions for the comment/ }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Change the comment" }).fill("Why is a tool required?");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(comments).toContainText("Why is a tool required?");
    await expect(comments).toContainText("edited");
    await comments.getByRole("button", { name: /^Actions for the comment/ }).click();
    await page.getByRole("menuitem", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete comment" }).click();
    await expect(page.getByText("Nobody has commented on this prompt yet.")).toBeVisible();
  });

  await test.step("it is played on the trace, and the tool gives the recorded answer", async () => {
    await visit(page, links.playPrompt(id));
    await page.getByRole("button", { name: "Fill from a trace" }).click();
    await dialog.getByRole("combobox", { name: "Trace" }).fill(traceId);
    await page.getByRole("option", { name: /chat/ }).click();
    await expect(dialog.getByText("The span fills city. Its trace has 1 result of a tool.")).toBeVisible();
    await dialog.getByRole("button", { name: "Fill in" }).click();
    await expect(page.getByRole("textbox", { name: "city" })).toHaveValue(city);
    await page.keyboard.press("Control+Enter");
    const result = page.getByRole("textbox", { name: "Result of find_weather" });
    await expect(result).toHaveValue("Sun all day");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("list", { name: "Results of tools" })).toContainText("find_weather: Sun all day");
  });
});
