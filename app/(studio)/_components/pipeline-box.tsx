"use client";
import { useSyncExternalStore } from "react";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { Section } from "@/app/_ui/page/section";
import { pipelineScript } from "@/lib/client/pipeline-recipe";
import type { WrittenRunFile } from "@/lib/run-file";

const never = () => () => undefined;

/** The command that runs the same in a pipeline, with this server's address. */
export function PipelineBox({ file }: { file: WrittenRunFile }) {
  const origin = useSyncExternalStore(
    never,
    () => location.origin,
    () => "",
  );
  const script = pipelineScript(origin, file);
  return (
    <Section title="For a pipeline" className="min-w-0">
      <p className="mb-2 text-soft">
        Needs Node.js, and an API key in ASSAY_API_KEY. Exit status: 0 passed, 1 failed, 2 undecided, 3 could not run.
      </p>
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
        <ScrollRegion label="Script for a pipeline" className="min-w-0 flex-1 overflow-x-auto p-3">
          <pre className="font-mono text-xs">{script}</pre>
        </ScrollRegion>
        <CopyButton text={script} label="Copy the script" />
      </div>
    </Section>
  );
}
