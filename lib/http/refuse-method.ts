import { Failure } from "@/lib/errors";
import { type Exchange, type Reply, withApiHeaders } from "@/lib/exchange/exchange";
import { withPreflight } from "./cross-origin";
import { renderError } from "./render-error";

/** A path's answer to a method that it does not allow, and to OPTIONS. `isOpen`: to pages of any site. */
export function refuseMethod({ method, facts }: Exchange, taken: Iterable<string>, isOpen = false): Reply {
  const methods = [...new Set(taken)].sort();
  const allow = [...methods, ...(methods.includes("GET") ? ["HEAD"] : [])].sort().join(", ");
  if (method === "OPTIONS") {
    const reply = withApiHeaders({ status: 204, headers: { allow }, body: null });
    return isOpen ? withPreflight(reply, methods) : reply;
  }
  const failure = new Failure("methodNotAllowed", `${method} is not allowed here. Allowed: ${allow}.`);
  const refusal = renderError(failure, facts.id);
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
