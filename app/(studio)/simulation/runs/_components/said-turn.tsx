import NextLink from "next/link";
import type { ReactNode } from "react";
import { UserText } from "@/app/_ui/user-text";
import { tokensText } from "@/app/(studio)/_components/tokens";
import { links } from "@/lib/client/links";
import type { ToolCall } from "@/lib/contracts/simulation/call-parts";
import { millisecondsText, usdText } from "./words";

interface Props {
  id?: string;
  who: "Customer" | "Agent";
  /** What stands beside who it was: what it took, what can be done. */
  beside?: ReactNode;
  texts: readonly string[];
  toolCalls?: readonly ToolCall[];
  /** What was found in it. */
  children?: ReactNode;
}

/** One turn of a conversation, in a list of them. */
export function SaidTurn({ id, who, beside, texts, toolCalls = [], children }: Props) {
  return (
    // Links lead to it, and the keyboard with them.
    <li {...(id ? { id, tabIndex: -1 } : {})} className="grid gap-1 border-l-2 border-line pl-3">
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
        <span className="font-medium text-soft">{who}</span>
        {beside}
      </p>
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no identity but their place
        <UserText key={index} text={text} />
      ))}
      {toolCalls.map(({ id: callId, function: { name, arguments: given } }, index) => (
        <pre
          // biome-ignore lint/suspicious/noArrayIndexKey: an agent may give two calls one id
          key={`${callId}${index}`}
          className="rounded-md bg-sunk px-2 py-1 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
        >
          {`${name}(${given})`}
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
  cost_usd: number | null;
  trace_id: string | null;
}

/** What a turn took, and the way to its trace. */
export function Took({ turn }: { turn: Measured }) {
  const tokens = tokensText(turn.input_tokens, turn.output_tokens);
  return (
    <>
      {turn.latency_ms === null ? null : <span className="tabular-nums">{millisecondsText(turn.latency_ms)}</span>}
      {tokens === null ? null : <span className="tabular-nums">{tokens}</span>}
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
