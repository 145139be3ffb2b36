// The models that judge a run's calls, looked at before a conversation is played or evaluated again.
import type { Database } from "@/db/client";
import { invalidField } from "@/lib/errors";
import { DEFAULT_JUDGE, NOT_CONFIGURED } from "@/lib/evaluation/judge/judge";
import { judgeModels } from "@/lib/evaluation/templates/judge-models";
import { templateInVersion } from "@/lib/evaluation/templates/loaders";
import { modelFlaws, settingsUnread } from "@/lib/gateway-admin/model-flaws";
import type { BindingRow } from "../loaders";

type Evaluation = Pick<BindingRow, "name" | "templateId" | "versionNumber" | "model">;

/** Throws a 400 for an evaluation whose judge the gateway cannot call, and a 503 if nobody named it and it is not known. */
export async function requireJudges(
  db: Database,
  organizationId: string,
  evaluations: readonly Evaluation[],
  hint = "",
): Promise<void> {
  const judged = (await Promise.all(evaluations.map((one) => judgesOf(db, organizationId, one)))).flat();
  if (judged.length === 0) return;
  const flawOf = await modelFlaws(db, organizationId);
  for (const { name, models } of judged) {
    const isNamed = !models.includes(DEFAULT_JUDGE);
    // As with customers' models: a named one stays.
    if (flawOf === null && isNamed) continue;
    if (flawOf === null) throw settingsUnread();
    const flaws = models.flatMap((model) => flawOf(model) ?? []);
    if (flaws.length < models.length) continue;
    const why = isNamed ? flaws.join(" ") : NOT_CONFIGURED;
    throw invalidField("evaluations_config", `The judge of the evaluation "${name}" cannot be called: ${why}${hint}`);
  }
}

/** None for code, and for a deleted template, whose results say so. */
async function judgesOf(db: Database, organizationId: string, evaluation: Evaluation) {
  const { templateId, versionNumber, model } = evaluation;
  const template = await templateInVersion(db, organizationId, templateId, versionNumber);
  if (!template) return [];
  // The default name of an evaluation says nothing.
  const name = evaluation.name === `Eval-${templateId}` ? template.name : evaluation.name;
  return (await judgeModels(db, organizationId, template, model)).map((models) => ({ name, models }));
}
