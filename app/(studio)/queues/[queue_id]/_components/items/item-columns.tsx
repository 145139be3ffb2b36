// The columns of a queue's items beside the source.
import NextLink from "next/link";
import { ItemStatus } from "@/app/_components/item-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText } from "@/app/_ui/figure/numbers";
import type { Column } from "@/app/_ui/list/table";
import { hint } from "@/app/_ui/overlay/hint";
import { Avatar } from "@/app/_ui/text/avatar";
import { Time } from "@/app/_ui/text/time";
import type { Item } from "@/lib/contracts/annotation/items";
import type { ItemOrdering } from "@/lib/contracts/annotation/items/filters";
import type { LabelType } from "@/lib/contracts/shapes";
import { purposeWords } from "../gold/purpose-badge";
import { type AnyColumn, type ColumnName, isOther, type OtherColumn } from "./item-query";
import { answersText } from "./value-choices";

type ItemColumn = Column<Item> & { sort?: ItemOrdering };
type Look = Omit<ItemColumn, "key" | "header">;

export const columnHeaders: Record<ColumnName, string> = {
  status: "Status",
  annotations: "Annotations",
  assigned: "Assigned",
  reserved: "Reserved by",
  annotators: "Completed by",
  purpose: "Purpose",
  priority: "Priority",
  feedback: "Open feedback",
  added: "Added",
  completed: "Completed",
};

const number = { align: "right", wide: true } as const;

const looks: Record<Exclude<ColumnName, "annotations">, Look> = {
  status: {
    width: "min-w-32",
    sort: "status",
    cell: (item) => <ItemStatus status={item.workflow_status} />,
  },
  assigned: {
    width: "min-w-28",
    wide: true,
    sort: "assigned_to",
    cell: ({ assigned_users }) => <People people={assigned_users} none="Not assigned" />,
  },
  reserved: {
    width: "min-w-44 max-w-44",
    wide: true,
    sort: "reserved_by",
    cell: (item) => <Reservation item={item} />,
  },
  annotators: {
    width: "min-w-28",
    wide: true,
    sort: "completed_by",
    cell: ({ completed_by = [] }) => <People people={completed_by} none="Nobody has completed it" />,
  },
  purpose: {
    width: "min-w-24",
    wide: true,
    sort: "purpose",
    cell: ({ purpose = "work" }) => purposeWords[purpose],
  },
  priority: { ...number, width: "min-w-20", sort: "priority", cell: ({ priority }) => countText(priority) },
  feedback: {
    ...number,
    width: "min-w-28",
    sort: "open_feedback",
    cell: ({ open_feedback_count }) => countText(open_feedback_count),
  },
  added: { ...number, width: "min-w-28", sort: "created_at", cell: ({ created_at }) => <Time at={created_at} /> },
  completed: {
    ...number,
    width: "min-w-28",
    sort: "completed_at",
    cell: ({ completed_at }) => (completed_at ? <Time at={completed_at} /> : <Missing reason="Not completed" />),
  },
};

interface Context {
  /** Annotations that each item needs. */
  required: number;
  labels: readonly { label_id: string; name: string; type: LabelType }[];
  /** Where those who may see all answers compare them. */
  hrefOf: ((item: Item) => string) | null;
}

export function columnOf(name: AnyColumn, context: Context): ItemColumn[] {
  if (isOther(name)) return otherColumn(name, context);
  if (name === "annotations") return [annotationsColumn(context)];
  return [{ key: name, header: columnHeaders[name], ...looks[name] }];
}

/** Empty for a label that the queue no longer has. */
function otherColumn(name: OtherColumn, { labels }: Context): ItemColumn[] {
  if (name.startsWith("field:")) return [fieldColumn(name, name.slice("field:".length))];
  const label = labels.find(({ label_id }) => name === `label:${label_id}`);
  return label ? [labelColumn(name, label)] : [];
}

const fieldColumn = (key: OtherColumn, field: string): ItemColumn => ({
  key,
  sort: key,
  header: field,
  width: "min-w-36",
  wide: true,
  cell: ({ source_fields }) => {
    const text = source_fields?.[field];
    if (text === undefined) return <Missing reason="The source has no such field" />;
    return (
      <span dir="auto" className="line-clamp-2 max-w-72 text-xs text-soft wrap-anywhere" title={text}>
        {text}
      </span>
    );
  },
});

const labelColumn = (key: OtherColumn, { label_id, name, type }: Context["labels"][number]): ItemColumn => ({
  key,
  sort: key,
  header: name,
  width: "min-w-32",
  wide: true,
  cell: ({ answers = [] }) => {
    const own = answers.filter((answer) => answer.label_id === label_id);
    if (own.length === 0) return <Missing reason="No answer" />;
    const people = own.map((answer) => `${answer.annotator_name}: ${answersText(type, [answer])}`).join("; ");
    return (
      <span className="line-clamp-2 max-w-64 wrap-anywhere" title={people}>
        {answersText(type, own)}
        <span className="sr-only"> ({people})</span>
      </span>
    );
  },
});

const annotationsColumn = ({ required, hrefOf }: Context): ItemColumn => ({
  key: "annotations",
  header: columnHeaders.annotations,
  align: "right",
  width: "min-w-24",
  wide: true,
  sort: "annotations_completed",
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

function People({ people, none }: { people: readonly { id: string; name: string }[]; none: string }) {
  if (people.length === 0) return <Missing reason={none} />;
  const names = people.map((person) => person.name).join(", ");
  return (
    <span className="flex w-fit items-center -space-x-1" {...hint({ text: names })}>
      {people.slice(0, 3).map((person) => (
        <Avatar key={person.id} size="small" name={person.name} />
      ))}
      {people.length > 3 ? <span className="pl-2 text-xs text-faint">+{people.length - 3}</span> : null}
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
