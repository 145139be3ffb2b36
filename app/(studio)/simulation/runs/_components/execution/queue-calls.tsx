"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { countText } from "@/app/_ui/figure/numbers";
import { AddToQueue } from "@/app/(studio)/_components/add-to-queue";
import { type AddedSources, callSelection } from "@/lib/client/annotation";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { CallVerdict, FaultSide } from "@/lib/contracts/simulation/call-names";

interface Matching {
  verdict: CallVerdict | null;
  fault_side: FaultSide | null;
  count: number;
}

interface Props {
  executionId: string;
  selected: ReadonlySet<string>;
  /** All calls that match the filters, on every page. Null if the filters cannot be expressed as a selection. */
  matching: Matching | null;
  onDone: () => void;
}

/** Adds the selected calls to a queue, or all listed calls if none is selected. */
export function QueueCalls({ executionId, selected, matching, onDone }: Props) {
  const [open, setOpen] = useState(false);
  const chosen = chosenCalls(executionId, selected, matching);
  if (!chosen) return null;
  const { count, sources } = chosen;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {selected.size > 0 ? `Add ${countText(count)} to a queue` : `Add all ${countText(count)} to a queue`}
      </Button>
      {selected.size > 0 ? (
        <Button look="ghost" onClick={onDone}>
          Clear
        </Button>
      ) : null}
      <AddToQueue
        what={count === 1 ? "The call becomes an item" : `${countText(count)} calls become items`}
        sources={sources}
        open={open}
        onOpenChange={setOpen}
        onDone={onDone}
      />
    </>
  );
}

function chosenCalls(
  executionId: string,
  selected: ReadonlySet<string>,
  matching: Matching | null,
): { count: number; sources: AddedSources } | null {
  if (selected.size > 0) {
    const items = [...selected].map((source_id) => ({ source_type: "call_execution" as const, source_id }));
    return { count: selected.size, sources: { items } };
  }
  if (!matching || matching.count === 0 || matching.count > MAX_ADDED_ITEMS) return null;
  return { count: matching.count, sources: { selection: callSelection(executionId, matching) } };
}
