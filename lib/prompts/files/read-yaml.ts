// YAML of prompt files. It is parsed in a thread of its own, bounded in memory and time: a small file can take minutes.
import { on } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { MAX_BODY_BYTES, MAX_DEPTH, MAX_VALUES } from "@/lib/bounds/limits";
import { Failure, invalidField } from "@/lib/errors";
import { type Owner, Turns } from "@/lib/evaluation/code/turns";
import { type YamlDocument, type YamlLimits, type YamlMessage, yamlSource } from "./yaml-source";

/** Of one request, over all of its files. A value has about three tokens. */
const LIMITS: YamlLimits = {
  depth: MAX_DEPTH,
  tokens: 4 * MAX_VALUES,
  values: MAX_VALUES,
  characters: MAX_BODY_BYTES,
};
const HEAP_MB = 512;
/** How long all files of a request may take, with the checks between documents. */
const PATIENCE_MS = 10_000;

const turns = new Turns<() => void>({
  running: 2,
  waiting: 20,
  ofOrganization: { running: 1, waiting: 5 },
  ofPerson: { waiting: 5 },
});

/** The documents of all files in their order. Throws a 400 for what takes too long or grows too large. */
export async function* readYaml(
  owner: Owner,
  texts: readonly string[],
  patienceMs = PATIENCE_MS,
): AsyncGenerator<YamlDocument> {
  await turnOf(owner);
  let worker: Worker | undefined;
  try {
    worker = start(texts);
    for await (const message of messagesOf(worker, patienceMs)) {
      if ("done" in message) return;
      if ("tooLarge" in message) break;
      yield message;
      worker.postMessage("more");
    }
    throw invalidField("files", "Hold too much. Import fewer prompts at once.");
  } finally {
    await worker?.terminate();
    turns.ended(owner);
    begin();
  }
}

function turnOf(owner: Owner): Promise<void> {
  return new Promise((resolve, reject) => {
    if (turns.add(owner, resolve)) begin();
    else
      reject(
        new Failure("unavailable", "Other prompt files are being read. Try again in a few seconds.", {
          retryAfterSeconds: 5,
        }),
      );
  });
}

function begin(): void {
  for (let run = turns.next(); run !== null; run = turns.next()) run();
}

function start(texts: readonly string[]): Worker {
  const { resolve } = createRequire(join(process.cwd(), "package.json"));
  const worker = new Worker(yamlSource, {
    eval: true,
    workerData: { texts, reader: resolve("yaml"), limits: LIMITS },
    // The thread gets nothing of the server's environment.
    env: {},
    stdout: true,
    stderr: true,
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  // It may fail when no caller waits any more.
  worker.on("error", () => undefined);
  return worker;
}

/** What the thread reports, until it ends. A thread that is out of memory ends with an error. */
async function* messagesOf(worker: Worker, patienceMs: number): AsyncGenerator<YamlMessage> {
  const late = AbortSignal.timeout(patienceMs);
  try {
    for await (const [message] of on(worker, "message", { close: ["exit"], signal: late })) {
      yield message as YamlMessage; // safe: the thread's program sends nothing else
    }
  } catch (error) {
    if (late.aborted) throw invalidField("files", "Take too long to read. Import fewer or simpler files at once.");
    if (!isOutOfMemory(error)) throw error;
    yield { tooLarge: true };
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
