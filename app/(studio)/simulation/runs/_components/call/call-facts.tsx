import { Missing } from "@/app/_ui/feedback/missing";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import { Cost } from "@/app/(studio)/_components/cost";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { expectedCallsIn, turnsIn } from "@/lib/simulation/scenarios/rules/check-row";
import { Turns } from "../turns";
import { cellText, lastedText, millisecondsText } from "../words";
import { endingText } from "./ending";

/** The call's agent, ending, figures and row values. */
export function CallFacts({ call }: { call: CallRecord }) {
  const columns = Object.values(call.scenario_columns).filter(({ value }) => value !== null && value !== "");
  return (
    <DefinitionList
      entries={[
        { term: "Agent", value: `${call.agent_definition_used_name}, ${call.agent_version}` },
        {
          term: "Started",
          value: call.start_time ? <Time at={call.start_time} /> : <Missing reason="Not started" />,
        },
        {
          term: "Duration",
          value: call.duration_seconds === null ? <Missing reason="Not finished" /> : lastedText(call.duration_seconds),
        },
        { term: "Ended", value: endingText(call) ?? <Missing reason="In progress" /> },
        { term: "Turns", value: <Turns count={call.turn_count} /> },
        {
          term: "Latency",
          value:
            call.avg_latency_ms === null ? (
              <Missing reason="Not measured" />
            ) : (
              `${millisecondsText(call.avg_latency_ms)} per turn`
            ),
        },
        { term: "Cost", value: <Cost usd={call.cost_usd} unpriced={call.unpriced_calls} /> },
        ...columns.map(({ column_name, value }) => ({
          term: columnLabel(column_name),
          value: <Cell name={column_name.toLowerCase()} value={value} />,
        })),
      ]}
    />
  );
}

/** A row's outcome is how the call should end, whatever happened. */
const columnLabel = (name: string): string => (name.toLowerCase() === "outcome" ? "Ideal outcome" : name);

/** A row's cell: a script as turns, expected tool calls as calls, everything else as text. */
function Cell({ name, value }: { name: string; value: unknown }) {
  const text = typeof value === "string" ? value : "";
  const turns = name === "script" ? turnsIn(text) : null;
  if (turns)
    return (
      <ol className="grid list-decimal gap-1 pl-5 marker:text-faint">
        {turns.map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no id
          <li key={index}>
            {turn === null ? (
              <span className="text-faint">Free turn: the customer model writes it</span>
            ) : (
              <UserText text={turn} />
            )}
          </li>
        ))}
      </ol>
    );
  const calls = name === "expected_tool_calls" ? expectedCallsIn(text) : null;
  if (calls)
    return (
      <ul className="grid gap-1">
        {calls.map((call, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no id
          <li key={index} className="font-mono text-xs">
            {call.forbidden ? "never " : ""}
            {call.name}({JSON.stringify(call.arguments)})
          </li>
        ))}
      </ul>
    );
  return cellText(value);
}
