// One response: the earlier ones that it refers to, and what is stored of it for later ones.
import { recordsIn, textIn } from "@/lib/records";
import { GatewayFailure } from "../errors";
import type { Caller } from "../settings";
import { referencesIn, scopeOf, withFound } from "./references";
import type { ResponseStore } from "./store";

type Json = Record<string, unknown>;

/** A body without references. */
export interface Expanded {
  body: Json;
  /** How much was added to it. */
  characters: number;
  /** The reference that was not found; null if all were found. */
  missing: GatewayFailure | null;
}

export interface Storing {
  /** The response that the request names as the one before it. */
  previous(): string | null;
  /** Reads the answers that the body refers to. Throws a GatewayFailure. */
  expand(body: Json, caller: Caller): Promise<Expanded>;
  /** Keeps a response, unless the request says `store: false`. Returns at once. */
  keep(id: string, response: Json): void;
}

export function storingIn(store: ResponseStore): Storing {
  let previous: string | null = null;
  let kept: { scope: string; previous: string | null; input: unknown } | null = null;
  return {
    previous: () => previous,
    async expand(request, caller) {
      const scope = scopeOf(caller);
      const references = referencesIn(request);
      const found = references && (await store.read(scope, references.ids, references.previous));
      const { body, own } = found ? withFound(request, references, found) : { body: request, own: request.input };
      previous = textIn(request.previous_response_id) || null;
      kept = request.store === false ? null : { scope, previous: references?.previous ?? null, input: own };
      const texts = found
        ? [...found.outputs, ...(found.before ?? []).flatMap(({ input, output }) => [input, output])]
        : [];
      const characters = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
      return { body, characters, missing: missingIn(body, own) };
    },
    keep(id, response) {
      if (!kept) return;
      const { scope, input, ...rest } = kept;
      store.write(scope, { ...rest, id, input: JSON.stringify(input), output: JSON.stringify(response) });
    },
  };
}

function missingIn({ previous_response_id: previous }: Json, input: unknown): GatewayFailure | null {
  if (previous) return notKept("previous_response_id", "Send the conversation in `input`.");
  const items: unknown[] = Array.isArray(input) ? input : [];
  const index = items.findIndex((item) => recordsIn([item]).some(({ type }) => type === "item_reference"));
  return index < 0 ? null : notKept(`input[${index}].id`, "Send the item itself, as with `store: false`.");
}

const notKept = (param: string, advice: string): GatewayFailure =>
  new GatewayFailure(
    "invalid_request_error",
    `${param}: The gateway has not stored this. It stores responses answered through chat completions for one day, unless \`store\` is false. ${advice}`,
    { param },
  );
