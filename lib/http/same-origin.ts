import { requestUrl } from "./origin";

/** Whether the browser says that one of the application's own pages sent the request; another site cannot set these headers. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site) return site === "same-origin";
  return request.headers.get("origin") === requestUrl(request).origin;
}
