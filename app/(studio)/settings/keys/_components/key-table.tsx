"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { Menu } from "@/app/_ui/overlay/menu";
import { JointedName } from "@/app/_ui/text/jointed-name";
import { Time } from "@/app/_ui/text/time";
import { disableKey, enableKey, personQuery, revokeKey } from "@/lib/client/account";
import type { Key } from "@/lib/contracts/accounts/keys";
import { EditKeyDialog } from "./edit-key-dialog";
import { scopesText } from "./key-form";

interface Props {
  keys: readonly Key[];
  stale: boolean;
  /** Whether the list includes other users' keys. */
  showsPeople: boolean;
  mayChange: boolean;
}

const nameColumn = (showsPeople: boolean): Column<Key> => ({
  key: "name",
  header: "Name",
  width: "max-sm:w-full",
  cell: (key) => (
    <span className="grid max-w-56">
      <span className="truncate font-medium">
        <JointedName name={key.key_name} />
      </span>
      {showsPeople ? <span className="truncate text-xs text-faint">{key.created_by}</span> : null}
    </span>
  ),
});

const fixedColumns: readonly Column<Key>[] = [
  {
    key: "key",
    header: "Key",
    wide: true,
    cell: (key) => <code className="font-mono text-xs whitespace-nowrap">{key.api_key}</code>,
  },
  {
    key: "scopes",
    header: "May",
    wide: true,
    cell: (key) => <span className="block max-w-48 text-soft">{scopesText(key.scopes)}</span>,
  },
  { key: "state", header: "State", width: "w-24", cell: (key) => <KeyState apiKey={key} /> },
  {
    key: "used",
    header: "Last used",
    align: "right",
    width: "w-28",
    cell: (key) => <LastUse apiKey={key} />,
  },
  timeColumn("Created", (key) => key.created_at, { wide: true }),
];

export function KeyTable({ keys, stale, showsPeople, mayChange }: Props) {
  // People edit their own keys alone.
  const personId = useQuery(personQuery()).data?.id;
  const [revoking, setRevoking] = useState<Key | null>(null);
  const [editing, setEditing] = useState<Key | null>(null);
  const actions: Column<Key> = actionsColumn({ width: "w-10" }, (key) => (
    <KeyMenu
      apiKey={key}
      onRevoke={() => setRevoking(key)}
      onEdit={key.created_by_id === personId ? () => setEditing(key) : null}
    />
  ));
  const columns = [nameColumn(showsPeople), ...fixedColumns, ...(mayChange ? [actions] : [])];
  return (
    <>
      <Table caption="API keys" columns={columns} rows={keys} rowKey={(key) => key.id} stale={stale} />
      {editing ? <EditKeyDialog apiKey={editing} onClose={() => setEditing(null)} /> : null}
      {revoking ? <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </>
  );
}

function KeyState({ apiKey: { enabled, expires_at } }: { apiKey: Key }) {
  if (expires_at && Date.parse(expires_at) <= Date.now()) {
    return (
      <Status tone="warn" shape="pause">
        Expired
      </Status>
    );
  }
  if (!enabled) {
    return (
      <Status tone="warn" shape="pause">
        Disabled
      </Status>
    );
  }
  return (
    <span className="grid">
      <Status tone="good" shape="check">
        Enabled
      </Status>
      {expires_at ? (
        <span className="text-xs text-faint">
          Ends <Time at={expires_at} />
        </span>
      ) : null}
    </span>
  );
}

const LastUse = ({ apiKey: { last_used_at, last_used_network } }: { apiKey: Key }) =>
  last_used_at ? (
    <span className="grid">
      <Time at={last_used_at} />
      <span className="truncate text-xs text-faint">{last_used_network}</span>
    </span>
  ) : (
    <Missing reason="This key has not been used yet" />
  );

interface MenuProps {
  apiKey: Key;
  onRevoke: () => void;
  /** Null for another person's key. */
  onEdit: (() => void) | null;
}

function KeyMenu({ apiKey, onRevoke, onEdit }: MenuProps) {
  const { mutate: enable } = useMutation(enableKey);
  const { mutate: disable } = useMutation(disableKey);
  const input = { key_id: apiKey.id };
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${apiKey.key_name}`}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
      groups={[
        [
          ...(onEdit ? [{ label: "Edit…", onSelect: onEdit }] : []),
          apiKey.enabled
            ? { label: "Disable", onSelect: () => disable(input) }
            : { label: "Enable", onSelect: () => enable(input) },
        ],
        [{ label: "Revoke…", danger: true, onSelect: onRevoke }],
      ]}
    />
  );
}

const RevokeKey = ({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Revoke ${apiKey.key_name}?`}
    action="Revoke key"
    change={revokeKey}
    input={{ key_id: apiKey.id }}
  >
    Requests with this key are refused from now on. This cannot be undone. To stop the key temporarily, disable it
    instead.
  </ConfirmChange>
);
