import { expect, test } from "vitest";
import { links } from "@/lib/client/links";
import { aboutOf, pathOf, titleOf, type Worded } from "./wording";

const queue = { queue_id: "q1", queue_name: "Answers" };
const actor = "Ada";

test.each<[Worded, string, string, string]>([
  [
    { kind: "mention", actor, subject: { ...queue, item_id: "i1", desk: "review" }, items: 1 },
    "Ada mentioned you in a comment on an item",
    "Answers",
    links.review("q1", { item: "i1" }),
  ],
  [
    { kind: "mention", actor: null, subject: { prompt_id: "p1", prompt_name: "Greeting", version: "v2" }, items: 1 },
    "Somebody mentioned you in a comment on a prompt",
    "Greeting",
    links.prompt("p1", "v2"),
  ],
  [
    { kind: "mention", actor, subject: { prompt_id: "p1", prompt_name: "Greeting", version: null }, items: 1 },
    "Ada mentioned you in a comment on a prompt",
    "Greeting",
    links.prompt("p1"),
  ],
  [
    { kind: "changes_requested", actor, subject: { ...queue, item_id: "i1" }, items: 1 },
    "Ada sent an item back to you",
    "Answers",
    links.desk("q1", "i1"),
  ],
  [
    { kind: "changes_requested", actor, subject: { ...queue, item_id: "i1" }, items: 3 },
    "Ada sent 3 items back to you",
    "Answers",
    links.desk("q1"),
  ],
  [
    { kind: "items_assigned", actor, subject: queue, items: 1200 },
    "Ada assigned 1,200 items to you",
    "Answers",
    links.desk("q1"),
  ],
  [
    { kind: "queue_completed", actor: null, subject: queue, items: 1 },
    "Every item of the queue is done",
    "Answers",
    links.queue("q1"),
  ],
  [
    { kind: "export_ready", actor: null, subject: queue, items: 1 },
    "Your export is ready",
    "Answers",
    links.queue("q1", "exports"),
  ],
  [
    { kind: "webhook_disabled", actor: null, subject: { webhook_id: "w1", webhook_host: "example.com" }, items: 1 },
    "A webhook failed for a day and is switched off",
    "example.com",
    links.webhook("w1"),
  ],
  [
    {
      kind: "alert_opened",
      actor: null,
      subject: { project_name: "shop", alert_name: "Errors", incident_id: "i1", finding: "7 % of 99 traces failed." },
      items: 1,
    },
    "Alert in shop: Errors",
    "7 % of 99 traces failed.",
    links.incident("i1"),
  ],
  [
    {
      kind: "alert_recovered",
      actor: null,
      subject: { project_name: "shop", alert_name: "Errors", incident_id: "i1" },
      items: 1,
    },
    "Recovered in shop: Errors",
    "",
    links.incident("i1"),
  ],
  [
    { kind: "budget_reached", actor: null, subject: { key_id: "k1", percent: 80, finding: "$8 of $10" }, items: 1 },
    "A gateway budget is nearly spent",
    "$8 of $10",
    links.gatewayKey("k1"),
  ],
  [
    { kind: "budget_reached", actor: null, subject: { key_id: "k1", key_kind: "platform", percent: 80 }, items: 1 },
    "A gateway budget is nearly spent",
    "",
    links.apiKeys(),
  ],
  [
    { kind: "budget_reached", actor: null, subject: { key_id: "k1", key_kind: "deleted", percent: 80 }, items: 1 },
    "A gateway budget is nearly spent",
    "",
    links.gatewaySpend(),
  ],
  [
    { kind: "budget_reached", actor: null, subject: { percent: 100, finding: "$10 of $10" }, items: 1 },
    "A gateway budget is spent",
    "$10 of $10",
    links.gatewaySpend(),
  ],
])("%j", (worded, title, about, path) => {
  expect([titleOf(worded), aboutOf(worded), pathOf(worded)]).toEqual([title, about, path]);
});
