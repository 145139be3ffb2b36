"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useAddress } from "@/app/_components/use-address";
import { timeColumn } from "@/app/_ui/list/columns";
import type { Column } from "@/app/_ui/list/table";
import { Section } from "@/app/_ui/page/section";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedTable } from "@/app/(studio)/_components/paged-table";
import { links } from "@/lib/client/links";
import { promptReleasesQuery } from "@/lib/client/prompts/releases";
import type { PromptRelease } from "@/lib/contracts/prompts/releases";
import { isUnderWay, REFRESH_MS } from "./under-way";

const columns: Column<PromptRelease>[] = [
  {
    key: "versions",
    header: "Versions",
    cell: ({ former_version, version, baseline_id, candidate_id }) => (
      <NextLink
        href={links.compareExperiments([baseline_id, candidate_id])}
        className="reach font-medium hover:underline hover:underline-offset-2"
      >
        {former_version} and {version}
      </NextLink>
    ),
  },
  { key: "label", header: "Label", cell: ({ label }) => label.name },
  { key: "state", header: "State", cell: stateText },
  timeColumn("Started", ({ created_at }) => created_at),
];

function stateText(release: PromptRelease): string {
  if (isUnderWay(release)) return "Both versions are answering";
  const isComplete = [release.baseline_status, release.candidate_status].every((status) => status === "completed");
  return isComplete ? "Compared" : "Did not complete";
}

/** The comparisons that were made to move a label, newest first. */
export function ReleaseTable({ promptId }: { promptId: string }) {
  const { get } = useAddress();
  const found = useQuery({
    ...promptReleasesQuery(promptId, pageOf(get("page"))),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? REFRESH_MS : false),
  });
  // Most prompts have none, so nothing stands in for them.
  if (!found.isError && !found.data?.count) return null;
  return (
    <Section title="Comparisons">
      <PagedTable
        found={found}
        noun="comparisons"
        caption="Comparisons of two versions"
        columns={columns}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Section>
  );
}
