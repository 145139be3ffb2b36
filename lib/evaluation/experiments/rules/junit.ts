// JUnit's XML, as CI systems read it: a suite for each evaluation, a test case for each output.

export interface JunitCase {
  name: string;
  outcome: "scored" | "unscored" | "error" | null;
  passed: boolean | null;
  score: number | null;
  reason: string;
  seconds: number | null;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
/** Control characters and lone surrogates, which XML does not allow, not even escaped. */
const FORBIDDEN = /[^\t\n\r\P{Cc}]|\p{Cs}|[\ufffe\uffff]/gu;

export const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

export const junitHead = (name: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xmlText(name)}">\n`;
export const junitFoot = "</testsuites>\n";

interface Counts {
  tests: number;
  failures: number;
  errors: number;
  skipped: number;
}

export const suiteHead = (name: string, { tests, failures, errors, skipped }: Counts): string =>
  `  <testsuite name="${xmlText(name)}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}">\n`;
export const suiteFoot = "  </testsuite>\n";

export function junitCase(suite: string, { name, seconds, ...result }: JunitCase): string {
  const time = seconds === null ? "" : ` time="${seconds.toFixed(3)}"`;
  const head = `    <testcase classname="${xmlText(suite)}" name="${xmlText(name)}"${time}`;
  const inner = verdictOf(result);
  return inner === null ? `${head}/>\n` : `${head}>${inner}</testcase>\n`;
}

function verdictOf({ outcome, passed, score, reason }: Omit<JunitCase, "name" | "seconds">): string | null {
  const message = xmlText(reason || "No reason.");
  if (outcome === "error") return `<error message="${message}"/>`;
  if (outcome !== "scored") return `<skipped message="${outcome === null ? "Not evaluated." : message}"/>`;
  if (passed !== false) return null;
  const scored = score === null ? "" : `Score ${score}. `;
  return `<failure message="${scored}${message}"/>`;
}
