// The tools of the MCP server: a model finds an operation, reads its schema, and calls it. There are three, so that their list
// stays short however many operations there are.
import { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { VERSION } from "@/lib/version";
import { describeOperation } from "./describe-operation";
import { findOperations, operationNamed } from "./find-operations";
import { offered, refusalOf, slotRefusal, unknownFieldsRefusal } from "./rules";

const MAX_FOUND = 20;
export const MAX_ANSWER_CHARACTERS = 100_000;

/** The answer of an operation, in which it may have been refused. */
export interface Called {
  status: number;
  /** At most MAX_ANSWER_CHARACTERS. */
  text: string;
  isCut: boolean;
}

export interface ServedApi {
  contracts: readonly Contract[];
  mayWrite: boolean;
  call(contract: Contract, input: Readonly<Record<string, unknown>>): Promise<Called>;
}

// A type, since the SDK takes results with further members.
type ToolResult = { content: { type: "text"; text: string }[]; isError: boolean };

const result = (texts: readonly string[], isError = false): ToolResult => ({
  content: texts.map((text) => ({ type: "text", text })),
  isError,
});

const instructions =
  "Assay evaluates, simulates and annotates AI applications. First search_operations, then describe_operation for the schema of the input, then call_operation. Lists are read in pages.";

export function assayServer(api: ServedApi): McpServer {
  const server = new McpServer({ name: "assay", version: VERSION }, { instructions });
  const contracts = offered(api.contracts);
  const operation = z.string().min(1).max(100).describe("Name of an operation, from search_operations");
  const isReading = { readOnlyHint: true, openWorldHint: false };
  server.registerTool(
    "search_operations",
    {
      description: "Find operations of the Assay API by words in their names and descriptions, best first.",
      inputSchema: z.object({ query: z.string().max(200).describe("A few words, such as: list evaluation runs") }),
      annotations: isReading,
    },
    async ({ query }) => search(contracts, query),
  );
  server.registerTool(
    "describe_operation",
    {
      description: "What an operation does, who may call it, and the JSON Schemas of its input and its answer.",
      inputSchema: z.object({ operation }),
      annotations: isReading,
    },
    async ({ operation: name }) => {
      const contract = operationNamed(contracts, name);
      return contract ? result([JSON.stringify(describeOperation(contract))]) : unknown(contracts, name);
    },
  );
  server.registerTool(
    "call_operation",
    {
      description: api.mayWrite
        ? "Call an operation. It may change or delete data, or cost money."
        : "Call an operation that only reads.",
      inputSchema: z.object({
        operation,
        input: z.record(z.string(), z.unknown()).default({}).describe("Fields of path, query and body in one object"),
      }),
      annotations: { readOnlyHint: !api.mayWrite, destructiveHint: api.mayWrite, openWorldHint: false },
    },
    async ({ operation: name, input }) => call(api, operationNamed(contracts, name) ?? name, input),
  );
  return server;
}

function search(contracts: readonly Contract[], query: string): ToolResult {
  const found = findOperations(contracts, query);
  const lines = found.slice(0, MAX_FOUND).map(({ name, method, summary }) => `${name} (${method}): ${summary}`);
  if (lines.length === 0) return result(["No operation has all of these words. Try fewer."]);
  const more = found.length - lines.length;
  return result([[...lines, ...(more > 0 ? [`and ${more} more: add words`] : [])].join("\n")]);
}

const unknown = (contracts: readonly Contract[], name: string): ToolResult => {
  const near = findOperations(contracts, name)
    .slice(0, 5)
    .map((contract) => contract.name);
  return result([`There is no operation ${name}.${near.length > 0 ? ` Did you mean ${near.join(", ")}?` : ""}`], true);
};

async function call(
  api: ServedApi,
  contract: Contract | string,
  input: Readonly<Record<string, unknown>>,
): Promise<ToolResult> {
  if (typeof contract === "string") return unknown(offered(api.contracts), contract);
  const refusal =
    refusalOf(contract, api.mayWrite, input) ?? slotRefusal(contract, input) ?? unknownFieldsRefusal(contract, input);
  if (refusal) return result([refusal], true);
  const { status, text, isCut } = await api.call(contract, input);
  const cut = `The answer is cut at ${MAX_ANSWER_CHARACTERS} characters. Ask for fewer rows or a filter.`;
  return result([text, ...(isCut ? [cut] : [])], status < 200 || status > 299);
}
