// Checks whether a scenario can be judged, before it costs a run or blames an agent.
import { textIn } from "@/lib/records";
import { branchFindings, expectationFindings, scriptFindings, twinFindings } from "./check-row";
import { type CheckedRow, type CheckedScenario, error, type Finding, warning } from "./finding";
import { personaIn } from "./persona";

const MAX_FOUND = 200;

/** The first findings: those about the whole scenario, then those about rows, in order. */
export function findingsIn(scenario: CheckedScenario): Finding[] {
  const found: Finding[] = [
    ...scenario.graphProblems.map(
      ({ severity, path, message }): Finding => ({ rule: "graph", severity, rowId: null, column: path, message }),
    ),
    ...(scenario.rows.length === 0 ? [error("no_rows", null, null, "The scenario has no rows to run.")] : []),
    ...unknownNames(scenario.prompt, scenario.columns).map((name) =>
      error("unknown_column", null, "prompt", `The prompt uses {{${name}}}, but there is no such column.`),
    ),
  ];
  const seen = new Map<string, CheckedRow>();
  for (const row of scenario.rows) {
    if (found.length >= MAX_FOUND) break;
    if (row.status !== "done") {
      found.push(
        warning(
          "not_written",
          row.rowId,
          null,
          row.status === "failed" ? "The row could not be written." : "The row is still being written.",
        ),
      );
      continue;
    }
    found.push(...rowFindings(row, scenario), ...twinFindings(row, seen));
  }
  return found.slice(0, MAX_FOUND);
}

const NAMED = /\{\{\s*([^{}]{1,100}?)\s*\}\}/g;

function unknownNames(text: string, columns: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(NAMED)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !columns.has(name.toLowerCase()) && !/^(persona|situation)$/i.test(name));
}

function rowFindings(row: CheckedRow, { graph, columns }: CheckedScenario): Finding[] {
  return [
    ...whoAndWhy(row, columns),
    ...branchFindings(row, graph),
    ...scriptFindings(row),
    ...expectationFindings(row),
  ];
}

const SHORTEST_SITUATION = 15;
const VAGUE =
  /\b(tbd|todo|lorem ipsum|something or other|either .{1,80} or )\b|\?\?\?|\[(insert|name|date|amount)[^\]]*\]/i;

function whoAndWhy({ rowId, cells }: CheckedRow, columns: ReadonlySet<string>): Finding[] {
  const { persona, situation, outcome } = cells;
  const who = personaIn(persona);
  const found: Finding[] = [];
  if (!who || Object.values(who).every((value) => value === "" || value === null))
    found.push(
      error(
        "empty_persona",
        rowId,
        "persona",
        persona ? "The persona is not an object with fields." : "The persona is empty.",
      ),
    );
  if (!situation?.trim())
    found.push(
      error(
        "empty_situation",
        rowId,
        "situation",
        "The situation is empty: it does not say why the conversation begins.",
      ),
    );
  else {
    if (situation.trim().length < SHORTEST_SITUATION)
      found.push(warning("ambiguous_situation", rowId, "situation", "Too short to show what the customer wants."));
    const vague = VAGUE.exec(situation)?.[0];
    if (vague)
      found.push(
        error("ambiguous_situation", rowId, "situation", `“${vague.trim()}” does not say what the customer wants.`),
      );
    for (const name of unknownNames(situation, columns))
      found.push(error("unknown_column", rowId, "situation", `Uses {{${name}}}, but there is no such column.`));
    const age = agesApart(who, situation);
    if (age) found.push(error("persona_contradicts_situation", rowId, "situation", age));
  }
  if (!outcome?.trim() && !cells.expected_state && !cells.expected_tool_calls)
    found.push(
      warning(
        "outcome_missing",
        rowId,
        "outcome",
        "Neither an outcome nor an expectation says how the conversation should end.",
      ),
    );
  return found;
}

function agesApart(persona: Record<string, unknown> | null, situation: string): string | null {
  const [, from = "", to = ""] = /^(\d+)(?:-(\d+)|\+)$/.exec(textIn(persona?.age_group)) ?? [];
  const age = Number(/\b(\d{1,3})[- ]year[- ]old\b/i.exec(situation)?.[1] ?? Number.NaN);
  if (!from || Number.isNaN(age)) return null;
  const isWithin = age >= Number(from) && age <= Number(to || 150);
  return isWithin ? null : `Mentions an age of ${age}, but the persona's age group is ${textIn(persona?.age_group)}.`;
}
