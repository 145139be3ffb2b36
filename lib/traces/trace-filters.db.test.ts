// Every filter finds what a plain loop over the same spans finds, in random combinations.
import { beforeAll, describe, expect, test } from "vitest";
import { evalSpanScores, queueItems, queues, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { type Random, seededRandom } from "@/lib/annotation/agreement/random";
import type { Context } from "@/lib/context";
import { promptText } from "@/lib/contracts/prompts/names";
import { type TraceFilters, traceFilters } from "@/lib/contracts/traces/trace-filters";
import { choiceInOrganization } from "./choice/chosen-traces";
import { exportTraces } from "./ingestion";
import { INTERNAL_PROJECT, listProjects } from "./projects";
import { exportOf, hexId, type TestSpan } from "./testing";
import { matching } from "./trace-conditions";
import { listTraceFacets } from "./trace-facets";
import { listTraces } from "./trace-list";

const database = suiteDatabase();
const EPOCH_MS = 1_750_000_000_000;
const TRACES = 100;

/** A trace as the test knows it. */
interface Known {
  traceId: string;
  project: string;
  spans: (TestSpan & {
    user: string;
    environment: string | null;
    tags: string[];
    model: string | null;
    prompt: { name: string; version: string } | null;
    tokens: number;
    cost: number;
    words: string[];
  })[];
  isAnnotated: boolean;
  verdict: "passed" | "failed" | null;
}

const oneOf = <T>(random: Random, values: readonly T[]): T => {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("no values");
  return value;
};
const projects = ["shop", "desk", INTERNAL_PROJECT];
const users = ["ann", "bob", 'o"brien, \\{x}'];
const environments = ["prod", "dev", null];
const models = ["m-1", "m-2", null];
const prompts = [{ name: "reply", version: "v1" }, { name: "reply", version: "v2" }, null];
const names = ["answer", "search", "Réponse"];
const tags = ["vip", "a=b", "x'y"];
const texts = ["refund", "refused", "ECONNREFUSED", "Überweisung", "返金してください", 'a\\"b'];

let context: Context;
let known: Known[];
let evaluationId: string;
const projectIds = new Map<string, string>();

function makeTrace(random: Random, index: number): Known {
  const traceId = hexId(16);
  const rootId = hexId(8);
  const spans = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, nth) => {
    const from = index * 1000 + nth;
    return {
      traceId,
      spanId: nth === 0 ? rootId : hexId(8),
      ...(nth === 0 ? {} : { parentSpanId: rootId }),
      name: oneOf(random, names),
      from,
      to: random() < 0.1 ? null : from + Math.floor(random() * 2000),
      ...(random() < 0.2 ? { status: { code: 2 } } : {}),
      user: oneOf(random, users),
      environment: oneOf(random, environments),
      tags: tags.filter(() => random() < 0.3),
      model: oneOf(random, models),
      prompt: oneOf(random, prompts),
      tokens: Math.floor(random() * 1000),
      cost: Math.floor(random() * 1000) / 1024,
      words: texts.filter(() => random() < 0.2),
    };
  });
  const verdict = random() < 0.5 ? null : random() < 0.5 ? "passed" : "failed";
  return { traceId, project: oneOf(random, projects), spans, isAnnotated: random() < 0.3, verdict };
}

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  context = await createCaller(database.db, organization);
  const stranger = await createCaller(database.db, await createOrganization(database.db));
  const random = seededRandom("traces");
  known = Array.from({ length: TRACES }, (_, index) => makeTrace(random, index));
  for (const { project, spans } of known) {
    const sent = exportOf(
      { "service.name": project },
      spans.map(({ user, environment, tags: own, model, prompt, tokens, cost, words, ...span }) => ({
        ...span,
        values: {
          "user.id": user,
          "input.value": words.join(" "),
          ...(environment ? { "deployment.environment": environment } : {}),
          ...(own.length > 0 ? { "tag.tags": JSON.stringify(own) } : {}),
          ...(model ? { "gen_ai.request.model": model } : {}),
          ...(prompt ? { "gateway.prompt.name": prompt.name, "gateway.prompt.version": prompt.version } : {}),
          // Of leaves: a figure of the root would be a repetition of its children's.
          ...(span.spanId === spans.at(-1)?.spanId
            ? { "gen_ai.usage.total_tokens": tokens, "gen_ai.usage.cost": cost }
            : {}),
        },
      })),
    );
    await exportTraces(context, sent);
    if (project === "shop") await exportTraces(stranger, sent);
  }
  for (const { id, name } of (await listProjects(context, { page: 1 })).results) projectIds.set(name, id);
  await annotate(organization.id);
});

