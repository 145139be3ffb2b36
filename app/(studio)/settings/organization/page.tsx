import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { getUserInfo } from "@/lib/accounts/people";
import { links } from "@/lib/client/links";
import { getUserInfo as contract } from "@/lib/contracts/accounts/people";
import { OrganizationScreen } from "./_components/organization-screen";

export const metadata: Metadata = { title: "Organization" };

export default function OrganizationPage() {
  return withReads(links.organization(), [read(contract, getUserInfo, {})], <OrganizationScreen />);
}
