import type { Exchange } from "./exchange";
import { requestUrl } from "./origin";

/** Whether the browser says that one of the application's own pages sent the request; another site cannot set these headers. */
export function isSameOrigin(request: Exchange): boolean {
  const site = request.header("sec-fetch-site");
  if (site) return site === "same-origin";
  return request.header("origin") === requestUrl(request).origin;
}
