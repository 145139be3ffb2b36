"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { itemsQuery } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import { type Filled, fillAllSuggestions } from "@/lib/client/queues/suggestions";
import { progressQuery } from "@/lib/client/queues/work-queries";
import { reviewQuery } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { isRecord } from "@/lib/records";

type From = "field" | "evaluation";
const froms = [
  { value: "field", label: "A field of the source" },
  { value: "evaluation", label: "An evaluation" },
] as const;

/** Makes suggestions for one label from what the items' sources have. */
export function FillForm({ queue }: { queue: Queue }) {
  const [label_id, setLabel] = useState(queue.labels[0]?.label_id ?? "");
  const [from, setFrom] = useState<From>("field");
  const [name, setName] = useState("");
  const { fill, stop, read, mutation } = useFill(queue.id);
  return (
    <form
      aria-label="Make suggestions"
      className="grid max-w-md gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) fill({ label_id, [from]: name.trim() });
      }}
    >
      <Field label="Label">
        <Select
          value={label_id}
          options={queue.labels.map((label) => ({ value: label.label_id, label: label.name }))}
          onChange={setLabel}
        />
      </Field>
      <Field label="From">
        <Select value={from} options={froms} onChange={(next) => setFrom(next)} />
      </Field>
      <Name {...{ queue, from, name }} onChange={setName} />
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" busy={mutation.isPending} disabled={name.trim() === ""}>
          Make suggestions
        </Button>
        {mutation.isPending ? <Button onClick={stop}>Stop</Button> : null}
      </div>
      <FillResult queueId={queue.id} read={read} {...mutation} />
    </form>
  );
}

interface NameProps {
  queue: Queue;
  from: From;
  name: string;
  onChange: (name: string) => void;
}

function Name({ queue, from, name, onChange }: NameProps) {
  const fields = useFields(queue.id);
  if (from === "evaluation")
    return (
      <Field label="Evaluation" hint="The name of the evaluation. The newest result of each item is used.">
        <Input value={name} onChange={(event) => onChange(event.target.value)} />
      </Field>
    );
  const isHidden = queue.source_layout?.fields.some(({ field, role }) => field === name && role === "hidden") ?? false;
  const isReadable = fields.includes(name) && !isHidden && queue.suggestions !== "before";
  return (
    <Field
      label="Field"
      hint={
        isReadable
          ? "Annotators can read this field on the desk. Leave it out of the layout, or it biases them."
          : "For example, the column that a judge has filled. Values that the label does not accept are left out."
      }
    >
      <SuggestInput value={name} onChange={onChange} suggestions={fields} placeholder="Column, Input or Output" />
    </Field>
  );
}

function useFill(queue_id: string) {
  const mutation = useMutation(fillAllSuggestions);
  const controller = useRef<AbortController | null>(null);
  const [read, setRead] = useState(0);
  const fill = (input: { label_id: string; field?: string; evaluation?: string }) => {
    controller.current = new AbortController();
    setRead(0);
    mutation.mutate({ ...input, queue_id, signal: controller.current.signal, onProgress: setRead });
  };
  return { fill, stop: () => controller.current?.abort(), read, mutation };
}

interface ResultProps {
  queueId: string;
  read: number;
  isPending: boolean;
  error: Error | null;
  data: Filled | undefined;
}

function FillResult({ queueId, read, isPending, error, data }: ResultProps) {
  const { data: progress } = useQuery(progressQuery(queueId));
  if (isPending) {
    const total = Math.max(progress?.total ?? 1, read);
    return (
      <div className="grid gap-1">
        <p className="text-soft tabular-nums">{quantity(read, "item")} read</p>
        <ProgressBar label="Items read" value={read} max={total} />
      </div>
    );
  }
  if (error)
    return (
      <p role="alert">
        <Status tone="bad" shape="alert" className="whitespace-normal!">
          {error.name === "AbortError" ? "Stopped. What was made is kept." : error.message}
        </Status>
      </p>
    );
  if (!data) return null;
  return (
    <div role="status" className="grid gap-1">
      <Status tone={data.saved > 0 ? "good" : "warn"} shape={data.saved > 0 ? "check" : "alert"}>
        {quantity(data.saved, "suggestion")} made
      </Status>
      {data.empty > 0 ? <p className="text-soft">{quantity(data.empty, "item")} without a value there.</p> : null}
      {data.example ? (
        <p className="text-soft">
          {quantity(data.unreadable, "value")} the label does not accept, for example: {data.example.problem}{" "}
          <LinkButton href={links.review(queueId, { scope: "all", item: data.example.item_id })}>
            Show the item
          </LinkButton>
        </p>
      ) : null}
    </div>
  );
}

/** The fields of the queue's first item. */
function useFields(queueId: string): string[] {
  const items = useQuery(itemsQuery({ queue_id: queueId }));
  const first = items.data?.results[0]?.id;
  const detail = useQuery({ ...reviewQuery(queueId, first ?? "", { kind: "all" }), enabled: first !== undefined });
  const fields = detail.data?.item.source_content.fields;
  return isRecord(fields) ? Object.keys(fields) : ["Input", "Output"];
}
