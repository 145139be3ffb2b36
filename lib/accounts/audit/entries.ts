import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/audit";
import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { csvLine } from "@/lib/csv";
import { byteStream } from "@/lib/http/byte-stream";
import type { FileOutput } from "@/lib/http/respond";
import { loadEntries } from "./load-entries";

/** Of one query of a download. */
const BATCH = 500;

const columns = [
  "created_at",
  "action",
  "actor",
  "user_id",
  "user_name",
  "user_email",
  "api_key_id",
  "api_key_name",
  "address",
  "user_agent",
  "target_type",
  "target_id",
  "target_name",
  "before",
  "after",
  "id",
] as const satisfies readonly (keyof AuditEntry)[];

export const listAuditEntries: Verb<typeof contracts.listAuditEntries> = async ({ db, caller }, input) => {
  const { after, limit, ...filters } = input;
  const rows = await loadEntries(db, caller.organizationId, filters, { after, limit: limit + 1 });
  return { entries: rows.slice(0, limit), has_more: rows.length > limit };
};

export const exportAuditLog: Verb<typeof contracts.exportAuditLog> = async (context, input): Promise<FileOutput> => {
  const { db, caller, now } = context;
  const { format, ...filters } = input;
  const first = await loadEntries(db, caller.organizationId, filters, { after: undefined, limit: BATCH });

  async function* lines(): AsyncGenerator<string> {
    if (format === "csv") yield csvLine(columns);
    for (let page = first; page.length > 0; ) {
      yield page.map((entry) => lineOf(entry, format)).join("");
      const after = page.length < BATCH ? undefined : page.at(-1)?.id;
      page = after ? await loadEntries(db, caller.organizationId, filters, { after, limit: BATCH }) : [];
    }
  }
  return {
    filename: `audit-log-${now().toISOString().slice(0, 10)}.${format}`,
    mediaType: format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
    content: byteStream(lines()),
  };
};

const lineOf = (entry: AuditEntry, format: "csv" | "jsonl"): string =>
  format === "csv" ? csvLine(columns.map((name) => entry[name])) : `${JSON.stringify(entry)}\n`;
