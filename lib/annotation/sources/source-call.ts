// Simulated calls as queue sources: the conversation and the scenario row behind it. Judges' results are left out, so
// that annotators judge by themselves.
import { and, asc, eq, inArray, isNull, not, type SQL, sql } from "drizzle-orm";
import { agentDefinitions, callExecutions, runTests, testExecutions } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { inOrganization } from "@/lib/owned-rows";
import { guidOf, isGuid, type Source, type SourcePlace } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { verdictsJson } from "./verdicts";

const MAX_TURNS = 1000;

const callsAmong = (organizationId: string, ids: string[]) =>
  and(inArray(callExecutions.id, ids.filter(isGuid)), inOrganization(callExecutions, organizationId));

const callAt = (source: SourcePlace): SQL => sql`
  from call_executions as call join test_executions as execution on execution.id = call.execution_id
  where call.id = ${guidOf(source)} and call.organization_id = ${source.organizationId} and call.deleted_at is null`;

const isVoice = sql`execution.pinned #>> '{agent,type}' = 'voice'`;
const scenarioName = sql`coalesce(execution.pinned #>> array['scenarios', call.scenario_id::text, 'name'], '')`;
const name = sql`btrim(${scenarioName} || ' ' || call.number + 1)`;

/** The content that both lists and the desk show. */
const facts = sql`'type', 'call_execution', 'name', ${name}, 'status', call.status,
  'duration_seconds', extract(epoch from call.ended_at - call.started_at)::float8,
  'simulation_call_type', case when ${isVoice} then 'voice' else 'text' end,
  'response_time_ms', (call.metrics ->> 'avg_latency_ms')::float8,
  'avg_agent_latency_ms', (call.metrics ->> 'avg_latency_ms')::float8`;

/** The messages and tool calls of the first thousand turns; `user` is the simulated customer. */
const turns = sql`(
  select coalesce(json_agg(json_build_object('role', turn.role, 'content', turn.content, 'tool_calls', coalesce(
    jsonb_path_query_array(turn.messages, '$[*].tool_calls[*]'), '[]')) order by turn.number), '[]')
  from call_turns as turn where turn.call_id = call.id and turn.number < ${sql.raw(String(MAX_TURNS))})`;

const columns: FilterColumns = {
  agent_definition_id: { column: runTests.agentDefinitionId, kind: "uuid" },
  run_test_id: { column: callExecutions.runTestId, kind: "uuid" },
  test_execution_id: { column: callExecutions.executionId, kind: "uuid" },
  scenario_id: { column: callExecutions.scenarioId, kind: "uuid" },
  status: { column: callExecutions.status, kind: "text" },
  verdict: { column: callExecutions.verdict, kind: "text" },
  fault_side: { column: callExecutions.faultSide, kind: "text" },
  turn_count: { column: callExecutions.turnCount, kind: "number" },
  start_time: { column: callExecutions.startedAt, kind: "time" },
};

/** The latest result of each evaluation of the call's execution. */
const newestEvaluations = sql`
  select distinct on (evaluation.binding_id) evaluation.id, evaluation.name, evaluation.template_id
  from test_execution_evaluations as evaluation where evaluation.execution_id = call.execution_id
  order by evaluation.binding_id, evaluation.generation desc`;

export const call: Source = {
  async existing(db, organizationId, ids) {
    const rows = await db.select({ id: callExecutions.id }).from(callExecutions).where(callsAmong(organizationId, ids));
    return new Set(rows.map((row) => row.id));
  },

  async unfinished(db, organizationId, ids) {
    const rows = await db
      .select({ id: callExecutions.id })
      .from(callExecutions)
      .where(and(callsAmong(organizationId, ids), inArray(callExecutions.status, ["pending", "queued", "ongoing"])));
    return new Set(rows.map((row) => row.id));
  },
  underWay: "The call has not ended.",

  preview: (source) => sql`(select json_build_object(${facts}) ${callAt(source)})`,

  content: (source) => sql`(
    select json_build_object(${facts}, 'source_id', call.id, 'call_id', call.id, 'scenario_name', ${scenarioName},
      'agent_definition_id', execution.pinned #>> '{agent,id}', 'agent_name', execution.pinned #>> '{agent,name}',
      'agent_version', (execution.pinned #>> '{agent,version}')::int, 'run_test_id', call.run_test_id,
      'test_execution_id', call.execution_id, 'ended_reason', call.ended_reason,
      'input', (select coalesce(json_object_agg(cell.key, cell.value -> 'value'), '{}') from jsonb_each(call.row) as cell),
      'output', ${turns}, 'metrics', call.metrics - 'csat_score',
      'start_time', ${wireTime("call.started_at")}, 'end_time', ${wireTime("call.ended_at")})
    ${callAt(source)})`,

  evals: (source) =>
    verdictsJson(
      sql`true`,
      "verdict.updated_at",
      sql`call_executions as call cross join lateral (${newestEvaluations}) as evaluation
        join call_evaluations as verdict on verdict.call_id = call.id and verdict.evaluation_id = evaluation.id`,
      sql`call.id = ${guidOf(source)} and call.organization_id = ${source.organizationId} and call.deleted_at is null`,
    ),

  async scopes(db, organizationId, ids) {
    const rows = await db
      .select({ id: callExecutions.id, agentId: agentDefinitions.id })
      .from(callExecutions)
      .innerJoin(runTests, eq(runTests.id, callExecutions.runTestId))
      .innerJoin(agentDefinitions, eq(agentDefinitions.id, runTests.agentDefinitionId))
      .where(and(callsAmong(organizationId, ids), isNull(agentDefinitions.deletedAt)));
    return new Map(rows.map((row) => [row.id, { kind: "agent_definition", id: row.agentId }]));
  },

  async select(db, organizationId, selection, limit) {
    const rows = await db
      .select({ id: callExecutions.id, total: sql<number>`(count(*) over ())::int` })
      .from(callExecutions)
      .innerJoin(testExecutions, eq(testExecutions.id, callExecutions.executionId))
      .innerJoin(runTests, eq(runTests.id, callExecutions.runTestId))
      .leftJoin(agentDefinitions, eq(agentDefinitions.id, runTests.agentDefinitionId))
      .where(selectedCalls(organizationId, selection))
      .orderBy(asc(callExecutions.createdAt), asc(callExecutions.number), asc(callExecutions.id))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total: rows[0]?.total ?? 0 };
  },
};

/** For a project: the calls of agents that it observes. */
function selectedCalls(organizationId: string, selection: Selection): SQL | undefined {
  const { project_id: projectId, is_voice_call: voice } = selection;
  const excluded = selection.exclude_ids.filter(isGuid);
  return and(
    inOrganization(callExecutions, organizationId),
    projectId ? eq(agentDefinitions.projectId, projectId) : undefined,
    voice === undefined ? undefined : sql`(${testExecutions.pinned} #>> '{agent,type}' = 'voice') = ${voice}`,
    excluded.length > 0 ? not(inArray(callExecutions.id, excluded)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}
