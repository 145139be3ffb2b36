// `assay run`: starts what a file describes, waits for it, and reports.
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { durationOf, readArguments } from "../arguments";
import { connect, isUnanswered } from "../connection";
import { TimeIsUp, within } from "../interruption";
import { startEvaluationRun } from "../run/evaluation-run";
import { startExperiment } from "../run/experiment";
import { buildRun, openRun } from "../run/open-runs";
import { keyOf, type ReadFile, readRunFile } from "../run/read-file";
import { type Report, reportVerdict } from "../run/report";
import { Cancelled, type Start, type StartedRun } from "../run/started-run";
import { startTestRun } from "../run/test-run";
import { writeReport } from "../run/write-report";
import { note, startProgress } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = "assay run FILE [--timeout 30m] [--build NAME] [--json] [--junit FILE] [--markdown FILE]";

const POLL_MS = 1000;
const CANCEL_PATIENCE_MS = 10_000;

export async function run(args: readonly string[], interrupted: AbortSignal): Promise<Verdict> {
  const text = { type: "string" } as const;
  const options = { timeout: text, build: text, json: { type: "boolean" }, junit: text, markdown: text } as const;
  const { values, positionals } = readArguments(args, options, { words: [1, 1], usage });
  const [path = ""] = positionals;
  const signal = within(interrupted, values.timeout === undefined ? null : durationOf(values.timeout));
  const read = await readRunFile(path);
  const connection = await connect(signal);
  const key = keyOf(read, connection.url);
  const open = values.build === undefined ? await openRun(key) : buildRun(values.build);
  const idempotencyKey = createHash("sha256").update(`${key} ${open.nonce}`).digest("hex");
  const started = await start(read, { connection, name: read.name, idempotencyKey }).catch(async (error: unknown) => {
    // Whether a run began is unknown only where no answer came.
    if (!isUnanswered(error)) await open.forget();
    throw error;
  });
  note(`${open.isResumed ? "Resuming the run" : "Run"}: ${started.url}`);
  const report = await untilEnd(started, { signal, interrupted, forget: open.forget });
  await open.forget();
  await writeReport(report, values);
  return reportVerdict(report);
}

function start({ file, data, outputs }: ReadFile, options: Start): Promise<StartedRun> {
  if (file.kind === "evaluation") return startEvaluationRun(options, file, data);
  return file.kind === "experiment" ? startExperiment(options, file, data, outputs) : startTestRun(options, file);
}

interface Waiting {
  signal: AbortSignal;
  interrupted: AbortSignal;
  forget: () => Promise<void>;
}

/** Waits for the report. Who stops the command stops the run; a run that takes too long goes on. */
async function untilEnd(started: StartedRun, { signal, interrupted, forget }: Waiting): Promise<Report> {
  const progress = startProgress();
  try {
    while (await started.look(progress)) await wait(POLL_MS, undefined, { signal });
    progress.end();
    return await started.report();
  } catch (error) {
    progress.end();
    if (error instanceof Cancelled) await forget();
    if (interrupted.aborted) {
      await forget();
      await cancel(started);
    } else if (signal.reason instanceof TimeIsUp) {
      throw new Problem(`Timed out. The run continues, and the same command waits for it again: ${started.url}`);
    }
    throw error;
  }
}

async function cancel(started: StartedRun): Promise<void> {
  try {
    await started.cancel(AbortSignal.timeout(CANCEL_PATIENCE_MS));
    note(`The run is cancelled: ${started.url}`);
  } catch (error) {
    note(`The run could not be cancelled (${error instanceof Error ? error.message : error}): ${started.url}`);
  }
}
