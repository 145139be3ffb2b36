"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { HeatMap } from "@/app/_ui/figure/heat-map";
import { coefficientText, countedOf, countText, estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { links } from "@/lib/client/links";
import { confusionQuery, pairsQuery } from "@/lib/client/reports";
import type { Confusion } from "@/lib/contracts/annotation/reports/pairs";
import type { LabelRow } from "./label-columns";
import { peopleOf, twoOf } from "./people";
import { valueWords } from "./value-words";

interface Props {
  queueId: string;
  label: LabelRow;
  asTable: boolean;
}

/** What two people answered to the same items, by value. A cell opens its items. */
export function PairConfusion({ queueId, label, asTable }: Props) {
  const { get, set } = useAddress();
  const pairs = useQuery(pairsQuery(queueId, label.id)).data?.pairs ?? [];
  const two = twoOf(pairs, get("two"));
  if (!two) return null;
  const people = peopleOf(pairs).map(({ id, name }) => ({ value: id, label: name }));
  const choose = (first: string, second: string) => set({ two: `${first},${second}` });
  const [first, second] = two;
  return (
    <section aria-labelledby="confusion">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="confusion" className="text-base font-medium">
            Two annotators by value
          </h2>
          <p className="text-soft">Items by what both answered about {label.label_name}. A figure opens its items.</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Select
            aria-label="First annotator"
            className="w-44!"
            value={first}
            options={people.filter(({ value }) => value !== second)}
            onChange={(id) => choose(id, second)}
          />
          <Select
            aria-label="Second annotator"
            className="w-44!"
            value={second}
            options={people.filter(({ value }) => value !== first)}
            onChange={(id) => choose(first, id)}
          />
        </div>
      </div>
      <Found {...{ queueId, label, asTable }} two={two} />
    </section>
  );
}

function Found({ two: [first, second], ...props }: Props & { two: readonly [string, string] }) {
  const { queueId, label } = props;
  return (
    <Loaded
      found={useQuery(confusionQuery({ queue_id: queueId, label_id: label.id, first, second }))}
      problem="The table could not be loaded"
      skeleton={<TableSkeleton columns={5} rows={4} />}
    >
      {(confusion) =>
        confusion.reason === null ? (
          <Cells {...props} confusion={confusion} />
        ) : (
          <p className="text-soft">{confusion.reason}</p>
        )
      }
    </Loaded>
  );
}

function Cells({ queueId, label, asTable, confusion }: Props & { confusion: Confusion }) {
  const { first, second, items, same, agreement, interval, kappa, cells, categories, left_out } = confusion;
  const words = (value: string) => valueWords(label.label_type, value);
  const hrefOf = (values: readonly [string, string]) =>
    links.pairItems(queueId, { first: first.id, second: second.id, label: label.id, values });
  const caption = `Answers of ${first.name} and ${second.name} about ${label.label_name}`;
  return (
    <>
      <p className="mb-3 tabular-nums">
        {countedOf(same, items, "item")} the same
        {agreement === null ? "" : `: ${estimateText(agreement, interval, percentText)}`}
        {kappa === null ? "" : `, Cohen’s κ ${coefficientText(kappa)}`}.
        {left_out > 0 ? ` ${quantity(left_out, "item")} with rarer values are left out.` : ""}
      </p>
      {asTable ? (
        <div className="max-w-2xl">
          <Table
            caption={caption}
            rows={cells.toSorted((one, other) => other.items - one.items)}
            rowKey={({ first_value, second_value }) => JSON.stringify([first_value, second_value])}
            columns={cellColumns(confusion, words, hrefOf)}
          />
        </div>
      ) : (
        <HeatMap
          caption={caption}
          corner={`${first.name} ↓ ${second.name} →`}
          names={categories.map((value) => ({ id: value, name: words(value) }))}
          cellOf={heatCells(confusion, words, hrefOf)}
          ends={["0 items", `${countText(greatestOf(confusion))}`]}
        />
      )}
    </>
  );
}

const greatestOf = ({ cells }: Confusion): number => Math.max(1, ...cells.map(({ items }) => items));

type Words = (value: string) => string;
type HrefOf = (values: readonly [string, string]) => string;

function heatCells(confusion: Confusion, words: Words, hrefOf: HrefOf) {
  const { first, second, cells } = confusion;
  const counts = new Map(cells.map((cell) => [JSON.stringify([cell.first_value, cell.second_value]), cell.items]));
  const greatest = greatestOf(confusion);
  return (row: string, column: string) => {
    const items = counts.get(JSON.stringify([row, column])) ?? 0;
    const detail = `${first.name}: ${words(row)}, ${second.name}: ${words(column)}: ${quantity(items, "item")}`;
    return {
      share: items / greatest,
      text: countText(items),
      detail,
      ...(items > 0 ? { href: hrefOf([row, column]) } : {}),
    };
  };
}

type CellRow = Confusion["cells"][number];

const cellColumns = ({ first, second }: Confusion, words: Words, hrefOf: HrefOf): Column<CellRow>[] => [
  {
    key: "first",
    header: first.name,
    cell: ({ first_value, second_value }) => (
      <RowLink href={hrefOf([first_value, second_value])}>{words(first_value)}</RowLink>
    ),
  },
  { key: "second", header: second.name, cell: ({ second_value }) => words(second_value) },
  { key: "items", header: "Items", align: "right", width: "w-20", cell: ({ items }) => countText(items) },
];
