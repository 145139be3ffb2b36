"use client";
import { useAddress } from "@/app/_components/use-address";
import { PageHeader } from "@/app/_ui/page/page-header";
import { oneOf } from "../../../_components/address";
import { FilterSelect } from "../../../_components/filters";
import { IncidentList } from "./incident-list";

const shows = ["open", "over"] as const;

/** The incidents of all projects. */
export function IncidentsScreen() {
  const { get } = useAddress();
  const show = oneOf(shows, get("show"));
  return (
    <>
      <PageHeader
        title="Incidents"
        description="Problems that alerts have found in all projects. Each project has its own alerts."
      />
      <div className="mb-4">
        <FilterSelect
          name="show"
          label="Which incidents"
          value={show}
          all="All incidents"
          width="w-40!"
          options={[
            { value: "open", label: "Open" },
            { value: "over", label: "Over" },
          ]}
        />
      </div>
      <IncidentList filter={show ? { open: show === "open" } : {}} />
    </>
  );
}
