// How much memory another process holds, as Linux counts it: proc(5), VmRSS and VmHWM in status, clear_refs.
import { readFile, writeFile } from "node:fs/promises";

/** Resident memory in MB: now, and the most since `forgetPeak`. */
export async function memoryOf(pid: number): Promise<{ nowMb: number; peakMb: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  return { nowMb: megabytes("VmRSS"), peakMb: megabytes("VmHWM") };
}

export const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5");
