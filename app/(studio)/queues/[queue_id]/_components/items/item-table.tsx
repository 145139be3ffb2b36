"use client";
import { previewText } from "@/app/_components/source/preview-text";
import { actionsColumn, NAME_WIDTH } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { Item } from "@/lib/contracts/annotation/items";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { WorkflowStatus } from "@/lib/contracts/shapes";
import { ItemMenu } from "../gold/item-menu";
import { PurposeBadge } from "../gold/purpose-badge";
import { columnOf } from "./item-columns";
import type { AnyColumn } from "./item-query";

interface Props {
  queue: Queue;
  items: readonly Item[];
  columns: readonly AnyColumn[];
  stale: boolean;
  /** The person sees all answers and can compare them. */
  reviews: boolean;
  /** The items are listed for their answers, so they open beside each other. */
  compares: boolean;
  /** The label on which all listed items have disagreement. */
  disagreement?: string | undefined;
  order?: { value: string; onChange: (value: string) => void };
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** For managers: opens the form of an item's gold answer. */
  onSetGold?: (item: Item) => void;
}

/** Statuses in which a reviewer's next step is on the review screen. */
const inReview: readonly WorkflowStatus[] = ["in_review", "resubmitted"];

export function ItemTable(props: Props) {
  const { queue, items, columns, stale, reviews, compares, disagreement, order, selected, onSelect, onSetGold } = props;
  const isInReview = (item: Item) => inReview.includes(item.workflow_status);
  const reviewHref = (item: Item) =>
    links.review(queue.id, {
      item: item.id,
      ...(disagreement ? { disagreement } : isInReview(item) ? {} : { scope: "all" }),
    });
  const hrefOf = (item: Item) =>
    reviews && (compares || isInReview(item)) ? reviewHref(item) : links.desk(queue.id, item.id);
  const numberOf = (id: string) => (items.find((item) => item.id === id)?.order ?? 0) + 1;
  // With checks, annotators get only their own part of an item: "1 of 2" would be of no use.
  const seesOthers = reviews || queue.gold_percent + queue.repeat_percent === 0;
  const context = {
    required: queue.annotations_required,
    labels: queue.labels,
    hrefOf: reviews ? reviewHref : null,
  };
  return (
    <Table
      caption="Items of the queue"
      columns={[
        sourceColumn(hrefOf),
        ...columns.filter((name) => seesOthers || name !== "annotations").flatMap((name) => columnOf(name, context)),
        ...(onSetGold ? [menuColumn(onSetGold)] : []),
      ]}
      rows={items}
      rowKey={(item) => item.id}
      stale={stale}
      {...(order ? { order } : {})}
      {...(selected && onSelect
        ? { selection: { selected, onChange: onSelect, labelOf: (id) => `Select item ${numberOf(id)}` } }
        : {})}
    />
  );
}

const sourceColumn = (hrefOf: (item: Item) => string): Column<Item> => ({
  key: "source",
  header: "Source",
  width: NAME_WIDTH,
  sort: "order",
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

const menuColumn = (onSetGold: (item: Item) => void): Column<Item> =>
  actionsColumn({ width: "w-10" }, (item) => <ItemMenu item={item} onSetGold={() => onSetGold(item)} />);
