"use client";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import NextLink from "next/link";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { toast } from "@/app/_ui/feedback/toast";
import { actionsColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { deleteEvalCase } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalCases } from "@/lib/contracts/evaluation/cases";
import { textOf } from "../../../_components/param-text";
import { verdictText } from "../../../_components/verdict-text";
import { expectedText } from "../../../playground/_components/expected";

export type Case = Output<typeof listEvalCases>["cases"][number];

interface Props {
  template: { id: string; current_version: string };
  cases: readonly Case[];
  /** Whether the person may delete cases. */
  mayDelete: boolean;
}

/** Each test case with what is expected, and its last result. */
export function CaseTable({ template, cases, mayDelete }: Props) {
  const remove = useMutation(deleteEvalCase);
  const action: Column<Case> = actionsColumn({ header: "Delete", width: "w-10" }, (one) => (
    <IconButton
      label="Delete the case"
      onClick={() =>
        remove.mutate(
          { id: template.id, case_id: one.id },
          { onSuccess: () => toast.done({ title: "Test case deleted" }) },
        )
      }
    >
      <Trash2 aria-hidden="true" />
    </IconButton>
  ));
  return (
    <Table
      caption="Test cases"
      rows={cases}
      rowKey={({ id }) => id}
      columns={[...columnsFor(template), ...(mayDelete ? [action] : [])]}
    />
  );
}

const inputsOf = ({ mapping }: Case): string =>
  Object.entries(mapping)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(" · ")
    .slice(0, 300);

const columnsFor = ({ id, current_version }: Props["template"]): Column<Case>[] => [
  {
    key: "inputs",
    header: "Inputs",
    cell: (one) => (
      <NextLink
        data-row=""
        href={links.playground({ template: id, case: one.id })}
        className="reach block max-w-[40vw] truncate text-ink underline-offset-2 hover:underline sm:max-w-md"
      >
        {inputsOf(one)}
      </NextLink>
    ),
  },
  {
    key: "expected",
    header: "Expected",
    wide: true,
    cell: ({ expected }) => <span className="block max-w-48 truncate">{expectedText(expected)}</span>,
  },
  {
    key: "last",
    header: "Last run",
    cell: ({ last_run: run }) =>
      run === null ? <Missing reason="Not run yet" /> : <LastRun run={run} current={current_version} />,
  },
];

function LastRun({ run, current }: { run: NonNullable<Case["last_run"]>; current: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2" title={run.reason}>
      {run.met ? (
        <Status tone="good" shape="check">
          As expected
        </Status>
      ) : run.outcome === "error" ? (
        <Status tone="bad" shape="alert">
          Error
        </Status>
      ) : (
        <Status tone="bad" shape="cross">
          Not as expected
        </Status>
      )}
      <span className="text-soft tabular-nums max-sm:hidden">
        {run.outcome === "scored" ? verdictText(run.output) : run.outcome === "unscored" ? "No score" : run.reason}
      </span>
      {`V${run.version_number}` === current ? null : <span className="text-faint">V{run.version_number}</span>}
      {run.log_id ? (
        <NextLink
          href={links.evalLogs({ run: run.log_id })}
          className="reach text-accent underline-offset-2 hover:underline max-sm:hidden"
        >
          Log
        </NextLink>
      ) : null}
    </span>
  );
}
