// The report as JUnit XML, which CI systems show beside other tests, and as Markdown, for a job's summary.
import type { Verdict } from "../verdict";
import { type Check, costText, type Failing, oneLine, onOneLine, type Report, rateText, reportVerdict } from "./report";

/** XML 1.0 has no place for other control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_XML, "")
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);

function junitCase(report: Report, check: Check): string {
  const head = `    <testcase classname="${xml(report.name)}" name="${xml(check.name)}"`;
  if (check.verdict === "passed") return `${head}/>`;
  const failing = check.failing.map(({ name, reason, url }) => `${name}: ${reason}${url ? ` ${url}` : ""}`);
  const lines = [rateText(check), ...check.reasons, ...failing];
  const message = xml(check.reasons[0] ?? rateText(check));
  const text = xml(lines.join("\n"));
  const element = check.verdict === "failed" ? "failure" : "error";
  const outcome =
    check.verdict === "reported"
      ? [`      <skipped message="${message}"/>`, `      <system-out>${text}</system-out>`]
      : [`      <${element} type="${check.verdict}" message="${message}">${text}</${element}>`];
  return [`${head}>`, ...outcome, "    </testcase>"].join("\n");
}

/** What is undecided is an error: the job did not find out. What only reports is skipped: nothing was tested. */
export function asJunit(report: Report): string {
  const count = (...verdicts: Verdict[]): number =>
    report.checks.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [failures, errors, skipped] = [count("failed"), count("undecided", "not_run"), count("reported")];
  const figures = `tests="${report.checks.length}" failures="${failures}" errors="${errors}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${figures}>`,
    `  <testsuite name="${xml(report.name)}" ${figures} skipped="${skipped}">`,
    `    <properties><property name="url" value="${xml(report.url)}"/></properties>`,
    ...report.checks.map((check) => junitCase(report, check)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

/** A line of Markdown, with nothing in it that formats. */
const escaped = (line: string): string => line.replaceAll(/[\\`*_[\]<>|#~!&]/g, "\\$&");

const plain = (text: string): string => escaped(oneLine(text));

const linked = ({ name, url }: Failing): string => (url ? `[${plain(name)}](${url})` : plain(name));

export function asMarkdown(report: Report): string {
  const rows = report.checks.map((check) => `| ${check.verdict} | ${plain(check.name)} | ${plain(rateText(check))} |`);
  const reasons = report.checks
    .filter(({ verdict }) => verdict !== "passed")
    .flatMap(({ name, reasons, failing }) => [
      `- **${plain(name)}**: ${escaped(onOneLine(reasons.join(" "))) || "no reason"}`,
      ...failing.map((row) => `  - ${linked(row)}: ${plain(row.reason)}`),
    ]);
  return [
    `## ${plain(report.name)}: ${reportVerdict(report)}`,
    "",
    "| Verdict | Check | Result |",
    "| --- | --- | --- |",
    ...rows,
    "",
    ...(reasons.length > 0 ? [...reasons, ""] : []),
    `[Open the run](${report.url}). ${plain(costText(report))}.`,
    "",
  ].join("\n");
}
