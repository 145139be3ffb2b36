import type { Output } from "@/lib/contracts/contract";
import type { getTrace } from "@/lib/contracts/traces/traces";

/** A trace with the spans of its tree. */
export type WholeTrace = Output<typeof getTrace>;
