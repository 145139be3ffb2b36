"use client";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { countText } from "@/app/_ui/figure/numbers";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { RemovableFilter } from "@/app/_ui/list/removable-filter";
import { PageHeader } from "@/app/_ui/page/page-header";
import { type SpendQuery, spendFile, spendQuery } from "@/lib/client/gateway-log";
import { Cost } from "../../../_components/cost";
import { SpendByDay } from "./spend-by-day";
import { SpendByGroup, type Sums, spendByGroupQuery } from "./spend-by-group";
import { ranges, type SpendFilter, spendFilterOf, spendInput } from "./spend-filter";
import { spentIn } from "./spent";

const options = ranges.map((days) => ({ value: String(days), label: `Last ${days} days` }));
const groups = [
  { by: "model", title: "By model", one: "Model" },
  { by: "key", title: "By key", one: "Key" },
  { by: "user", title: "By user", one: "User" },
  { by: "provider", title: "By provider", one: "Provider" },
] as const;

export function SpendScreen() {
  const { get, set } = useAddress();
  const filter = spendFilterOf(get);
  const [asTables, setAsTables] = useState(false);
  // The day on which the page was opened, so that all figures cover the same days.
  const [now] = useState(() => new Date());
  const input = spendInput(filter, now);
  const days = useQuery(spendQuery({ ...input, by: "day" }));
  return (
    <>
      <PageHeader
        title="Spend"
        description="The cost of requests per UTC day. A request is charged when a model has answered it. Filter the request log by outcome to see these requests."
        actions={
          <>
            <Select
              aria-label="Days"
              className="w-36!"
              value={String(filter.days)}
              options={options}
              onChange={(value) => set({ days: value === "30" ? null : value })}
            />
            <a href={spendFile(input)} download className={buttonClasses({})}>
              Download CSV
            </a>
            <TableSwitch asTables={asTables} onChange={setAsTables} />
          </>
        }
      />
      <Chips filter={filter} input={input} onRemove={(name) => set({ [name]: null })} />
      <Loaded found={days} problem="The spend could not be loaded" skeleton={<Skeleton className="h-64" />}>
        {({ total, data }) =>
          total.requests === 0 ? (
            <EmptyState title="No spend">
              No model answered a {isFiltered(filter) ? "matching " : ""}request on these days. Requests appear here
              when they are settled.
            </EmptyState>
          ) : (
            <div className="grid gap-8">
              <Totals total={total} />
              <Part title="By day">
                <SpendByDay days={data} asTable={asTables} />
              </Part>
              <Groups input={input} total={total.cost_micros ?? 0} asTable={asTables} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

const isFiltered = ({ model, key, user, provider }: SpendFilter): boolean =>
  [model, key, user, provider].some((value) => value !== undefined);

function Groups(shared: Pick<ComponentProps<typeof SpendByGroup>, "input" | "total" | "asTable">) {
  const { set } = useAddress();
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      {groups.map(({ by, title, one }) => (
        <Part key={by} title={title}>
          <SpendByGroup {...shared} by={by} one={one} onChoose={(value) => set({ [by]: value })} />
        </Part>
      ))}
    </div>
  );
}

interface ChipsProps {
  filter: SpendFilter;
  input: Omit<SpendQuery, "by">;
  onRemove: (name: string) => void;
}

/** The active filters. A key without spend on these days is shown by its id, since its name is unknown. */
function Chips({ filter, input, onRemove }: ChipsProps) {
  const keys = useQuery({ ...spendByGroupQuery(input, "key"), enabled: filter.key !== undefined });
  const keyName = keys.data?.data.find(({ value }) => value === filter.key)?.name;
  if (!isFiltered(filter)) return null;
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      {groups.map(({ by, one }) =>
        filter[by] === undefined ? null : (
          <RemovableFilter key={by} onRemove={() => onRemove(by)}>
            {one}: {(by === "key" && keyName) || filter[by]}
          </RemovableFilter>
        ),
      )}
    </div>
  );
}

const Totals = ({ total }: { total: Sums }) => (
  <dl className="grid grid-cols-2 gap-x-10 gap-y-3 tabular-nums sm:flex">
    <Total term="Spent">
      <Cost {...spentIn(total)} />
    </Total>
    <Total term="Charged requests">{countText(total.requests)}</Total>
    <Total term="Input tokens">{countText(total.input_tokens)}</Total>
    <Total term="Output tokens">{countText(total.output_tokens)}</Total>
  </dl>
);

const Total = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-faint">{term}</dt>
    <dd className="text-xl font-semibold">{children}</dd>
  </div>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <h2 className="mb-2 font-medium">{title}</h2>
    {children}
  </section>
);
