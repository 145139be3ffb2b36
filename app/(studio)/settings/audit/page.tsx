import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { listAuditEntries } from "@/lib/accounts/audit/entries";
import { auditInput } from "@/lib/client/data/audit";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { listAuditEntries as contract } from "@/lib/contracts/accounts/audit";
import { auditQueryOf } from "./_components/audit-address";
import { AuditScreen } from "./_components/audit-screen";

export const metadata: Metadata = { title: "Audit log" };

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function AuditPage({ searchParams }: Props) {
  const { role } = await requireCaller(links.audit());
  const search = await searchParams;
  const query = auditQueryOf((name) => [search[name]].flat()[0]);
  // A verb does not check the role itself.
  const reads = mayManageMembers(role) ? [read(contract, listAuditEntries, auditInput(query))] : [];
  return withReads(links.audit(), reads, <AuditScreen />);
}
