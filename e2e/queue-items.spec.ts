import { randomBytes } from "node:crypto";
import type { Page } from "playwright/test";
import { links } from "@/lib/client/links";
import { listItems } from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { getQueue, listQueues } from "@/lib/contracts/annotation/queues/queues";
import { exportTraces } from "@/lib/contracts/traces/otlp";
import { type Api, expect, test, unique, visit } from "./fixtures";
import { queueOf } from "./scene";

/** Traces of two steps each, by turns of two names, in sessions of two; returns the project. */
async function tracedProject(api: Api, traces: number): Promise<string> {
  const project = unique("shop");
  const at = (ms: number) => String(BigInt(Date.now() + ms) * 1_000_000n);
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const spans = Array.from({ length: traces }, (_, index) => {
    const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
    const time = { startTimeUnixNano: at(-index * 1000), endTimeUnixNano: at(500 - index * 1000) };
    const session = text("session.id", `${project} ${Math.floor(index / 2)}`);
    return [
      { traceId, spanId, name: index % 2 ? "summarise" : "answer", ...time, attributes: [session] },
      {
        traceId,
        spanId: randomBytes(8).toString("hex"),
        parentSpanId: spanId,
        name: "chat",
        ...time,
        attributes: [text("gen_ai.operation.name", "chat")],
      },
    ];
  }).flat();
  await api(exportTraces, {
    resourceSpans: [{ resource: { attributes: [text("service.name", project)] }, scopeSpans: [{ spans }] }],
  });
  return project;
}

async function openChooser(page: Page, queueId: string, kind: string, project: string) {
  await visit(page, links.queue(queueId));
  await page.getByRole("button", { name: "Add items" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add items" });
  await dialog.getByRole("combobox", { name: "What to add" }).click();
  await page.getByRole("option", { name: new RegExp(`^${kind}`) }).click();
  await dialog.getByRole("combobox", { name: "Project" }).click();
  await page.getByRole("option", { name: project }).click();
  return dialog;
}

test("I add traces that match a search, selected spans, and sessions to a queue", async ({ ownersPage: page, api }) => {
  test.slow();
  const project = await tracedProject(api, 5);
  const queue = await queueOf(api, { rows: 1 });
  const traces = await openChooser(page, queue.id, "Traces", project);
  await expect(traces.getByText("All 5 that match")).toBeVisible();
  await traces.getByRole("searchbox", { name: "Search traces" }).fill("ANSW");
  await expect(traces.getByText("All 3 that match")).toBeVisible();
  await traces.getByRole("button", { name: "Add all traces" }).click();
  await expect(page.getByText("3 items added")).toBeVisible();

  const spans = await openChooser(page, queue.id, "Spans", project);
  await spans.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "llm" }).click();
  await expect(spans.getByText("All 5 that match")).toBeVisible();
  await spans.getByText("Selected spans").click();
  await spans.getByRole("checkbox", { name: "Choose chat" }).first().click();
  await spans.getByRole("button", { name: "Add 1 span" }).click();
  await expect(page.getByText("1 item added")).toBeVisible();

  const sessions = await openChooser(page, queue.id, "Sessions", project);
  await expect(sessions.getByText("All 3 that match")).toBeVisible();
  await sessions.getByRole("button", { name: "Add all sessions" }).click();
  await expect(page.getByText("3 items added")).toBeVisible();

  const { results } = await api(listItems, { queue_id: queue.id, limit: 100 });
  const typeOf = (source_type: string) => results.filter((item) => item.source_type === source_type).length;
  expect(["dataset_row", "trace", "observation_span", "trace_session"].map(typeOf)).toEqual([1, 3, 1, 3]);
});

test("I choose which labels of a new queue are required", async ({ ownersPage: page, api }) => {
  const [stars, remark, thumbs] = [unique("Stars"), unique("Remark"), unique("Thumbs")];
  await api(createLabel, { type: "star", name: stars, settings: {} });
  await api(createLabel, { type: "text", name: remark, settings: {} });
  await api(createLabel, { type: "thumbs_up_down", name: thumbs, settings: {} });
  const name = unique("Queue");
  await visit(page, links.newQueue());
  await page.getByLabel("Name", { exact: true }).fill(name);
  for (const label of [stars, remark, thumbs]) {
    await page.getByRole("combobox", { name: "Labels" }).fill(label);
    await page.getByRole("option", { name: label }).click();
  }
  await expect(page.getByRole("checkbox", { name: `Required for ${stars}` })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: `Required for ${remark}` })).not.toBeChecked();
  await page.getByRole("checkbox", { name: `Required for ${thumbs}` }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const { results } = await api(listQueues, { search: name });
  const { labels } = await api(getQueue, { queue_id: results[0]?.id ?? "" });
  expect(labels.map((label) => [label.name, label.required])).toEqual([
    [stars, true],
    [remark, false],
    [thumbs, false],
  ]);
});
