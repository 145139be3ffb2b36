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
  const client = useQueryClient();
  const found = useQuery({ ...evalTemplateQuery(templateId ?? ""), enabled: templateId !== undefined });
  const [kept, setKept] = useState<Settings>({ ...none, ...initial, templateId });
  const settings = kept.templateId === templateId ? kept : { ...none, templateId };
  const listed = useQuery({
    ...evalTemplateVersionsQuery(templateId ?? ""),
    enabled: (found.data?.version_count ?? 0) > 1,
  });
  const { mutate, data, error, isPending, variables } = useMutation({
    ...runEvaluation,
    // Failed runs are in the logs, too.
    onSettled: () => {
      for (const { name } of leftByRuns) client.invalidateQueries({ queryKey: [name] });
    },
  });
  const versions = listed.data?.versions ?? [];
  const config = versions.find(({ version_number }) => version_number === settings.version)?.config_snapshot;
  const template = found.data && (config ? asIn(config, found.data) : found.data);
  const canPoint = template !== undefined && template.eval_type !== "code" && template.template_type === "single";
  const requestFor = (inputs: Texts) => ({
    template_id: templateId ?? "",
    mapping: template
      ? (template.eval_type === "code" ? present : filled)(
          isOpen(template) ? Object.keys(inputs) : keysOf(template),
          inputs,
        )
      : {},
    params: filled(Object.keys(template?.config.params ?? {}), settings.params),
    ...(settings.version === null ? {} : { version_number: settings.version }),
    ...(settings.model.trim() ? { model: settings.model.trim() } : {}),
    ...(canPoint && settings.points ? { error_localizer: true } : {}),
  });
  const change = (settled: Partial<Settings>) => setKept({ ...settings, ...settled });
  // Another template's result does not belong to this one.
  const isOwn = variables?.template_id === templateId;
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
      if (template && !isPending) mutate(requestFor(inputs));
    },
    isRunning: isPending,
    done: isOwn ? data : undefined,
    /** The request of the last run. */
    lastRequest: isOwn ? variables : undefined,
    error: isOwn ? error : null,
    /** Whether the form has changed since the shown run. */
    isOld: (inputs: Texts): boolean => JSON.stringify(variables) !== JSON.stringify(requestFor(inputs)),
  };
}
