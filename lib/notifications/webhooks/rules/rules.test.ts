import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { bodyOf, type Message, secretOf, signedHeaders, usualFormat } from "./message";
import { MAX_ATTEMPTS, nextAttempt } from "./schedule";

const at = new Date("2026-03-01T12:00:00Z");
const message: Message = {
  id: "11111111-1111-4111-8111-111111111111",
  event: "queue.completed",
  at,
  data: { queue_id: "q1", queue_name: "Answers <!channel> & more" },
};

test("the reference implementation accepts a signed message and refuses a changed one", () => {
  const secret = secretOf(new Uint8Array(24).fill(7));
  const body = bodyOf(message, "standard", undefined);
  const headers = signedHeaders(secret, { id: message.id, body, now: new Date() });
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    type: "queue.completed",
    timestamp: at.toISOString(),
    data: message.data,
  });
  expect(() => new Webhook(secret).verify(body.replace("q1", "q2"), headers)).toThrow();
  expect(() => new Webhook(secretOf(new Uint8Array(24))).verify(body, headers)).toThrow();
  const old = signedHeaders(secret, { id: message.id, body, now: new Date(Date.now() - 3_600_000) });
  expect(() => new Webhook(secret).verify(body, old)).toThrow();
});

test("a Slack text names the queue and escapes what Slack would act on", () => {
  expect(JSON.parse(bodyOf(message, "slack", "https://assay.example.test"))).toEqual({
    text: "Every item of the queue is done: Answers &lt;!channel&gt; &amp; more https://assay.example.test/queues/q1",
  });
  const unknown = { ...message, event: "webhook.test", data: {} };
  expect(JSON.parse(bodyOf(unknown, "slack", undefined))).toEqual({ text: "This is a test" });
});

test("a long name is cut before its signs are escaped, and without half a sign", () => {
  const textWith = (queue_name: string): string =>
    JSON.parse(bodyOf({ ...message, data: { queue_name } }, "slack", undefined)).text;
  expect(textWith(`${"x".repeat(199)}&y`)).toBe(`Every item of the queue is done: ${"x".repeat(199)}…`);
  expect(textWith(`${"x".repeat(198)}&y`)).toBe(`Every item of the queue is done: ${"x".repeat(198)}&amp;y`);
  expect(textWith(`${"x".repeat(199)}😀`)).toBe(`Every item of the queue is done: ${"x".repeat(199)}…`);
});

test.each([
  [
    "alert.opened",
    { alert_name: "Errors", project_name: "shop", incident_id: "i1", finding: "7 % of 99 traces failed." },
    "An alert has opened an incident: Errors in shop. 7 % of 99 traces failed. https://assay.example.test/traces/incidents/i1",
  ],
  [
    "budget.reached",
    { percent: 100, finding: "The organization has spent $10.00 of $10.00 a month." },
    "A gateway budget is spent, or nearly: The organization has spent $10.00 of $10.00 a month. https://assay.example.test/gateway/spend",
  ],
  [
    "alert.opened",
    { alert_name: "A".repeat(100), project_name: "p".repeat(255), incident_id: "i1", finding: "7 % of 99 failed." },
    `An alert has opened an incident: ${"A".repeat(100)} in ${"p".repeat(199)}…. 7 % of 99 failed. https://assay.example.test/traces/incidents/i1`,
  ],
  [
    "budget.reached",
    { percent: 100, key_id: "k1", key_kind: "platform", finding: "The key <ci> has spent $10.00." },
    "A gateway budget is spent, or nearly: The key &lt;ci&gt; has spent $10.00. https://assay.example.test/settings/keys",
  ],
])("%s has a Slack text", (event, data, text) => {
  expect(JSON.parse(bodyOf({ ...message, event, data }, "slack", "https://assay.example.test"))).toEqual({ text });
});

test.each([
  ["https://hooks.slack.com/services/T/B/x", "slack"],
  ["https://example.com/hooks.slack.com", "standard"],
])("%s gets the format %s", (url, format) => expect(usualFormat(new URL(url))).toBe(format));

test("eight attempts are made within a day, with growing waits", () => {
  let time = at;
  const waits: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(attempts, time);
    if (!next) {
      expect(attempts).toBe(MAX_ATTEMPTS);
      break;
    }
    waits.push(next.getTime() - time.getTime());
    time = next;
  }
  expect(waits).toEqual(waits.toSorted((left, right) => left - right));
  expect(time.getTime() - at.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
  expect(time.getTime() - at.getTime()).toBeGreaterThan(20 * 3_600_000);
});
