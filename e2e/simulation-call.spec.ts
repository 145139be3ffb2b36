// The views of a call: its path through the graph, its source and its events.
import { deleteCallExecution } from "@/lib/contracts/simulation/runs/calls";
import { expect, test, visit } from "./fixtures";
import { walkedCall } from "./walked-call";

test("I see where a call left its scenario's graph and why, compare it with its source, and read its events @phone", async ({
  ownersPage: page,
  api,
  isMobile: isPhone,
}) => {
  test.slow();
  const { callId, sourceId } = await walkedCall(api);
  await visit(page, `/simulation/runs/calls/${callId}`);
  await page.getByRole("tab", { name: "Conversation" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Left the expected branch")).toBeVisible();
  const walked = page.getByRole("region", { name: "Walked", exact: true }).getByRole("listitem");
  await expect(walked).toHaveCount(2);
  await expect(walked.first()).toContainText("Left hereexpected: Find parcel");
  await expect(walked.nth(1)).toContainText(/Refund.*1 of 1 call \(100\.0\s%\)/);
  await expect(walked.nth(1)).toContainText(/evidence: .*receipt/);
  await expect(page.getByRole("region", { name: "Not walked" })).toContainText("Find parcel");
  const edges = page.getByRole("table", { name: "Edges of the graph" });
  await expect(edges.getByRole("row", { name: /Refund/ })).toContainText("Walked");
  await expect(page.getByRole("group", { name: "Refund" })).toContainText("2");

  await walked.nth(1).getByRole("link", { name: "Turn 4" }).click();
  const turns = page.getByRole("region", { name: "Transcript" }).getByRole("listitem");
  await expect(turns.nth(3)).toBeFocused();

  await page.getByRole("tab", { name: "Source" }).click();
  const figures = page.getByRole("table", { name: "Figures of the source and the call" });
  await expect(figures.getByRole("row", { name: /^Agent turns/ })).toContainText("22");
  await expect(page.getByRole("region", { name: "Source conversation" })).toContainText("I want my money back");
  await page.getByRole("link", { name: "Call #1" }).click();
  await expect(page).toHaveURL(new RegExp(`/calls/${sourceId}$`));
  await expect(page.getByRole("tab", { name: "Path" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Source" })).toBeHidden();

  await page.getByRole("tab", { name: "Events" }).click();
  const events = page.getByRole("table", { name: "Events" });
  await expect(events.getByRole("row").nth(1)).toContainText("The call was created");
  // The run's evaluation was given no name, and is called as its template.
  await expect(events.getByRole("row", { name: /one_line: / })).toBeVisible();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Tool call" }).click();
  await expect(page.getByText("No matching events")).toBeVisible();
  await page.getByRole("button", { name: "Show all events" }).click();
  await expect(events).toBeVisible();

  await page.getByRole("link", { name: "Execution" }).click();
  if (!isPhone) await expect(page.getByRole("columnheader", { name: "one_line" })).toBeVisible();

  await api(deleteCallExecution, { call_execution_id: sourceId });
  await visit(page, `/simulation/runs/calls/${callId}?view=source`);
  await expect(page.getByText("The source call was deleted")).toBeVisible();
  await expect(figures).toBeHidden();
});

test("A path that fails to load says so, and loads when I retry", async ({ ownersPage: page, api }) => {
  test.slow();
  const { callId } = await walkedCall(api);
  let isAnswered = false;
  await page.route(`**/simulate/call-executions/${callId}/branch-analysis/`, async (route) => {
    if (!isAnswered) return route.fulfill({ status: 503, json: { code: "unavailable", message: "Not now." } });
    const answer = await route.fetch();
    const unclear = { outcome: "unclear", reason: "A single word is all that shows it." };
    return route.fulfill({ json: { ...(await answer.json()), ...unclear } });
  });
  await visit(page, `/simulation/runs/calls/${callId}?view=path`);
  await expect(page.getByRole("alert").filter({ hasText: "Could not load the path" })).toBeVisible({
    timeout: 30_000,
  });
  isAnswered = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Unclear", { exact: true })).toBeVisible();
  await expect(page.getByText("May have left here")).toBeVisible();
});
