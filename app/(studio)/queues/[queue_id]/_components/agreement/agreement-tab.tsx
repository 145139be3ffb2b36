"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { percentText } from "@/app/_ui/figure/numbers";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { links } from "@/lib/client/links";
import { agreementQuery } from "@/lib/client/reports";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { getQueueAgreement } from "@/lib/contracts/annotation/reports";
import type { Output } from "@/lib/contracts/contract";
import { oneOf } from "../../../../_components/address";
import { ConsensusSection } from "./consensus";
import { LabelAgreements } from "./label-agreements";
import type { LabelRow } from "./label-columns";
import { FITTING, measureHint, measureNames, measureWord } from "./measures";
import { pairOverAll } from "./pair-grid";
import { PairSection } from "./pair-section";
import { isInOverall, sampleText } from "./sample-text";

/** How far a queue's annotators agree: overall, by label and by pair. */
export const AgreementTab = ({ queue }: { queue: Queue }) => (
  <Loaded
    found={useQuery(agreementQuery(queue.id))}
    problem="Agreement could not be loaded"
    skeleton={<TableSkeleton columns={5} rows={5} />}
  >
    {(agreement) => <Agreement queue={queue} agreement={agreement} />}
  </Loaded>
);

function Agreement({ queue, agreement }: { queue: Queue; agreement: Output<typeof getQueueAgreement> }) {
  const { get, set } = useAddress();
  const [asTables, setAsTables] = useState(false);
  const { labels, annotator_pairs, overall_agreement, pending } = agreement;
  // In the order of the annotation form.
  const rows: LabelRow[] = queue.labels.flatMap(({ label_id }) => {
    const measured = labels[label_id];
    return measured ? [{ id: label_id, ...measured }] : [];
  });
  if (itemsIn(rows) === 0) return <NothingToCompare queue={queue} />;
  const names = measureNames(rows);
  const chosen = oneOf(names, get("measure")) ?? FITTING;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section aria-labelledby="by-label">
        <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <h2 id="by-label" className="text-base font-medium">
              All annotators agree on <Overall agreement={overall_agreement} rows={rows} />
            </h2>
            <p className="text-soft tabular-nums">{sampleText(rows, pending)}</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Select
              aria-label="Measure"
              className="w-56!"
              value={chosen}
              options={[
                { value: FITTING, label: "Best fit per label", hint: "By label type and number of annotators" },
                ...names.map((name) => ({ value: name, label: measureWord(name), hint: measureHint(name) })),
              ]}
              onChange={(measure) => set({ measure: measure === FITTING ? null : measure })}
            />
            <TableSwitch asTables={asTables} onChange={setAsTables} />
          </div>
        </div>
        <LabelAgreements queueId={queue.id} rows={rows} chosen={chosen} asTable={asTables} />
      </section>
      <PairSection queueId={queue.id} labels={rows} overAll={annotator_pairs.map(pairOverAll)} asTable={asTables} />
      <ConsensusSection queue={queue} />
    </div>
  );
}

const itemsIn = (rows: readonly LabelRow[]): number => rows.reduce((sum, row) => sum + row.items, 0);

function NothingToCompare({ queue }: { queue: Queue }) {
  const asksForOne = queue.annotations_required < 2;
  return (
    <EmptyState
      title="Nothing to compare yet"
      action={
        asksForOne && queue.viewer_roles.includes("manager") ? (
          <LinkButton href={links.queue(queue.id, "settings")}>Ask for more annotations</LinkButton>
        ) : null
      }
    >
      {asksForOne
        ? "Agreement needs items that two people annotated. This queue asks for one annotation per item. You can raise it in the settings."
        : "Agreement appears here once two people have annotated the same item."}
    </EmptyState>
  );
}

function Overall({ agreement, rows }: { agreement: number | null; rows: readonly LabelRow[] }) {
  if (agreement !== null) return <span className="tabular-nums">{percentText(agreement)}</span>;
  const isOfTexts = itemsIn(rows.filter(isInOverall)) < itemsIn(rows);
  return (
    <Missing
      reason={
        isOfTexts
          ? "Only text answers can be compared here, and they are not part of this figure"
          : "No item has two values to compare"
      }
    />
  );
}
