// What a file of an organization carries of each table, and in which order. Everything that is not named here is carried whole.
import { type SQL, sql } from "drizzle-orm";
import { type TenantTable, tenantTables } from "@/db/tenants/tenant-tables";

const REDONE = "The other server counts it again from what the file carries.";

/** Tables that a file does not carry, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  invitations: "Their links lead to this server.",
  company_sign_ins: "The provider's secret cannot be read elsewhere, and it sends people back to this server.",
  company_domains: "Each server asks for its own proof.",
  company_identities: "They are linked again with the first sign-in.",
  webhooks: "Their secrets cannot be read elsewhere, and their receivers know this server.",
  webhook_deliveries: "They went to webhooks of this server.",
  queue_exports: "They can be made again.",
  queue_export_parts: "They can be made again.",
  claim_turns: "Where an annotator's next claim begins; it is found again.",
  record_losses: "What this server did not record.",
  filter_groups: "Filters of segments; the other server makes them again.",
  span_marks: "Spans that evaluations have not looked at yet; they are marked as they arrive.",
  item_marks: REDONE,
  item_contributions: REDONE,
  queue_figures: REDONE,
  agreement_items: REDONE,
  agreement_counters: REDONE,
  agreement_labels: REDONE,
  check_results: REDONE,
  check_counters: REDONE,
};

/** Columns that only this server can read, mostly because of its AUTH_SECRET, with what the file has in their stead. */
export const emptied: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // The file has only the newest sending of a span.
  spans: { earlier_segment_ids: null },
  agent_definitions: { secrets: {} },
  agent_versions: { secrets: {} },
};

const UUID = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$";
const mentioned = [sql`select unnest(mentioned_user_ids)`];
const createdBy = [sql`select created_by`];

/** Who is named by columns without a foreign key, as the beginnings of selections from their tables. */
export const namedWithoutKey: Readonly<Record<string, readonly SQL[]>> = {
  audit_entries: [
    sql`select user_id`,
    // Of other targets it is no person's id, or no UUID.
    sql`select case when target_type in ('member', 'sign_in') and target_id ~ ${UUID} then target_id::uuid end`,
  ],
  eval_logs: createdBy,
  scenario_generations: createdBy,
  review_comments: mentioned,
  prompt_comments: mentioned,
};

/** Rows of one table may refer to earlier ones of it. */
const orders: Readonly<Record<string, SQL>> = {
  queue_items: sql`copy_of is not null, id`,
  submissions: sql`id`,
  audit_entries: sql`created_at, id`,
};

/** The rows of a table as the file has them. */
export const orderOf = (table: string): SQL => (orders[table] ? sql` order by ${orders[table]}` : sql``);

const isFirst = ({ name }: TenantTable): boolean => name === "span_segments";
const carried = tenantTables.filter(({ name }) => !(name in leftOut)).toReversed();

/** Each table behind those that it refers to. Spans name their segments without a foreign key. */
export const carriedTables: readonly TenantTable[] = [
  ...carried.filter(isFirst),
  ...carried.filter((table) => !isFirst(table)),
];
