// Moves the contents of spans that were stored before segments were. It may be killed anywhere and runs beside
// everything else: a span's contents are in its columns or in a segment, and readers know both.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { lookUpByKey } from "@/db/look-up-by-key";
import { transaction } from "@/db/transaction";
import { DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { readLabels } from "../rules/labels";
import { summarizeMoved } from "../summarize-traces";
import { newSegment, type Part, segmented } from "./build";
import { contentsJson, type SpanContents } from "./contents-json";
import type { Line } from "./lines";

/** Spans of one transaction. */
const SPANS = 500;

interface Row extends Record<string, unknown> {
  organizationId: string;
  projectId: string;
  traceId: string;
  spanId: string;
  label: string;
  contents: SpanContents;
}

/** Moves contents for some seconds. The result says whether there is more. */
export async function moveContents(db: Database, until = Date.now() + STEP_MS): Promise<StepResult> {
  for (;;) {
    const moved = await transaction(db, movePage);
    if (moved === 0) return DONE;
    if (Date.now() >= until) return { done: false, retryAfterMs: 0 };
  }
}

/** The oldest of a project that are not locked. Returns how many. */
async function movePage(tx: Database): Promise<number> {
  await tx.execute(lookUpByKey);
  const [project] = await tx.execute<{ id: string }>(sql`
    select project_id as id from spans where segment_id is null limit 1`);
  if (!project) return 0;
  const rows = [
    ...(await tx.execute<Row>(sql`
      select organization_id as "organizationId", project_id as "projectId", trace_id as "traceId", span_id as "spanId",
        concat(name, ' ', status_message) as label,
        json_build_object('input', input, 'output', output, 'attributes', attributes, 'resource', resource,
          'events', events, 'links', links) as contents
      from spans where segment_id is null and project_id = ${project.id}::uuid
      order by started_at, span_id limit ${SPANS} for update skip locked`)),
  ];
  for (const part of segmented(rows.map((row) => ({ ...row, json: contentsJson(row.contents) })))) {
    await movePart(tx, part);
  }
  await summarizeMoved(tx, project.id, [...new Set(rows.map(({ traceId }) => traceId))]);
  return rows.length;
}

/** Moves spans that share a segment. Who used them, where they ran and their tags were in their attributes only. */
async function movePart(tx: Database, part: Part<Row & Line>): Promise<void> {
  const [organizationId, projectId, lines, filter] = await newSegment(part);
  const spans = part.lines.map(({ spanId, contents }, line) => {
    const { userId, environment, tags } = readLabels(contents.resource, contents.attributes);
    return { span_id: spanId, line, user_id: userId, environment, tags };
  });
  await tx.execute(sql`
    with segment as (
      insert into span_segments (organization_id, project_id, lines, filter)
      values (${organizationId}::uuid, ${projectId}::uuid, decode(${lines}, 'base64'), decode(${filter}, 'base64'))
      returning id)
    update spans set segment_id = segment.id, segment_line = moved.line,
      has_input = spans.input is not null, has_output = spans.output is not null,
      user_id = moved.user_id, environment = moved.environment, tags = moved.tags,
      input = null, output = null, attributes = null, resource = null, events = null, links = null
    from segment, jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
      as moved (span_id text, line integer, user_id text, environment text, tags text[])
    where spans.project_id = ${projectId}::uuid and spans.span_id = moved.span_id`);
}
