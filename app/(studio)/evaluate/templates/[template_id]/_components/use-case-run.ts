"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { runEvalCases } from "@/lib/client/evaluation";

/** Runs test cases of a template, and counts those that are done. */
export function useCaseRun(id: string, caseIds: string[]) {
  // Empty for the current version.
  const [version, setVersion] = useState("");
  const [done, setDone] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { mutate, isPending, error } = useMutation(runEvalCases);
  const run = () => {
    if (isPending || caseIds.length === 0) return;
    controller.current = new AbortController();
    setDone(0);
    mutate(
      {
        id,
        case_ids: caseIds,
        ...(version === "" ? {} : { version_number: Number(version) }),
        signal: controller.current.signal,
        onProgress: setDone,
      },
      { onSettled: () => setDone(null) },
    );
  };
  return {
    version,
    setVersion,
    run,
    stop: () => controller.current?.abort(),
    isPending,
    /** Null unless running. */
    done,
    error: error?.name === "AbortError" ? null : error,
  };
}
