"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { promptChangesQuery } from "@/lib/client/prompts";
import type { PromptChange } from "@/lib/contracts/prompts/prompts";
import { changeText } from "./change-text";

const columns: Column<PromptChange>[] = [
  { key: "what", header: "What", cell: changeText },
  { key: "why", header: "Message", wide: true, cell: ({ kind, message }) => (kind === "edited" ? "" : message) },
  { key: "who", header: "Who", width: "w-40", cell: ({ changed_by }) => changed_by?.name ?? "" },
  timeColumn("When", ({ changed_at }) => changed_at),
];

/** Who changed what, newest first. */
export function PromptHistory({ promptId }: { promptId: string }) {
  const { get } = useAddress();
  const changes = useQuery({
    ...promptChangesQuery(promptId, pageOf(get("page"))),
    placeholderData: keepPreviousData,
  });
  return (
    <PagedTable
      found={changes}
      noun="changes"
      caption="Changes of the prompt"
      columns={columns}
      rowKey={({ id }) => id}
      empty={<p className="text-soft">Nothing has changed yet.</p>}
    />
  );
}
