"use client";
import { CopiedCode } from "@/app/_components/copied-text";
import { useOrigin } from "@/app/_components/use-origin";
import { Section } from "@/app/_ui/page/section";
import { pipelineScript } from "@/lib/client/pipeline-recipe";
import type { WrittenRunFile } from "@/lib/run-file";

/** The command that runs the same in a pipeline, with this server's address. */
export function PipelineBox({ file }: { file: WrittenRunFile }) {
  const origin = useOrigin();
  const script = pipelineScript(origin, file);
  return (
    <Section title="For a pipeline" className="min-w-0">
      <p className="mb-2 text-soft">
        Needs Node.js, and an API key in ASSAY_API_KEY. Exit status: 0 passed, 1 failed, 2 undecided, 3 could not run.
      </p>
      <CopiedCode name="Script for a pipeline" text={script} label="Copy the script" />
    </Section>
  );
}
