"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Status } from "@/app/_ui/feedback/status";
import { actionsColumn } from "@/app/_ui/list/columns";
import { Pager } from "@/app/_ui/list/pager";
import { type Column, Table } from "@/app/_ui/list/table";
import { Menu } from "@/app/_ui/overlay/menu";
import { Badge } from "@/app/_ui/text/badge";
import { Time } from "@/app/_ui/text/time";
import { ListError } from "@/app/(studio)/_components/past-end";
import { invitationsQuery, inviteMember, revokeInvitation } from "@/lib/client/account";
import type { Invitation } from "@/lib/contracts/accounts/invitations";
import { InvitationLink, linkHint, linkTitle } from "./invitation-link";

/** Pending invitations. Renders nothing if there are none, which is the usual case. */
export function InvitationList() {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({ ...invitationsQuery(page), placeholderData: keepPreviousData });
  if (error) {
    return (
      <section className="mb-6">
        <ListError
          title="The invitations could not be loaded"
          error={error}
          onRetry={refetch}
          onFirst={() => setPage(1)}
        />
      </section>
    );
  }
  if (!data || data.results.length === 0) return null;
  return (
    <>
      <Pending invitations={data.results} />
      <Pager noun="invitations" page={page} limit={data.limit} count={data.count} onPage={setPage} />
    </>
  );
}

function Pending({ invitations }: { invitations: readonly Invitation[] }) {
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  // Only its hash is kept, so a lost link is replaced by a new one.
  const renewal = useMutation({ ...inviteMember, meta: { ...inviteMember.meta, showsErrors: false } });
  const renew = ({ email, role }: Invitation) => renewal.mutate({ email, role });
  return (
    <section aria-labelledby="invitations" className="mb-8">
      <h2 id="invitations" className="mb-1 text-base font-medium">
        Pending invitations
      </h2>
      <Table
        caption="Pending invitations"
        columns={columnsFor({ renew, revoke: setRevoking })}
        rows={invitations}
        rowKey={({ id }) => id}
      />
      {renewal.data ? (
        <ShownOnceDialog
          onClose={renewal.reset}
          done="Done"
          size="small"
          title={linkTitle(renewal.data)}
          description={`The previous link no longer works. ${linkHint}`}
        >
          <InvitationLink token={renewal.data.token} />
        </ShownOnceDialog>
      ) : null}
      {revoking ? <Revoke invitation={revoking} onClose={() => setRevoking(null)} /> : null}
    </section>
  );
}

const Revoke = ({ invitation: { id, email }, onClose }: { invitation: Invitation; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Revoke the invitation of ${email}?`}
    action="Revoke"
    change={revokeInvitation}
    input={{ invitation_id: id }}
  >
    The link stops working. You can invite this person again.
  </ConfirmChange>
);

interface Acts {
  renew: (invitation: Invitation) => void;
  revoke: (invitation: Invitation) => void;
}

const columnsFor = ({ renew, revoke }: Acts): Column<Invitation>[] => [
  {
    key: "email",
    header: "Email",
    cell: ({ email, invited_by }) => (
      <span className="grid min-w-0">
        <span className="truncate font-medium">{email}</span>
        <span className="truncate text-xs text-faint">by {invited_by}</span>
      </span>
    ),
  },
  { key: "role", header: "Role", width: "w-24", wide: true, cell: ({ role }) => <Badge>{role}</Badge> },
  {
    key: "expires",
    header: "Expires",
    align: "right",
    width: "w-28",
    cell: ({ is_expired, expires_at }) =>
      is_expired ? (
        <Status tone="warn" shape="alert">
          Expired
        </Status>
      ) : (
        <Time at={expires_at} />
      ),
  },
  actionsColumn({ width: "w-10" }, (invitation) => (
    <Menu
      trigger={
        <IconButton label={`Actions for ${invitation.email}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[
        [{ label: "Create a new link", onSelect: () => renew(invitation) }],
        [{ label: "Revoke…", danger: true, onSelect: () => revoke(invitation) }],
      ]}
    />
  )),
];
