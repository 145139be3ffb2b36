// Next and nothing else, on a socket that only the server knows: lib/server/screens/start.ts runs this and passes requests on.
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { endSignals } from "./signals.mjs";

const { dev, hostname, port, socket, folder, serverPid } = JSON.parse(process.argv[2]);
// A terminal and a service manager signal every process; when this one ends is for the server to say.
for (const signal of endSignals) process.on(signal, () => undefined);
// Without the server no request can reach the screens.
const endAlone = () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(1);
};
process.on("disconnect", endAlone);
// While Next loads, itself or a page, nothing else runs here: "disconnect" would wait until then.
new Worker(new URL("./screens-watch.mjs", import.meta.url), {
  workerData: { serverPid, folder },
  execArgv: [],
});
process.on("unhandledRejection", (reason) => {
  // One request's stray failure does not justify dropping all the others.
  process.stderr.write(`${reason?.stack ?? reason}\n`);
});

// How long a client may take is settled by the server, and connections from there are kept for as long as it lives.
const server = createServer({ keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 });
// For a typed configuration Next would load its compiler, 100 MB, at every start. The build has kept what it read, and Next's
// own `output: "standalone"` hands it over in this variable.
if (!dev) {
  const { config } = JSON.parse(readFileSync(join(".next", "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
}
// Takes seconds on a busy machine, so it loads after everything that notices the server's end.
const { default: next } = await import("next");
const app = next({ dev, hostname, port, quiet: true, httpServer: server });
await app.prepare();
server.on("request", app.getRequestHandler());
process.on("message", async () => {
  await app.close();
  process.exit(0);
});
server.listen(socket, () => process.send("ready"));
