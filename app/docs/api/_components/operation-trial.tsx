"use client";
import { useEffect, useMemo, useRef } from "react";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { type ApiOperation, documentOf } from "./api-document";

const never = new Promise<never>(() => undefined);
// Only browsers load it, and the condition tells the build so: for the server it would take a fifth of the build's time.
const drawing = lazyCode(() =>
  typeof window === "undefined" ? never : import("./swagger").then((module) => module.drawOperation),
);

interface Props {
  served: Record<string, unknown>;
  operation: ApiOperation;
  headers: Record<string, string>;
}

/** One operation with its fields, a button that sends it, and the answer. */
export function OperationTrial({ served, operation, headers }: Props) {
  const draw = useLazyCode(drawing);
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef(headers);
  useEffect(() => {
    latest.current = headers;
  });
  const document = useMemo(() => documentOf(served, operation), [served, operation]);
  useEffect(() => {
    if (draw && element.current) return draw(element.current, { document, headers: () => latest.current });
  }, [draw, document]);
  return (
    <section aria-label={operation.name} className="min-w-0">
      <h2 className="text-xs text-faint">{operation.tag}</h2>
      <h3 className="mb-3 text-base font-medium wrap-anywhere">{operation.name}</h3>
      {draw ? null : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      <div ref={element} />
    </section>
  );
}
