"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { evalTemplateQuery, leftByRuns, runEvaluation } from "@/lib/client/evaluation";
import { filled, keysOf, type Texts } from "./form";

interface Settings {
  /** Whose settings they are: another template begins with none. */
  templateId: string | undefined;
  model: string;
  params: Texts;
}

export type Side = ReturnType<typeof useSide>;

/** A template with the model and the parameters that it is run with, and what came of its last run. */
export function useSide(templateId: string | undefined, given?: Omit<Settings, "templateId">) {
  const client = useQueryClient();
  const found = useQuery({ ...evalTemplateQuery(templateId ?? ""), enabled: templateId !== undefined });
  const [kept, setKept] = useState<Settings>({ model: "", params: {}, ...given, templateId });
  const settings = kept.templateId === templateId ? kept : { templateId, model: "", params: {} };
  const { mutate, data, error, isPending, variables } = useMutation({
    ...runEvaluation,
    // Also a run that failed is in the logs.
    onSettled: () => {
      for (const { name } of leftByRuns) client.invalidateQueries({ queryKey: [name] });
    },
  });
  const template = found.data;
  const keys = template ? keysOf(template) : [];
  const requestFor = (inputs: Texts) => ({
    template_id: templateId ?? "",
    mapping: filled(keys, inputs),
    params: filled(Object.keys(template?.config.params ?? {}), settings.params),
    ...(settings.model.trim() ? { model: settings.model.trim() } : {}),
  });
  // What came of another template's run says nothing of this one.
  const isOwn = variables?.template_id === templateId;
  return {
    templateId,
    found,
    template,
    keys,
    model: settings.model,
    params: settings.params,
    setModel: (model: string) => setKept({ ...settings, model }),
    setParam: (name: string, text: string) => setKept({ ...settings, params: { ...settings.params, [name]: text } }),
    run: (inputs: Texts) => {
      if (template && !isPending) mutate(requestFor(inputs));
    },
    isRunning: isPending,
    done: isOwn ? data : undefined,
    error: isOwn ? error : null,
    /** Whether the form has changed since the run that is shown. */
    isOld: (inputs: Texts): boolean => JSON.stringify(variables) !== JSON.stringify(requestFor(inputs)),
  };
}
