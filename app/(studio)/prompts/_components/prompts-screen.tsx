"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { FilterSelect, NoMatch, SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { type PromptFilter, promptLabelsQuery, promptsQuery } from "@/lib/client/prompts";
import { ImportDialog } from "./import-dialog";
import { NewPromptDialog } from "./new-prompt-dialog";
import { promptColumns } from "./prompt-columns";
import { PromptFileActions } from "./prompt-file-actions";
import { promptFilterOf } from "./prompt-filter";

export function PromptsScreen() {
  const { get, set } = useAddress();
  const [isImporting, setImporting] = useState(false);
  const setNew = (isOpen: boolean) => set({ new: isOpen ? "1" : null }, { keepsBack: false });
  const filter = promptFilterOf(get);
  const prompts = useQuery({ ...promptsQuery(filter), placeholderData: keepPreviousData });
  const may = useMayWrite();
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a prompt", run: () => setNew(true) }] : []);
  const create = may ? (
    <Button look="primary" keys="c" onClick={() => setNew(true)}>
      New prompt
    </Button>
  ) : null;
  const folders = prompts.data?.folders ?? [];
  return (
    <PageBody>
      <PageHeader
        title="Prompts"
        description="Texts for models, in versions that never change. Labels say which version is live."
        actions={
          <>
            <PromptFileActions folder={filter.folder} onImport={may ? () => setImporting(true) : null} />
            {create}
          </>
        }
      />
      <PromptFilters filter={filter} folders={folders} />
      <PagedTable
        found={prompts}
        noun="prompts"
        caption="Prompts"
        columns={promptColumns}
        rowKey={({ id }) => id}
        empty={<NoPrompts isFiltered={Boolean(filter.search || filter.folder || filter.label)} create={create} />}
      />
      {may && get("new") ? <NewPromptDialog folders={folders} onClose={() => setNew(false)} /> : null}
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
    </PageBody>
  );
}

function NoPrompts({ isFiltered, create }: { isFiltered: boolean; create: ReactNode }) {
  if (isFiltered)
    return (
      <NoMatch noun="prompts" filters={["search", "folder", "label"]}>
        The search looks for a part of the name.
      </NoMatch>
    );
  return (
    <EmptyState title="No prompts yet" action={create}>
      A prompt is kept here under a name. Your application calls it by that name through the gateway, and a new version
      goes live when you move the label production.
    </EmptyState>
  );
}

function PromptFilters({ filter, folders }: { filter: PromptFilter; folders: readonly string[] }) {
  const labels = useQuery(promptLabelsQuery()).data?.results ?? [];
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchFilter label="Search prompts" />
      <FilterSelect
        name="folder"
        label="Folder"
        value={filter.folder}
        all="All folders"
        options={folders.map((folder) => ({ value: folder, label: folder }))}
        width="w-44!"
      />
      <FilterSelect
        name="label"
        label="Label"
        value={filter.label}
        all="All labels"
        options={labels.map(({ name }) => ({ value: name, label: name }))}
        width="w-40!"
      />
    </div>
  );
}
