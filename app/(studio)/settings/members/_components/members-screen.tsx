"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { membersQuery, personQuery } from "@/lib/client/account";
import { mayManageMembers } from "@/lib/client/roles";
import { InvitationList } from "./invitation-list";
import { InviteDialog } from "./invite-dialog";
import { memberFilterOf } from "./member-filter";
import { MemberTable } from "./member-table";

export function MembersScreen() {
  const { get, set } = useAddress();
  const filter = memberFilterOf(get);
  const members = useQuery({ ...membersQuery(filter), placeholderData: keepPreviousData });
  const person = useQuery(personQuery()).data;
  const [inviting, setInviting] = useState(false);
  const may = mayManageMembers(person?.organization_role);
  const open = () => setInviting(true);
  useShortcuts("Page", may ? [{ keys: "i", description: "Invite a member", run: open }] : []);
  const invite = (
    <Button look="primary" keys="i" onClick={open}>
      Invite
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Members"
        description={
          may ? "The members of this organization and their roles." : "Owners and Admins invite people and set roles."
        }
        actions={may ? invite : null}
      />
      {may ? <InvitationList /> : null}
      <div className="mb-3">
        <SearchInput
          label="Search members"
          value={filter.search ?? ""}
          onChange={(search) => set({ search, page: null }, { keepsBack: false })}
        />
      </div>
      <PagedList
        found={members}
        noun="members"
        page={filter.page ?? 1}
        onPage={(page) => set({ page })}
        columns={3}
        empty={
          <EmptyState
            title="No matching members"
            action={<Button onClick={() => set({ search: null, page: null })}>Show all members</Button>}
          >
            Search by part of the name or the email.
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <MemberTable members={rows} stale={isStale} me={person?.id} myRole={person?.organization_role} />
        )}
      </PagedList>
      {may && members.data?.count === 1 && !filter.search ? (
        <p className="mt-3 text-soft">You are the only member so far. Invite your annotators and colleagues.</p>
      ) : null}
      {person ? <InviteDialog open={inviting} onOpenChange={setInviting} myRole={person.organization_role} /> : null}
    </>
  );
}
