// What traces, spans and sessions have in common as sources.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scopeName } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { invalidField } from "@/lib/errors";
import type { Wire } from "./source";

const PREVIEW_LENGTH = 200;

/** The beginning of an input or output as text, cut in the database: the whole may be megabytes. */
export const previewOf = (column: string): SQL =>
  sql.raw(`coalesce(left(
    case jsonb_typeof(${column}) when 'string' then ${column} #>> '{}' else ${column}::text end, ${PREVIEW_LENGTH}), '')`);

/** Adds the application's own attributes beside input and output, under their conventional names. */
export function addMetadata(content: Wire): void {
  const { attributes } = content;
  const metadata =
    attributes && typeof attributes === "object" && "metadata" in attributes ? attributes.metadata : null;
  content.metadata = typeof metadata === "string" ? parsed(metadata) : (metadata ?? {});
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { metadata: text };
  }
}

/** The project whose sources are selected. Throws 400 without one, and 404 if the organization does not have it. */
export async function projectOf(db: Database, organizationId: string, selection: Selection): Promise<string> {
  if (!selection.project_id) throw invalidField("selection.project_id", "This field is required.");
  await scopeName(db, organizationId, { kind: "project", id: selection.project_id });
  return selection.project_id;
}
