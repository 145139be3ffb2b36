"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { toast } from "@/app/_ui/feedback/toast";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { editEvalGroupMembers } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { inputsText } from "../../_components/mapping";
import type { Group, Member } from "./group";

interface Props {
  group: Group;
  members: readonly Member[];
  mayChange: boolean;
}

/** A group's templates; selected ones can be removed. */
export function MemberTable({ group, members, mayChange }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending } = useMutation(editEvalGroupMembers);
  const selected = new Set(members.flatMap(({ eval_template_id: id }) => (chosen.has(id) ? id : [])));
  const words = selected.size === 1 ? "1 template" : `${selected.size} templates`;
  const remove = () =>
    mutate(
      { eval_group_id: group.id, deleted_template_ids: [...selected] },
      {
        onSuccess: () => {
          setChosen(new Set());
          toast.done({ title: `${words} removed`, description: "The templates themselves stay." });
        },
      },
    );
  if (members.length === 0) return <EmptyState title="No templates">They may have been deleted.</EmptyState>;
  return (
    <>
      {selected.size > 0 ? (
        <section aria-label="Selection" className="mb-3 flex flex-wrap items-center gap-2">
          <p aria-live="polite" className="mr-2 tabular-nums">
            {words} selected
          </p>
          <Button size="small" busy={isPending} onClick={remove}>
            Remove from the group
          </Button>
          <Button size="small" look="ghost" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </section>
      ) : null}
      <Table
        caption="Templates of the group"
        columns={columns}
        rows={members}
        rowKey={({ eval_template_id }) => eval_template_id}
        {...(mayChange
          ? {
              selection: {
                selected,
                onChange: setChosen,
                labelOf: (id: string) =>
                  `Select ${members.find(({ eval_template_id }) => eval_template_id === id)?.name ?? "template"}`,
              },
            }
          : {})}
      />
    </>
  );
}

const columns: Column<Member>[] = [
  {
    key: "name",
    header: "Template",
    cell: ({ eval_template_id, name, description }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.evalTemplate(eval_template_id)}>{name}</RowLink>
        <span className="truncate text-xs text-faint" title={description}>
          {description}
        </span>
      </span>
    ),
  },
  {
    key: "inputs",
    header: "Inputs",
    cell: (member) => {
      const keys = inputsText([member]);
      return keys ? (
        <span className="block max-w-[30vw] truncate font-mono text-xs sm:max-w-80" title={keys}>
          {keys}
        </span>
      ) : (
        <Missing reason="Any: it declares none" />
      );
    },
  },
  {
    key: "judge",
    header: "Judge",
    wide: true,
    cell: ({ models }) =>
      models.length > 0 ? (
        <code className="font-mono text-xs">{models.join(", ")}</code>
      ) : (
        <Missing reason="No model, or only in its parts" />
      ),
  },
  { key: "by", header: "Added by", wide: true, width: "w-36", cell: ({ added_by }) => added_by },
  timeColumn("Added", ({ added_on }) => added_on, { wide: true }),
];
