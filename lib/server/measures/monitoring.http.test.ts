// The metrics as Prometheus reads them, and the board and the alert rules that are made of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { send } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";

const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
let server: Mounted;
let text: string;
beforeAll(async () => {
  server = await startMount("stand-alone");
  for (const path of ["/livez", "/model-hub/annotation-queues/", "/v1/models", "/model-hub/nothing"])
    await send(server.url, "GET", path, {});
  text = await (await fetch(`${server.url}/-/metrics`, { headers: operator })).text();
});
afterAll(() => server?.stop());

// Prometheus' grammar of names, labels and values (text format 0.0.4).
const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(?:${LABEL},?)*\\})? (?:[+-]Inf|NaN|-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`);

/** The type of each family. */
const families = () =>
  new Map([...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram)$/gm)].map(([, name = "", type]) => [name, type]));

test("each line is in Prometheus format, belongs to its family, and follows the naming rules", () => {
  let family = "";
  for (const line of text.trimEnd().split("\n")) {
    const [, described] = /^# (?:HELP|TYPE) (\S+) \S/.exec(line) ?? [];
    if (described) family = described;
    else {
      const [, name] = SAMPLE.exec(line) ?? [];
      expect([line, name?.replace(/_(bucket|sum|count)$/, "")]).toEqual([line, family.replace(/_(sum|count)$/, "")]);
    }
  }
  const all = [...families()];
  expect(new Set(text.match(/^# TYPE \S+/gm)).size).toBe(all.length);
  for (const [name, type] of all) {
    expect(name).toMatch(/^(assay|process|nodejs)_[a-z0-9_]+$/);
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(name).not.toMatch(/_(ms|milliseconds|kb|percent)(_|$)/);
  }
});

const valueAt = (sample: string): number =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.split(" ")[1],
  );

// At least: suites that run in the same process before this one count too.
test("requests are measured by operation and status", () => {
  const worker = 'worker="1"';
  expect(valueAt(`assay_requests_total{operation="livez",status="200",${worker}}`)).toBeGreaterThanOrEqual(1);
  expect(valueAt(`assay_requests_total{operation="listQueues",status="401",${worker}}`)).toBeGreaterThanOrEqual(1);
  expect(valueAt(`assay_requests_total{operation="listModels",status="401",${worker}}`)).toBeGreaterThanOrEqual(1);
  expect(valueAt(`assay_requests_total{operation="none",status="404",${worker}}`)).toBeGreaterThanOrEqual(1);
  expect(valueAt(`assay_request_duration_seconds_count{operation="livez",${worker}}`)).toBeGreaterThanOrEqual(1);
  expect(valueAt(`assay_database_pool_connections{${worker}}`)).toBe(20);
  expect(valueAt(`assay_database_pool_waiting{${worker}}`)).toBe(0);
  expect(valueAt(`assay_outage{service="database",${worker}}`)).toBe(0);
  expect(valueAt(`assay_outage{service="database_writes",${worker}}`)).toBe(0);
  expect(valueAt("assay_events_waiting")).toBe(0);
  // This server runs no jobs of its own: it does not know their backlog, which is not 0.
  expect(text).not.toMatch(/^assay_jobs_waiting/m);
});

const folder = join(import.meta.dirname, "../../../deploy/monitoring");
const read = (name: string): string => readFileSync(join(folder, name), "utf8");
const boardFile = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).optional() })),
});
const rulesFile = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const expressions = [
  ...boardFile
    .parse(JSON.parse(read("grafana-board.json")))
    .panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rulesFile
    .parse(parse(read("alerts.yml")))
    .groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
];

/** Prometheus has it of every target; the embedded runner's series exist where it runs. */
const elsewhere = new Set(["up", "assay_jobs_waiting", "assay_jobs_oldest_seconds"]);

test.each(expressions)("%s: every metric of %s exists", (_, expression) => {
  const plain = expression.replaceAll("$__rate_interval", "5m");
  const metrics: string[] = [];
  parser.parse(plain).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`Not PromQL at ${from}: ${plain}`);
      if (type.name === "Identifier") metrics.push(plain.slice(from, to));
    },
  });
  const known = families();
  expect(metrics.length).toBeGreaterThan(0);
  for (const metric of metrics) {
    const family = known.has(metric) ? metric : metric.replace(/_bucket$/, "");
    expect([metric, elsewhere.has(metric) || known.has(family)]).toEqual([metric, true]);
    if (family !== metric) expect(known.get(family)).toBe("histogram");
  }
});
