// A thread beside the screens' process, which is busy for seconds while it loads Next or a page: it looks for the server's end.
import { rmSync } from "node:fs";
import { workerData } from "node:worker_threads";

const LOOK_MS = 200;
const { serverPid, folder } = workerData;

setInterval(() => {
  if (process.ppid === serverPid) return;
  rmSync(folder, { recursive: true, force: true });
  // `process.exit` would only end this thread.
  process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
