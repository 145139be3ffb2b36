// `assay login`: keeps the server's address and a key pair for this user.
import { createInterface } from "node:readline/promises";
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

/** Asks for what is not known; without a terminal, the lines of the input are the answers. */
async function answersTo(questions: readonly Question[], signal: AbortSignal): Promise<string[]> {
  if (questions.every(({ known }) => known !== undefined)) return questions.map(({ known }) => known ?? "");
  let isHidden = false;
  const output = new Writable({
    write(chunk, _, done) {
      if (!isHidden) process.stderr.write(chunk);
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true });
  const lines = reader[Symbol.asyncIterator]();
  signal.addEventListener("abort", () => reader.close(), { once: true });
  const answers: string[] = [];
  try {
    for (const { question, known, isSecret } of questions) {
      if (known !== undefined) answers.push(known);
      else if (process.stdin.isTTY) {
        process.stderr.write(question);
        isHidden = isSecret;
        answers.push((await reader.question("", { signal })).trim());
        if (isSecret) process.stderr.write("\n");
        isHidden = false;
      } else answers.push(((await lines.next()).value ?? "").trim());
    }
    signal.throwIfAborted();
  } finally {
    reader.close();
  }
  return answers;
}
