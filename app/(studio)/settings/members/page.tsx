import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { listInvitations } from "@/lib/accounts/invitations";
import { listMembers } from "@/lib/accounts/members";
import { getUserInfo } from "@/lib/accounts/people";
import { invitationsInput, membersInput } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import * as invitations from "@/lib/contracts/accounts/invitations";
import * as organizations from "@/lib/contracts/accounts/organizations";
import * as people from "@/lib/contracts/accounts/people";
import { memberFilterOf } from "./_components/member-filter";
import { MembersScreen } from "./_components/members-screen";

export const metadata: Metadata = { title: "Members" };

export default async function MembersPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const { role } = await requireCaller(links.members());
  const filter = memberFilterOf((name) => search[name]);
  return withReads(
    links.members(),
    [
      read(people.getUserInfo, getUserInfo, {}),
      read(organizations.listMembers, listMembers, membersInput(filter)),
      ...(mayManageMembers(role) ? [read(invitations.listInvitations, listInvitations, invitationsInput)] : []),
    ],
    <MembersScreen />,
  );
}
