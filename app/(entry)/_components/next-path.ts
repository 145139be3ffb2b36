import { links } from "@/lib/client/links";

const HERE = "http://here.invalid";

/** Where to go after sign-in: the requested address if it is a path of this site, else the home page. */
export function nextPath(requested: string | null | undefined): string {
  if (!requested?.startsWith("/")) return links.home();
  if (!URL.canParse(requested, HERE)) return links.home();
  // Resolve the path as a browser does, not by its text: "/\evil" and "/.//evil" lead to other sites.
  const url = new URL(requested, HERE);
  if (url.origin !== HERE || url.pathname.startsWith("//")) return links.home();
  return url.pathname + url.search + url.hash;
}
