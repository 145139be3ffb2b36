"use client";
import NextLink from "next/link";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import type { ActivityFigures } from "@/lib/contracts/traces/activity";
import { usdText } from "../../../gateway/_components/usd";
import { type Activity, measureText, rateText, type Step, stepText } from "./series";
import type { TracesOf } from "./traces-of";

const orMissing = (text: string | null, reason: string) => (text === null ? <Missing reason={reason} /> : text);

/** The columns that steps and groups share. */
export const figureColumns = <Row extends ActivityFigures>(errorsOf: (row: Row) => string): Column<Row>[] => [
  { key: "requests", header: "Requests", align: "right", cell: ({ requests }) => countText(requests) },
  {
    key: "errors",
    header: "Errors",
    align: "right",
    cell: (row) =>
      row.errors === 0 ? (
        "0"
      ) : (
        <NextLink href={errorsOf(row)} className="reach text-accent hover:underline">
          {countText(row.errors)}
        </NextLink>
      ),
  },
  {
    key: "rate",
    header: "Error rate",
    align: "right",
    wide: true,
    cell: ({ error_rate }) => orMissing(measureText(error_rate, rateText), "No request has ended"),
  },
  {
    key: "p50",
    header: "p50",
    align: "right",
    wide: true,
    cell: ({ latency_p50_ms }) => orMissing(measureText(latency_p50_ms, latencyText), "No request has ended"),
  },
  {
    key: "p95",
    header: "p95",
    align: "right",
    wide: true,
    cell: ({ latency_p95_ms }) => orMissing(measureText(latency_p95_ms, latencyText), "No request has ended"),
  },
  {
    key: "tokens",
    header: "Tokens",
    align: "right",
    wide: true,
    cell: ({ total_tokens }) => orMissing(total_tokens === null ? null : countText(total_tokens), "No token count"),
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    wide: true,
    cell: ({ cost_usd }) => orMissing(cost_usd === null ? null : usdText(cost_usd), "No cost"),
  },
];

/** The figures of each hour or day with requests, the latest first. */
export function StepTable({ activity, tracesOf }: { activity: Activity; tracesOf: TracesOf }) {
  const steps = activity.steps.filter(({ requests }) => requests > 0).toReversed();
  return (
    <Table<Step>
      caption={`Figures by ${activity.step}`}
      rows={steps}
      rowKey={({ from }) => from}
      columns={[
        {
          key: "from",
          header: activity.step === "day" ? "Day" : "Hour",
          cell: (step) => (
            <NextLink href={tracesOf(step)} className="reach hover:underline">
              {stepText(activity.step, step)}
            </NextLink>
          ),
        },
        ...figureColumns<Step>((step) => tracesOf(step, { status: "ERROR" })),
      ]}
    />
  );
}
