import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { getCompanySignIn } from "@/lib/accounts/company/company-sign-in";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { getCompanySignIn as contract } from "@/lib/contracts/accounts/company-sign-in";
import { CompanyScreen } from "./_components/company-screen";

export const metadata: Metadata = { title: "Company sign-in" };

export default async function CompanySignInSettingsPage() {
  const { role } = await requireCaller(links.companySettings());
  // A verb does not check the role itself.
  const reads = mayManageMembers(role) ? [read(contract, getCompanySignIn, {})] : [];
  return withReads(links.companySettings(), reads, <CompanyScreen />);
}
