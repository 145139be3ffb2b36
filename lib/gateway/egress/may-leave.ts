// Where an operator limits which hosts this installation connects to. Every request to an address that data or settings name goes
// through `Send`, whose two kinds ask here.
import { variable } from "@/lib/env";
import { GatewayFailure } from "../errors";
import { listsHost } from "./host-list";

/** Whether ASSAY_EGRESS, if it is set, or ASSAY_ALLOWED_HOSTS lists the address's host. */
export function mayLeave(url: URL): boolean {
  const listed = variable("ASSAY_EGRESS");
  return listed === undefined || listsHost(listed, url) || listsHost(variable("ASSAY_ALLOWED_HOSTS") ?? [], url);
}

/** Throws `upstream_error`. */
export function assertMayLeave(url: URL): void {
  if (mayLeave(url)) return;
  const message = `This server may not connect to ${url.host}: its operator has not listed the host in ASSAY_EGRESS.`;
  throw new GatewayFailure("upstream_error", message, { shouldRetry: false });
}
