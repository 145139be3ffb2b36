import { links } from "@/lib/client/links";

const HERE = "http://here.invalid";

/** Where to go after signing in: the address asked for when it is a path of this site, else the start. */
export function nextPath(asked: string | null | undefined): string {
  if (!asked?.startsWith("/")) return links.home();
  if (!URL.canParse(asked, HERE)) return links.home();
  // What a browser resolves decides, not what the text looks like: "/\evil" and "/.//evil" lead elsewhere.
  const url = new URL(asked, HERE);
  if (url.origin !== HERE || url.pathname.startsWith("//")) return links.home();
  return url.pathname + url.search + url.hash;
}
