// `assay mcp`: an MCP server over standard input and output, for a model's client on this machine.
import { once } from "node:events";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { requestFor } from "@/lib/client/call";
import { contracts } from "@/lib/contracts";
import { boundedText } from "@/lib/mcp/bounded-text";
import { assayServer, type Called, MAX_ANSWER_CHARACTERS } from "@/lib/mcp/server";
import { whenAborted } from "@/lib/rejections";
import { readArguments } from "../arguments";
import { connect, credentialHeaders } from "../connection";
import { fetchWithin } from "../redirects";
import { readSettings } from "../settings";
import { note } from "../terminal";
import type { Verdict } from "../verdict";

export const usage = "assay mcp [--write]";

export async function mcp(args: readonly string[], signal: AbortSignal): Promise<Verdict> {
  const { values } = readArguments(args, { write: { type: "boolean" } }, { words: [0, 0], usage });
  const settings = await readSettings();
  const { url } = await connect(signal, settings);
  const headers = credentialHeaders(settings);
  const call = async (
    contract: (typeof contracts)[number],
    input: Readonly<Record<string, unknown>>,
  ): Promise<Called> => {
    // Safe because the server checks the input.
    const response = await fetchWithin(requestFor(contract, input as never, { origin: url, signal, headers }));
    return { status: response.status, ...(await boundedText(response.body, MAX_ANSWER_CHARACTERS)) };
  };
  const server = serveStdio(() => assayServer({ contracts, mayWrite: values.write ?? false, call }), {
    onerror: (error) => note(error.message),
  });
  // The client ends it by closing the input.
  await once(process.stdin, "end", { signal }).catch(whenAborted(() => undefined));
  await server.close();
  return "passed";
}
