// An engineer and a failing trace: from the error to the conversation, its session, and the project's figures.
import { links } from "@/lib/client/links";
import { getProjectActivity } from "@/lib/contracts/traces/activity";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { listProjects } from "@/lib/contracts/traces/projects";
import { EXPORT_EPOCH_MS, exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { expect, test, unique, visit } from "./fixtures";

const DAY_MS = 86_400_000;

test("I open a failing trace, read its error and its session, see the error counted, and later see it recover", async ({
  ownersPage: page,
  api,
}) => {
  const [project, session] = [unique("Support"), unique("visit")];
  const now = Date.now() - EXPORT_EPOCH_MS - 2 * DAY_MS;
  const [failing, root, tool] = [hexId(16), hexId(8), hexId(8)];
  const failure = { code: 2, message: "connect ECONNREFUSED" };
  const question = [{ role: "user", content: "Where is my parcel?" }];
  const answered = [
    {
      role: "assistant",
      content: "I will look.",
      tool_calls: [{ id: "1", type: "function", function: { name: "find_parcel", arguments: '{"id":7}' } }],
    },
  ];
  const turn = (from: number, question: string, span: Partial<TestSpan> = {}): TestSpan => ({
    ...{ traceId: hexId(16), spanId: hexId(8), name: "support", from, to: from + 900, ...span },
    values: { "session.id": session, "user.id": "ann", "input.value": question, "output.value": "I am sorry." },
  });
  const spans: TestSpan[] = [
    turn(now - 5000, "Hello"),
    turn(now, "Where is my parcel?", { traceId: failing, spanId: root, status: failure }),
    {
      ...{ traceId: failing, spanId: hexId(8), parentSpanId: root, name: "chat", from: now + 10, to: now + 300 },
      values: {
        "gen_ai.request.model": "small",
        "gen_ai.input.messages": JSON.stringify(question),
        "gen_ai.output.messages": JSON.stringify(answered),
      },
    },
    {
      ...{ traceId: failing, spanId: tool, parentSpanId: root, name: "find_parcel", from: now + 310, to: now + 800 },
      status: failure,
    },
  ];
  await api(exportTraces, exportOf({ "service.name": project }, spans));

  await visit(page, links.trace(failing));
  const span = page.getByRole("region", { name: "Span", exact: true });
  await expect(span.getByRole("heading", { name: "find_parcel" })).toBeVisible();
  await expect(span).toContainText("connect ECONNREFUSED");
  await expect(page.getByText("Error 2 of 2")).toBeVisible();
  await page.keyboard.press("e");
  await expect(page.getByText("Error 1 of 2")).toBeVisible();
  await expect(span.getByRole("heading", { name: "support" })).toBeVisible();

  const tree = page.getByRole("tree", { name: "Spans" });
  await tree.getByRole("treeitem", { name: /^support/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(tree.getByRole("treeitem", { name: /^chat/ })).toBeFocused();
  const conversation = span.getByRole("region", { name: "Conversation" });
  await expect(conversation).toContainText("Where is my parcel?");
  await expect(conversation.getByText("Calls find_parcel")).toBeVisible();

  await page.getByRole("link", { name: `Session ${session}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: session })).toBeVisible();
  await expect(page.getByText("1 failed trace")).toBeVisible();
  const turns = page.getByRole("list", { name: "Conversation" });
  await expect(turns).toContainText(/Hello.*Where is my parcel\?/s);

  await page.getByRole("link", { name: project }).click();
  await expect(page.getByRole("heading", { level: 1, name: project })).toBeVisible();
  const { results } = await api(listProjects, { search: project });
  const { total } = await api(getProjectActivity, { project_id: results[0]?.id ?? "" });
  expect(total).toMatchObject({ requests: 2, errors: 1, error_rate: { value: 0.5 } });
  const figure = (term: string) =>
    page.getByRole("term").filter({ hasText: term }).locator("xpath=following-sibling::dd[1]");
  await expect(figure("Requests")).toHaveText(String(total.requests));
  await expect(figure("Errors")).toHaveText(String(total.errors));
  await expect(figure("Error rate")).toHaveText("50 %");
  await page.getByRole("region", { name: "Error rate" }).getByRole("link", { name: /50 %/ }).click();
  await expect(page).toHaveURL(/\/traces\?project=.*status=ERROR/);

  // Two days later the corrected agent has answered three times.
  const corrected = [1, 2, 3].map((nth) => turn(Date.now() - EXPORT_EPOCH_MS - nth * 2000, "Where is my parcel?"));
  await api(exportTraces, exportOf({ "service.name": project }, corrected));
  await visit(page, links.tracedProject(results[0]?.id ?? ""));
  const days = page.getByRole("region", { name: "Error rate" }).getByRole("link");
  await expect(days).toHaveCount(2);
  await expect(days.first()).toHaveAccessibleName(/: 50 %/);
  await expect(days.last()).toHaveAccessibleName(/: 0 %/);
});
