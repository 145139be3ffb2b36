// A report to the output, and to files for the pipeline.
import { writeFile } from "node:fs/promises";
import { print, printJson } from "../terminal";
import { exitStatuses, Problem } from "../verdict";
import { asJson, asText, type Report, reportVerdict } from "./report";
import { asJunit, asMarkdown } from "./summaries";

interface Outputs {
  json?: boolean | undefined;
  junit?: string | undefined;
  markdown?: string | undefined;
}

export async function writeReport(report: Report, { json, junit, markdown }: Outputs): Promise<void> {
  if (junit !== undefined) await save(junit, asJunit(report));
  if (markdown !== undefined) await save(markdown, asMarkdown(report));
  // A reader that has gone ends the command while it prints: see cli/main.ts.
  process.exitCode = exitStatuses[reportVerdict(report)];
  await (json ? printJson(asJson(report), 2) : print(asText(report)));
}

async function save(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new Problem(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}
