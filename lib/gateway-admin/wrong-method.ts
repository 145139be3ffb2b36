// The refusal of methods that a path of the administration does not take.
import { contracts } from "@/lib/contracts";
import { GatewayFailure } from "@/lib/gateway/errors";
import { matchPath } from "@/lib/http/paths";

/** The methods of a path, for the `Allow` header. */
export function allowedMethods(path: string): string {
  const methods = contracts.filter((contract) => matchPath(contract.path, path)).map<string>(({ method }) => method);
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : [])])].sort().join(", ");
}

export const wrongMethod = (method: string, path: string): GatewayFailure =>
  new GatewayFailure("method_not_allowed", `${path} does not take ${method}.`, {
    headers: { allow: allowedMethods(path) },
  });
