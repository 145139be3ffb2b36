"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { toast } from "@/app/_ui/feedback/toast";
import { Section } from "@/app/_ui/page/section";
import { updateQueue } from "@/lib/client/annotation";
import { suggestionsQuery } from "@/lib/client/queues/suggestions";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import type { SuggestionMode } from "@/lib/contracts/annotation/suggestions";
import { FillForm } from "./fill-form";
import { AnnotatorUses, LabelUsesTable } from "./uses-tables";

const modes: { value: SuggestionMode; label: string; hint: string }[] = [
  {
    value: "after",
    label: "After their own answer",
    hint: "Their own answer is kept, so you see how often people agree with the suggestion, and how often it changes their mind.",
  },
  {
    value: "before",
    label: "Before they answer",
    hint: "Faster, but a suggestion biases people. Do not measure a judge with such answers.",
  },
  { value: "off", label: "Never", hint: "Suggestions are kept, and annotators do not see them." },
];

/** Where suggestions come from, when annotators see them, and what annotators do with them. */
export function SuggestionsTab({ queue, manages }: { queue: Queue; manages: boolean }) {
  const found = useQuery(suggestionsQuery(queue.id));
  if (queue.labels.length === 0)
    return <EmptyState title="No labels to suggest answers for">Add a label to the queue first.</EmptyState>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <p className="-mb-4 max-w-2xl text-soft">
        A suggestion is the answer of a judge, a model or an import. It is not an annotation, and no figure counts it.
      </p>
      {manages ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-9 lg:grid-cols-2">
          <Section title="Make suggestions">
            <FillForm queue={queue} />
          </Section>
          <Section title="When annotators see them">
            <Mode queue={queue} />
          </Section>
        </div>
      ) : null}
      <Loaded
        found={found}
        problem="The suggestions could not be loaded"
        skeleton={<TableSkeleton columns={5} rows={queue.labels.length} />}
      >
        {({ labels, annotators }) => (
          <>
            <Section title="Labels">
              <LabelUsesTable queueId={queue.id} labels={labels} manages={manages} />
            </Section>
            {annotators.length > 0 ? (
              <Section title="Annotators">
                <AnnotatorUses people={annotators} />
              </Section>
            ) : null}
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Saved at once. */
function Mode({ queue }: { queue: Queue }) {
  const { mutate, isPending, variables } = useMutation(updateQueue);
  const value = (isPending ? variables.suggestions : undefined) ?? queue.suggestions;
  const change = (suggestions: SuggestionMode) =>
    mutate({ queue_id: queue.id, suggestions }, { onSuccess: () => toast.done({ title: "Setting saved" }) });
  return <RadioGroup label="When annotators see suggestions" value={value} onChange={change} options={modes} />;
}
