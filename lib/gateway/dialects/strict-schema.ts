// OpenAI's strict schemas.
import { isRecord } from "@/lib/records";

/**
 * Whether OpenAI takes a schema as strict: every object names all its properties as required and allows no others. It refuses
 * to be strict about any other schema. False also where a property's name makes this hard to tell.
 */
export function isStrict(schema: unknown): boolean {
  const open = [schema];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isRecord(node) && (node.type === "object" || isRecord(node.properties))) {
      const required: unknown[] = Array.isArray(node.required) ? node.required : [];
      const names = isRecord(node.properties) ? Object.keys(node.properties) : [];
      if (node.additionalProperties !== false || names.some((name) => !required.includes(name))) return false;
    }
    if (Array.isArray(node)) open.push(...node);
    else if (isRecord(node)) open.push(...Object.values(node));
  }
  return true;
}
