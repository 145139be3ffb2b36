import { readFileSync } from "node:fs";
import { isAlive } from "@/lib/embedded/processes";

/** Process ids of the workers that this process has started. */
export const workerPids = (): number[] =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number)
    .filter((pid) => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("worker.mjs"));
