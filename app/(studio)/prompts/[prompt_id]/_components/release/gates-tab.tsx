"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { Section } from "@/app/_ui/page/section";
import { deletePromptGate, promptGatesQuery } from "@/lib/client/prompts/releases";
import type { PromptGate } from "@/lib/contracts/prompts/releases";
import { GateDialog } from "./gate-dialog";
import { GateFacts } from "./gate-facts";
import { ReleaseTable } from "./release-table";

interface Props {
  promptId: string;
  mayWrite: boolean;
}

/** The labels of the prompt that move on evidence only, and the comparisons that were made for them. */
export function GatesTab({ promptId, mayWrite }: Props) {
  const found = useQuery(promptGatesQuery(promptId));
  const [edited, setEdited] = useState<PromptGate | "new" | null>(null);
  const [removed, setRemoved] = useState<PromptGate | null>(null);
  const setUp = () => setEdited("new");
  useShortcuts("Gates", mayWrite ? [{ keys: "s", description: "Set a gate", run: setUp }] : []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Loaded found={found} problem="The gates could not be loaded" skeleton={<TableSkeleton columns={2} rows={4} />}>
        {({ gates }) => (
          <>
            <Gates gates={gates} onSet={mayWrite ? setUp : null} onEdit={setEdited} onRemove={setRemoved} />
            {edited ? (
              <GateDialog
                promptId={promptId}
                gate={edited === "new" ? null : edited}
                taken={gates.map(({ label }) => label.id)}
                onClose={() => setEdited(null)}
              />
            ) : null}
          </>
        )}
      </Loaded>
      <ReleaseTable promptId={promptId} />
      <RemoveDialog promptId={promptId} gate={removed} onClose={() => setRemoved(null)} />
    </div>
  );
}

interface GatesProps {
  gates: readonly PromptGate[];
  /** Null for those who only read. */
  onSet: (() => void) | null;
  onEdit: (gate: PromptGate) => void;
  onRemove: (gate: PromptGate) => void;
}

function Gates({ gates, onSet, onEdit, onRemove }: GatesProps) {
  const set = onSet ? (
    <Button keys="s" onClick={onSet}>
      Set a gate
    </Button>
  ) : null;
  if (gates.length === 0)
    return (
      <EmptyState title="No gates yet" action={set}>
        Labels of this prompt move freely. A label with a gate moves to a new version only after both versions have
        answered the same rows, and the new one is not worse.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-prose text-soft">
          A label with a gate moves to a new version only after both versions have answered the same rows, and the new
          one is not worse.
        </p>
        {set}
      </div>
      {gates.map((gate) => (
        <Section key={gate.label.id} title={`Gate of ${gate.label.name}`}>
          <GateFacts gate={gate} />
          {onSet ? (
            <div className="mt-3 flex gap-2">
              <Button size="small" onClick={() => onEdit(gate)}>
                Edit gate
              </Button>
              <Button size="small" onClick={() => onRemove(gate)}>
                Remove gate
              </Button>
            </div>
          ) : null}
        </Section>
      ))}
    </div>
  );
}

function RemoveDialog({ promptId, gate, onClose }: { promptId: string; gate: PromptGate | null; onClose: () => void }) {
  const { mutate, isPending } = useMutation(deletePromptGate);
  return (
    <ConfirmDialog
      open={gate !== null}
      onClose={onClose}
      title={`Remove the gate of ${gate?.label.name ?? "the label"}?`}
      action="Remove gate"
      busy={isPending}
      onConfirm={() => gate && mutate({ prompt_id: promptId, label_id: gate.label.id }, { onSettled: onClose })}
    >
      The label moves freely from then on. Comparisons that were made stay.
    </ConfirmDialog>
  );
}
