"use client";
import { useAddress } from "@/app/_components/use-address";
import { RowLink } from "@/app/_ui/list/row-link";
import { Table } from "@/app/_ui/list/table";
import { Tabs } from "@/app/_ui/page/tabs";
import { links } from "@/lib/client/links";
import { MAX_ACTIVITY_GROUPS } from "@/lib/contracts/limits";
import { type ActivitySplit, activitySplits } from "@/lib/contracts/names";
import { oneOf } from "../../../_components/address";
import type { Activity } from "./series";
import { figureColumns } from "./step-table";
import type { TracesOf } from "./traces-of";

type Group = Activity["groups"][number];

const words: Record<ActivitySplit, string> = { model: "Model", name: "Name", user: "User" };

/** The figures by model, name or user. A model or name becomes a filter, a user leads to a page. */
export function SplitTable({ activity, tracesOf }: { activity: Activity; tracesOf: TracesOf }) {
  const { get, set } = useAddress();
  const split = oneOf(activitySplits, get("split")) ?? "model";
  return (
    <Tabs
      label="Figures by"
      value={split}
      onChange={(next) => set({ split: next === "model" ? null : next })}
      tabs={activitySplits.map((value) => ({ value, label: `By ${words[value].toLowerCase()}` }))}
    >
      {activity.groups.length === 0 ? (
        <p className="text-soft">No request has a {split}.</p>
      ) : (
        <>
          <Table<Group>
            caption={`Figures by ${split}`}
            rows={activity.groups}
            rowKey={({ value }) => value}
            columns={[
              {
                key: "value",
                header: words[split],
                cell: ({ value }) =>
                  split === "user" ? (
                    <RowLink href={links.tracedUser(activity.project.id, value)}>{value}</RowLink>
                  ) : (
                    <button
                      type="button"
                      className="reach max-w-80 truncate text-left hover:underline"
                      onClick={() => set({ [split]: value })}
                    >
                      {value}
                    </button>
                  ),
              },
              ...figureColumns<Group>(({ value }) => tracesOf(activity, { [split]: value, status: "ERROR" })),
            ]}
          />
          <p className="mt-2 text-xs text-faint">
            {activity.groups.length < MAX_ACTIVITY_GROUPS ? "" : `The ${MAX_ACTIVITY_GROUPS} most frequent. `}A request
            with several {split === "user" ? "spans" : `${split}s`} counts once under each of its values.
          </p>
        </>
      )}
    </Tabs>
  );
}