async function annotate(organizationId: string) {
  const { db } = database;
  const { workspaceId, userId } = context.caller;
  const [queue] = await db
    .insert(queues)
    .values({ organizationId, workspaceId, name: "Q", createdBy: userId })
    .returning();
  const rows = await db.select().from(traces);
  evaluationId = crypto.randomUUID();
  for (const [order, trace] of known.entries()) {
    const row = rows.find((one) => one.traceId === trace.traceId && one.organizationId === organizationId);
    if (!queue || !row) throw new Error("the trace is missing");
    const span = trace.spans.at(-1);
    const source =
      order % 2 === 0
        ? { sourceType: "trace" as const, sourceId: row.id }
        : { sourceType: "observation_span" as const, sourceId: span?.spanId ?? "" };
    if (trace.isAnnotated) await db.insert(queueItems).values({ organizationId, queueId: queue.id, order, ...source });
    if (trace.verdict)
      await db.insert(evalSpanScores).values({
        organizationId,
        taskId: crypto.randomUUID(),
        evaluationId,
        projectId: row.projectId,
        spanId: span?.spanId ?? "",
        traceId: trace.traceId,
        outcome: "scored",
        passed: trace.verdict === "passed",
      });
  }
}

/** The plain loop. */
function matches({ project, spans, isAnnotated, verdict }: Known, filters: TraceFilters): boolean {
  const [root] = spans;
  const last = spans.at(-1);
  if (!root || !last) return false;
  const status = root.to === null ? "UNSET" : root.status ? "ERROR" : "OK";
  const latency = root.to == null ? null : root.to - (root.from ?? 0);
  const environment = root.environment ?? spans.flatMap((span) => span.environment ?? []).toSorted()[0] ?? null;
  const startedAt = EPOCH_MS + (root.from ?? 0);
  const within = (value: number | null, least: number | undefined, most: number | undefined) =>
    (least === undefined || (value !== null && value >= least)) &&
    (most === undefined || (value !== null && value <= most));
  return (
    (filters.project_id === undefined || projectIds.get(project) === filters.project_id) &&
    (project !== INTERNAL_PROJECT || filters.include_internal === true || filters.project_id !== undefined) &&
    (filters.search === undefined || root.name?.toLowerCase().includes(filters.search.toLowerCase()) === true) &&
    (filters.text === undefined || spans.some(({ words }) => hasText(words, filters.text ?? ""))) &&
    (filters.status === undefined || status === filters.status) &&
    (filters.has_error === undefined || spans.some((span) => span.status) === filters.has_error) &&
    (filters.name === undefined || spans.some((span) => span.name === filters.name)) &&
    (filters.model === undefined || spans.some((span) => span.model === filters.model)) &&
    (filters.user === undefined || root.user === filters.user) &&
    (filters.environment === undefined || environment === filters.environment) &&
    (filters.tag === undefined || spans.some((span) => span.tags.includes(filters.tag ?? ""))) &&
    (filters.prompt === undefined ||
      spans.some(({ prompt }) => prompt && [prompt.name, promptText(prompt)].includes(filters.prompt ?? ""))) &&
    (filters.evaluation_id === undefined || verdict !== null) &&
    (filters.verdict === undefined ||
      filters.verdict === (filters.verdict === "scored" ? verdict && "scored" : verdict)) &&
    (filters.annotated === undefined || isAnnotated === filters.annotated) &&
    (filters.since === undefined || startedAt >= Date.parse(filters.since)) &&
    (filters.until === undefined || startedAt < Date.parse(filters.until)) &&
    within(latency, filters.min_latency_ms, filters.max_latency_ms) &&
    within(last.tokens, filters.min_tokens, filters.max_tokens) &&
    within(last.cost, filters.min_cost_usd, filters.max_cost_usd)
  );
}

/** All words but the last are whole; the last may be the beginning of one. */
function hasText(words: readonly string[], text: string): boolean {
  const sought = text.toLowerCase().split(" ");
  const own = words.map((word) => word.toLowerCase());
  const last = sought.at(-1) ?? "";
  return sought.slice(0, -1).every((word) => own.includes(word)) && own.some((word) => word.startsWith(last));
}

const at = (random: Random) => new Date(EPOCH_MS + Math.floor(random() * TRACES) * 1000).toISOString();
const makers: { [Name in keyof TraceFilters]-?: ((random: Random) => TraceFilters[Name]) | null } = {
  project_id: (random) => projectIds.get(oneOf(random, projects)),
  // Sessions have a test of their own.
  session_id: null,
  search: (random) => oneOf(random, ["ANSW", "é", "%", "r"]),
  text: (random) => oneOf(random, ["refund", "REF", "econnref", "refund refused", "überw", "返金", "nowhere"]),
  status: (random) => oneOf(random, ["UNSET", "OK", "ERROR"] as const),
  has_error: (random) => random() < 0.5,
  name: (random) => oneOf(random, names),
  model: (random) => oneOf(random, ["m-1", "m-2", "m-3"]),
  user: (random) => oneOf(random, users),
  environment: (random) => oneOf(random, ["prod", "dev"]),
  tag: (random) => oneOf(random, tags),
  prompt: (random) => oneOf(random, ["reply", "reply@v1", "reply@v2", "v1"]),
  evaluation_id: () => evaluationId,
  verdict: (random) => oneOf(random, ["passed", "failed", "scored", "error"] as const),
  annotated: (random) => random() < 0.5,
  since: at,
  until: at,
  min_latency_ms: (random) => Math.floor(random() * 2000),
  max_latency_ms: (random) => Math.floor(random() * 2000),
  min_tokens: (random) => Math.floor(random() * 1000),
  max_tokens: (random) => Math.floor(random() * 1000),
  min_cost_usd: (random) => random(),
  max_cost_usd: (random) => random(),
  include_internal: (random) => random() < 0.5,
};

