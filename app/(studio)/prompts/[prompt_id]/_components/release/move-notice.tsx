"use client";
import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { countedOf, quantity, wholePercentText } from "@/app/_ui/figure/numbers";
import { startPromptRelease } from "@/lib/client/prompts/releases";
import type { Output } from "@/lib/contracts/contract";
import type { checkPromptMove, JudgedRelease, PromptGate } from "@/lib/contracts/prompts/releases";
import { MoveVerdict } from "./move-verdict";
import { isUnderWay } from "./under-way";

type Move = Output<typeof checkPromptMove>;

interface Props {
  promptId: string;
  version: string;
  /** What the move takes. */
  found: UseQueryResult<Move>;
}

/** What a label with a gate needs before it moves: a comparison of both versions, and its verdict. */
export function MoveNotice({ promptId, version, found }: Props) {
  if (found.isError)
    return <ErrorState title="The gate could not be read" error={found.error} onRetry={() => found.refetch()} />;
  // A query that waits for a label has nothing to show.
  if (found.isLoading) return <Skeleton className="h-20 w-full" />;
  const move = found.data;
  if (!move?.gate || move.former_version === version) return null;
  const { gate, former_version, needs_evidence } = move;
  return (
    <section aria-label="Gate" className="grid gap-3 rounded-md border border-line p-3">
      {needs_evidence && former_version ? (
        <Evidence promptId={promptId} version={version} former={former_version} gate={gate} release={move.release} />
      ) : (
        <p>
          {former_version === null
            ? `${gate.label.name} has a gate, but points nowhere yet, so there is nothing to compare with. It may move.`
            : `${gate.label.name} has pointed to ${version} before. It moves back without a comparison.`}
        </p>
      )}
    </section>
  );
}

interface EvidenceProps extends Pick<Props, "promptId" | "version"> {
  former: string;
  gate: PromptGate;
  release: JudgedRelease | null;
}

const namesOf = (evaluations: PromptGate["evaluations"]): string =>
  new Intl.ListFormat("en").format(evaluations.map(({ name }) => name));

function Evidence({ promptId, version, former, gate, release }: EvidenceProps) {
  const { mutate, isPending } = useMutation(startPromptRelease);
  const { dataset_name, version: rows, evaluations, margin, power } = gate;
  const isOpen = release !== null && isUnderWay(release);
  return (
    <>
      <p>
        {gate.label.name} moves only if {version} is not worse than {former}: over the {quantity(rows.rows, "row")} of{" "}
        {dataset_name}, version {rows.number}, a loss of {margin} in {namesOf(evaluations)} must be excluded.{" "}
        {wholePercentText(power)} of the versions without any loss pass.
      </p>
      <div aria-live="polite" className="grid gap-2 empty:hidden">
        {isOpen ? <Progress release={release} /> : null}
        {release && !isOpen ? <MoveVerdict release={release} /> : null}
      </div>
      <div>
        <Button
          size="small"
          busy={isPending}
          disabled={isOpen}
          onClick={() => mutate({ prompt_id: promptId, label_id: gate.label.id, version })}
        >
          {release ? "Compare again" : `Compare ${version} with ${former}`}
        </Button>
      </div>
    </>
  );
}

function Progress({ release }: { release: JudgedRelease }) {
  const runs = [
    { name: release.former_version, progress: release.baseline_progress },
    { name: release.version, progress: release.candidate_progress },
  ];
  return runs.map(({ name, progress }) => {
    const { total, open } = progress ?? { total: 0, open: 0 };
    return (
      <div key={name} className="grid gap-1">
        <p className="text-xs text-soft">
          {name}: {countedOf(total - open, total, "answers and evaluations")}
        </p>
        <ProgressBar value={total - open} max={total} label={`Answers and evaluations of ${name}`} />
      </div>
    );
  });
}
