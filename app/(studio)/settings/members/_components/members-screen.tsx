"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { membersQuery, personQuery } from "@/lib/client/account";
import { mayManageMembers } from "@/lib/client/roles";
import type { UserInfo } from "@/lib/contracts/accounts/people";
import { NoMatch, SearchFilter } from "../../../_components/filters";
import { InvitationList } from "./invitation-list";
import { InviteDialog } from "./invite-dialog";
import { memberFilterOf } from "./member-filter";
import { MemberTable } from "./member-table";

export function MembersScreen() {
  const person = useQuery(personQuery()).data;
  const { get, set } = useAddress();
  const may = mayManageMembers(person?.organization_role);
  const setInviting = (isOpen: boolean) => set({ invite: isOpen ? "1" : null }, { keepsBack: false });
  const open = () => setInviting(true);
  useShortcuts("Page", may ? [{ keys: "i", description: "Invite a member", run: open }] : []);
  return (
    <>
      <PageHeader
        title="Members"
        description={
          may ? "The members of this organization and their roles." : "Owners and Admins invite people and set roles."
        }
        actions={
          may ? (
            <Button look="primary" keys="i" onClick={open}>
              Invite
            </Button>
          ) : null
        }
      />
      {may ? <InvitationList /> : null}
      <MemberList me={person} />
      {person ? (
        <InviteDialog
          open={may && get("invite") !== undefined}
          onClose={() => setInviting(false)}
          myRole={person.organization_role}
        />
      ) : null}
    </>
  );
}

function MemberList({ me }: { me: UserInfo | undefined }) {
  const { get, set } = useAddress();
  const filter = memberFilterOf(get);
  const members = useQuery({ ...membersQuery(filter), placeholderData: keepPreviousData });
  const isAlone = members.data?.count === 1 && !filter.search;
  return (
    <>
      <div className="mb-3">
        <SearchFilter label="Search members" />
      </div>
      <PagedList
        found={members}
        noun="members"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={3}
        empty={
          <NoMatch noun="members" filters={["search"]}>
            Search by part of the name or the email.
          </NoMatch>
        }
      >
        {(rows, isStale) => (
          <MemberTable
            members={rows}
            stale={isStale}
            me={me?.id}
            myRole={me?.organization_role}
            organizationId={me?.organization.id}
          />
        )}
      </PagedList>
      {isAlone && mayManageMembers(me?.organization_role) ? (
        <p className="mt-3 text-soft">You are the only member so far. Invite your annotators and colleagues.</p>
      ) : null}
    </>
  );
}
