// Outputs that a pipeline has made itself: JSON Lines.
import { z } from "zod";
import { findingsOf } from "@/lib/bounds/findings";
import { Problem } from "../verdict";
import { textOf } from "./text-of";

const output = z.strictObject({
  output: z.string(),
  row_id: z.guid("Must be a UUID.").optional(),
  latency_ms: z.number().min(0).optional(),
  cost_micros: z.int().min(0).optional(),
});
export type BroughtOutput = z.output<typeof output>;

/** Throws a Problem that names the line. */
export async function readOutputs(path: string): Promise<BroughtOutput[]> {
  const lines = (await textOf(path)).replace(/^\ufeff/, "").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = jsonIn(line);
    if (value === undefined) throw new Problem(`${path}, line ${index + 1}: Is not JSON.`);
    const read = output.safeParse(value);
    if (read.success) return [read.data];
    const [finding] = findingsOf(read.error, value);
    const problem = [finding?.path.join("."), finding?.message].filter(Boolean).join(": ");
    throw new Problem(`${path}, line ${index + 1}: ${problem}`);
  });
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
