import type { ReactNode } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { latencyText } from "@/app/_ui/figure/numbers";
import { usdText } from "../../gateway/_components/usd";
import { usageOf } from "./usage";

interface Run {
  executionMs: number;
  model: string | null;
  metadata: Record<string, unknown> | null;
  fingerprint: string;
}

const FINGERPRINT_SHOWN = 12;

/** A run's time and cost, and the fingerprint that makes scores comparable. */
export function factsOfRun({ executionMs, model, metadata, fingerprint }: Run): { term: string; value: ReactNode }[] {
  const usage = usageOf(metadata);
  const isComposite = metadata?.children !== undefined;
  return [
    { term: "Time", value: <span className="tabular-nums">{latencyText(executionMs)}</span> },
    {
      term: "Cost",
      value: usage ? (
        usage.costUsd === null ? (
          <Missing reason="The model has no price" />
        ) : (
          usdText(usage.costUsd)
        )
      ) : isComposite ? (
        <Missing reason="Each part was charged separately. See the gateway's requests" />
      ) : (
        "Free, no model was called"
      ),
    },
    ...(usage
      ? [
          {
            term: "Tokens",
            value:
              usage.tokens === null ? (
                <Missing reason="The model did not report them" />
              ) : (
                `${usage.tokens.toLocaleString("en")} in ${usage.calls === 1 ? "1 call" : `${usage.calls} calls`}`
              ),
          },
        ]
      : []),
    ...(model ? [{ term: "Model", value: model }] : []),
    ...(metadata?.repaired === true ? [{ term: "Retried", value: "Its first answer had the wrong format" }] : []),
    {
      term: "Fingerprint",
      value: (
        <code className="font-mono text-xs" title="The same for runs whose scores can be compared">
          {fingerprint.slice(0, FINGERPRINT_SHOWN)}
        </code>
      ),
    },
  ];
}
