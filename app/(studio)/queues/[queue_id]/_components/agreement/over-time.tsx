"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Select } from "@/app/_ui/control/select";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { DayPlot } from "@/app/_ui/figure/day-plot";
import { countText, percentText, quantity, rangeText, wholePercentText } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { overTimeQuery, pairsQuery } from "@/lib/client/reports";
import type { getAnnotatorAgreement } from "@/lib/contracts/annotation/reports/pairs";
import type { Output } from "@/lib/contracts/contract";
import type { LabelRow } from "./label-columns";
import { peopleOf } from "./people";
import { detailOf, nameOf, type Point, tickEvery } from "./points";

interface Props {
  queueId: string;
  label: LabelRow;
  asTable: boolean;
}

/** How one annotator's agreement with the others changes. */
export function OverTime({ queueId, label, asTable }: Props) {
  const { get, set } = useAddress();
  const people = peopleOf(useQuery(pairsQuery(queueId, label.id)).data?.pairs ?? []);
  const person = people.find(({ id }) => id === get("who")) ?? people[0];
  const by = get("by") === "day" ? "day" : "items";
  if (!person) return null;
  return (
    <section aria-labelledby="over-time">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="over-time" className="text-base font-medium">
            An annotator over time
          </h2>
          <p className="text-soft">
            Share of the others’ answers about {label.label_name} that are the same, with the 95 % interval.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="Annotator over time"
            className="w-44!"
            value={person.id}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(who) => set({ who })}
          />
          <Select
            aria-label="Points"
            className="w-40!"
            value={by}
            options={[
              { value: "items", label: "Tens of items" },
              { value: "day", label: "Days" },
            ]}
            onChange={(next) => set({ by: next === "day" ? "day" : null })}
          />
        </div>
      </div>
      <Found of={{ queue_id: queueId, label_id: label.id, annotator_id: person.id, by }} asTable={asTable} />
    </section>
  );
}

interface FoundProps {
  of: Parameters<typeof overTimeQuery>[0];
  asTable: boolean;
}

const Found = ({ of, asTable }: FoundProps) => (
  <Loaded
    found={useQuery(overTimeQuery(of))}
    problem="The figure could not be loaded"
    skeleton={<TableSkeleton columns={4} rows={3} />}
  >
    {(found) =>
      found.reason === null ? <Points found={found} asTable={asTable} /> : <p className="text-soft">{found.reason}</p>
    }
  </Loaded>
);

const SHARE = { min: 0, max: 1 };

function Points({ found, asTable }: { found: Output<typeof getAnnotatorAgreement>; asTable: boolean }) {
  const { annotator, points, items } = found;
  const every = tickEvery(points.length);
  const numbered = points.map((point, index) => ({ ...point, name: nameOf(points, index) }));
  const summary = `Agreement of ${annotator.name} with the others over ${quantity(items, "item")}, in ${quantity(points.length, "point")}`;
  if (asTable)
    return (
      <div className="max-w-2xl">
        <Table caption={summary} rows={numbered} rowKey={({ name }) => name} columns={columns} />
      </div>
    );
  return (
    <DayPlot
      domain={SHARE}
      text={wholePercentText}
      summary={summary}
      points={numbered.map((point, index) => ({
        key: point.name,
        value: point.agreement,
        interval: point.interval,
        detail: detailOf(point.name, point),
        ...(index % every === 0 ? { tick: point.name } : {}),
      }))}
    />
  );
}

const columns: Column<Point & { name: string }>[] = [
  { key: "name", header: "Items or day", cell: ({ name }) => <span className="whitespace-nowrap">{name}</span> },
  {
    key: "agreement",
    header: "Same answer",
    align: "right",
    width: "w-28",
    cell: ({ agreement }) => percentText(agreement),
  },
  {
    key: "interval",
    header: "95 % interval",
    align: "right",
    width: "w-40",
    cell: ({ interval, interval_reason }) =>
      interval ? rangeText(interval, percentText) : <Missing reason={interval_reason ?? "No interval"} />,
  },
  { key: "items", header: "Items", align: "right", width: "w-20", cell: ({ items }) => countText(items) },
];
