import Bowser from "bowser";

/** A readable name of the browser behind a `User-Agent`, e.g. "Firefox on Windows". */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return "Unknown browser";
  const { browser, os } = Bowser.parse(userAgent);
  // Programs do not name themselves as browsers do; the first word says most.
  const name = browser.name || (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown browser");
  return os.name ? `${name} on ${os.name}` : name;
}
