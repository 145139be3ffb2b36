// The audit log, for its screen.

import type { listAuditEntries } from "@/lib/contracts/accounts/audit";
import type { ClientInput } from "@/lib/contracts/contract";
import { hrefOf } from "../call";
import * as operations from "../operations";
import { queryFor } from "../query";

export type AuditQuery = ClientInput<typeof listAuditEntries>;

const ROWS = 50;

export const auditInput = (query: AuditQuery) => ({ ...query, limit: ROWS });
export const auditQuery = (query: AuditQuery) => queryFor(operations.listAuditEntries, auditInput(query));

export const auditFile = (format: "csv" | "jsonl", { after: _, limit: __, ...filters }: AuditQuery) =>
  hrefOf(operations.exportAuditLog, { ...filters, format });
