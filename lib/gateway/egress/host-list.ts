/** Whether a list has an address's host: by its name, by `*.` and a domain above it, and with its port if the entry has one. */
export const listsHost = (list: readonly string[], url: URL): boolean => list.some((entry) => isOf(entry, url));

function isOf(entry: string, { host, hostname, port, protocol }: URL): boolean {
  if (entry === host || entry === hostname) return true;
  const [, name = "", listedPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  const ownPort = port || { "https:": "443", "http:": "80" }[protocol];
  if (listedPort !== undefined && listedPort !== ownPort) return false;
  return name.startsWith("*.") ? hostname.endsWith(name.slice(1)) : name === hostname;
}
