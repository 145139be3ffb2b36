import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { getRetention } from "@/lib/accounts/retention/retention";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { getRetention as contract } from "@/lib/contracts/accounts/retention";
import { DataScreen } from "./_components/data-screen";

export const metadata: Metadata = { title: "Data retention" };

export default async function DataPage() {
  const { role } = await requireCaller(links.data());
  // A verb does not check the role itself.
  const reads = mayManageMembers(role) ? [read(contract, getRetention, {})] : [];
  return withReads(links.data(), reads, <DataScreen />);
}
