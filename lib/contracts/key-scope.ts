// Which scope an API key needs for an operation. A session needs none.
import type { Access, Contract, Method, NeededScope } from "./contract";

interface Facts {
  access: Access;
  method: Method;
  path: string;
  writes?: Contract["writes"];
  signedInOnly?: Contract["signedInOnly"];
}

/** The scope of an operation whose contract names none. */
export function usualScope({ access, method, path, writes, signedInOnly }: Facts): NeededScope {
  if (path.startsWith("/v1/")) return "gateway";
  // No scope would be enough where every key is refused.
  if (access === "public" || access === "operator" || signedInOnly) return "any";
  if (access === "admin" || access === "owner" || access === "gateway") return "admin";
  return method === "GET" && writes !== true ? "read" : "write";
}

/** The scope of one call: some operations only read unless a field of their query asks for more. */
export function scopeOfCall({ scope, writes }: Pick<Contract, "scope" | "writes">, query: string): NeededScope {
  if (typeof writes !== "string" || scope !== "read") return scope;
  return new URLSearchParams(query).getAll(writes).every((value) => /^(?:false|0)?$/i.test(value)) ? "read" : "write";
}
