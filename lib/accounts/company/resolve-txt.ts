import { Resolver } from "node:dns/promises";
import { variable } from "@/lib/env";

/** The TXT records of a name, none if it has none; null if DNS could not be read. */
export type ResolveTxt = (name: string) => Promise<string[] | null>;

const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);
const MOST_RECORDS = 100;

/** By the name servers that the operator names, else by the machine's own. */
export const resolveTxt: ResolveTxt = async (name) => {
  try {
    const resolver = new Resolver({ timeout: 3000, tries: 2 });
    const servers = variable("ASSAY_DNS");
    if (servers) resolver.setServers(servers);
    const records = await resolver.resolveTxt(name);
    // A record of more than 255 bytes comes in parts.
    return records.slice(0, MOST_RECORDS).map((parts) => parts.join(""));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return ABSENT.has(code) ? [] : null;
  }
};
