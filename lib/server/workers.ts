// Several processes that answer the API on one port. This one takes the connections and hands them round; what there is one of
// stays here. Not node:cluster, which forgets the connection that a worker was being given when it died: the client waits forever.
import { type ChildProcess, fork } from "node:child_process";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import type { Family } from "@/lib/gateway/metrics/families";
import { equipGateway } from "./equip-gateway";
import type { ApiOptions, RunningServer, ServerOptions } from "./http-server";
import { keepRunning } from "./keep-running";
import { listen, stopListening } from "./listen";
import { isMeasureMessage, MeasureAsks } from "./measures/measure-messages";
import { measures } from "./measures/measures";
import { equipTracing } from "./tracing/equip";

export interface WorkerOptions extends Pick<ApiOptions, "screens" | "journal"> {
  /** Whether Redis is the one at REDIS_URL, to which each worker then speaks itself. */
  usesRedisUrl: boolean;
  /** How many workers there are. */
  count: number;
}

interface WorkersOptions extends WorkerOptions, Pick<ServerOptions, "port" | "host"> {
  /** The project's folder. */
  root: string;
}

/** One of them, numbered from 1. */
export type OneWorker = WorkerOptions & { worker: number };

/** More than a server takes to end the requests under way, so that their calls are recorded. */
const STOP_PATIENCE_MS = 9_500;

/** Starts workers with this process's environment; one that ends is started again. */
export async function startWorkers({ root, port, host, ...options }: WorkersOptions): Promise<RunningServer> {
  /** Those that answer, the next one first. */
  const answering: ((socket: Socket) => void)[] = [];
  // This process runs the jobs: its metrics belong to the server's as those of worker 0.
  const measured = new Measured(measures(0));
  const start = (worker: number): ChildProcess => {
    const one: OneWorker = { ...options, worker };
    const child = fork(join(root, "scripts", "worker.mjs"), [JSON.stringify(one)], { cwd: root, execArgv: [] });
    const give = giveTo(child);
    child.once("message", () => {
      answering.push(give);
      measured.add(child);
    });
    child.once("exit", () => {
      const index = answering.indexOf(give);
      if (index >= 0) answering.splice(index, 1);
    });
    return child;
  };
  const workers = Array.from({ length: options.count }, (_, index) =>
    keepRunning({ name: `Worker ${index + 1}`, start: () => start(index + 1), patienceMs: STOP_PATIENCE_MS }),
  );
  const stopAll = () => Promise.all(workers.map(({ stop }) => stop()));
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    const give = answering.shift();
    if (!give) return socket.destroy();
    answering.push(give);
    give(socket);
  });
  // The jobs run in this process, and ask models too.
  const [finishCalls, finishTraces] = await Promise.all([equipGateway(options.journal), equipTracing()]);
  let closing: Promise<void> | null = null;
  const stop = async () => {
    await stopListening(server);
    await stopAll();
    await finishCalls();
    await finishTraces();
  };
  const close = () => {
    closing ??= stop();
    return closing;
  };
  try {
    await Promise.all(workers.map(({ ready }) => ready));
    return { url: await listen(server, port, host), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** This process's metrics and those of all workers, for a worker that needs them. */
class Measured {
  readonly #own: () => Family[];
  readonly #workers = new Set<ChildProcess>();
  readonly #asks = new MeasureAsks();

  constructor(own: () => Family[]) {
    this.#own = own;
  }

  add(worker: ChildProcess): void {
    this.#workers.add(worker);
    worker.once("exit", () => this.#workers.delete(worker));
    worker.on("message", async (message) => {
      if (!isMeasureMessage(message)) return;
      if (message.kind !== "measures wanted") return this.#asks.take(message);
      const answers = await Promise.all(
        [...this.#workers].map((each) => this.#asks.ask((request) => each.send(request, () => undefined))),
      );
      const families = answers.flatMap((answer) => (answer?.kind === "measures" ? [answer.families] : []));
      worker.send({ kind: "all measures", id: message.id, families: [this.#own(), ...families] }, () => undefined);
    });
  }
}

/**
 * Gives connections to a worker. Each is kept open here until the worker says that it has taken it: Node itself would never
 * close the one that was on its way when the worker died.
 */
function giveTo(child: ChildProcess): (socket: Socket) => void {
  const onTheirWay: Socket[] = [];
  child.on("message", (message) => {
    if (message === "taken") onTheirWay.shift()?.destroy();
  });
  child.once("exit", () => {
    for (const socket of onTheirWay) socket.destroy();
  });
  return (socket) => {
    onTheirWay.push(socket);
    // A worker that can receive no message is about to exit.
    child.send("connection", socket, { keepOpen: true }, () => undefined);
  };
}
