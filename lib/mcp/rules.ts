// Which operations a model may call.
import { z } from "zod";
import { slotsOf, UNFILLED, unfilledSlot } from "@/lib/contracts/address";
import type { Contract } from "@/lib/contracts/contract";

/** Some operations read by POST, because what they look for is too long for an address. */
const READS = /^(?:compare|estimate|get|list|preview|query|search)[A-Z]/;

/** Whether a call with this input only reads. */
export function isReading(
  { method, access, name, writes }: Contract,
  input: Readonly<Record<string, unknown>> = {},
): boolean {
  if (writes === true) return false;
  if (writes !== undefined && ![undefined, null, false, "false"].some((value) => value === input[writes])) return false;
  return method === "GET" || (method === "POST" && access === "read" && READS.test(name));
}

/** Why an operation is not called here; null if it is. */
export function refusalOf(
  contract: Contract,
  mayWrite: boolean,
  input: Readonly<Record<string, unknown>>,
): string | null {
  if (contract.accepts !== "json") return `${contract.name} takes a file. Use the command line: assay api.`;
  if (!mayWrite && !isReading(contract, input))
    return `${contract.name}${isReading(contract) ? ` with ${contract.writes}` : ""} changes something, and this server only reads. Start it with --write, or send x-assay-write: true.`;
  return null;
}

/** The operations that there are for models: not this one itself. */
export const offered = (contracts: readonly Contract[]): Contract[] => contracts.filter(({ path }) => path !== "/mcp");

/** Why the input does not lead to the operation's own path; null if it does. */
export function slotRefusal(contract: Contract, input: Readonly<Record<string, unknown>>): string | null {
  const missing = slotsOf(contract).filter((name) => input[name] === undefined || input[name] === "");
  if (missing.length > 0) return `Required: ${missing.join(", ")}`;
  const unfilled = unfilledSlot(contract, input);
  return unfilled === null ? null : `${unfilled}: ${UNFILLED}`;
}

/**
 * The fields that a request of the operation would drop: it has no body, and they are neither in its path nor in its
 * query. The server checks a body itself.
 */
export function unknownFields(contract: Contract, input: Readonly<Record<string, unknown>>): string[] {
  if (contract.method !== "GET" || !isStrict(contract.query)) return [];
  const known = new Set([...slotsOf(contract), ...contract.queryNames]);
  return Object.keys(input).filter((name) => !known.has(name));
}

/** Whether the server refuses members that the schema does not name. */
const isStrict = (schema: z.ZodObject): boolean => schema.def.catchall instanceof z.ZodNever;

/** "listDatasets has no field bogus." Null if all are known. */
export function unknownFieldsRefusal(contract: Contract, input: Readonly<Record<string, unknown>>): string | null {
  const [first, ...others] = unknownFields(contract, input);
  if (first === undefined) return null;
  return `${contract.name} has no field${others.length > 0 ? "s" : ""} ${[first, ...others].join(", ")}.`;
}
