// Releases as the API shows them, with the progress of their experiments.
import { inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns, promptVersions } from "@/db/schema";
import { versionName } from "@/lib/contracts/prompts/names";
import type { PromptRelease } from "@/lib/contracts/prompts/releases";
import { notFound } from "@/lib/errors";
import { withParts } from "@/lib/evaluation/experiments/loaders";
import { presentRun } from "@/lib/evaluation/runs/read/present";
import { labelsInOrganization, type PromptRow } from "../loaders";
import type { ReleaseRow } from "./loaders";

/** A release whose label was deleted is not shown. */
export async function presentReleases(
  db: Database,
  prompt: PromptRow,
  releases: readonly ReleaseRow[],
): Promise<PromptRelease[]> {
  if (releases.length === 0) return [];
  const versionIds = releases.flatMap(({ formerId, candidateId }) => [formerId, candidateId]);
  const runIds = releases.flatMap(({ baselineRunId, candidateRunId }) => [baselineRunId, candidateRunId]);
  const [labels, versions, runs] = await Promise.all([
    labelsInOrganization(db, prompt.organizationId),
    db
      .select({ id: promptVersions.id, number: promptVersions.number })
      .from(promptVersions)
      .where(inArray(promptVersions.id, versionIds)),
    db.select().from(evalRuns).where(inArray(evalRuns.id, runIds)),
  ]);
  const experiments = await withParts(db, runs);
  const nameOf = (id: string) => versionName(versions.find((one) => one.id === id)?.number ?? 0);
  const stateOf = (id: string) => {
    const found = experiments.find(({ run }) => run.id === id);
    if (!found) return { status: "failed" as const, progress: null };
    const { status, total, open } = presentRun(found.run, [found.task, ...found.evaluations], null);
    return { status, progress: { total, open } };
  };
  return releases.flatMap((release) => {
    const label = labels.find(({ id }) => id === release.labelId);
    if (!label) return [];
    const [baseline, candidate] = [stateOf(release.baselineRunId), stateOf(release.candidateRunId)];
    return {
      id: release.id,
      label,
      former_version: nameOf(release.formerId),
      version: nameOf(release.candidateId),
      baseline_id: release.baselineRunId,
      candidate_id: release.candidateRunId,
      baseline_status: baseline.status,
      candidate_status: candidate.status,
      baseline_progress: baseline.progress,
      candidate_progress: candidate.progress,
      created_at: release.createdAt.toISOString(),
    };
  });
}

export async function presentRelease(db: Database, prompt: PromptRow, release: ReleaseRow): Promise<PromptRelease> {
  const [presented] = await presentReleases(db, prompt, [release]);
  if (!presented) throw notFound("The label of the release was deleted.");
  return presented;
}
