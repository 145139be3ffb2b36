// What a run has shown, for every form in which it is written.
import { exitStatuses, type Verdict, verdictOf } from "../verdict";

/** A row or call that did not pass. */
export interface Failing {
  name: string;
  reason: string;
  /** Its page. */
  url?: string;
}

export interface Check {
  name: string;
  verdict: Verdict;
  /** Why; for an undecided one, what is missing. */
  reasons: string[];
  /** Rows or calls behind the rate. */
  count: number;
  passRate: number | null;
  interval: { low: number; high: number } | null;
  /** Null if the file requires none. */
  required: number | null;
  /** What it says in place of a rate; for a comparison. */
  summary?: string;
  /** How many did not pass. */
  failed: number;
  /** How many rows or calls `failing` is the beginning of; `failed` by default. It may list calls that do not count. */
  listed?: number;
  failing: Failing[];
}

export interface Report {
  kind: "evaluation" | "experiment" | "test-run";
  name: string;
  runId: string;
  /** The page that shows the run. */
  url: string;
  checks: Check[];
  /** Null if no cost is known. */
  costUsd: number | null;
  /** Answers of models without a price. */
  unpricedCalls: number;
}

export const MAX_SHOWN = 20;

export const reportVerdict = ({ checks }: Report): Verdict => verdictOf(checks.map(({ verdict }) => verdict));

export const percent = (share: number): string => `${(100 * share).toFixed(1).replace(/\.0$/, "")} %`;

/** "97.5 % of 40 passed (95 %: 87.1 % to 99.6 %); 90 % required" */
export function rateText({ count, passRate, interval, required, summary }: Check): string {
  if (summary !== undefined) return summary;
  const none = count === 0 ? "None counted" : `No pass rate of ${count}`;
  const rate = passRate === null ? none : `${percent(passRate)} of ${count} passed`;
  const between = interval ? ` (95 %: ${percent(interval.low)} to ${percent(interval.high)})` : "";
  return `${rate}${between}${required === null ? "" : `; ${percent(required)} required`}`;
}

export const costText = ({ costUsd, unpricedCalls }: Report): string =>
  [
    costUsd === null ? "Cost unknown" : `Cost ${costUsd.toFixed(4)} US dollars`,
    ...(unpricedCalls > 0 ? [`${unpricedCalls} answers of models without a price`] : []),
  ].join("; ");

/** For a terminal or a log. */
export function asText(report: Report): string {
  const checks = report.checks.flatMap((check) => [
    `${check.verdict.padEnd(9)}  ${check.name}: ${rateText(check)}`,
    ...check.reasons.map((reason) => `           ${onOneLine(reason)}`),
    ...check.failing
      .slice(0, 5)
      .flatMap(({ name, reason, url }) => [`${name}: ${oneLine(reason)}`, ...(url ? [`  ${url}`] : [])])
      .map((line) => `           ${line}`),
    ...moreText(check),
  ]);
  return `${[`${report.name}  ${report.url}`, ...checks, costText(report)].join("\n")}\n`;
}

function moreText({ failing, failed, listed = failed }: Check): string[] {
  return listed > 5 && failing.length > 0 ? [`           … and ${listed - 5} more that did not pass`] : [];
}

export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Cut too. */
export const oneLine = (text: string): string => {
  const line = onOneLine(text);
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
};

/** For a program. */
export function asJson(report: Report): object {
  const verdict = reportVerdict(report);
  const checks = report.checks.map(({ passRate, ...check }) => ({ ...check, pass_rate: passRate }));
  const { runId, costUsd, unpricedCalls, ...own } = report;
  return {
    ...own,
    verdict,
    exit_status: exitStatuses[verdict],
    run_id: runId,
    checks,
    cost_usd: costUsd,
    unpriced_calls: unpricedCalls,
  };
}
