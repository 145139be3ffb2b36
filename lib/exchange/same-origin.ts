import type { Exchange } from "./exchange";
import { requestUrl } from "./origin";

/** Whether, by the browser's headers, one of our own pages sent the request. Other sites cannot set these headers. */
export function isSameOrigin(request: Exchange): boolean {
  const site = request.header("sec-fetch-site");
  if (site) return site === "same-origin";
  return request.header("origin") === requestUrl(request).origin;
}
