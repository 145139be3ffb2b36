"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useMemo, useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { classNames } from "@/app/_ui/class-names";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { SearchInput } from "@/app/_ui/list/search-input";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { links } from "@/lib/client/links";
import { openapi } from "@/lib/client/operations";
import type { Owner } from "@/lib/client/outbox/entry";
import { queryFor } from "@/lib/client/query";
import { operationsOf, searched } from "./api-document";
import { OperationList } from "./operation-list";
import { OperationTrial } from "./operation-trial";

/** All operations of the API, to read and to try on this server. */
export function ApiScreen({ owner }: { owner: Owner | null }) {
  const [key, setKey] = useState("");
  return (
    <main className="w-full max-w-7xl px-4 py-5 sm:px-6 sm:py-6">
      <PageHeader
        title="API"
        parent={{ href: links.home(), label: "Assay" }}
        description={
          <>
            Find an operation, fill it in and send it to this server. The whole description is at{" "}
            <a href="/openapi.json" className="underline">
              /openapi.json
            </a>
            .
          </>
        }
      />
      <div className="mb-6 max-w-md">
        <Field label="API key" optional hint={<KeyHint isSignedIn={owner !== null} />}>
          <Input
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
      </div>
      <Loaded
        found={useQuery(queryFor(openapi, {}))}
        problem="The description of the API could not be loaded"
        skeleton={<TableSkeleton columns={2} />}
      >
        {(served) => <Operations served={served} headers={headersOf(key.trim(), owner)} />}
      </Loaded>
    </main>
  );
}

const KeyHint = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    {isSignedIn
      ? "Without a key, requests are sent as you, in the organization that you have open. "
      : "Without a key, only operations that need no credentials answer. "}
    The key stays on this page until you leave it. Keys are made under{" "}
    <NextLink href={links.apiKeys()} className="underline">
      API keys
    </NextLink>
    .
  </>
);

/** The session's requests are tied to the user and organization that the page was opened with. */
function headersOf(key: string, owner: Owner | null): Record<string, string> {
  if (key) return { Authorization: `Bearer ${key}` };
  return owner ? { "X-User-Id": owner.userId, "X-Organization-Id": owner.organizationId } : {};
}

function Operations({ served, headers }: { served: Record<string, unknown>; headers: Record<string, string> }) {
  const { get } = useAddress();
  const [search, setSearch] = useState("");
  const all = useMemo(() => operationsOf(served), [served]);
  const name = get("operation");
  const open = all.find((operation) => operation.name === name);
  return (
    <div className="grid grid-cols-[20rem_minmax(0,1fr)] items-start gap-8 stacked:grid-cols-[minmax(0,1fr)]">
      <div className={classNames("sticky top-4 grid gap-4 stacked:static", name && "stacked:hidden")}>
        <SearchInput value={search} onChange={setSearch} label="Find an operation" />
        <ScrollRegion
          label="Found operations"
          className="max-h-[calc(100dvh-6rem)] overflow-y-auto stacked:max-h-none stacked:overflow-visible"
        >
          <OperationList operations={searched(all, search)} open={name} />
        </ScrollRegion>
      </div>
      <div className={classNames("min-w-0", !name && "stacked:hidden")}>
        {name ? (
          <NextLink href={links.api()} className="reach mb-3 hidden text-soft hover:underline stacked:inline-block">
            All operations
          </NextLink>
        ) : null}
        {open ? (
          <OperationTrial served={served} operation={open} headers={headers} />
        ) : (
          <EmptyState title={name ? "Operation not found" : "Choose an operation"}>
            {name ? `This server's API has no operation ${name}.` : "Its fields and answers appear here."}
          </EmptyState>
        )}
      </div>
    </div>
  );
}
