"use client";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import type { Notification } from "@/lib/contracts/accounts/notifications";

interface Props {
  notifications: readonly Notification[];
  stale: boolean;
  onRead: (id: string) => void;
  /** Called with the notification whose link has the focus. */
  onFocus: (id: string) => void;
}

/** Opening a notification marks it as read. */
export const NotificationTable = ({ notifications, stale, onRead, onFocus }: Props) => (
  <Table
    caption="Notifications"
    rows={notifications}
    rowKey={({ id }) => id}
    stale={stale}
    columns={columnsFor(onRead, onFocus)}
  />
);

const columnsFor = (onRead: Props["onRead"], onFocus: Props["onFocus"]): Column<Notification>[] => [
  {
    key: "title",
    header: "What happened",
    cell: ({ id, title, about, path, read_at }) => (
      <span className="flex min-w-0 items-center gap-2">
        <span
          aria-hidden="true"
          className={classNames("size-2 shrink-0 rounded-full", read_at ? "bg-transparent" : "bg-accent")}
        />
        <span className="grid min-w-0">
          <RowLink
            href={path}
            onClick={() => (read_at ? undefined : onRead(id))}
            onFocus={() => onFocus(id)}
            isQuiet={read_at !== null}
          >
            {title}
            {read_at ? null : <span className="sr-only"> (unread)</span>}
          </RowLink>
          <span className="truncate text-xs text-faint">{about}</span>
        </span>
      </span>
    ),
  },
  timeColumn("When", ({ created_at }) => created_at),
  actionsColumn({ width: "w-28", wide: true }, ({ id, title, about, read_at }) =>
    read_at ? null : (
      <Button size="small" aria-label={`Mark as read: ${title}, ${about}`} onClick={() => onRead(id)}>
        Mark as read
      </Button>
    ),
  ),
];
