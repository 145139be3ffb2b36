// What a process and all below it have used of the processor, as Linux counts it: proc(5), /proc/<pid>/stat.
import { readdir, readFile } from "node:fs/promises";
import { whenNoFile } from "@/lib/rejections";

const TICKS_PER_SECOND = 100; // USER_HZ, the same on every Linux

export interface TreeUse {
  seconds: number;
  /** Seconds of each process that lives. */
  ofProcess: Map<number, number>;
}

/** Processor time of the tree below and with `root` since it began, children that have ended among it. */
export async function processorTime(root: number): Promise<TreeUse> {
  const children = new Map<number, number[]>();
  const seconds = new Map<number, { own: number; ended: number }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(whenNoFile(() => null)); // it has ended meanwhile
    if (!stat) continue;
    // The program's name is in brackets and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const ticks = (from: number) => (Number(fields[from]) + Number(fields[from + 1])) / TICKS_PER_SECOND;
    const parent = Number(fields[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    seconds.set(Number(name), { own: ticks(11), ended: ticks(13) });
  }
  const use: TreeUse = { seconds: 0, ofProcess: new Map() };
  for (const pending = [root]; pending.length > 0; ) {
    const pid = pending.pop() ?? 0;
    const { own, ended } = seconds.get(pid) ?? { own: 0, ended: 0 };
    use.seconds += own + ended;
    use.ofProcess.set(pid, own);
    pending.push(...(children.get(pid) ?? []));
  }
  return use;
}
