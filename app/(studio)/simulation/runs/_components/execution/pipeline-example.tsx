"use client";
import { useSyncExternalStore } from "react";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { waitForVerdict } from "@/lib/client/pipeline-recipe";

const never = () => () => undefined;

/** A script that waits for an execution's verdict, with this server's address. */
export function PipelineExample({ executionId }: { executionId: string }) {
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => "",
  );
  const script = waitForVerdict(origin, executionId);
  return (
    <section className="min-w-0">
      <h2 className="mb-1 text-base font-medium">For a pipeline</h2>
      <p className="mb-2 text-soft">
        The script waits until the execution ends. Exit status: 0 passed, 1 failed, 2 refused or unreachable, 3 still
        running after LIMIT_SECONDS.
      </p>
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
        <ScrollRegion label="Script for a pipeline" className="min-w-0 flex-1 overflow-x-auto p-3">
          <pre className="font-mono text-xs">{script}</pre>
        </ScrollRegion>
        <CopyButton text={script} label="Copy the script" />
      </div>
    </section>
  );
}
