// `assay`: the command line. It calls the documented API and decides nothing that the server decides.
import { VERSION } from "@/lib/version";
import * as apiCommand from "./commands/api";
import * as datasetsCommand from "./commands/datasets";
import * as gateCommand from "./commands/gate";
import * as loginCommand from "./commands/login";
import * as mcpCommand from "./commands/mcp";
import * as promptsCommand from "./commands/prompts";
import * as runCommand from "./commands/run";
import * as tracesCommand from "./commands/traces";
import { described } from "./described";
import { interruptions } from "./interruption";
import { note, print } from "./terminal";
import { exitStatuses, Problem, type Verdict } from "./verdict";

interface Command {
  usage: string;
  start(args: readonly string[], signal: AbortSignal): Promise<Verdict>;
}

const commands: Record<string, Command> = {
  login: { usage: loginCommand.usage, start: loginCommand.login },
  run: { usage: runCommand.usage, start: runCommand.run },
  gate: { usage: gateCommand.usage, start: gateCommand.gate },
  datasets: { usage: datasetsCommand.usage, start: datasetsCommand.datasets },
  prompts: { usage: promptsCommand.usage, start: promptsCommand.prompts },
  traces: { usage: tracesCommand.usage, start: tracesCommand.traces },
  api: { usage: apiCommand.usage, start: apiCommand.api },
  mcp: { usage: mcpCommand.usage, start: mcpCommand.mcp },
};

const help = `Assay ${VERSION}

${Object.values(commands)
  .map(({ usage }) => usage.replaceAll(/^ {0,7}(?=\S)/gm, "  "))
  .join("\n")}

Credentials: assay login, or ASSAY_URL, ASSAY_API_KEY and ASSAY_SECRET_KEY.
Exit status: 0 passed or only reported, 1 failed, 2 undecided, 3 could not run.
`;

const isHelp = (word: string | undefined): boolean => word === "--help" || word === "-h";
const wordsBefore = (end: string, words: readonly string[]): readonly string[] =>
  words.includes(end) ? words.slice(0, words.indexOf(end)) : words;

/** `assay api OPERATION --help` lists the operation's fields, so that command reads it itself. */
async function main([name, ...rest]: readonly string[]): Promise<Verdict> {
  if (name === "--version" || name === "-v") {
    await print(`${VERSION}\n`);
    return "passed";
  }
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    await print(help);
    return name === undefined ? "not_run" : "passed";
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Problem(`There is no command ${name}.\n\n${help}`);
  if (isHelp(rest[0]) || (name !== "api" && wordsBefore("--", rest).some(isHelp))) {
    await print(`${command.usage}\n`);
    return "passed";
  }
  return command.start(rest, interruptions());
}

/** An abort is described by its reason: what the user pressed, or the time. */
const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.name === "AbortError" && error.cause instanceof Problem ? error.cause : error;

// A reader that has enough, such as `head`, does not make the command fail, and does not change a report's verdict.
process.stdout.on("error", (error: NodeJS.ErrnoException) =>
  process.exit(error.code === "EPIPE" ? (process.exitCode ?? exitStatuses.passed) : exitStatuses.not_run),
);
// Nobody may read the notes.
process.stderr.on("error", () => undefined);

try {
  process.exitCode = exitStatuses[await main(process.argv.slice(2))];
} catch (error) {
  note(described(causeOf(error)));
  process.exitCode = exitStatuses.not_run;
}
// A connection that is kept alive would keep the process as well.
process.stdout.write("", () => process.exit());
