// The one way in which a label of a prompt comes to point elsewhere.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { promptLabelTargets, promptVersions } from "@/db/schema";
import type { Context } from "@/lib/context";
import { versionName } from "@/lib/contracts/prompts/names";
import type { PromptLabel } from "@/lib/contracts/prompts/shapes";
import { conflict, invalidField } from "@/lib/errors";
import { projectLabel } from "@/lib/gateway-admin/prompts/projection";
import { noteChange } from "./changes";
import { gateOfLabel, loadEvidence } from "./gates";
import { lastHad } from "./label-history";
import { keepLabel, labelInOrganization, numberOf, type PromptRow, type PromptVersionRow, versionOf } from "./loaders";
import { assertEvidence } from "./rules/assert-evidence";

interface LabelMove {
  labelId: string;
  /** Null removes the label. */
  version: string | null;
  /** Where the caller believes the label to point, null for nowhere; undefined if it does not matter. */
  expected?: string | null | undefined;
  message?: string;
  /** Why an Owner moves it against its gate. */
  overrule?: string | undefined;
}

export interface LabelMoved {
  label: PromptLabel;
  version: PromptVersionRow | null;
  former: PromptVersionRow | null;
  movedAt: Date;
}

/** Call under the prompt's lock. Two moves of one label take turns; the second sees where the first has put it. */
export async function moveLabel(
  tx: Database,
  context: Context,
  prompt: PromptRow,
  { labelId, version: wish, expected, message = "", overrule }: LabelMove,
): Promise<LabelMoved> {
  const label = await labelInOrganization(tx, prompt.organizationId, labelId);
  await keepLabel(tx, label);
  const former = await targetOf(tx, prompt, label);
  assertExpected(label, former, expected);
  const version = wish === null ? null : await committed(tx, prompt, wish);
  const movedAt = context.now();
  if (version?.id === former?.id) return { label, version, former, movedAt };
  const overruled = version && (await allowed(tx, context, prompt, { label, target: former, version, overrule }));
  await pointTo(tx, context, prompt, label, version);
  await noteChange(tx, context, prompt, {
    kind: version ? "label_moved" : "label_removed",
    label: label.name,
    number: version?.number ?? null,
    formerNumber: former?.number ?? null,
    message: [overruled, message].filter(Boolean).join(" "),
  });
  await projectLabel(prompt, label.name, version);
  return { label, version, former, movedAt };
}

interface Wish {
  label: PromptLabel;
  target: PromptVersionRow | null;
  version: PromptVersionRow;
  overrule: string | undefined;
}

/** What the change shall note besides its message. Throws a 409 if the label's gate does not let it move. */
async function allowed(
  tx: Database,
  context: Context,
  prompt: PromptRow,
  { label, target, version, overrule }: Wish,
): Promise<string | null> {
  const { evidence } = await loadEvidence(tx, context, prompt, { label, target, version });
  const { role } = context.caller;
  return assertEvidence(evidence, { label: label.name, version: versionName(version.number), role, overrule });
}

/**
 * Throws the 409 with which a move would end; for a version that does not exist yet, `version` is null. Nothing is changed, and
 * somebody may still move the label.
 */
export async function tryMove(
  db: Database,
  context: Context,
  prompt: PromptRow,
  { label, version }: { label: PromptLabel; version: PromptVersionRow | null },
): Promise<void> {
  const target = await targetOf(db, prompt, label);
  if (target !== null && target.id === version?.id) return;
  if (version) await allowed(db, context, prompt, { label, target, version, overrule: undefined });
  else if ((await gateOfLabel(db, prompt, label.id)) && (target ?? (await lastHad(db, prompt, label))))
    throw conflict(`${label.name} moves only on evidence. Push without labels first, and start a release.`);
}

export async function targetOf(tx: Database, prompt: PromptRow, label: PromptLabel): Promise<PromptVersionRow | null> {
  const [row] = await tx
    .select({ version: promptVersions })
    .from(promptLabelTargets)
    .innerJoin(promptVersions, eq(promptVersions.id, promptLabelTargets.versionId))
    .where(and(eq(promptLabelTargets.promptId, prompt.id), eq(promptLabelTargets.labelId, label.id)));
  return row?.version ?? null;
}

function assertExpected({ name }: PromptLabel, now: PromptVersionRow | null, expected: LabelMove["expected"]): void {
  if (expected === undefined || (expected === null ? null : numberOf(expected)) === (now?.number ?? null)) return;
  const where = now ? `points to ${versionName(now.number)}` : "points nowhere";
  throw conflict(`Somebody else has moved ${name}: it ${where} now. Nothing was changed.`, {
    facts: { version: now ? versionName(now.number) : null },
  });
}

async function committed(tx: Database, prompt: PromptRow, name: string): Promise<PromptVersionRow> {
  const version = await versionOf(tx, prompt, name);
  if (version.isDraft) throw invalidField("version", `${versionName(version.number)} is a draft. Commit it first.`);
  return version;
}

async function pointTo(
  tx: Database,
  { caller, now }: Context,
  prompt: PromptRow,
  label: PromptLabel,
  version: PromptVersionRow | null,
): Promise<void> {
  if (!version) {
    await tx
      .delete(promptLabelTargets)
      .where(and(eq(promptLabelTargets.promptId, prompt.id), eq(promptLabelTargets.labelId, label.id)));
    return;
  }
  const target = { versionId: version.id, movedBy: caller.userId, movedAt: now() };
  await tx
    .insert(promptLabelTargets)
    .values({ promptId: prompt.id, labelId: label.id, ...target })
    .onConflictDoUpdate({ target: [promptLabelTargets.promptId, promptLabelTargets.labelId], set: target });
}
