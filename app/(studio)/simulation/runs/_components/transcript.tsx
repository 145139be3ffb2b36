"use client";
import NextLink from "next/link";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Status } from "@/app/_ui/status";
import { UserText } from "@/app/_ui/user-text";
import { links } from "@/lib/client/links";
import type { CallRecord } from "@/lib/contracts/simulation/calls";
import { millisecondsText, usdText } from "./words";

type Turn = CallRecord["transcript"][number];

interface Props {
  call: CallRecord;
  /** Plays the call anew, after so many turns. */
  onFork?: (turns: number) => void;
}

/** What was said, turn by turn, with what each turn took; faults stand at the turn that shows them. */
export function Transcript({ call, onFork }: Props) {
  if (call.transcript.length === 0)
    return <EmptyState title="Nothing was said yet">The turns appear here as they are played.</EmptyState>;
  return (
    <section aria-labelledby="transcript" className="min-w-0">
      <h2 id="transcript" className="mb-2 text-base font-medium">
        Transcript
      </h2>
      <ol className="grid gap-4">
        {call.transcript.map((turn) => (
          <li key={turn.id} id={`turn-${turn.turn}`} className="grid gap-1 border-l-2 border-line pl-3">
            <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
              <span className="font-medium text-soft">{turn.role === "user" ? "Customer" : "Agent"}</span>
              {call.fork_turn !== null && turn.turn < call.fork_turn ? <span>taken over</span> : null}
              <Took turn={turn} />
              {onFork && turn.role === "user" ? (
                <Button size="small" onClick={() => onFork(turn.turn + 1)}>
                  Fork here
                </Button>
              ) : null}
            </p>
            {turn.messages.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
              <UserText key={index} text={text} />
            ))}
            {turn.tool_calls.map(({ id, function: { name, arguments: given } }, index) => (
              <pre
                // biome-ignore lint/suspicious/noArrayIndexKey: an agent may give two calls one id
                key={`${id}${index}`}
                className="rounded-md bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
              >
                {`${name}(${given})`}
              </pre>
            ))}
            {call.faults
              .filter(({ evidence }) => evidence.turn === turn.turn)
              .map(({ kind, message }) => (
                <Status key={kind} tone="warn" shape="alert" className="text-xs whitespace-normal!">
                  {message}
                </Status>
              ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Took({ turn }: { turn: Turn }) {
  const tokens = (turn.input_tokens ?? 0) + (turn.output_tokens ?? 0);
  return (
    <>
      {turn.scripted ? <span>by the script</span> : null}
      {turn.latency_ms === null ? null : <span className="tabular-nums">{millisecondsText(turn.latency_ms)}</span>}
      {tokens > 0 ? <span className="tabular-nums">{tokens} tokens</span> : null}
      {turn.cost_usd === null ? null : <span className="tabular-nums">{usdText(turn.cost_usd)}</span>}
      {turn.trace_id ? (
        <NextLink
          href={`${links.gatewayRequests()}?trace=${turn.trace_id}`}
          className="reach underline underline-offset-2 hover:text-ink"
        >
          Trace
        </NextLink>
      ) : null}
    </>
  );
}
