// Releases: the version that a label points to and the next one, over the same rows.
import { eq } from "drizzle-orm";
import { promptReleases } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type * as contracts from "@/lib/contracts/prompts/releases";
import { columnsInDataset, datasetInOrganization } from "@/lib/datasets/loaders";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { createExperiment } from "@/lib/evaluation/experiments/start-experiment";
import { columnsOfVariables } from "@/lib/evaluation/runs/rules/row-inputs";
import { variablesIn } from "@/lib/gateway/prompts/variables";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { gateOfLabel, loadEvidence } from "../gates";
import { lastHad } from "../label-history";
import {
  labelInOrganization,
  lockPromptInOrganization,
  type PromptRow,
  type PromptVersionRow,
  promptInOrganization,
  versionOf,
} from "../loaders";
import { targetOf } from "../move-label";
import { type GateRow, presentGate } from "../present-gates";
import { experimentConfig } from "../rules/experiment-config";
import { releaseOfPrompt, releasesOf } from "./loaders";
import { presentRelease, presentReleases } from "./present";
import { verdictOf } from "./verdict";

export const startPromptRelease: Verb<typeof contracts.startPromptRelease> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const prompt = await lockPromptInOrganization(db, caller.organizationId, input.prompt_id);
    const label = await labelInOrganization(db, caller.organizationId, input.label_id);
    const gate = await gateOfLabel(db, prompt, label.id);
    if (!gate) throw notFound("The label has no gate, so it moves without a release.");
    const target = await targetOf(db, prompt, label);
    const former = target ?? (await lastHad(db, prompt, label));
    if (!former) throw invalid("The label points nowhere, so there is nothing to compare with. It may be moved.");
    const version = await versionOf(db, prompt, input.version);
    if (version.isDraft) throw invalidField("version", `${versionName(version.number)} is a draft. Commit it first.`);
    if (version.id === former.id) {
      const free = "The label pointed to this version last, so it moves back without a release.";
      throw invalidField("version", target ? "The label points to this version." : free);
    }
    const start = (of: PromptVersionRow) => startExperiment(inner, prompt, gate, of, input.ceiling_micros ?? null);
    const baselineRunId = await start(former);
    const candidateRunId = await start(version);
    const [release] = await db
      .insert(promptReleases)
      .values({
        promptId: prompt.id,
        labelId: label.id,
        formerId: former.id,
        candidateId: version.id,
        baselineRunId,
        candidateRunId,
        createdBy: caller.userId,
      })
      .returning();
    if (!release) throw new Error("the release was not stored");
    return presentRelease(db, prompt, release);
  });

async function startExperiment(
  context: Context,
  prompt: PromptRow,
  gate: GateRow,
  version: PromptVersionRow,
  ceilingMicros: number | null,
): Promise<string> {
  const name = versionName(version.number);
  const read = experimentConfig(version.content);
  if ("problem" in read) throw invalidField("version", `${name}: ${read.problem}`);
  const dataset = await datasetInOrganization(context.db, prompt.organizationId, gate.datasetId);
  const columns = await columnsInDataset(context.db, dataset);
  const found = columnsOfVariables(variablesIn(version.content.messages), columns);
  if ("problem" in found) throw invalidField("version", `${name}: ${found.problem}`);
  const { run_id } = await createExperiment(context, {
    dataset_id: gate.datasetId,
    dataset_version_id: gate.datasetVersionId,
    name: `${prompt.name} ${name}`.slice(0, 255),
    task: { kind: "prompt", config: read.config, prompt: { name: prompt.name, version: name } },
    output_column_id: gate.outputColumnId,
    user_eval_ids: gate.evaluationIds,
    repeats: 1,
    at_once: 20,
    ceiling_micros: ceilingMicros,
  });
  return run_id;
}

export const listPromptReleases: Verb<typeof contracts.listPromptReleases> = async ({ db, caller }, input) => {
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const { page, limit, offset } = pageRange(input);
  const [count, found] = await Promise.all([
    db.$count(promptReleases, eq(promptReleases.promptId, prompt.id)),
    releasesOf(db, prompt, { limit, offset }),
  ]);
  assertPage(page, limit, count);
  return { count, page, limit, results: await presentReleases(db, prompt, found) };
};

export const getPromptRelease: Verb<typeof contracts.getPromptRelease> = async (context, input) => {
  const { db, caller } = context;
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const release = await releaseOfPrompt(db, prompt, input.release_id);
  const gate = await gateOfLabel(db, prompt, release.labelId);
  if (!gate) throw notFound("The label has no gate any more.");
  const check = await verdictOf(context, gate, release);
  return { ...(await presentRelease(db, prompt, release)), verdict: check.verdict, check };
};

export const checkPromptMove: Verb<typeof contracts.checkPromptMove> = async (context, input) => {
  const { db, caller } = context;
  const prompt = await promptInOrganization(db, caller.organizationId, input.prompt_id);
  const label = await labelInOrganization(db, caller.organizationId, input.label_id);
  const version = await versionOf(db, prompt, input.version);
  const target = await targetOf(db, prompt, label);
  const found = await loadEvidence(db, context, prompt, { label, target, version });
  const { gate, former, evidence, release } = found;
  const check = evidence === "free" ? undefined : evidence.release?.check;
  return {
    former_version: former && versionName(former.number),
    needs_evidence: evidence !== "free",
    gate: gate && (await presentGate(db, gate, label)),
    release:
      release && check ? { ...(await presentRelease(db, prompt, release)), verdict: check.verdict, check } : null,
  };
};
