// `assay login`: keeps the server's address and a key pair for this user.
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { getUserInfo } from "@/lib/contracts/accounts/people";
import { readArguments } from "../arguments";
import { connect } from "../connection";
import { addressOf, checkedKey, credentialsFile, type Settings, saveSettings } from "../settings";
import { note, print } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = "assay login [--url https://assay.example.com]";

export async function login(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const { values } = readArguments(args, { url: { type: "string" } }, { words: [0, 0], usage });
  const { ASSAY_URL, ASSAY_API_KEY, ASSAY_SECRET_KEY } = process.env;
  const [url, apiKey, secretKey] = await answersTo(
    [
      { question: "Address of the server: ", known: values.url || ASSAY_URL || undefined, isSecret: false },
      { question: "API key: ", known: ASSAY_API_KEY || undefined, isSecret: true },
      { question: "Secret key: ", known: ASSAY_API_KEY ? (ASSAY_SECRET_KEY ?? "") : undefined, isSecret: true },
    ],
    signal,
  );
  if (!url || !apiKey) throw new Problem("An address and an API key are needed. Make a key under Settings, API keys.");
  const settings: Settings = {
    url: addressOf(url),
    apiKey: checkedKey(apiKey, "The API key"),
    secretKey: secretKey ? checkedKey(secretKey, "The secret key") : undefined,
  };
  const user = await (await connect(signal, settings)).call(getUserInfo, {});
  await saveSettings(settings);
  note(`Stored in ${credentialsFile()}.`);
  await print(`${user.email}, ${user.organization_role} of ${user.organization.display_name}\n`);
  return "passed";
}

interface Question {
  question: string;
  known: string | undefined;
  /** A terminal does not show what is typed. */
  isSecret: boolean;
}

/** The reader knows the question, so that it draws the line again with it when a character is deleted. */
function ask(reader: Interface, question: string): void {
  process.stderr.write(question);
  reader.setPrompt(question);
}

/** Asks for what is not known; without a terminal, the lines of the input are the answers. */
async function answersTo(questions: readonly Question[], signal: AbortSignal): Promise<string[]> {
  const open = questions.filter(({ known }) => known === undefined);
  if (open.length === 0) return questions.map(({ known }) => known ?? "");
  const isTerminal = process.stdin.isTTY === true;
  let received = 0;
  const output = new Writable({
    write(chunk, _, done) {
      if (!open[received]?.isSecret) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: isTerminal });
  // Several lines may be pasted at once: what is hidden changes with each, and the iterator keeps them.
  reader.on("line", () => {
    received += 1;
  });
  const lines = reader[Symbol.asyncIterator]();
  signal.addEventListener("abort", () => reader.close(), { once: true });
  const answers: string[] = [];
  try {
    for (const { question, known, isSecret } of questions) {
      if (known !== undefined) {
        answers.push(known);
        continue;
      }
      if (isTerminal) ask(reader, question);
      const { value = "", done } = await lines.next();
      signal.throwIfAborted();
      if (isTerminal && (isSecret || done)) process.stderr.write("\n");
      if (isTerminal && done) throw new Problem("The input ended before all questions were answered.");
      answers.push(value.trim());
    }
  } finally {
    reader.close();
  }
  return answers;
}
