// Whether the server is as old as the command.

const partsOf = (version: string): number[] => version.split(/[.+-]/).slice(0, 3).map(Number);

/** What to tell the user about a server of another version; null if it has this one's. */
export function versionNote(server: string | null, own: string, url: string): string | null {
  if (server === own) return null;
  const take = `Take the command from the server itself: ${url}/assay.mjs`;
  if (server === null) return `The server is older than this command (${own}). ${take}`;
  const [theirs, ours] = [partsOf(server), partsOf(own)];
  const at = theirs.findIndex((part, index) => part !== ours[index]);
  const relation = at < 0 ? "different from" : (theirs[at] ?? 0) < (ours[at] ?? 0) ? "older than" : "newer than";
  return `The server (${server}) is ${relation} this command (${own}). ${take}`;
}
