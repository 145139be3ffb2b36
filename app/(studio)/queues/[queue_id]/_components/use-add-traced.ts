"use client";
import { useMutation } from "@tanstack/react-query";
import { addItems } from "@/lib/client/annotation";
import { type TracedChoice, type TracedKind, tracedBody } from "./traced-choice";
import { tellAdded } from "./use-add-rows";

/** Adds traces, spans or sessions, in one request, and says what became of them. */
export function useAddTraced(queue_id: string, onDone: () => void) {
  const { mutate, isPending, error, reset } = useMutation(addItems);
  const add = (kind: TracedKind, choice: TracedChoice) =>
    mutate(
      { queue_id, ...tracedBody(kind, choice) },
      {
        onSuccess: ({ added, duplicates, errors }) => {
          onDone();
          tellAdded({ added, duplicates, failed: errors.length });
        },
      },
    );
  return { add, isPending, error, reset };
}
