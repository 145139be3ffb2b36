// `assay api`: every operation of the API by its name.
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { contracts } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { findOperations, operationNamed } from "@/lib/mcp/find-operations";
import { descriptionOf } from "@/lib/openapi/document";
import { isRecord } from "@/lib/records";
import { documentedFields, inputOf, readFields } from "../api-input";
import { connect } from "../connection";
import { print, printJson } from "../terminal";
import { Problem, type Verdict } from "../verdict";

export const usage = `assay api OPERATION [--field value …] [< body.json]
       assay api list [word …]`;

export async function api(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const [name, ...rest] = args;
  if (name === undefined || name.startsWith("-")) throw new Problem(`Usage: ${usage}`);
  if (name === "list") return list(rest);
  const contract = operationNamed(contracts, name);
  if (!contract) {
    const near = findOperations(contracts, name).slice(0, 5);
    const hint = near.length > 0 ? ` Did you mean ${near.map((each) => each.name).join(", ")}?` : "";
    throw new Problem(`There is no operation ${name}.${hint} Find one with: assay api list`);
  }
  if (rest.includes("--help")) return describe(contract);
  const fields = readFields(rest);
  const piped = process.stdin.isTTY || contract.method === "GET" ? {} : await bodyOfInput(signal);
  const input = await inputOf(contract, piped, fields);
  const connection = await connect(signal);
  if (contract.envelope === "file" || contract.answers) await stream(await connection.open(contract, input), signal);
  else await printJson(await connection.call(contract, input), 2);
  return "passed";
}

async function list(words: readonly string[]): Promise<Verdict> {
  const found = findOperations(contracts, words.join(" "));
  const width = Math.max(0, ...found.map(({ name }) => name.length));
  await print(found.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}\n`).join(""));
  return "passed";
}

async function describe(contract: Contract): Promise<Verdict> {
  const fields = Object.entries(documentedFields(contract)).map(
    ([field, { type, isRequired, description }]) =>
      `  --${field} (${type}${isRequired ? ", required" : ""})${description ? `  ${description}` : ""}`,
  );
  const head = [
    `${contract.name}: ${contract.summary}`,
    `${contract.method} ${contract.path}`,
    descriptionOf(contract),
  ];
  await print(`${[...head, ...fields].join("\n")}\n`);
  return "passed";
}

/** A JSON object from the input, which is empty where nothing is piped in. */
async function bodyOfInput(signal: AbortSignal): Promise<Record<string, unknown>> {
  const stop = () => process.stdin.destroy(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const text = (await readText(process.stdin).finally(() => signal.removeEventListener("abort", stop))).trim();
  if (text === "") return {};
  const read = z
    .string()
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown; // safe: what is parsed is unknown
      } catch {
        context.addIssue("The input is not JSON.");
        return z.NEVER;
      }
    })
    .safeParse(text);
  if (!read.success || !isRecord(read.data)) throw new Problem("The input must be a JSON object.");
  return read.data;
}

async function stream(response: Response, signal: AbortSignal): Promise<void> {
  for await (const chunk of response.body ?? []) {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) =>
      process.stdout.write(chunk, (error) => (error ? reject(error) : resolve())),
    );
  }
}
