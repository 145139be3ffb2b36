"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { toast } from "@/app/_ui/feedback/toast";
import { countedOf, countText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { consensusQuery, prioritizeItems } from "@/lib/client/evaluation/trust";
import { mayReview } from "@/lib/client/roles";
import type { getQueueConsensus } from "@/lib/contracts/annotation/consensus";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { Output } from "@/lib/contracts/contract";
import { valueWords } from "./value-words";

type Consensus = Output<typeof getQueueConsensus>;

/** Label types with a fixed list of values. Others have no single right answer to model. */
const MODELLED = new Set(["categorical", "star", "thumbs_up_down", "preference"]);

/** The most likely answers, and each annotator's accuracy, by Dawid and Skene's model of one label. */
export function ConsensusSection({ queue }: { queue: Queue }) {
  const labels = queue.labels.filter(({ type }) => MODELLED.has(type));
  const [chosen, setChosen] = useState(labels[0]?.label_id);
  if (chosen === undefined || !mayReview(queue.viewer_roles)) return null;
  return (
    <section aria-labelledby="consensus">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="consensus" className="text-base font-medium">
            Most likely answers
          </h2>
          <p className="text-soft">
            Dawid and Skene’s model weights each annotator by how often the others agree with them.
          </p>
        </div>
        {labels.length > 1 ? (
          <Select
            aria-label="Label"
            className="w-56!"
            value={chosen}
            options={labels.map(({ label_id, name }) => ({ value: label_id, label: name }))}
            onChange={setChosen}
          />
        ) : null}
      </div>
      <Model key={chosen} queue={queue} labelId={chosen} />
    </section>
  );
}

const Model = ({ queue, labelId }: { queue: Queue; labelId: string }) => (
  <Loaded
    found={useQuery(consensusQuery(queue.id, labelId))}
    problem="The model could not be loaded"
    skeleton={<TableSkeleton columns={4} rows={3} />}
  >
    {(consensus) =>
      consensus.reason === null ? (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
          <Advice consensus={consensus} />
          {queue.viewer_roles.includes("manager") ? <Order queueId={queue.id} labelId={labelId} /> : null}
          <Table
            caption="Frequency of each value"
            rows={consensus.values}
            rowKey={({ value }) => value}
            columns={valueColumns(consensus.label_type)}
          />
          <Table
            caption="Accuracy by annotator"
            rows={consensus.annotators}
            rowKey={({ annotator_id, name }) => annotator_id ?? name}
            columns={annotatorColumns}
          />
        </div>
      ) : (
        <p className="text-soft">{consensus.reason}</p>
      )
    }
  </Loaded>
);

/** Whether more annotations would help. */
function Advice({ consensus: { items, uncertain, stop } }: { consensus: Consensus }) {
  const unsure = `${countedOf(uncertain, items, "answered item")} ${uncertain === 1 ? "is" : "are"} uncertain.`;
  if (!stop) return <p className="tabular-nums">{unsure}</p>;
  const { width, is_enough, needed_items } = stop;
  const widest = `The shares are uncertain by up to ${percentText(width)}`;
  return (
    <p className="text-pretty tabular-nums">
      {unsure}{" "}
      {is_enough
        ? `${widest}. More annotations would change them little.`
        : `${widest}. About ${countText(needed_items)} answered items in total would reduce this to ${percentText(stop.target_width)}.`}
    </p>
  );
}

const orders = [
  { by: "uncertainty", label: "Uncertain items first" },
  { by: "disagreement", label: "Disputed items first" },
  { by: "reset", label: "Original order" },
] as const;

/** The order in which annotators get open items. */
function Order({ queueId, labelId }: { queueId: string; labelId: string }) {
  const prioritize = useMutation(prioritizeItems);
  return (
    <div className="flex flex-wrap gap-2">
      {orders.map(({ by, label }) => (
        <Button
          key={by}
          busy={prioritize.isPending && prioritize.variables.by === by}
          onClick={() =>
            prioritize.mutate(
              { queue_id: queueId, label_id: labelId, by },
              {
                onSuccess: ({ changed }) =>
                  toast.done({ title: `${quantity(changed, "open item", "open items")} reordered` }),
              },
            )
          }
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

const valueColumns = (type: Consensus["label_type"]): Column<Consensus["values"][number]>[] => [
  { key: "value", header: "Value", cell: ({ value }) => valueWords(type, value) },
  { key: "share", header: "Share", align: "right", width: "w-24", cell: ({ share }) => percentText(share) },
];

const annotatorColumns: Column<Consensus["annotators"][number]>[] = [
  {
    key: "name",
    header: "Annotator",
    cell: ({ name, is_automatic }) => (
      <span className="flex items-center gap-2">
        {name}
        {is_automatic ? <Badge>automatic</Badge> : null}
      </span>
    ),
  },
  { key: "answers", header: "Answers", align: "right", width: "w-24", cell: ({ answers }) => countText(answers) },
  {
    key: "right",
    header: "Estimated accuracy",
    align: "right",
    width: "w-40",
    cell: ({ accuracy }) => percentText(accuracy),
  },
];
