"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Missing } from "@/app/_ui/feedback/missing";
import { toast } from "@/app/_ui/feedback/toast";
import { countText, estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { actionsColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { deleteSuggestions } from "@/lib/client/queues/suggestions";
import type { LabelUses, SuggestionShare } from "@/lib/contracts/annotation/suggestions";

type Uses = Pick<LabelUses, "shown" | "same_at_first" | "changed_to" | "accepted">;

/** "62.5 % (48.0 % to 75.0 %) of 40". */
function Share({ figure, missing }: { figure: SuggestionShare; missing: string }) {
  if (figure.share === null) return <Missing reason={missing} />;
  return `${estimateText(figure.share, figure.interval, percentText)} of ${countText(figure.of)}`;
}

const usesColumns = <Row extends Uses>(): Column<Row>[] => [
  { key: "shown", header: "Shown", align: "right", width: "w-20", cell: ({ shown }) => countText(shown) },
  {
    key: "same",
    header: "Own answer was the same",
    align: "right",
    width: "w-56",
    cell: ({ same_at_first }) => (
      <Share figure={same_at_first} missing="No own answer is known from before a suggestion was shown" />
    ),
  },
  {
    key: "changed",
    header: "Changed to the suggestion",
    align: "right",
    width: "w-56",
    wide: true,
    cell: ({ changed_to }) => <Share figure={changed_to} missing="No own answer differed from its suggestion" />,
  },
  {
    key: "accepted",
    header: "Accepted when shown before",
    align: "right",
    width: "w-56",
    wide: true,
    cell: ({ accepted }) => <Share figure={accepted} missing="No suggestion was shown before the answer" />,
  },
];

interface LabelProps {
  queueId: string;
  labels: readonly LabelUses[];
  manages: boolean;
}

export function LabelUsesTable({ queueId, labels, manages }: LabelProps) {
  const [deleting, setDeleting] = useState<LabelUses | null>(null);
  const columns: Column<LabelUses>[] = [
    {
      key: "name",
      header: "Label",
      cell: ({ label_name, origins }) => (
        <>
          <span className="font-medium wrap-anywhere">{label_name}</span>
          {origins.length > 0 ? <span className="block text-xs text-faint">from {origins.join(", ")}</span> : null}
        </>
      ),
    },
    {
      key: "suggestions",
      header: "Suggestions",
      align: "right",
      width: "w-24",
      cell: ({ suggestions }) => countText(suggestions),
    },
    ...usesColumns<LabelUses>(),
    actionsColumn({ width: "w-20" }, (label) =>
      manages && label.suggestions > 0 ? (
        <Button
          look="ghost"
          aria-label={`Delete the suggestions for ${label.label_name}`}
          onClick={() => setDeleting(label)}
        >
          Delete
        </Button>
      ) : null,
    ),
  ];
  return (
    <>
      <Table caption="Suggestions by label" columns={columns} rows={labels} rowKey={({ label_id }) => label_id} />
      {deleting ? <Deletion queueId={queueId} label={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}

function Deletion({ queueId, label, onClose }: { queueId: string; label: LabelUses; onClose: () => void }) {
  const { mutate, isPending } = useMutation(deleteSuggestions);
  const count = quantity(label.suggestions, "suggestion");
  const confirm = () =>
    mutate(
      { queue_id: queueId, label_id: label.label_id },
      {
        onSuccess: ({ deleted }) => {
          onClose();
          toast.done({ title: `${quantity(deleted, "suggestion")} deleted` });
        },
      },
    );
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete ${count} for ${label.label_name}?`}
      action={`Delete ${count}`}
      busy={isPending}
      onConfirm={confirm}
    >
      Annotators no longer see them. What they did with them so far stays recorded.
    </ConfirmDialog>
  );
}

interface Person extends Uses {
  user_id: string;
  name: string;
}

export const AnnotatorUses = ({ people }: { people: readonly Person[] }) => (
  <Table
    caption="Suggestions by annotator"
    columns={[
      { key: "name", header: "Annotator", cell: ({ name }: Person) => <span className="font-medium">{name}</span> },
      ...usesColumns<Person>(),
    ]}
    rows={people}
    rowKey={({ user_id }) => user_id}
  />
);
