// The assistant's prompt in two versions, with labels, a gate, and the comparison that lets the label move.
import type { Context } from "@/lib/context";
import { createDatasetVersion as versionContract } from "@/lib/contracts/datasets/versions";
import * as evals from "@/lib/contracts/evaluation/dataset-evals";
import * as labels from "@/lib/contracts/prompts/labels";
import { systemLabels } from "@/lib/contracts/prompts/names";
import * as prompts from "@/lib/contracts/prompts/prompts";
import * as releases from "@/lib/contracts/prompts/releases";
import * as versions from "@/lib/contracts/prompts/versions";
import { createDatasetVersion } from "@/lib/datasets/versions/versions";
import { addUserEval } from "@/lib/evaluation/runs/dataset/evals";
import { nothing } from "@/lib/evaluation/runs/work/cell-result";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { setPromptGate } from "@/lib/prompts/gates";
import { assignPromptLabel } from "@/lib/prompts/labels";
import { createPrompt } from "@/lib/prompts/prompts";
import { startPromptRelease } from "@/lib/prompts/releases/releases";
import { savePromptVersion } from "@/lib/prompts/versions";
import { completeRun } from "./complete-run";
import { perform } from "./perform";
import { questions } from "./questions";

const RELEASE_AGE_MS = 2 * 3_600_000;
const [production, staging] = systemLabels;
const system = "You are the assistant of Larkfield Home, a shop for furniture and household goods.";

const contentOf = (rules: string) => ({
  model: "sandbox/support-small",
  messages: [
    { role: "system" as const, content: `${system} ${rules}` },
    { role: "user" as const, content: "{{question}}" },
  ],
  settings: { temperature: 0.2, max_tokens: 300 },
});

interface Dataset {
  id: string;
  answerColumnId: string;
}

export async function seedPrompt(context: Context, dataset: Dataset, name: string): Promise<void> {
  const { id: prompt_id } = await perform(context, prompts.createPrompt, createPrompt, {
    name,
    folder: "Support",
    description: "Answers customers who write in the shop's chat.",
    message: "First version",
    content: contentOf("Be friendly. Offer further help at the end."),
  });
  await perform(context, versions.savePromptVersion, savePromptVersion, {
    prompt_id,
    message: "Shorter, and only what the policy says",
    content: contentOf("Answer in one or two sentences, and promise only what the policy says."),
  });
  for (const [label, version] of [
    [production, "v1"],
    [staging, "v2"],
  ] as const)
    await perform(context, labels.assignPromptLabel, assignPromptLabel, { prompt_id, label_id: label.id, version });
  await seedGate(context, dataset, prompt_id);
  const release = { prompt_id, label_id: production.id, version: "v2" };
  const { baseline_id, candidate_id } = await perform(
    context,
    releases.startPromptRelease,
    startPromptRelease,
    release,
  );
  const startedMs = context.now().getTime() - RELEASE_AGE_MS;
  await completeRun(context.db, baseline_id, { results: outputsOf(0), at: new Date(startedMs) });
  await completeRun(context.db, candidate_id, { results: outputsOf(1), at: new Date(startedMs + 1000) });
}

async function seedGate(context: Context, dataset: Dataset, prompt_id: string): Promise<void> {
  const evaluation = async (name: string, metric: string, config: object) =>
    (
      await perform(context, evals.addUserEval, addUserEval, {
        dataset_id: dataset.id,
        name,
        template_id: idOfName(metric),
        config,
      })
    ).user_eval_id;
  const close = await evaluation("Close to the expected answer", "f1_score", {
    mapping: { output: "answer", expected: "expected" },
  });
  const short = await evaluation("Short enough for the chat", "length_less_than", {
    mapping: { text: "answer" },
    params: { max_length: 400 },
  });
  const { id: dataset_version_id } = await perform(context, versionContract, createDatasetVersion, {
    dataset_id: dataset.id,
    name: "First questions",
    description: "What the gate of the assistant's prompt compares versions over.",
  });
  await perform(context, releases.setPromptGate, setPromptGate, {
    prompt_id,
    label_id: production.id,
    dataset_version_id,
    output_column_id: dataset.answerColumnId,
    user_eval_ids: [close, short].flatMap((id) => id ?? []),
  });
}

/** What the first or second version answers, longer answers later. */
const outputsOf = (version: 0 | 1) =>
  questions.map(({ outputs }) => ({
    ...nothing,
    outcome: "answered" as const,
    output: outputs[version],
    reason: "",
    latencyMs: 380 + 4 * outputs[version].length,
  }));
