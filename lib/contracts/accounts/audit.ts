import { z } from "zod";
import { define } from "../define";
import { auditActors, auditTargets, id, jsonObject, timestamp } from "../shapes";

const tag = "Audit log";
const access = "admin";

export const auditEntry = z
  .object({
    id,
    created_at: timestamp,
    actor: z.enum(auditActors),
    user_id: id.nullable().meta({ description: "Who acted, or whose key it was; null for the operator" }),
    user_name: z.string().nullable().meta({
      description: "As the person is called now; null for the operator, and for people whose accounts are gone",
    }),
    user_email: z.string().nullable(),
    api_key_id: id.nullable(),
    api_key_name: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .meta({ description: "An IPv4 address, or the /64 of an IPv6 address; null if unknown" }),
    user_agent: z.string().nullable(),
    action: z.string().meta({ description: "The operation's name, `signIn`, or `signInRefused`" }),
    target_type: z.enum(auditTargets),
    target_id: z.string().nullable(),
    target_name: z.string().nullable(),
    before: jsonObject.nullable().meta({ description: "What changed, as it was; without secrets; null for none" }),
    after: jsonObject.nullable().meta({ description: "The same as it is now, or what was requested; null for none" }),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.infer<typeof auditEntry>;

const filters = {
  from: timestamp.optional().meta({ description: "Only acts at that time or later" }),
  to: timestamp.optional().meta({ description: "Only acts before" }),
  user_id: id.optional().meta({ description: "Only what this person did, also with API keys" }),
  action: z.string().max(100).optional().meta({ description: "Only this operation" }),
  target_type: z.enum(auditTargets).optional().meta({ description: "Only acts on this kind of thing" }),
  target_id: z.string().max(255).optional().meta({ description: "Only acts on the thing with this id" }),
};

export const listAuditEntries = define({
  name: "listAuditEntries",
  method: "GET",
  path: "/accounts/audit/",
  tag,
  access,
  summary: "List the audit log, newest first",
  description:
    "Administrative acts, deletions, downloads of exports and sign-ins in the organization, newest first. `signInRefused` is written once when an account has had ten failures in a row. An act must match every filter. `has_more` says whether there are older ones. To get them, send the id of the last one as `after`. Entries are never changed. They are deleted when their retention ends.",
  errors: ["not_found"],
  query: z.strictObject({
    ...filters,
    limit: z.int().min(1).max(200).default(50).meta({ description: "Page size, 50 by default" }),
    after: id.optional().meta({ description: "Only entries after this one in the list" }),
  }),
  response: z.object({ entries: z.array(auditEntry), has_more: z.boolean() }),
  example: { action: "changeMemberRole", limit: 20 },
});

export const exportAuditLog = define({
  name: "exportAuditLog",
  method: "GET",
  path: "/accounts/audit/export/",
  tag,
  access,
  summary: "Download the audit log",
  description:
    "Streams every entry that matches the filters, newest first, as CSV or as a line of JSON each. The download is recorded in the log itself.",
  envelope: "file",
  answers: ["text/csv", "application/x-ndjson"],
  query: z.strictObject({
    ...filters,
    format: z.enum(["csv", "jsonl"]).default("csv").meta({ description: "The form of the file" }),
  }),
  response: z.unknown(),
  example: { format: "jsonl" },
});
