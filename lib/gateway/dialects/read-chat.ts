// A request in another protocol, read as a chat.
import type { z } from "zod";
import type { Exchange } from "@/lib/exchange/exchange";
import { type ChatRequest, readBody, readEither } from "../read-body";
import type { Caller } from "../settings";
import type { Dialog, Json, Speaking } from "./dialect";

export type ReadChat = (request: Exchange, caller: Caller) => Promise<ChatRequest>;

/** `all` is the schema of everything that the protocol allows, where some providers speak it themselves. */
export const readChatIn =
  <S extends z.ZodType>(dialog: Dialog<z.output<S>>, schema: S, all: z.ZodType<Json> | undefined): ReadChat =>
  async (request, caller) => {
    if (dialog.native && all) return readNative(request, schema, all, dialog, dialog.native, caller);
    const { body, characters } = await readBody(request, schema);
    return { body: dialog.toChat(body), characters, api: dialog.api };
  };

async function readNative<S extends z.ZodType>(
  request: Exchange,
  schema: S,
  all: z.ZodType<Json>,
  dialog: Dialog<z.output<S>>,
  { operation, headers: names, sketch, expand }: Speaking,
  caller: Caller,
): Promise<ChatRequest> {
  const expanding = expand && ((body: Json) => expand(body, caller));
  const { raw, parsed, flaw, characters } = await readEither(request, schema, all, expanding);
  const headers = Object.fromEntries(
    names.flatMap((name) => {
      const value = request.header(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const toChat = flaw ? sketch : (body: Json) => dialog.toChat(schema.parse(body));
  const body = parsed === null ? sketch(raw) : dialog.toChat(parsed);
  const user = dialog.userIn?.(raw);
  const metadata = dialog.metadataIn?.(raw);
  return { body, characters, user, metadata, native: { operation, body: raw, headers, flaw, toChat } };
}
