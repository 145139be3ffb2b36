// Verdicts of `sandbox/judge`: drawn at random from the texts of the request, the same to the same request.
import { z } from "zod";
import type { ChatBody } from "@/lib/contracts/gateway/chat";

/** A verdict in the form of the request's schema; null if the schema asks for none. `draw` is a random whole number. */
export const verdictText = (body: ChatBody, draw: number): string | null =>
  judgement(body, draw) ?? failingPart(body, draw);

function judgement(body: ChatBody, draw: number): string | null {
  const parsed = verdictForm.safeParse(body.response_format);
  if (!parsed.success) return null;
  const { result } = parsed.data.json_schema.schema.properties;
  const choices = result.enum ?? result.items?.enum ?? ["Sandbox verdict"];
  const drawn = choices[draw % choices.length];
  const explanation =
    "This verdict comes from the gateway's sandbox: no model was called. It is drawn at random and does not depend on quality.";
  return JSON.stringify({ explanation, result: result.items ? [drawn] : drawn });
}

/** An input and one of its parts, if the schema asks which part made a verdict fail. */
function failingPart(body: ChatBody, draw: number): string | null {
  const parsed = partsForm.safeParse(body.response_format);
  if (!parsed.success) return null;
  const { selected_input_key: keys, entries } = parsed.data.json_schema.schema.properties;
  // Every input has two parts at least; the schema does not say which has more.
  const units = entries.items.properties.unit_key.enum.slice(0, 2);
  const reason = "The gateway's sandbox drew this part at random: no model was called.";
  const entry = {
    unit_key: units[draw % units.length],
    reason,
    improvement: reason,
    rank_reason: reason,
    weight: 1,
  };
  return JSON.stringify({ selected_input_key: keys.enum[draw % keys.enum.length], entries: [entry] });
}

const named = z.looseObject({ enum: z.array(z.string()).min(1) });
const partsForm = z.looseObject({
  json_schema: z.looseObject({
    schema: z.looseObject({
      properties: z.looseObject({
        selected_input_key: named,
        entries: z.looseObject({
          items: z.looseObject({ properties: z.looseObject({ unit_key: named }) }),
        }),
      }),
    }),
  }),
});

const values = z.array(z.union([z.string(), z.number()])).min(1);
const verdictForm = z.looseObject({
  json_schema: z.looseObject({
    schema: z.looseObject({
      properties: z.looseObject({
        result: z.looseObject({ enum: values.optional(), items: z.looseObject({ enum: values }).optional() }),
      }),
    }),
  }),
});
