// Which scope an API key needs for an operation. A session needs none.
import type { Access, Method, NeededScope } from "./contract";

interface Facts {
  access: Access;
  method: Method;
  path: string;
}

/** The scope of an operation whose contract names none. */
export function usualScope({ access, method, path }: Facts): NeededScope {
  if (path.startsWith("/v1/")) return "gateway";
  if (access === "public") return "any";
  if (access === "admin" || access === "owner" || access === "gateway") return "admin";
  return method === "GET" ? "read" : "write";
}
