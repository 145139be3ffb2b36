import { isRecord, recordIn } from "@/lib/records";
import { fillSchema } from "./fill-schema";

/** A JSON text for the request's `response_format`; null where that has no schema. */
export function structuredText(format: unknown, seed: string): string | null {
  const { json_schema: named } = recordIn(format);
  const { schema } = recordIn(named);
  return isRecord(schema) ? JSON.stringify(fillSchema(schema, seed)) : null;
}
