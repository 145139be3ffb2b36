"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { Pager } from "@/app/_ui/pager";
import { SearchInput } from "@/app/_ui/search-input";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { personQuery } from "@/lib/client/account";
import { evalGroupsQuery, GROUP_ROWS } from "@/lib/client/eval-groups";
import { mayWrite } from "@/lib/client/roles";
import { pageOf } from "../../../_components/address";
import { PastEnd } from "../../../_components/past-end";
import { GroupTable } from "./group-table";
import { NewGroupDialog } from "./new-group-dialog";

export function GroupsScreen() {
  const { get, set } = useAddress();
  const search = get("search") ?? "";
  const page = pageOf(get("page"));
  const groups = useQuery({ ...evalGroupsQuery({ page, search }), placeholderData: keepPreviousData });
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  const setNew = (shown: boolean) => set({ new: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", may ? [{ keys: "c", description: "Create a group", run: () => setNew(true) }] : []);
  const act = may ? (
    <Button look="primary" keys="c" onClick={() => setNew(true)}>
      Create group
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Evaluation groups"
        description="Templates that are used together: put on a dataset in one step."
        actions={act}
      />
      <div className="mb-3">
        <SearchInput
          label="Search groups"
          value={search}
          onChange={(text) => set({ search: text, page: null }, { keepsBack: false })}
        />
      </div>
      {groups.isPending ? (
        <TableSkeleton columns={4} />
      ) : groups.isError ? (
        <ErrorState title="The groups could not be loaded" error={groups.error} onRetry={() => groups.refetch()} />
      ) : groups.data.data.length > 0 ? (
        <>
          <GroupTable groups={groups.data.data} stale={groups.isPlaceholderData} />
          <Pager
            noun="groups"
            page={page}
            limit={GROUP_ROWS}
            count={groups.data.total_count}
            onPage={(next) => set({ page: String(next) })}
          />
        </>
      ) : groups.data.total_count > 0 ? (
        <PastEnd onFirst={() => set({ page: null })} />
      ) : search ? (
        <EmptyState
          title="No group matches"
          action={<Button onClick={() => set({ search: null, page: null })}>Show all groups</Button>}
        >
          Groups are found by a part of their name.
        </EmptyState>
      ) : (
        <EmptyState title="No groups yet" action={act}>
          A group holds the templates that you ask of the same data, such as all that say whether an answer is safe.
        </EmptyState>
      )}
      {may && get("new") ? <NewGroupDialog onClose={() => setNew(false)} /> : null}
    </>
  );
}
