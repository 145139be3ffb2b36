// The problems of one row, apart from its wording.
import { isRecord, recordsIn, textIn } from "@/lib/records";
import { branchIn } from "./branches";
import { type CheckedRow, error, type Finding, valueIn, warning } from "./finding";
import type { Graph } from "./graph";

export function branchFindings({ rowId, cells }: CheckedRow, graph: Graph | null): Finding[] {
  const way = branchIn(cells.conversation_branch);
  if (!graph || way.length === 0 || graph.nodes.length === 0) return [];
  const problem = wayProblem(way, graph);
  return problem ? [error("branch_not_in_graph", rowId, "conversation_branch", problem)] : [];
}

function wayProblem(way: readonly string[], { nodes, edges }: Graph): string | null {
  const known = new Map(nodes.map((node) => [node.name, node]));
  const missing = way.find((name) => !known.has(name));
  if (missing !== undefined) return `The graph has no node "${missing}".`;
  if (!known.get(way[0] ?? "")?.isStart) return `"${way[0]}" is not the graph's start node.`;
  const leads = new Set(edges.map(({ from, to }) => `${from}\n${to}`));
  const gap = way.findIndex((name, index) => {
    const next = way[index + 1];
    return next !== undefined && !known.get(next)?.isGlobal && !leads.has(`${name}\n${next}`);
  });
  return gap < 0 ? null : `No edge leads from "${way[gap]}" to "${way[gap + 1]}".`;
}

/** A script's turns: the customer's texts, or null where the simulator speaks freely. Null if it is not a script. */
export function turnsIn(cell: string): (string | null)[] | null {
  const value = valueIn(cell);
  if (!Array.isArray(value)) return null;
  const turns = value.map((turn) => {
    if (turn === null || typeof turn === "string") return turn;
    if (isRecord(turn) && (turn.content === null || typeof turn.content === "string")) return turn.content;
    return undefined;
  });
  return turns.some((turn) => turn === undefined) ? null : turns.map((turn) => turn ?? null);
}

const GOODBYE = /\b(good ?bye|bye|that(?:'|’)?s all|hang(?:ing)? up|have a (?:nice|good) day)\b/i;

export function scriptFindings({ rowId, cells }: CheckedRow): Finding[] {
  if (!cells.script) return [];
  const turns = turnsIn(cells.script);
  if (!turns)
    return [
      error(
        "script_not_turns",
        rowId,
        "script",
        "Must be a JSON list of turns: texts, or null where the simulator speaks.",
      ),
    ];
  const early = turns.slice(0, -1).findIndex((turn) => turn !== null && GOODBYE.test(turn));
  return early < 0
    ? []
    : [
        error(
          "script_ends_early",
          rowId,
          "script",
          `Turn ${early + 1} of ${turns.length} says goodbye: the turns after it are never reached.`,
        ),
      ];
}

export interface ExpectedCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Must not be called. */
  forbidden: boolean;
}

/** The calls that a cell expects; null if the cell is not a list of calls. */
export function expectedCallsIn(cell: string): ExpectedCall[] | null {
  const value = valueIn(cell);
  if (!Array.isArray(value)) return null;
  const calls = recordsIn(value).flatMap((call): ExpectedCall[] => {
    const name = textIn(call.name);
    if (!name || (call.arguments !== undefined && !isRecord(call.arguments))) return [];
    return [{ name, arguments: isRecord(call.arguments) ? call.arguments : {}, forbidden: call.forbidden === true }];
  });
  return calls.length === value.length ? calls : null;
}

export function expectationFindings(row: CheckedRow): Finding[] {
  const { rowId, cells } = row;
  const found: Finding[] = [];
  const calls = cells.expected_tool_calls === undefined ? null : expectedCallsIn(cells.expected_tool_calls);
  const state = cells.expected_state === undefined ? null : valueIn(cells.expected_state);
  if (cells.expected_tool_calls !== undefined && !calls)
    found.push(
      error("expectation_not_readable", rowId, "expected_tool_calls", "Must be a JSON list of {name, arguments}."),
    );
  if (cells.expected_state !== undefined && !isRecord(state))
    found.push(error("expectation_not_readable", rowId, "expected_state", "Must be a JSON object."));
  if (!calls) return found;
  const requiredCalls = calls.filter(({ forbidden }) => !forbidden);
  for (const call of calls.filter(({ forbidden }) => forbidden)) {
    const clash = requiredCalls.find((other) => other.name === call.name && covers(other.arguments, call.arguments));
    if (clash)
      found.push(
        error("expectations_contradict", rowId, "expected_tool_calls", `${call.name} is both expected and forbidden.`),
      );
  }
  if (requiredCalls.length === 0 && calls.length === 0 && isRecord(state) && Object.keys(state).length > 0)
    found.push(
      error(
        "expectations_contradict",
        rowId,
        "expected_state",
        "A state is expected, but no tool call that could produce it is allowed.",
      ),
    );
  return [...found, ...unreachable(row, requiredCalls)];
}

const covers = (whole: Record<string, unknown>, part: Record<string, unknown>): boolean =>
  Object.entries(part).every(([name, value]) => JSON.stringify(whole[name]) === JSON.stringify(value));

/** An argument that nobody can have told the agent: it is in nothing that the simulated customer knows. */
function unreachable({ rowId, cells }: CheckedRow, calls: readonly ExpectedCall[]): Finding[] {
  const { expected_tool_calls: _calls, expected_state: _state, outcome: _outcome, ...visible } = cells;
  const known = Object.values(visible).join("\n").toLowerCase();
  const turns = cells.script ? turnsIn(cells.script) : null;
  // In a script of fixed turns, only these are said. Otherwise the simulator may tell everything in its row.
  const situationText =
    turns && turns.length > 0 && turns.every((turn) => turn !== null) ? turns.join("\n").toLowerCase() : known;
  return calls.flatMap(({ name, arguments: rawArguments }) =>
    Object.entries(rawArguments).flatMap(([argument, value]) => {
      const text = typeof value === "string" || typeof value === "number" ? String(value).toLowerCase() : "";
      // The agent must state ids and numbers exactly, but can rephrase sentences.
      if (!/\d/.test(text) || text.length > 40 || situationText.includes(text)) return [];
      const who = situationText === known ? "the row" : "the script";
      return warning(
        "goal_not_reachable",
        rowId,
        "expected_tool_calls",
        `${name} expects ${argument} "${String(value)}", which ${who} never mentions. The agent can only get it from a tool.`,
      );
    }),
  );
}

export function twinFindings(row: CheckedRow, seen: Map<string, CheckedRow>): Finding[] {
  const situation = row.cells.situation?.trim().toLowerCase();
  if (!situation) return [];
  const key = `${row.cells.persona ?? ""}\n${situation}`;
  const twin = seen.get(key);
  if (!twin) {
    seen.set(key, row);
    return [];
  }
  const differing = ["outcome", "expected_state", "expected_tool_calls"].find(
    (column) => (row.cells[column] ?? "") !== (twin.cells[column] ?? ""),
  );
  return differing
    ? [
        error(
          "expectations_contradict",
          row.rowId,
          differing,
          "Another row has the same persona and situation but a different ending.",
        ),
      ]
    : [warning("same_situation", row.rowId, "situation", "Another row is identical.")];
}
