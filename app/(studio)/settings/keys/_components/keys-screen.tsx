"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { useRole } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { KEY_ROWS, keysQuery } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { mayManageMembers, mayWrite } from "@/lib/client/roles";
import { CreateKeyDialog } from "./create-key-dialog";
import { KeyTable } from "./key-table";

export function KeysScreen() {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const keys = useQuery({
    ...keysQuery(page),
    placeholderData: keepPreviousData,
    select: ({ table: results, metadata: { total_rows: count } }) => ({ results, count, limit: KEY_ROWS }),
  });
  const role = useRole();
  const [creating, setCreating] = useState(false);
  const open = () => setCreating(true);
  const may = mayWrite(role);
  useShortcuts("Page", may ? [{ keys: "c", description: "Create an API key", run: open }] : []);
  const create = (
    <Button look="primary" keys="c" onClick={open}>
      Create key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        description={<WhatKeysDo ofAll={mayManageMembers(role)} />}
        actions={may ? create : null}
      />
      <PagedList
        found={keys}
        noun="API keys"
        page={page}
        onPage={(next) => set({ page: next })}
        columns={5}
        empty={
          <EmptyState title="No API keys" action={may ? create : null}>
            {may
              ? "A key lets a program import datasets, add items and read annotations as you, and call the gateway."
              : "Viewers cannot create API keys. Ask an Owner or an Admin for another role."}
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <KeyTable keys={rows} stale={isStale} showsPeople={mayManageMembers(role)} mayChange={may} />
        )}
      </PagedList>
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} />
    </>
  );
}

const WhatKeysDo = ({ ofAll }: { ofAll: boolean }) => (
  <>
    {ofAll
      ? "Programs use these keys to call the API. You see all keys; members see their own. "
      : "Your programs use these keys to call the API as you. "}
    <NextLink href={links.api()} className="underline">
      Try the API
    </NextLink>
  </>
);
