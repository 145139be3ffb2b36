// `assay gate`: whether one experiment is not worse than another, which the server decides.
import { links } from "@/lib/client/links";
import { getEvalRun } from "@/lib/contracts/evaluation/runs";
import { readArguments } from "../arguments";
import { connect } from "../connection";
import { isId } from "../run/datasets-of-files";
import { compareWithBaseline } from "../run/not-worse";
import { type Report, reportVerdict } from "../run/report";
import { writeReport } from "../run/write-report";
import { Problem, type Verdict } from "../verdict";

export const usage =
  "assay gate BASELINE CANDIDATE [--margin 0.05] [--power 0.95] [--allow-uncalibrated] [--json] [--junit FILE] [--markdown FILE]";

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const options = {
  margin: text,
  power: text,
  "allow-uncalibrated": flag,
  json: flag,
  junit: text,
  markdown: text,
} as const;

export async function gate(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const { values, positionals } = readArguments(args, options, { words: [2, 2], usage });
  const [baseline = "", candidate = ""] = positionals;
  if (!isId(candidate)) throw new Problem("CANDIDATE must be the id of an experiment.");
  const settings = {
    baseline,
    margin: shareOf(values.margin, "--margin"),
    power: shareOf(values.power, "--power"),
    allow_uncalibrated: values["allow-uncalibrated"],
  };
  const connection = await connect(signal);
  const run = await connection.call(getEvalRun, { run_id: candidate }, { retries: true });
  const compared = { connection, datasetId: run.dataset_id, settings, run, metrics: [] };
  const report: Report = {
    kind: "experiment",
    name: run.name,
    runId: run.id,
    url: `${connection.url}${links.evalRun(run.dataset_id, run.id)}`,
    checks: await compareWithBaseline(compared),
    costUsd: run.spent_micros === null ? null : run.spent_micros / 1_000_000,
    unpricedCalls: run.unpriced_calls,
  };
  await writeReport(report, values);
  return reportVerdict(report);
}

/** Left to the server where it is not set; the server also knows the bounds. */
function shareOf(value: string | undefined, option: string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(value)) throw new Problem(`${option} takes a number, such as 0.05.`);
  return Number(value);
}
