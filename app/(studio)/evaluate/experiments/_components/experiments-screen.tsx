"use client";
import { useAddress } from "@/app/_components/use-address";
import { LinkButton } from "@/app/_ui/button/link-button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { ExperimentComparison } from "./experiment-comparison";
import { ExperimentList } from "./experiment-list";

/** All experiments, or those in the address side by side. */
export function ExperimentsScreen() {
  const { get } = useAddress();
  const ids = (get("compare") ?? "").split(",").filter(Boolean);
  if (ids.length > 1)
    return (
      <>
        <PageHeader
          parent={{ href: links.experiments(), label: "Experiments" }}
          title="Side by side"
          description="The first experiment is the baseline. Rows that got worse come first."
        />
        <ExperimentComparison key={ids.join()} ids={ids} />
      </>
    );
  return (
    <>
      <PageHeader title="Experiments" description="Outputs for the rows of a dataset, and their evaluations." />
      <ExperimentList act={<LinkButton href={links.datasets()}>Open datasets</LinkButton>} />
    </>
  );
}
