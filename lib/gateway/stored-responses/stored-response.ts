// A stored response by its id: read, or deleted.
import { recordIn } from "@/lib/records";
import { GatewayFailure } from "../errors";
import type { Caller } from "../settings";
import { RESPONSE, scopeOf } from "./references";
import type { ResponseStore } from "./store";

/** The response as the client got it. Throws a GatewayFailure: `not_found` where it is not kept for this caller. */
export async function findResponse(store: ResponseStore, caller: Caller, name: string): Promise<object> {
  const { outputs } = await store.read(scopeOf(caller), [idOf(name)], null);
  const response: unknown = JSON.parse(outputs[0] ?? "null");
  // Until 2026-11 the output alone was stored, without its response.
  if (recordIn(response).object !== "response") throw notKept(name);
  return recordIn(response);
}

/** Deletes it. Throws as `findResponse` does. */
export async function deleteResponse(store: ResponseStore, caller: Caller, name: string): Promise<object> {
  if (!(await store.remove(scopeOf(caller), idOf(name)))) throw notKept(name);
  return { id: name, object: "response", deleted: true };
}

function idOf(name: string): string {
  const id = RESPONSE.exec(name)?.[1];
  if (id === undefined) throw notKept(name);
  return id;
}

const notKept = (name: string): GatewayFailure =>
  new GatewayFailure(
    "not_found",
    `The gateway has no stored response "${name}". It stores responses that it answered through chat completions for one day, unless \`store\` was false.`,
  );
