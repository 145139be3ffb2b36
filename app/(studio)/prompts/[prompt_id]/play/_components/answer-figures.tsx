"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { usdText } from "@/app/(studio)/gateway/_components/usd";
import type { Played } from "@/lib/client/prompts/play";
import type { PlayState } from "./use-plays";

/** What an answer took and cost. */
export function AnswerFigures({ played, status }: { played: Played; status: PlayState["status"] }) {
  const { firstMs, totalMs, cost, inputTokens, outputTokens } = played;
  const isOver = status !== "running";
  const latency = (ms: number | null, reason: string) =>
    ms === null ? <Missing reason={reason} /> : <span>{latencyText(ms)}</span>;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-xs text-soft tabular-nums">
      <dt>First words</dt>
      <dd className="text-right">{latency(firstMs, isOver ? "No answer" : "None yet")}</dd>
      <dt>Total time</dt>
      <dd className="text-right">{latency(totalMs, isOver ? "It did not finish" : "Not finished yet")}</dd>
      <dt>Tokens</dt>
      <dd className="text-right">
        {inputTokens === null || outputTokens === null ? (
          <Missing reason={isOver ? "The provider did not report them" : "Known at the end"} />
        ) : (
          `${countText(inputTokens)} in, ${countText(outputTokens)} out`
        )}
      </dd>
      <dt>Cost</dt>
      <dd className="text-right">
        {cost === null ? <Missing reason={isOver ? "Its model has no price" : "Known at the end"} /> : usdText(cost)}
      </dd>
    </dl>
  );
}