function chosen(random: Random, most: number): TraceFilters {
  const names = Object.entries(makers).filter(() => random() < most / Object.keys(makers).length);
  return traceFilters.parse(Object.fromEntries(names.flatMap(([name, make]) => (make ? [[name, make(random)]] : []))));
}

/** All pages, by the cursor. */
async function listAll(filters: TraceFilters): Promise<string[]> {
  const found: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listTraces(context, { page: 1, limit: 40, ...filters, ...(after ? { after } : {}) });
    found.push(...page.results.map((trace) => trace.trace_id));
    after = page.results.at(-1)?.id;
    if (!page.has_more) return found;
  }
}

const expected = (filters: TraceFilters): string[] =>
  known
    .filter((trace) => matches(trace, filters))
    .map(({ traceId }) => traceId)
    .toReversed();

describe("filters find the same traces as a loop", () => {
  test("one at a time", async () => {
    const random = seededRandom("each");
    for (const [name, make] of Object.entries(makers)) {
      for (let time = 0; make && time < 3; time++) {
        const filters = traceFilters.parse({ [name]: make(random) });
        expect({ filters, found: await listAll(filters) }).toEqual({ filters, found: expected(filters) });
      }
    }
  });

  test.each(["one", "two", "three", "four"])("combined at random, seed %s", async (seed) => {
    const random = seededRandom(seed);
    for (let time = 0; time < 25; time++) {
      const filters = chosen(random, 3);
      expect({ filters, found: await listAll(filters) }).toEqual({ filters, found: expected(filters) });
      const { count, is_estimated, is_cut } = await listTraces(context, { page: 1, limit: 1, ...filters });
      // A search for text looks for one trace more than the page has.
      const all = expected(filters).length;
      expect({ filters, count, is_estimated, is_cut }).toEqual({
        filters,
        count: filters.text === undefined ? all : Math.min(all, 2),
        is_estimated: false,
        is_cut: filters.text !== undefined && all >= 2,
      });
    }
  });
});

test("a text search finds the same by looking up traces or by reading segments", async () => {
  const random = seededRandom("few");
  for (let time = 0; time < 20; time++) {
    const filters = { ...chosen(random, 2), text: oneOf(random, ["refund", "econnref", "überw", "返金"]) };
    const search = (few: number) => matching(context.db, context.caller.organizationId, filters, 500, few);
    const [met, lookedUp] = [await search(0), await search(10_000)];
    expect(met.found).toEqual({ ids: expect.any(Array), isComplete: true });
    expect({ filters, found: lookedUp.found }).toEqual({ filters, found: met.found });
  }
});

describe("a search without letters or digits", () => {
  const choice = (filters: TraceFilters) =>
    choiceInOrganization(context.db, context.caller.organizationId, { filters });

  test.each(["👍", "→", "***", " ?! "])("finds nothing: %j", async (text) => {
    const page = await listTraces(context, { page: 1, text });
    expect(page).toMatchObject({ results: [], count: 0, has_more: false, is_cut: false });
    const { facets, evaluations } = await listTraceFacets(context, { text, status: "OK" });
    expect(facets.flatMap(({ values }) => values)).toEqual([]);
    expect(evaluations).toEqual([]);
    expect(await choice({ text })).toEqual({ trace_ids: [] });
  });

  test.each(["", "  "])("is ignored if it is blank: %j", async (text) => {
    expect((await listTraces(context, { page: 1, text })).count).toBe(expected({}).length);
    expect(await choice({ text })).toEqual({ filters: { text } });
  });
});

test.each(["five", "six"])("facets count what the list finds, seed %s", async (seed) => {
  const random = seededRandom(seed);
  for (let time = 0; time < 8; time++) {
    const filters = chosen(random, 2);
    const { facets, is_partial } = await listTraceFacets(context, filters);
    expect(is_partial).toBe(false);
    for (const { name, values } of facets) {
      for (const { value, count } of values) {
        const one = traceFilters.parse({ ...filters, [name]: name === "has_error" ? value === "true" : value });
        // A chosen project shows internal traces, which are hidden in the facet of projects.
        if (name === "project_id" && filters.include_internal !== true && value === projectIds.get(INTERNAL_PROJECT))
          continue;
        expect({ filters, name, value, count }).toEqual({ filters, name, value, count: expected(one).length });
      }
    }
  }
});

test("a cursor with an unknown trace is not found", async () => {
  await expect(listTraces(context, { page: 1, after: crypto.randomUUID() })).rejects.toMatchObject({
    code: "not_found",
  });
});
