"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { SearchFilter } from "@/app/(studio)/_components/filters";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { evalGroupsQuery, GROUP_ROWS } from "@/lib/client/evaluation/groups";
import { pageOf } from "../../../_components/address";
import { groupColumns } from "./group-columns";
import { NewGroupDialog } from "./new-group-dialog";

export function GroupsScreen() {
  const { get, set } = useAddress();
  const search = get("search") ?? "";
  const page = pageOf(get("page"));
  const groups = useQuery({
    ...evalGroupsQuery({ page, search }),
    placeholderData: keepPreviousData,
    select: ({ data: results, total_count: count }) => ({ results, count, limit: GROUP_ROWS }),
  });
  const may = useMayWrite();
  const setNew = (shown: boolean) => set({ new: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a group", run: () => setNew(true) }] : []);
  const act = may ? (
    <Button look="primary" keys="c" onClick={() => setNew(true)}>
      Create group
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title="Evaluation groups" description="Templates that you add to a dataset together." actions={act} />
      <div className="mb-3">
        <SearchFilter label="Search groups" />
      </div>
      <PagedTable
        found={groups}
        noun="groups"
        caption="Evaluation groups"
        columns={groupColumns}
        rowKey={({ id }) => id}
        empty={<NoGroups isSearch={search !== ""} act={act} onAll={() => set({ search: null, page: null })} />}
      />
      {may && get("new") ? <NewGroupDialog onClose={() => setNew(false)} /> : null}
    </>
  );
}

/** Shown if no group matches, or if there is none. */
function NoGroups({ isSearch, act, onAll }: { isSearch: boolean; act: ReactNode; onAll: () => void }) {
  if (isSearch)
    return (
      <EmptyState title="No group matches" action={<Button onClick={onAll}>Show all groups</Button>}>
        Search by a part of the name.
      </EmptyState>
    );
  return (
    <EmptyState title="No groups yet" action={act}>
      A group is a set of templates for the same data, such as all that check whether an answer is safe.
    </EmptyState>
  );
}
