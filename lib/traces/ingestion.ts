// Takes in what an OpenTelemetry exporter sends. Sending the same again has no further effect.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traceSessions, traces } from "@/db/schema";
import { turn } from "@/lib/bounds/turn";
import type { PublicContext, Verb } from "@/lib/context";
import { type exportTraces as contract, otlpSpan } from "@/lib/contracts/traces/otlp";
import { inTransaction } from "@/lib/transaction";
import { ensureProjects, type Owner } from "./projects";
import { readAttributes } from "./rules/attributes";
import { type ReadSpan, readSpan } from "./rules/read-span";
import { summarizeTraces } from "./summarize-traces";
import { upsertSpans } from "./upsert-spans";

type Request = Parameters<Verb<typeof contract>>[1];

export const exportTraces: Verb<typeof contract> = async (context, input) => {
  const refusals = await ingest(context, context.caller, input);
  const [first] = refusals;
  if (first === undefined) return {};
  return { partialSuccess: { rejectedSpans: String(refusals.length), errorMessage: first } };
};

/** Stores an export's spans for an organization, all in one transaction. Returns why spans were refused, one text each. */
export async function ingest(context: PublicContext, owner: Owner, request: Request): Promise<string[]> {
  const { read, refusals } = await readSpans(request);
  if (read.length === 0) return refusals;
  return [...refusals, ...(await inTransaction(context, ({ db }) => store(db, owner, read)))];
}

const SPANS_AT_ONCE = 200;

/** Spans as rows, and why the others are none. */
async function readSpans(request: Request): Promise<{ read: ReadSpan[]; refusals: string[] }> {
  const read: ReadSpan[] = [];
  const refusals: string[] = [];
  for (const { resource, scopeSpans } of request.resourceSpans ?? []) {
    const about = readAttributes(resource?.attributes);
    const spans = scopeSpans?.flatMap((scope) => scope.spans ?? []) ?? [];
    for (const [index, given] of spans.entries()) {
      if (index % SPANS_AT_ONCE === SPANS_AT_ONCE - 1) await turn();
      const parsed = otlpSpan.safeParse(given);
      if (parsed.success) read.push(readSpan(about, parsed.data));
      else {
        const [issue] = parsed.error.issues;
        refusals.push(`A span was refused: ${issue?.path.join(".")}: ${issue?.message}`);
      }
    }
  }
  return { read, refusals };
}

/** Stores spans and brings their traces up to date. Returns why spans were not stored. */
async function store(db: Database, owner: Owner, read: ReadSpan[]): Promise<string[]> {
  const projectIds = await ensureProjects(
    db,
    owner,
    read.map((span) => span.project),
  );
  const inProjects = read.map((span) => ({ ...span, projectId: projectIds(span.project) }));
  const sessionIds = await ensureSessions(db, owner.organizationId, inProjects);
  const traceIds = await lockTraces(db, owner.organizationId, inProjects);
  const rows = inProjects.map(({ project: _, session, ...span }) => ({
    ...span,
    organizationId: owner.organizationId,
    sessionId: session === null ? null : sessionIds(span.projectId, session),
  }));
  const clashes = await upsertSpans(db, rows);
  await summarizeTraces(db, traceIds);
  return clashes;
}

interface Placed {
  projectId: string;
  traceId: string;
  session: string | null;
}

async function ensureSessions(db: Database, organizationId: string, placed: readonly Placed[]) {
  const wanted = distinct(
    placed.flatMap(({ projectId, session }) => (session === null ? [] : [pair(projectId, session)])),
  );
  const ids = new Map<string, string>();
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const rows = await db
      .insert(traceSessions)
      .values(
        wanted.slice(start, start + CHUNK).map(([projectId, sessionId]) => ({ organizationId, projectId, sessionId })),
      )
      // Changes nothing; a conflict would not return the row otherwise.
      .onConflictDoUpdate({
        target: [traceSessions.projectId, traceSessions.sessionId],
        set: { sessionId: sql`excluded.session_id` },
      })
      .returning();
    for (const row of rows) ids.set(`${row.projectId} ${row.sessionId}`, row.id);
  }
  return (projectId: string, session: string): string | null => ids.get(`${projectId} ${session}`) ?? null;
}

/** Makes the traces that are new, and holds all until the transaction ends: exporters of one trace take turns. */
async function lockTraces(db: Database, organizationId: string, placed: readonly Placed[]): Promise<string[]> {
  const wanted = distinct(placed.map(({ projectId, traceId }) => pair(projectId, traceId)));
  const ids: string[] = [];
  for (let start = 0; start < wanted.length; start += CHUNK) {
    const rows = await db
      .insert(traces)
      .values(
        wanted.slice(start, start + CHUNK).map(([projectId, traceId]) => ({ organizationId, projectId, traceId })),
      )
      .onConflictDoUpdate({ target: [traces.projectId, traces.traceId], set: { updatedAt: sql`now()` } })
      .returning({ id: traces.id });
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

const CHUNK = 5000; // PostgreSQL takes 65,535 parameters a statement

type Pair = readonly [projectId: string, id: string];
const pair = (projectId: string, id: string): Pair => [projectId, id];

/** Pairs without repetition, in one order for everybody: parallel requests lock the same rows one after another. */
function distinct(pairs: readonly Pair[]): Pair[] {
  const known = new Map(pairs.map((given) => [given.join(" "), given]));
  return [...known].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, given]) => given);
}
