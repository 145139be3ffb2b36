import { once } from "node:events";
import { createServer } from "node:http";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { assertPortFree, listen, stopListening } from "./listen";

const CLIENTS = 20;

// Connects while the server's thread does nothing else, and reports the connections through shared memory.
const CLIENTS_THREAD = `
  const { connect } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  const connected = new Int32Array(workerData.connected);
  const answers = [];
  const take = (answer) => {
    if (answers.push(answer) === workerData.clients) parentPort.postMessage(answers);
  };
  for (let client = 0; client < workerData.clients; client += 1) {
    let text = "";
    const socket = connect(workerData.port, "127.0.0.1", () => {
      socket.write("GET / HTTP/1.1\\r\\nHost: assay.test\\r\\nConnection: close\\r\\n\\r\\n");
      Atomics.add(connected, 0, 1);
      Atomics.notify(connected, 0);
    });
    socket.on("data", (data) => { text += data; });
    socket.on("error", (error) => take(error.code));
    socket.on("end", () => take(text.split("\\r\\n")[0]));
  }
`;

test("a stopping server answers connections that it had not yet accepted", async () => {
  const server = createServer((_, response) => response.end("answered"));
  const { port } = new URL(await listen(server, 0, "127.0.0.1"));
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port: Number(port), clients: CLIENTS, connected: connected.buffer };
  const clients = new Worker(CLIENTS_THREAD, { eval: true, workerData });
  await once(clients, "online");
  // The event loop stands still, as in a long step of work: only the system accepts.
  for (let count = 0; count < CLIENTS; count = Atomics.load(connected, 0))
    expect(Atomics.wait(connected, 0, count, 10_000)).not.toBe("timed-out");
  const [[answers]] = await Promise.all([once(clients, "message"), stopListening(server)]);
  expect(answers).toEqual(Array.from({ length: CLIENTS }, () => "HTTP/1.1 200 OK"));
  expect(server.listening).toBe(false);
  await clients.terminate();
});

test("a stopping server closes its socket before it checks its connections", async () => {
  const server = createServer();
  await listen(server, 0, "127.0.0.1");
  let isListening: boolean | undefined;
  server.closeIdleConnections = () => {
    isListening = server.listening;
  };
  await stopListening(server);
  expect(isListening).toBe(false);
});

// Knocks on the port as fast as it can, until it gets the word to stop. Reports the outcomes.
const KNOCKING_THREAD = `
  const { connect } = require("node:net");
  const { parentPort, workerData } = require("node:worker_threads");
  const outcomes = new Set();
  let isOver = false;
  parentPort.once("message", () => { isOver = true; });
  const knock = () => {
    const socket = connect(workerData.port, "127.0.0.1");
    const next = (outcome) => {
      outcomes.add(outcome);
      socket.destroy();
      if (isOver) parentPort.postMessage([...outcomes]);
      else setImmediate(knock);
    };
    socket.once("connect", () => next("connected"));
    socket.once("error", (error) => next(error.code));
  };
  knock();
`;

const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A free port that the system chooses for nobody: it takes those from 32768 or 49152 on. */
async function quietPort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const isFree = await assertPortFree(port, "127.0.0.1").then(
    () => true,
    () => false,
  );
  return isFree ? port : await quietPort();
}

test("a check for a free port does not listen on it", async () => {
  const port = await quietPort();
  const knocking = new Worker(KNOCKING_THREAD, { eval: true, workerData: { port } });
  await once(knocking, "online");
  const end = performance.now() + 2_000;
  while (performance.now() < end) await assertPortFree(port, "127.0.0.1");
  knocking.postMessage("end");
  expect(await once(knocking, "message")).toEqual([["ECONNREFUSED"]]);
  await knocking.terminate();
});

test.each(["127.0.0.1", "0.0.0.0"])("a taken port and a foreign host are refused: %s", async (host) => {
  const server = createServer();
  const { port } = new URL(await listen(server, 0, host));
  await expect(assertPortFree(Number(port), host)).rejects.toMatchObject({ code: "EADDRINUSE", port: Number(port) });
  server.close();
  await expect(assertPortFree(Number(port), "203.0.113.7")).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});
