import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import { fillSchema } from "./fill-schema";

export interface SandboxCall {
  name: string;
  arguments: unknown;
}

/** The call that the request forces by `tool_choice`: of the named tool, or of the first where any will do. */
export function forcedCall(body: ChatBody, seed: string): SandboxCall | null {
  const { tools, tool_choice: choice } = body;
  const forced = textIn(recordIn(recordIn(choice).function).name);
  if (choice !== "required" && forced === "") return null;
  const functions = recordsIn(tools).map((tool) => recordIn(tool.function));
  const tool = forced === "" ? functions[0] : functions.find(({ name }) => name === forced);
  if (!tool) return null;
  return { name: textIn(tool.name), arguments: isRecord(tool.parameters) ? fillSchema(tool.parameters, seed) : {} };
}
