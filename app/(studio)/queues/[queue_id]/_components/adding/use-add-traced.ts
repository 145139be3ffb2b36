"use client";
import { useMutation } from "@tanstack/react-query";
import { addItems } from "@/lib/client/annotation";
import { showAddResult } from "../../../../_components/show-added";
import { type TracedChoice, type TracedKind, tracedBody } from "./traced-choice";

/** Adds traces, spans, sessions or calls in one request, and shows the result. */
export function useAddTraced(queue_id: string, onDone: () => void) {
  const { mutate, isPending, error, reset } = useMutation(addItems);
  const add = (kind: TracedKind, choice: TracedChoice) =>
    mutate(
      { queue_id, ...tracedBody(kind, choice) },
      {
        onSuccess: (answer) => {
          onDone();
          showAddResult(answer);
        },
      },
    );
  return { add, isPending, error, reset };
}
