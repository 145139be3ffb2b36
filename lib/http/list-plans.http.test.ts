// Every list of the product is read by an index, over tables of many rows of which most belong to others: no statement
// scans a large table, or sorts more rows than a page, unless its case says why that is right.
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connection, schemaOptions } from "@/db/client";
import { evalSpanScores } from "@/db/schema";
import { contextOf } from "@/db/testing/factories";
import type { Contract } from "@/lib/contracts/contract";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { operations } from "@/lib/operations";
import { multiplyAll } from "@/lib/testing/multiply-all";
import { flawsOfStatements, notingDriver, type Statement } from "@/lib/testing/plans";
import { bearer, createCredentials, send } from "./testing/api";
import { type Places, placesOf } from "./testing/foreign-requests";
import { type Furnished, furnish } from "./testing/furnish";
import { type Mounted, startMount } from "./testing/mounts";

const ROWS = 20_000;
/** Rows of a page, with room for what a list reads beside it. */
const PAGE = 100;

/** Tables that stay as they are, since few rows of them belong together. */
const few: Readonly<Record<string, string>> = {
  agent_versions: "An agent has tens of versions.",
  api_keys: "People make some keys.",
  dataset_columns: "A dataset has at most some hundred columns.",
  eval_groups: "Teams make tens of them; the built-in ones belong to nobody.",
  eval_run_evaluations: "A run has at most some tens of evaluations.",
  eval_task_evaluations: "A task has at most 20 evaluations.",
  eval_templates: "Teams make tens of them; the built-in ones belong to nobody.",
  invitations: "They are answered or end.",
  labels: "Teams make tens or hundreds of them.",
  memberships: "A list of people is read in the order of names, of which there are hundreds.",
  organizations: "The caller belongs to one.",
  personas: "Teams make tens of them; the built-in ones belong to nobody.",
  queue_labels: "A queue has tens of labels.",
  queue_members: "A queue has tens of people.",
  run_test_scenarios: "A run test has tens of scenarios.",
  users: "See memberships.",
  workspaces: "An organization has few.",
};

/** What the plan of a list may have, and why. */
const reasons: Readonly<Record<string, readonly [flaw: RegExp, why: string][]>> = {
  compareDatasetVersion: [[/^Sort of \d+ rows: \s*select \*, count/, "It compares all rows of two versions."]],
  getExecutionTranscripts: [[/from "call_turns"/, "It reads the turns of a page of calls, which a call has few of."]],
  getTestExecution: [
    [/distinct on \("call_executions"."scenario_id"\)/, "The columns are those of each scenario's first call."],
  ],
  listCalibrations: [[/^Sort of \d+ rows: select calibration_id/, "It counts the verdicts of a page of calibrations."]],
  listItems: [
    [/^Sort/, "A queue's items have a dozen orders; an index of each would be written with every submission."],
  ],
  listRowIds: [[/^Sort of \d+ rows: select "id" from "dataset_rows"/, "Its page has all rows of most datasets."]],
};

/** Lists of the tables above, or of one object that has few of them here. The others must have more than a page. */
const short = new Set([
  ...["listMembers", "listInvitations", "listLabels", "listAgentVersions", "listRunTestScenarios", "listSdkRuns"],
  ...["listPersonas", "listSystemPersonas", "listWorkspacePersonas", "listDatasetVersionRows", "listEvalRunCells"],
  ...["listCalibrationItems", "compareEvalRunRows", "compareDatasetVersion", "getTestExecution", "listVersionCalls"],
  ...["getExecutionTranscripts"],
]);

/** Lists that are not read here, and why. */
const unread: Readonly<Record<string, string>> = {
  compareExperimentRows: "It needs two finished experiments, whose rows it compares as compareEvalRunRows does.",
};

/** What is asked instead of the requests with everybody's ids. */
const requests = (all: Furnished): Readonly<Record<string, Places>> => ({
  listSdkRuns: { query: { execution_id: all.testExecution } },
});

/** Lists are read in pages, or from a row on. */
const isList = ({ envelope, method, query, body }: Contract): boolean => {
  const fields = [query, body].flatMap((schema) => Object.keys((schema as { shape?: object }).shape ?? {})); // safe: only objects have a shape
  const isPaged = ["page", "page_number", "current_page_index"].some((name) => fields.includes(name));
  return envelope === "page" || isPaged || (method === "GET" && fields.includes("after"));
};

