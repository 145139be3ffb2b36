// The path that a call took through its scenario's graph, compared with its row's expected path and those of other
// calls.
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, callTurns } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { EndCause } from "@/lib/contracts/simulation/call-names";
import type * as contracts from "@/lib/contracts/simulation/runs/call-analyses";
import { groupBy } from "@/lib/group-by";
import { toolCallsIn } from "../../conversation/rules/turn";
import { compareWithBranch, type Visit, walkOf } from "../../outcome/rules/graph-walk";
import { branchIn } from "../../scenarios/rules/branches";
import { type Graph, readGraph } from "../../scenarios/rules/graph";
import { type CallRow, callInWorkspace, executionInWorkspace, turnsOf } from "../loaders";
import { cellsOf } from "../play/customer";

/** The most calls of the execution that shares are based on. */
const MOST_COMPARED = 100;

/** The part of a turn from which its path is found. */
const MOST_CHARACTERS = 4_000;

/** Ended by one of the speakers, not by a fault or a limit. */
const ENDS: readonly (EndCause | null)[] = ["customer_ended", "agent_ended", "script_ended"];
const isBroughtToEnd = ({ cause }: Pick<CallRow, "cause">): boolean => ENDS.includes(cause);

export const analyzeCallBranch: Verb<typeof contracts.analyzeCallBranch> = async (
  { db, caller },
  { call_execution_id },
) => {
  const call = await callInWorkspace(db, caller, call_execution_id);
  const execution = await executionInWorkspace(db, caller, call.executionId);
  const scenario = execution.pinned.scenarios[call.scenarioId];
  const { graph } = readGraph(scenario?.graph);
  const expected = branchIn(cellsOf(call).conversation_branch);
  const common = {
    call_execution_id: call.id,
    scenario_id: call.scenarioId,
    scenario: scenario?.name ?? "",
    expected_path: expected,
  };
  if (graph.nodes.length === 0) return { ...common, ...withoutGraph };
  const [turns, others] = await Promise.all([turnsOf(db, call.id), walksOf(db, call, graph)]);
  const steps = turns.map(({ number, role, content, messages }) => ({
    number,
    role,
    content,
    tools: toolCallsIn(messages).map((one) => one.function.name),
  }));
  const visits = walkOf(graph, steps, isBroughtToEnd(call));
  const comparison = compareWithBranch(expected, visits);
  return {
    ...common,
    has_graph: true,
    outcome: comparison?.outcome ?? null,
    reason: reasonOf(comparison, visits),
    walked_path: visits.map(({ node }) => node),
    coverage: comparison ? comparison.reached / expected.length : null,
    left_at: comparison?.left ?? null,
    nodes: presentNodes(graph, expected, visits, others),
    edges: presentEdges(graph, expected, visits, others),
    calls_compared: others.length,
  };
};

const withoutGraph = {
  has_graph: false,
  outcome: null,
  reason: "The call's scenario has no graph.",
  walked_path: [],
  coverage: null,
  left_at: null,
  nodes: [],
  edges: [],
  calls_compared: 0,
};

type Paths = readonly (readonly string[])[];

const presentNodes = (graph: Graph, expected: readonly string[], visits: readonly Visit[], others: Paths) => {
  const shareOf = sharesOf(others, (path) => path);
  return graph.nodes.map(({ name, type }) => {
    const here = visits.filter(({ node }) => node === name);
    return {
      name,
      type,
      expected: expected.includes(name),
      walked: here.length > 0,
      turns: here.flatMap((visit) => visit.turns),
      evidence: [...new Set(here.flatMap(({ evidence }) => evidence))],
      ...shareOf(name),
    };
  });
};

const presentEdges = (graph: Graph, expected: readonly string[], visits: readonly Visit[], others: Paths) => {
  const shareOf = sharesOf(others, stepsOf);
  const expectedSteps = new Set(stepsOf(expected));
  const walkedSteps = new Set(stepsOf(visits.map(({ node }) => node)));
  return graph.edges.map(({ from, to, condition }) => {
    const step = stepOf(from, to);
    return {
      from,
      to,
      condition,
      expected: expectedSteps.has(step),
      walked: walkedSteps.has(step),
      ...shareOf(step),
    };
  });
};

const stepOf = (from: string, to: string): string => JSON.stringify([from, to]);
const stepsOf = (path: readonly string[]): string[] => path.slice(1).map((to, index) => stepOf(path[index] ?? "", to));

/** How many paths have a part, and as a share of all. */
function sharesOf(paths: Paths, parts: (path: readonly string[]) => readonly string[]) {
  const counts = new Map<string, number>();
  for (const path of paths) for (const part of new Set(parts(path))) counts.set(part, (counts.get(part) ?? 0) + 1);
  return (part: string) => {
    const calls = counts.get(part) ?? 0;
    return { calls, share: paths.length === 0 ? null : calls / paths.length };
  };
}

function reasonOf(comparison: ReturnType<typeof compareWithBranch>, visits: readonly Visit[]): string {
  if (visits.length === 0) return "The agent has said nothing yet.";
  if (!comparison) return "The row expects no branch, so only the walked path is shown.";
  if (comparison.outcome === "followed") return "The call went through every node that the row expects, in order.";
  if (!comparison.left) return "Nothing in the conversation matches a node of the graph.";
  const { node, expected, taken } = comparison.left;
  if (comparison.outcome === "unclear")
    return `The call may have gone to “${taken}” instead of “${expected}”, but only a single word shows it.`;
  const after = node === null ? "From the start" : `After “${node}”`;
  return taken
    ? `${after}, the call went to “${taken}” instead of “${expected}”.`
    : `${after}, the call ended before it reached “${expected}”.`;
}

/** The paths of the execution's calls in the same scenario: the first hundred that are over. */
async function walksOf(db: Database, call: CallRow, graph: Graph): Promise<string[][]> {
  const calls = await db
    .select({ id: callExecutions.id, cause: callExecutions.cause })
    .from(callExecutions)
    .where(
      and(
        eq(callExecutions.executionId, call.executionId),
        eq(callExecutions.scenarioId, call.scenarioId),
        inArray(callExecutions.status, ["completed", "failed"]),
        isNull(callExecutions.deletedAt),
      ),
    )
    .orderBy(asc(callExecutions.number))
    .limit(MOST_COMPARED);
  const turns = await db
    .select({
      callId: callTurns.callId,
      number: callTurns.number,
      role: callTurns.role,
      content: sql<string>`left(${callTurns.content}, ${MOST_CHARACTERS})`,
      // Other parts of messages may be large, and are not read.
      tools: sql<string[]>`jsonb_path_query_array(${callTurns.messages}, '$[*].tool_calls[*].function.name')`,
    })
    .from(callTurns)
    .where(
      inArray(
        callTurns.callId,
        calls.map(({ id }) => id),
      ),
    )
    .orderBy(asc(callTurns.callId), asc(callTurns.number));
  const byCall = groupBy(turns, ({ callId }) => callId);
  return calls.flatMap((one) => {
    const path = walkOf(graph, byCall.get(one.id) ?? [], isBroughtToEnd(one)).map(({ node }) => node);
    return path.length > 0 ? [path] : [];
  });
}
