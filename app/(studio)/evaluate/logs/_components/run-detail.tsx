"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import NextLink from "next/link";
import { SourceField } from "@/app/_components/source/source-field";
import { IconButton } from "@/app/_ui/button/icon-button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { UserText } from "@/app/_ui/text/user-text";
import { isMissing } from "@/lib/client/call-error";
import { evalLogQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalLog } from "@/lib/contracts/evaluation/logs";
import { isRecord } from "@/lib/records";
import { Localized } from "../../_components/localized";
import { textOf } from "../../_components/param-text";
import { factsOfRun } from "../../_components/run-facts";
import { Verdict } from "../../_components/verdict";
import { RunFeedback } from "./run-feedback";

interface Props {
  id: string;
  /** Null inside a dialog that has its own close button. */
  onClose: (() => void) | null;
}

/** All details of one run. */
export function RunDetail({ id, onClose }: Props) {
  const found = useQuery(evalLogQuery(id));
  if (isMissing(found.error))
    return (
      <EmptyState title="Run not found">It may have been deleted, or it belongs to another organization.</EmptyState>
    );
  if (found.isError)
    return <ErrorState title="The run could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="h-64" />;
  return <Shown run={found.data} onClose={onClose} />;
}

function Shown({ run, onClose }: { run: Output<typeof getEvalLog>; onClose: Props["onClose"] }) {
  const { output } = run;
  const warnings = (output.warnings ?? []).flatMap((warning) => (isRecord(warning) ? String(warning.message) : []));
  return (
    <div className="grid gap-5">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base font-medium">
          <Verdict outcome={run.outcome} output={output.output} />
        </h2>
        {onClose ? (
          <IconButton label="Close the run" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {output.reason ? <UserText text={output.reason} /> : null}
      {warnings.map((message) => (
        <p key={message}>
          <Status tone="warn" shape="alert" className="whitespace-normal!">
            {message}
          </Status>
        </p>
      ))}
      <Localized run={run} />
      <div className="grid gap-4">
        {Object.entries(run.values).map(([name, value]) => (
          <SourceField key={name} name={name} text={textOf(value) || null} />
        ))}
        {run.raw_answer === null ? null : (
          <SourceField name="The judge's answer, word for word" text={run.raw_answer} />
        )}
      </div>
      <RunFacts run={run} />
      <RunFeedback key={run.log_id} run={run} />
      <div>
        <LinkButton href={links.playground({ log: run.log_id })}>Run it again in the playground</LinkButton>
      </div>
    </div>
  );
}

/** Which template ran with which settings, when, and at what cost. */
function RunFacts({ run }: { run: Output<typeof getEvalLog> }) {
  const params = Object.entries(run.params);
  return (
    <DefinitionList
      entries={[
        {
          term: "Template",
          value: (
            <>
              <NextLink
                href={links.evalTemplate(run.template_id)}
                className="reach text-accent underline-offset-2 hover:underline"
              >
                {run.template_name}
              </NextLink>{" "}
              <span className="text-faint">{run.template_version}</span>
            </>
          ),
        },
        ...(params.length > 0
          ? [{ term: "Parameters", value: params.map(([name, value]) => `${name}: ${textOf(value)}`).join(", ") }]
          : []),
        ...(run.prompt === null ? [] : [{ term: "Prompt", value: run.prompt }]),
        ...factsOfRun({ ...run, executionMs: run.execution_time }),
        {
          term: "Time",
          value: new Date(run.created_at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" }),
        },
        { term: "Source", value: run.source },
      ]}
    />
  );
}
