"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { evalTemplateQuery, evalTemplateVersionsQuery, leftByRuns, runEvaluation } from "@/lib/client/evaluation";
import type { Output } from "@/lib/contracts/contract";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { isOpen } from "../../_components/mapping";
import { filled, keysOf, present, type Texts } from "./form";

interface Settings {
  /** The template of the settings. Another template starts without settings. */
  templateId: string | undefined;
  /** Null for the current version. */
  version: number | null;
  model: string;
  params: Texts;
  /** Whether to find the sentences that caused a failure. */
  points: boolean;
}

const none: Omit<Settings, "templateId"> = { version: null, model: "", params: {}, points: false };

type Template = Output<typeof getEvalTemplate>;

/** The definition of an older version. */
const asIn = (config: TemplateDefinition, template: Template): Template => {
  const { required_keys, optional_keys, output, model } = config;
  return { ...template, config, required_keys, optional_keys, output, model };
};

export type Side = ReturnType<typeof useSide>;

/** A template with its version, model and parameters, and the result of its last run. */
export function useSide(templateId: string | undefined, initial?: Partial<Omit<Settings, "templateId">>) {
  const [kept, setKept] = useState<Settings>({ ...none, ...initial, templateId });
  const settings = kept.templateId === templateId ? kept : { ...none, templateId };
  const { found, template, versions } = useTemplateAt(templateId, settings.version);
  const runner = useRun(templateId);
  const canPoint = template !== undefined && template.eval_type !== "code" && template.template_type === "single";
  const requestFor = (inputs: Texts) =>
    requestOf(template, { ...settings, points: canPoint && settings.points }, inputs);
  const change = (settled: Partial<Settings>) => setKept({ ...settings, ...settled });
  return {
    templateId,
    found,
    template,
    versions,
    version: settings.version,
    setVersion: (version: number | null) => change({ version }),
    model: settings.model,
    params: settings.params,
    setModel: (model: string) => change({ model }),
    setParam: (name: string, text: string) => change({ params: { ...settings.params, [name]: text } }),
    canPoint,
    points: settings.points,
    setPoints: (points: boolean) => change({ points }),
    run: (inputs: Texts) => {
      if (template && !runner.isRunning) runner.run(requestFor(inputs));
    },
    isRunning: runner.isRunning,
    done: runner.done,
    lastRequest: runner.lastRequest,
    error: runner.error,
    /** Whether the form has changed since the shown run. */
    isOld: (inputs: Texts): boolean => JSON.stringify(runner.sent) !== JSON.stringify(requestFor(inputs)),
  };
}

/** A template, as it is in one of its versions; null for the current one. */
function useTemplateAt(templateId: string | undefined, version: number | null) {
  const found = useQuery({ ...evalTemplateQuery(templateId ?? ""), enabled: templateId !== undefined });
  const listed = useQuery({
    ...evalTemplateVersionsQuery(templateId ?? ""),
    enabled: (found.data?.version_count ?? 0) > 1,
  });
  const versions = listed.data?.versions ?? [];
  const config = versions.find(({ version_number }) => version_number === version)?.config_snapshot;
  return { found, versions, template: found.data && (config ? asIn(config, found.data) : found.data) };
}

/** Runs a template, and keeps the last result until another template is chosen. */
function useRun(templateId: string | undefined) {
  const client = useQueryClient();
  const { mutate, data, error, isPending, variables } = useMutation({
    ...runEvaluation,
    // Failed runs are in the logs, too.
    onSettled: () => {
      for (const { name } of leftByRuns) client.invalidateQueries({ queryKey: [name] });
    },
  });
  // Another template's result does not belong to this one.
  const isOwn = variables?.template_id === templateId;
  return {
    run: (request: RunRequest) => mutate(request),
    isRunning: isPending,
    done: isOwn ? data : undefined,
    /** The request of the last run. Safe: only `run` sends any. */
    lastRequest: isOwn ? (variables as RunRequest | undefined) : undefined,
    sent: variables,
    error: isOwn ? error : null,
  };
}

type RunRequest = ReturnType<typeof requestOf>;

function requestOf(template: Template | undefined, settings: Settings, inputs: Texts) {
  const { templateId, version, model, params, points } = settings;
  const keys = template && (isOpen(template) ? Object.keys(inputs) : keysOf(template));
  return {
    template_id: templateId ?? "",
    mapping: keys ? (template.eval_type === "code" ? present : filled)(keys, inputs) : {},
    params: filled(Object.keys(template?.config.params ?? {}), params),
    ...(version === null ? {} : { version_number: version }),
    ...(model.trim() ? { model: model.trim() } : {}),
    ...(points ? { error_localizer: true } : {}),
  };
}
