// What the documentation sends with curl is what the contracts take, and its configurations are valid.
import { expect, test } from "vitest";
import { parse } from "yaml";
import { contracts } from "./contracts";
import type { Contract } from "./contracts/contract";
import { configFile } from "./gateway-admin/settings/file";
import { matchPath } from "./http/paths";
import { promptFile } from "./prompts/files/prompt-file";
import { runFile } from "./run-file";
import { blocksOf, guides } from "./testing/guides";

const ID = "00000000-0000-4000-8000-000000000001";

interface Example {
  page: string;
  url: string;
  body: string | null;
}

/** Shell variables and an ellipsis stand for ids; the base addresses of a block are filled in. */
function examplesOf(page: string): Example[] {
  return blocksOf(page, "sh").flatMap(({ text }) => {
    const base = /^BASE=(\S+)$/m.exec(text)?.[1] ?? "";
    const filled = text
      .replaceAll(/'\$[A-Z]+'/g, ID)
      .replaceAll("$BASE", base)
      .replaceAll(/\$(?!KEY)[A-Z_]+/g, ID)
      .replaceAll("…", ID);
    return (
      filled
        .split(/(?=\bcurl )/)
        .filter((command) => command.startsWith("curl ") && command.includes("localhost"))
        // A file of the server, no operation.
        .filter((command) => !command.includes("/assay.mjs"))
        .map((command) => ({
          page,
          url: /http:\/\/localhost:3000[^\s"')|]*/.exec(command)?.[0] ?? "",
          body: /-d '([^']*)'/.exec(command)?.[1] ?? null,
        }))
    );
  });
}

const examples = guides.flatMap(examplesOf);

function contractOf({ url, body }: Example): Contract | undefined {
  const path = new URL(url).pathname;
  return contracts.find(
    ({ method, path: documented }) => (method === "GET") === (body === null) && matchPath(documented, path) !== null,
  );
}

test("the documentation has examples", () => {
  expect(examples.length).toBeGreaterThan(15);
});

test.each(examples)("$page: $url", (example) => {
  const contract = contractOf(example);
  expect(contract, "no operation has this path and method").toBeDefined();
  const query = Object.fromEntries(new URL(example.url).searchParams);
  expect(Object.keys(query).filter((name) => !contract?.queryNames.includes(name))).toEqual([]);
  if (example.body !== null) expect(contract?.body.safeParse(JSON.parse(example.body)).error).toBeUndefined();
});

/** Files of CI systems, which another test executes, and files for the command. */
const isRecipe = (text: string): boolean => /^(?:on| {2}script):/m.test(text) || isRunFile(text) || isPromptFile(text);
const isPromptFile = (text: string): boolean => /^messages:/m.test(text);
const isRunFile = (text: string): boolean => /^kind: /m.test(text);

const runFiles = blocksOf("docs/command-line.md", "yaml").map(({ text }) => text);

test.each(runFiles)("a valid run file for the command: %#", (text) => {
  expect([isRunFile(text), runFile.safeParse(parse(text)).error]).toEqual([true, undefined]);
});

test("the example of a prompt file is valid", () => {
  const [{ text } = { text: "" }] = blocksOf("docs/prompts.md", "yaml");
  expect([isPromptFile(text), promptFile.safeParse(parse(text)).error]).toEqual([true, undefined]);
});

const configurations = guides
  .flatMap((page) => blocksOf(page, "yaml"))
  .filter(({ text }) => !text.startsWith("scrape_configs:") && !isRecipe(text));

test("the guides have configurations", () => {
  expect(configurations.length).toBeGreaterThan(4);
});

test.each(configurations)("a valid configuration in $page", ({ text }) => {
  const read = configFile.strict().safeParse(parse(text.replaceAll(/\$\{\w+\}/g, "secret")));
  expect(read.error).toBeUndefined();
});
