import NextLink from "next/link";
import type { ReactNode } from "react";
import { Status } from "@/app/_ui/feedback/status";
import { UserText } from "@/app/_ui/text/user-text";
import { tokensText } from "@/app/(studio)/_components/tokens";
import { links } from "@/lib/client/links";
import type { ToolCall } from "@/lib/contracts/simulation/call-parts";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { millisecondsText, usdText } from "../words";

interface Props {
  id?: string;
  who: "Customer" | "Agent";
  /** Beside the speaker: figures and actions. */
  beside?: ReactNode;
  texts: readonly string[];
  toolCalls?: readonly ToolCall[];
  /** Findings in this turn. */
  children?: ReactNode;
}

/** One turn in the list of a conversation. */
export function ConversationTurn({ id, who, beside, texts, toolCalls = [], children }: Props) {
  return (
    // Links to a turn move the focus to it.
    <li {...(id ? { id, tabIndex: -1 } : {})} className="grid gap-1 border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
        <span className="font-medium text-soft">{who}</span>
        {beside}
      </p>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id
        <UserText key={index} text={text} />
      ))}
      {toolCalls.map(({ id: callId, function: { name, arguments: callArguments } }, index) => (
        <pre
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may give two calls one id
          key={`${callId}${index}`}
          className="rounded-md bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {`${name}(${callArguments})`}
        </pre>
      ))}
      {children}
    </li>
  );
}

interface Measured {
  latency_ms: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Where only the total may be known. */
  total_tokens?: number | null;
  cost_usd: number | null;
  trace_id: string | null;
}

/** A turn's latency, tokens and cost, with a link to its trace. */
export function TurnFigures({ turn }: { turn: Measured }) {
  const tokens = tokensText(turn.input_tokens, turn.output_tokens, turn.total_tokens);
  return (
    <>
      {turn.latency_ms === null ? null : <span className="tabular-nums">{millisecondsText(turn.latency_ms)}</span>}
      {tokens === null ? null : <span className="tabular-nums">{tokens}</span>}
      {turn.cost_usd === null ? null : <span className="tabular-nums">{usdText(turn.cost_usd)}</span>}
      {turn.trace_id ? (
        <NextLink
          href={links.traces({ search: turn.trace_id, internal: "true" })}
          className="reach underline underline-offset-2 hover:text-ink"
        >
          Trace
        </NextLink>
      ) : null}
    </>
  );
}

/** What went wrong in a turn. */
export const TurnFaults = ({ faults, turn }: { faults: CallRecord["faults"]; turn: number }) =>
  faults
    .filter(({ evidence }) => evidence.turn === turn)
    .map(({ kind, message }) => (
      <Status key={kind} tone="warn" shape="alert" className="text-xs whitespace-normal!">
        {message}
      </Status>
    ));
