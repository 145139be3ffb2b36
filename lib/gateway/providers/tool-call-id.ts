// A model may sign a call of a tool, and want its signature back with the call. OpenAI's form has no place for it but the
// call's id, which clients return as it is.
import { isRecord } from "@/lib/records";

const MARK = "~thought~";

export interface SignedId {
  id: string;
  signature: string | null;
}

export const joinedId = ({ id, signature }: SignedId): string => (signature === null ? id : `${id}${MARK}${signature}`);

export function splitId(text: string): SignedId {
  const at = text.indexOf(MARK);
  return at < 0 ? { id: text, signature: null } : { id: text.slice(0, at), signature: text.slice(at + MARK.length) };
}

type Json = Record<string, unknown>;

/** The members that carry ids of calls, in chats, Anthropic's messages and OpenAI's responses. */
const IDS = ["id", "tool_call_id", "tool_use_id", "call_id"];

/** A body for a provider that knows no signature. It is the same object where no id has one, as almost always. */
export function withPlainIds<T extends Json>(body: T): T {
  const messages = plainAll(body.messages);
  const input = plainAll(body.input);
  if (messages === body.messages && input === body.input) return body;
  return { ...body, ...(messages === undefined ? {} : { messages }), ...(input === undefined ? {} : { input }) };
}

/** The same list if nothing in it has a signature. */
function plainAll(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  let changed: unknown[] | null = null;
  for (const [index, entry] of list.entries()) {
    const plain = isRecord(entry) ? plainOf(entry) : entry;
    if (plain === entry) continue;
    changed ??= [...list];
    changed[index] = plain;
  }
  return changed ?? list;
}

function plainOf(entry: Json): Json {
  let plain = entry;
  for (const name of IDS) {
    const id = entry[name];
    if (typeof id === "string" && id.includes(MARK)) plain = { ...plain, [name]: splitId(id).id };
  }
  for (const name of ["tool_calls", "content"]) {
    const inner = plainAll(entry[name]);
    if (inner !== entry[name]) plain = { ...plain, [name]: inner };
  }
  return plain;
}
