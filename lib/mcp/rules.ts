// Which operations a model may call.
import type { Contract } from "@/lib/contracts/contract";

/** Some operations read by POST, because what they look for is too long for an address. */
const READS = /^(?:compare|estimate|get|list|preview|query|search)[A-Z]/;

export const isReading = ({ method, access, name }: Contract): boolean =>
  method === "GET" || (method === "POST" && access === "read" && READS.test(name));

/** Why an operation is not called here; null if it is. */
export function refusalOf(contract: Contract, mayWrite: boolean): string | null {
  if (contract.accepts !== "json") return `${contract.name} takes a file. Use the command line: assay api.`;
  if (!mayWrite && !isReading(contract))
    return `${contract.name} changes something, and this server only reads. Start it with --write, or send x-assay-write: true.`;
  return null;
}

/** The operations that there are for models: not this one itself. */
export const offered = (contracts: readonly Contract[]): Contract[] => contracts.filter(({ path }) => path !== "/mcp");
