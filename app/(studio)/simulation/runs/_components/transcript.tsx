"use client";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { Status } from "@/app/_ui/status";
import type { CallRecord } from "@/lib/contracts/simulation/calls";
import { SaidTurn, Took } from "./said-turn";

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
          <SaidTurn
            key={turn.id}
            id={`turn-${turn.turn}`}
            who={turn.role === "user" ? "Customer" : "Agent"}
            texts={turn.messages}
            toolCalls={turn.tool_calls}
            beside={
              <>
                {call.fork_turn !== null && turn.turn < call.fork_turn ? <span>taken over</span> : null}
                {turn.scripted ? <span>by the script</span> : null}
                <Took turn={turn} />
                {onFork && turn.role === "user" ? (
                  <Button size="small" onClick={() => onFork(turn.turn + 1)}>
                    Fork here
                  </Button>
                ) : null}
              </>
            }
          >
            {call.faults
              .filter(({ evidence }) => evidence.turn === turn.turn)
              .map(({ kind, message }) => (
                <Status key={kind} tone="warn" shape="alert" className="text-xs whitespace-normal!">
                  {message}
                </Status>
              ))}
          </SaidTurn>
        ))}
      </ol>
    </section>
  );
}
