import NextLink from "next/link";
import { Status } from "@/app/_ui/feedback/status";
import { GateVerdict, verdicts } from "@/app/(studio)/evaluate/experiments/_components/gate-verdict";
import { links } from "@/lib/client/links";
import type { JudgedRelease } from "@/lib/contracts/prompts/releases";

/** Whether the version is not worse, and what is missing otherwise. */
export function MoveVerdict({ release }: { release: JudgedRelease }) {
  const { verdict, check, baseline_id, candidate_id } = release;
  const { word, ...look } = verdicts[verdict];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <Status {...look} className="font-medium">
          {word}
        </Status>
        <NextLink
          href={links.compareExperiments([baseline_id, candidate_id])}
          className="reach underline underline-offset-2"
        >
          Side by side
        </NextLink>
      </div>
      <GateVerdict baselineId={baseline_id} candidateId={candidate_id} check={check} />
    </>
  );
}
