"use client";
import NextLink from "next/link";
import { ItemStatus } from "@/app/_components/item-status";
import { previewText } from "@/app/_components/source/preview-text";
import { Missing } from "@/app/_ui/feedback/missing";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { hint } from "@/app/_ui/overlay/hint";
import { Avatar } from "@/app/_ui/text/avatar";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Item } from "@/lib/contracts/annotation/items";
import type { WorkflowStatus } from "@/lib/contracts/shapes";
import { ItemMenu } from "../gold/item-menu";
import { PurposeBadge } from "../gold/purpose-badge";

interface Props {
  queueId: string;
  items: readonly Item[];
  /** Annotations that each item needs. */
  required: number;
  stale: boolean;
  /** The person sees all answers and can compare them. */
  reviews: boolean;
  /** The label on which all listed items have disagreement. */
  disagreement?: string;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** For managers: opens the form of an item's gold answer. */
  onSetGold?: (item: Item) => void;
}

/** Statuses in which a reviewer's next step is on the review screen. */
const inReview: readonly WorkflowStatus[] = ["in_review", "resubmitted"];

export function ItemTable(props: Props) {
  const { queueId, items, required, stale, reviews, disagreement, selected, onSelect, onSetGold } = props;
  const isInReview = (item: Item) => inReview.includes(item.workflow_status);
  const reviewHref = (item: Item) =>
    links.review(queueId, {
      item: item.id,
      ...(disagreement ? { disagreement } : isInReview(item) ? {} : { scope: "all" }),
    });
  const hrefOf = (item: Item) =>
    reviews && (disagreement || isInReview(item)) ? reviewHref(item) : links.desk(queueId, item.id);
  const numberOf = (id: string) => (items.find((item) => item.id === id)?.order ?? 0) + 1;
  return (
    <Table
      caption="Items of the queue"
      columns={[
        sourceColumn(hrefOf),
        statusColumn,
        annotationsColumn(required, reviews ? reviewHref : null),
        ...peopleColumns,
        ...(onSetGold ? [actionsColumn(onSetGold)] : []),
      ]}
      rows={items}
      rowKey={(item) => item.id}
      stale={stale}
      {...(selected && onSelect
        ? { selection: { selected, onChange: onSelect, labelOf: (id) => `Select item ${numberOf(id)}` } }
        : {})}
    />
  );
}

const sourceColumn = (hrefOf: (item: Item) => string): Column<Item> => ({
  key: "source",
  header: "Source",
  width: "w-full max-w-0 min-w-32 sm:min-w-48",
  cell: (item) => (
    <span className="flex items-baseline gap-3 [&_a]:font-normal">
      <span className="w-8 shrink-0 text-right text-xs text-faint tabular-nums">{item.order + 1}</span>
      <span className="min-w-0 flex-1">
        <RowLink href={hrefOf(item)}>{previewText(item.source_preview)}</RowLink>
      </span>
      <PurposeBadge purpose={item.purpose} />
    </span>
  ),
});

const statusColumn: Column<Item> = {
  key: "status",
  header: "Status",
  width: "min-w-32",
  cell: (item) => <ItemStatus status={item.workflow_status} />,
};

/** `hrefOf` leads those who may see all answers to their comparison. */
const annotationsColumn = (required: number, hrefOf: ((item: Item) => string) | null): Column<Item> => ({
  key: "annotations",
  header: "Annotations",
  align: "right",
  width: "min-w-24",
  wide: true,
  cell: (item) => {
    const text = `${item.annotations_completed} of ${required}`;
    if (!hrefOf || item.annotations_completed === 0) return text;
    return (
      <NextLink href={hrefOf(item)} className="reach hover:underline hover:underline-offset-2">
        {text}
        <span className="sr-only"> completed: compare the answers to item {item.order + 1}</span>
      </NextLink>
    );
  },
});

const peopleColumns: readonly Column<Item>[] = [
  { key: "assigned", header: "Assigned", width: "min-w-28", wide: true, cell: (item) => <Assigned item={item} /> },
  {
    key: "reserved",
    header: "Reserved by",
    width: "min-w-44 max-w-44",
    wide: true,
    cell: (item) => <Reservation item={item} />,
  },
];

const actionsColumn = (onSetGold: (item: Item) => void): Column<Item> => ({
  key: "actions",
  header: <span className="sr-only">Actions</span>,
  align: "right",
  width: "w-10",
  cell: (item) => <ItemMenu item={item} onSetGold={() => onSetGold(item)} />,
});

function Assigned({ item: { assigned_users } }: { item: Item }) {
  if (assigned_users.length === 0) return <Missing reason="Not assigned" />;
  const names = assigned_users.map((person) => person.name).join(", ");
  return (
    <span className="flex w-fit items-center -space-x-1" {...hint({ text: names })}>
      {assigned_users.slice(0, 3).map((person) => (
        <Avatar key={person.id} size="small" name={person.name} />
      ))}
      {assigned_users.length > 3 ? <span className="pl-2 text-xs text-faint">+{assigned_users.length - 3}</span> : null}
      <span className="sr-only">{names}</span>
    </span>
  );
}

function Reservation({ item: { reserved_by_name, reservation_expires_at } }: { item: Item }) {
  if (!reserved_by_name) return <Missing reason="Not reserved" />;
  return (
    <span className="block truncate">
      {reserved_by_name}
      {reservation_expires_at ? (
        <span className="text-xs text-faint">
          , free <Time at={reservation_expires_at} />
        </span>
      ) : null}
    </span>
  );
}
