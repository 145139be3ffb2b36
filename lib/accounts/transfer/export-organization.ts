// Everything of an organization as one file, which another server imports: import-organization.ts.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { eq, type SQL, sql } from "drizzle-orm";
import { organizations } from "@/db/schema";
import type { Snapshot } from "@/db/snapshot";
import { references, type TenantTable } from "@/db/tenants/tenant-tables";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/transfer";
import { notFound } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { snapshotStream } from "@/lib/http/snapshot-stream";
import { handledBy } from "@/lib/rejections";
import { linesInUse } from "@/lib/traces/segments/in-use";
import { unpackText } from "@/lib/traces/segments/lines";
import { VERSION } from "@/lib/version";
import { FORMAT, FORMAT_VERSION, type Header, lineStart } from "./file-format";
import { carriedTables, emptied, leftOut, namedWithoutKey, orderOf } from "./rules/carried";
import { withoutSealed } from "./rules/without-sealed";
import { schemaOf } from "./schema-of";

const LINE_END = 10;

export const exportOrganization: Verb<typeof contracts.exportOrganization> = async ({
  db,
  caller,
  now,
}): Promise<FileOutput> => {
  const { organizationId } = caller;
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  if (!organization) throw notFound("The organization does not exist.");
  const at = now().toISOString();
  const content = await snapshotStream(db, async function* (snapshot) {
    const first: Header = {
      format: FORMAT,
      version: FORMAT_VERSION,
      schema: await schemaOf(snapshot.db),
      release: VERSION,
      exported_at: at,
      organization: { id: organization.id, name: organization.name },
      left_out: leftOut,
    };
    yield* gzipped(linesOf(snapshot, first));
  });
  return { filename: `${organization.name} ${at.slice(0, 10)}.jsonl.gz`, mediaType: "application/gzip", content };
};

async function* gzipped(lines: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  pipeline(Readable.from(lines), gzip).catch(handledBy("the reader of the compressed bytes"));
  yield* gzip as AsyncIterable<Uint8Array>; // safe because no encoding is set
}

async function* linesOf(snapshot: Snapshot, first: Header): AsyncGenerator<string | Uint8Array> {
  const { id } = first.organization;
  let rows = 0;
  yield `${JSON.stringify(first)}\n`;
  const parts: [string, SQL][] = [
    ["users", peopleOf(id)],
    ["organizations", sql`select * from organizations where id = ${id}::uuid`],
    ...carriedTables.map((table): [string, SQL] => [table.name, rowsOf(table, id)]),
  ];
  for (const [table, query] of parts) {
    const changes = JSON.stringify(emptied[table] ?? {});
    const json = sql`${lineStart(table)}::text || (to_jsonb(part) || ${changes}::jsonb)::text || '}'`;
    for await (const block of snapshot.jsonLines(sql`select ${json} from (${query}) as part`)) {
      for (let at = block.indexOf(LINE_END); at !== -1; at = block.indexOf(LINE_END, at + 1)) rows++;
      yield readable[table] ? await readable[table](block) : block;
    }
  }
  yield `${JSON.stringify({ end: true, rows })}\n`;
}

/** What else is read of a table's rows, for `readable`. */
const alsoRead: Readonly<Record<string, SQL>> = {
  span_segments: sql`, array(select segment_line from spans where segment_id = span_segments.id) as used_lines`,
};

const rowsOf = ({ name, isOwn }: TenantTable, organizationId: string): SQL =>
  sql`select *${alsoRead[name] ?? sql``} from ${sql.identifier(name)} where ${isOwn(organizationId)}${orderOf(name)}`;

/** Everybody whom a row names: members, and those who have left. Not their passwords. */
function peopleOf(organizationId: string): SQL {
  const named = carriedTables.flatMap(({ name, isOwn }) => {
    const keys = references(name).filter(({ parent }) => parent === "users");
    const selected = [
      ...keys.map(({ column }) => sql`select ${sql.identifier(column)}`),
      ...(namedWithoutKey[name] ?? []),
    ];
    return selected.map((beginning) => sql`${beginning} from ${sql.identifier(name)} where ${isOwn(organizationId)}`);
  });
  return sql`select id, email, name, deleted_at from users where id in (${sql.join(named, sql` union `)})`;
}

type Row = Record<string, unknown>;

const changed =
  (table: string, change: (row: Row) => Promise<Row> | Row) =>
  async (block: Buffer): Promise<string> => {
    const lines = block.toString("utf8").split("\n").slice(0, -1);
    const start = lineStart(table);
    // Lines that this file has just made.
    const rows = await Promise.all(lines.map((line) => change(JSON.parse(line.slice(start.length, -1)) as Row)));
    return rows.map((row) => `${start}${JSON.stringify(row)}}\n`).join("");
  };

/** Tables whose rows are stored in a form that only this server, or only a program, reads. */
const readable: Readonly<Record<string, (block: Buffer) => Promise<string>>> = {
  span_segments: changed("span_segments", async ({ used_lines, ...row }) => ({
    ...row,
    // The group stays.
    filter_group_id: null,
    filter_number: null,
    // Safe: they are of `alsoRead`.
    lines: linesInUse(
      await unpackText(Buffer.from(String(row.lines).slice(2), "hex")),
      new Set(used_lines as number[]),
    ),
  })),
  gateway_settings: changed("gateway_settings", ({ config, ...row }) => ({ ...row, config: withoutSealed(config) })),
};
