"use client";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Section } from "@/app/_ui/page/section";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { ConversationTurn, TurnFaults, TurnFigures } from "./conversation-turn";

interface Props {
  call: CallRecord;
  /** Forks the call after this many turns. */
  onFork?: (turns: number) => void;
}

/** The conversation turn by turn, with each turn's figures and faults. */
export function Transcript({ call, onFork }: Props) {
  if (call.transcript.length === 0)
    return <EmptyState title="No turns yet">Turns appear here as the conversation runs.</EmptyState>;
  return (
    <Section title="Transcript" className="min-w-0">
      <ol className="grid gap-4">
        {call.transcript.map((turn) => (
          <ConversationTurn
            key={turn.id}
            id={`turn-${turn.turn}`}
            who={turn.role === "user" ? "Customer" : "Agent"}
            texts={turn.messages}
            toolCalls={turn.tool_calls}
            beside={
              <>
                {call.fork_turn !== null && turn.turn < call.fork_turn ? <span>copied</span> : null}
                {turn.scripted ? <span>scripted</span> : null}
                <TurnFigures turn={turn} />
                {onFork && turn.role === "user" ? (
                  <Button size="small" onClick={() => onFork(turn.turn + 1)}>
                    Fork here
                  </Button>
                ) : null}
              </>
            }
          >
            <TurnFaults faults={call.faults} turn={turn.turn} />
          </ConversationTurn>
        ))}
      </ol>
    </Section>
  );
}
