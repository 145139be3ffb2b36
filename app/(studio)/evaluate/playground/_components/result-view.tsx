"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { UserText } from "@/app/_ui/text/user-text";
import { evalLogQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { runInPlayground } from "@/lib/contracts/evaluation/playground";
import { isRecord } from "@/lib/records";
import { Localized } from "../../_components/localized";
import { factsOfRun } from "../../_components/run-facts";
import { Verdict } from "../../_components/verdict";
import { verdictText } from "../../_components/verdict-text";
import type { Texts } from "./form";
import { KeepCase } from "./keep-case";
import type { Side } from "./use-side";

interface Props {
  side: Side;
  inputs: Texts;
  mayRun: boolean;
  /** Called when a run's log is opened, so that the form is restored on return. */
  onLeave?: (logId: string) => void;
}

/** The result of a side's last run. An error and a missing score differ from a score of 0. */
export function ResultView({ side, inputs, mayRun, onLeave }: Props) {
  const { done, error, isRunning, lastRequest } = side;
  if (isRunning) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Loading</span>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="w-4/5" />
        <Skeleton className="w-3/5" />
      </div>
    );
  }
  const old = side.isOld(inputs) ? <p className="text-xs text-faint">The form has changed since this run.</p> : null;
  if (error) {
    return (
      <div role="alert" className="grid gap-2">
        <h2 className="text-base font-medium">
          <Verdict outcome="error" output={null} />
        </h2>
        <p className="text-soft wrap-anywhere">{error.message}</p>
        {old}
      </div>
    );
  }
  if (!done) return <p className="text-soft">The verdict, its reason and cost appear here.</p>;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h2 className="text-xl font-semibold">
          <Verdict outcome={done.result.outcome} output={done.result.output} outputType={done.result.output_type} />
        </h2>
        {old}
      </div>
      {lastRequest?.error_localizer && done.result.log_id ? <PointedAt logId={done.result.log_id} /> : null}
      <ResultDetails done={done} {...(onLeave ? { onLeave } : {})} />
      {mayRun && lastRequest ? <KeepCase key={done.result.log_id} request={lastRequest} result={done.result} /> : null}
    </div>
  );
}

const LOOK_AGAIN_MS = 1500;

/** The cause of the failure, which is found after the verdict. */
function PointedAt({ logId }: { logId: string }) {
  const log = useQuery({
    ...evalLogQuery(logId),
    refetchInterval: ({ state }) =>
      state.data?.error_localizer_status === "pending" || state.data?.error_localizer_status === "running"
        ? LOOK_AGAIN_MS
        : false,
  });
  return log.data ? <Localized run={log.data} /> : <Skeleton className="w-4/5" />;
}

interface ToldProps extends Pick<Props, "onLeave"> {
  done: Output<typeof runInPlayground>;
}

function ResultDetails({ done: { result, execution_time }, onLeave }: ToldProps) {
  const { log_id: logId } = result;
  return (
    <>
      {result.reason ? (
        <section aria-label="Reason">
          <h3 className="mb-1 text-xs font-medium text-faint">
            {result.outcome === "unscored" ? "Reason for the missing score" : "Reason"}
          </h3>
          <UserText text={result.reason} />
        </section>
      ) : null}
      {result.warnings?.map(({ message }) => (
        <p key={message}>
          <Status tone="warn" shape="alert" className="whitespace-normal!">
            {message}
          </Status>
        </p>
      ))}
      <Parts metadata={result.metadata} />
      <DefinitionList
        entries={[
          ...factsOfRun({ ...result, executionMs: execution_time }),
          {
            term: "Log",
            value: logId ? (
              <NextLink
                href={links.evalLogs({ run: logId })}
                onNavigate={() => onLeave?.(logId)}
                className="reach text-accent underline-offset-2 hover:underline"
              >
                Open this run in the logs
              </NextLink>
            ) : (
              <Missing reason="The log could not be written" />
            ),
          },
        ]}
      />
    </>
  );
}

/** The results of a composite template's parts. */
function Parts({ metadata }: { metadata: Record<string, unknown> | null }) {
  const parts = Array.isArray(metadata?.children) ? metadata.children.filter(isRecord) : [];
  if (parts.length === 0) return null;
  return (
    <section aria-label="Parts">
      <h3 className="mb-1 text-xs font-medium text-faint">Parts</h3>
      <ul className="grid gap-1">
        {parts.map((part) => (
          <li key={String(part.name)} className="wrap-anywhere">
            <span className="font-medium">{String(part.name)}</span>{" "}
            {part.outcome === "scored" ? verdictText(part.output) : String(part.outcome)}
            <span className="text-faint"> · weight {String(part.weight)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
