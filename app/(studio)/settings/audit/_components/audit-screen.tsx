"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { PageHeader } from "@/app/_ui/page/page-header";
import { auditFile } from "@/lib/client/data/audit";
import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { ForAdmins } from "../../_components/for-admins";
import { auditQueryOf } from "./audit-address";
import { AuditFilters } from "./audit-filters";
import { AuditTable } from "./audit-table";
import { EntryDialog } from "./entry-dialog";

export const AuditScreen = () => (
  <ForAdmins
    title="Audit log"
    reserved="Owners and Admins read the audit log"
    hint="Ask one of them for what you need."
  >
    <AuditLog />
  </ForAdmins>
);

function AuditLog() {
  const { get } = useAddress();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const query = auditQueryOf(get);
  return (
    <>
      <PageHeader
        title="Audit log"
        description="Who signed in, changed members, keys and settings, deleted something or downloaded an export."
        actions={(["csv", "jsonl"] as const).map((format) => (
          <a key={format} href={auditFile(format, query)} download className={buttonClasses({})}>
            {format === "csv" ? "Download CSV" : "Download JSON lines"}
          </a>
        ))}
      />
      <AuditFilters />
      <AuditTable query={query} onOpen={setOpen} />
      {open ? <EntryDialog entry={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
