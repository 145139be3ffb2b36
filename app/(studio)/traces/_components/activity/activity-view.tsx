"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { countText } from "@/app/_ui/figure/numbers";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { activityQuery } from "@/lib/client/traces";
import type { Get } from "../../../_components/address";
import { activityInput, type FilterName, filterNames, filtersOf } from "./activity-filter";
import { OpinionTable } from "./opinion-table";
import { OverTime } from "./over-time";
import type { Activity } from "./series";
import { SplitTable } from "./split-table";
import { StepTable } from "./step-table";
import { Totals } from "./totals";
import { type TracesOf, tracesWith } from "./traces-of";

type Found = ReturnType<typeof useActivity>;

/** The figures of a project under the filters in the address. */
export function useActivity(project: string) {
  const { get } = useAddress();
  // The moment at which the page was opened, so that all figures are of the same range.
  const [now] = useState(() => new Date());
  return useQuery({ ...activityQuery(activityInput(project, get, now)), placeholderData: keepPreviousData });
}

interface Props {
  found: Found;
  project: string;
  /** A filter that the page is about, and so cannot be removed. */
  fixed?: FilterName;
  asTables: boolean;
}

const filterWords: Record<FilterName, string> = { status: "Status", model: "Model", name: "Name", user: "User" };

export function ActivityView({ found, project, fixed, asTables }: Props) {
  const { get, set } = useAddress();
  const tracesOf = tracesWith(project, filtersOf(get));
  const removable = filterNames.filter((name) => name !== fixed && filtersOf(get)[name] !== undefined);
  const clear = () => set(Object.fromEntries(removable.map((name) => [name, null])));
  return (
    <>
      <Chips get={get} names={removable} onRemove={(name) => set({ [name]: null })} />
      <Loaded found={found} problem="The figures could not be loaded" skeleton={<Skeleton className="h-64" />}>
        {(activity) =>
          activity.total.requests === 0 ? (
            <Empty action={removable.length > 0 ? <Button onClick={clear}>Remove the filters</Button> : null} />
          ) : (
            <Figures activity={activity} tracesOf={tracesOf} asTables={asTables} />
          )
        }
      </Loaded>
    </>
  );
}

interface ChipsProps {
  get: Get;
  names: readonly FilterName[];
  onRemove: (name: FilterName) => void;
}

function Chips({ get, names, onRemove }: ChipsProps) {
  if (names.length === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {names.map((name) => (
        <RemovableFilter key={name} onRemove={() => onRemove(name)}>
          {filterWords[name]}: {get(name)}
        </RemovableFilter>
      ))}
    </div>
  );
}

const Empty = ({ action }: { action: ReactNode }) => (
  <EmptyState title="No requests" action={action}>
    No matching trace began in this time. Choose a longer time, or look into the list of all traces.
  </EmptyState>
);

function Figures({ activity, tracesOf, asTables }: { activity: Activity; tracesOf: TracesOf; asTables: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-3">
        <Totals activity={activity} />
        <p className="text-xs text-faint">
          {activity.is_estimated
            ? `Counts and sums are estimates, from ${countText(activity.sampled_traces)} traces sampled at random moments. `
            : ""}
          Intervals are 95 %. Times are in UTC. A figure leads to its traces.
        </p>
        <div>
          <LinkButton href={tracesOf(activity)}>Show these traces</LinkButton>
        </div>
      </div>
      {asTables ? (
        <>
          <StepTable activity={activity} tracesOf={tracesOf} />
          <OpinionTable activity={activity} />
        </>
      ) : (
        <OverTime activity={activity} tracesOf={tracesOf} />
      )}
      <SplitTable activity={activity} tracesOf={tracesOf} />
    </div>
  );
}
