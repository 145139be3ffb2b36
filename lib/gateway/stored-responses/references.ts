// Replaces ids of earlier answers in a request with their contents.
import { recordIn, recordsIn, textIn } from "@/lib/records";
import type { Caller } from "../settings";
import type { FoundResponses } from "./store";

type Json = Record<string, unknown>;

/** The ids of the gateway's own answers and of their items. A provider's look alike, so an unknown id may be the provider's. */
export const RESPONSE = /^resp_([0-9a-f]{32})$/;
const ITEM = /^(?:msg|fc|rs)_([0-9a-f]{32})(?:_\d+)?$/;

export interface References {
  /** Answers whose items the input names, each once. */
  ids: string[];
  /** The answer that the request goes on from. */
  previous: string | null;
}

/** The owner of the answers that a caller may refer to: its organization, or the caller's key if it has none. */
export const scopeOf = ({ key }: Caller): string =>
  key.organizationId === null ? `key:${key.id}` : `organization:${key.organizationId}`;

/** Null where nothing is referred to. */
export function referencesIn({ input, previous_response_id: before }: Json): References | null {
  const ids = recordsIn(input).flatMap((item) => answerOf(item) ?? []);
  const previous = RESPONSE.exec(textIn(before))?.[1] ?? null;
  return ids.length > 0 || previous !== null ? { ids: [...new Set(ids)], previous } : null;
}

const answerOf = ({ type, id }: Json): string | undefined =>
  type === "item_reference" ? ITEM.exec(textIn(id))?.[1] : undefined;

/** The request with its references replaced by what was found; `own` is its own input, without earlier input. */
export function withFound(
  body: Json,
  { ids }: References,
  { outputs, before }: FoundResponses,
): { body: Json; own: unknown } {
  const items = new Map<unknown, Json>(
    ids.flatMap((_id, index) => itemsIn(outputs[index] ?? null).map((item): [unknown, Json] => [item.id, item])),
  );
  const own = Array.isArray(body.input)
    ? body.input.map((item) => (recordIn(item).type === "item_reference" ? sayable(items, recordIn(item)) : item))
    : body.input;
  if (before === null) return { body: { ...body, input: own }, own };
  const earlier = before
    .toReversed()
    .flatMap(({ input, output }) => [...listed(JSON.parse(input)), ...itemsIn(output)]);
  const { previous_response_id: _, ...rest } = body;
  return { body: { ...rest, input: [...earlier.map(nameless), ...listed(own)] }, own };
}

const sayable = (items: ReadonlyMap<unknown, Json>, reference: Json): Json => {
  const item = items.get(reference.id);
  return item ? nameless(item) : reference;
};

/** Without the gateway's id, which a provider that gets the item would look for. */
function nameless(item: unknown): Json {
  const { id: _, ...rest } = recordIn(item);
  return rest;
}

/** The output's items of a stored response; until 2026-11 those alone were stored. */
function itemsIn(stored: string | null): Json[] {
  const response: unknown = stored === null ? [] : JSON.parse(stored);
  return recordsIn(Array.isArray(response) ? response : recordIn(response).output);
}

const listed = (input: unknown): unknown[] =>
  Array.isArray(input) ? input : [{ type: "message", role: "user", content: input }];
