"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { wholePercentText } from "@/app/_ui/figure/numbers";
import { countColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalTemplates } from "@/lib/contracts/evaluation/template-list";
import { kindOf, outputTypeWords } from "../words";

type Listed = Output<typeof listEvalTemplates>["items"][number];

interface Props {
  templates: readonly Listed[];
  stale: boolean;
  /** Shows only templates with this tag. */
  onTag: (tag: string) => void;
}

export function TemplateTable({ templates, stale, onTag }: Props) {
  const tags: Column<Listed> = {
    key: "tags",
    header: "Tags",
    wide: true,
    cell: ({ tags: named }) =>
      named.length === 0 ? <Missing reason="No tags" /> : <Tags tags={named} onTag={onTag} />,
  };
  return (
    <Table
      caption="Evaluation templates"
      columns={[...identity, tags, ...usage]}
      rows={templates}
      rowKey={({ id }) => id}
      stale={stale}
    />
  );
}

const Tags = ({ tags, onTag }: { tags: readonly string[]; onTag: Props["onTag"] }) => (
  <span className="flex flex-wrap gap-x-2">
    {tags.map((tag) => (
      <button
        key={tag}
        type="button"
        title="Show only templates with this tag"
        className="reach text-xs text-soft underline-offset-2 hover:text-ink hover:underline"
        onClick={() => onTag(tag)}
      >
        {tag}
      </button>
    ))}
  </span>
);

const identity: Column<Listed>[] = [
  {
    key: "name",
    header: "Name",
    width: "sm:min-w-48",
    cell: ({ id, name, description }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.evalTemplate(id)}>{name}</RowLink>
        <span className="truncate text-xs text-faint" title={description}>
          {description}
        </span>
      </span>
    ),
  },
  { key: "kind", header: "Kind", width: "w-24", cell: kindOf },
  {
    key: "output",
    header: "Output",
    width: "w-36",
    wide: true,
    cell: ({ output_type }) => outputTypeWords[output_type],
  },
];

const usage: Column<Listed>[] = [
  {
    key: "owner",
    header: "Owner",
    width: "w-32",
    wide: true,
    cell: ({ owner, created_by_name }) => (owner === "system" ? "Built in" : created_by_name),
  },
  countColumn("Runs, 30 days", ({ thirty_day_run_count }) => thirty_day_run_count, { width: "w-28", wide: true }),
  {
    key: "errors",
    header: "Errors",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ error_rate: rate }) =>
      rate === null ? <Missing reason="No runs in the last 30 days" /> : wholePercentText(rate),
  },
];
