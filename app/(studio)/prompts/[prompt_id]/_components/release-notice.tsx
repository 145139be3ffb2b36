"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { links } from "@/lib/client/links";
import { promptGatesQuery, promptReleaseQuery, promptReleasesQuery, startPromptRelease } from "@/lib/client/prompts";
import type { Output } from "@/lib/contracts/contract";
import type { getPromptRelease, listPromptReleases } from "@/lib/contracts/prompts/releases";

interface Props {
  promptId: string;
  /** The name of the label, as typed. */
  label: string;
  /** Where it points now; null for nowhere. */
  now: string | null;
  version: string;
}

type Release = Output<typeof listPromptReleases>["results"][number];
const REFRESH_MS = 2000;
const isUnderWay = ({ baseline_status, candidate_status }: Release): boolean =>
  [baseline_status, candidate_status].some((status) => status === "pending" || status === "running");

/** What a label with a gate needs before it moves: a comparison of both versions, and its verdict. */
export function ReleaseNotice({ promptId, label, now, version }: Props) {
  const gates = useQuery(promptGatesQuery(promptId)).data?.gates ?? [];
  const gate = gates.find((one) => one.label.name.toLowerCase() === label.trim().toLowerCase());
  const releases = useQuery({
    ...promptReleasesQuery(promptId),
    enabled: gate !== undefined,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? REFRESH_MS : false),
  });
  const { mutate, isPending } = useMutation(startPromptRelease);
  if (!gate || now === null || now === version) return null;
  const release = releases.data?.results.find(
    (one) => one.label.id === gate.label.id && one.version === version && one.former_version === now,
  );
  return (
    <section aria-label="Gate" className="grid gap-2 rounded-md border border-line p-3">
      <p>
        {gate.label.name} moves only if {version} is not worse than {now}, by a comparison over the rows of a dataset.
      </p>
      {release ? <Shown promptId={promptId} release={release} /> : null}
      <div>
        <Button
          size="small"
          busy={isPending}
          disabled={releases.isPending || (release !== undefined && isUnderWay(release))}
          onClick={() => mutate({ prompt_id: promptId, label_id: gate.label.id, version })}
        >
          {release ? "Compare again" : `Compare ${version} with ${now}`}
        </Button>
      </div>
    </section>
  );
}

function Shown({ promptId, release }: { promptId: string; release: Release }) {
  const isOpen = isUnderWay(release);
  const found = useQuery({ ...promptReleaseQuery(promptId, release.id), enabled: !isOpen });
  return (
    <div className="grid gap-1" aria-live="polite">
      {isOpen ? <p className="text-soft">Both versions are running.</p> : null}
      {found.isError ? <p className="text-soft">{found.error.message}</p> : null}
      {found.data ? <Verdict release={found.data} /> : null}
      <div>
        <LinkButton size="small" href={links.compareExperiments([release.baseline_id, release.candidate_id])}>
          Side by side
        </LinkButton>
      </div>
    </div>
  );
}

const verdicts = {
  passed: { tone: "good", shape: "check", word: "Not worse" },
  failed: { tone: "bad", shape: "cross", word: "Worse" },
  undecided: { tone: "warn", shape: "unequal", word: "Undecided" },
  refused: { tone: "neutral", shape: "ring", word: "No verdict" },
} as const;

function Verdict({ release: { verdict, check } }: { release: Output<typeof getPromptRelease> }) {
  const { word, ...look } = verdicts[verdict];
  const reasons = [
    ...check.reasons,
    ...check.metrics.flatMap(({ name, reasons: own }) => own.map((one) => `${name}: ${one}`)),
  ];
  return (
    <>
      <Status {...look}>{word}</Status>
      {reasons.map((reason) => (
        <p key={reason} className="text-xs text-soft">
          {reason}
        </p>
      ))}
    </>
  );
}
