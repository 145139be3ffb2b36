"use client";
import { useRef } from "react";
import { newId } from "@/lib/client/outbox/new-id";

/**
 * The id of a request by its values: the same values again, after an answer was lost, are the same request. Changed
 * values are another one.
 */
export function useRequestId(): (values: unknown) => string {
  const last = useRef({ values: "", id: "" });
  return (values) => {
    const text = JSON.stringify(values);
    if (last.current.values !== text) last.current = { values: text, id: newId() };
    return last.current.id;
  };
}
