"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import type { Column } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { evalTasksQuery } from "@/lib/client/evaluation/tasks";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import type { EvaluationTask } from "@/lib/contracts/evaluation/shapes/task-shapes";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { pageOf } from "../../../_components/address";
import { TaskStatus } from "./task-status";
import { samplingText } from "./task-words";

const columns: Column<EvaluationTask>[] = [
  {
    key: "name",
    header: "Name",
    cell: ({ id, name, evaluations }) => (
      <span className="grid max-w-80">
        <RowLink href={links.evalTask(id)}>{name}</RowLink>
        <span className="truncate text-xs text-faint">{evaluations.map((one) => one.name).join(", ")}</span>
      </span>
    ),
  },
  { key: "status", header: "Status", width: "w-28", cell: (task) => <TaskStatus task={task} /> },
  {
    key: "project",
    header: "Project",
    cell: ({ project_name }) => <span className="wrap-anywhere">{project_name}</span>,
  },
  { key: "sampling", header: "Sampling", width: "w-36", wide: true, cell: samplingText },
  timeColumn("Created", ({ created_at }) => created_at, { wide: true }),
];

export function TasksScreen({ role }: { role: OrganizationRole }) {
  const { get, set } = useAddress();
  const router = useRouter();
  const search = get("search") ?? "";
  const page = pageOf(get("page"));
  const found = useQuery({
    ...evalTasksQuery({ page, ...(search ? { search } : {}) }),
    placeholderData: keepPreviousData,
  });
  const create = links.newEvalTask();
  useShortcuts(
    "Page",
    mayWrite(role) ? [{ keys: "c", description: "Create a task", run: () => router.push(create) }] : [],
  );
  const action = mayWrite(role) ? (
    <LinkButton look="primary" keys="c" href={create}>
      Create task
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title="Tasks" description="Evaluations of new and past spans." actions={action} />
      <div className="mb-3">
        <SearchFilter label="Search tasks" />
      </div>
      <PagedTable
        found={found}
        noun="tasks"
        caption="Tasks"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<NoTasks isSearch={search !== ""} action={action} onAll={() => set({ search: null })} />}
      />
    </>
  );
}

/** Shown if no task matches, or if there is none. */
function NoTasks({ isSearch, action, onAll }: { isSearch: boolean; action: ReactNode; onAll: () => void }) {
  if (isSearch)
    return (
      <EmptyState title="No task matches" action={<Button onClick={onAll}>Show all tasks</Button>}>
        Search by a part of the name.
      </EmptyState>
    );
  return (
    <EmptyState title="No tasks yet" action={action}>
      A task evaluates all or some spans of a project. Its scores appear on the traces.
    </EmptyState>
  );
}