const lists = operations
  .map(({ contract }) => contract)
  .filter((contract) => isList(contract) && !contract.path.startsWith("/v1/") && !(contract.name in unread));

/** Without a filter, if it can be read so, and with each that leads to an object. */
function requestsOf(contract: Contract): Places[] {
  const own = requests(ids)[contract.name];
  const filtered = placesOf(contract, ids);
  const params = filtered[0]?.params ?? {};
  if (own) return [{ params, ...own }];
  return contract.query.safeParse({}).success && contract.method === "GET" ? [{ params }, ...filtered] : filtered;
}

let server: Mounted;
let headers: Record<string, string>;
let ids: Furnished;
let before: Connection;
const statements: Statement[] = [];
// Safe: that is where db/client.ts keeps the pools of a process, by their addresses.
const shared = globalThis as { assayConnections?: Map<string, Connection> };

beforeAll(async () => {
  server = await startMount("stand-alone");
  const owner = await createCredentials(server.db);
  headers = bearer(owner);
  ids = await furnish(contextOf(server.db, owner.organization, owner.userId, "Owner"), "Ours");
  await server.db.insert(evalSpanScores).values({
    ...{ organizationId: owner.organization.id, taskId: ids.evalTask, evaluationId: ids.evalTaskEvaluation },
    ...{ projectId: ids.project, spanId: ids.span, traceId: ids.trace, outcome: "scored", passed: true },
  });
  // Else the first request that needs the gateway's projection fills it, which reads all keys.
  await rebuildProjection();
  await multiplyAll(server.db, ROWS, new Set(Object.keys(few)));
  before = connection();
  const driver = notingDriver(process.env.DATABASE_URL ?? "", statements);
  const own = { ...before, sql: driver, db: drizzle(driver, schemaOptions) };
  shared.assayConnections?.set(process.env.DATABASE_URL ?? "", own);
}, 300_000);

afterAll(async () => {
  await connection().sql.end();
  shared.assayConnections?.set(process.env.DATABASE_URL ?? "", before);
  await server?.stop();
});

test("each exception belongs to an existing list", () => {
  const names = new Set([...lists.map(({ name }) => name), ...Object.keys(unread)]);
  const listed = [...Object.keys(reasons), ...short, ...Object.keys(requests(ids))];
  expect(listed.filter((name) => !names.has(name))).toEqual([]);
});

/** What the statements of a list's requests read more of than they show, and the most rows that a page has. */
async function flawsOf(contract: Contract): Promise<{ found: string[]; most: number }> {
  const found: string[] = [];
  let most = 0;
  for (const { params = {}, query = {}, body } of requestsOf(contract)) {
    const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, slot: string) => params[slot] ?? "");
    statements.length = 0;
    const answer = await send(server.url, contract.method, `${path}?${new URLSearchParams(query)}`, { headers, body });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBeLessThan(300);
    most = Math.max(most, answer.body.count ?? PAGE);
    const limits = { sorted: PAGE, scanned: Number.POSITIVE_INFINITY, table: ROWS / 2 };
    found.push(...(await flawsOfStatements(connection().sql, statements.splice(0), limits)));
  }
  return { found, most };
}

const withoutCounts = (flaw: string): string => flaw.replace(/\d+ rows/, "rows");

test.each(lists.map((contract) => [contract.name, contract] as const))(
  "%s",
  async (name, contract) => {
    const { found, most } = await flawsOf(contract);
    if (!short.has(name)) expect(most).toBeGreaterThanOrEqual(PAGE);
    const right = reasons[name] ?? [];
    const flaws = [...new Set(found)].filter((flaw) => !right.some(([pattern]) => pattern.test(flaw)));
    // The server compares its ledger once a minute, maybe just now. What a list reads, it reads again.
    const again = flaws.length > 0 ? (await flawsOf(contract)).found.map(withoutCounts) : [];
    expect(flaws.filter((flaw) => again.includes(withoutCounts(flaw)))).toEqual([]);
    expect(right.filter(([pattern]) => !found.some((flaw) => pattern.test(flaw))).map(([, why]) => why)).toEqual([]);
  },
  60_000,
);
