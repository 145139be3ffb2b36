"use client";
import { useQuery } from "@tanstack/react-query";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";

/** The default name of an evaluation created over the API without a name. */
const UNNAMED = /^Eval-([0-9a-f-]{36})$/;
const BEGINS_UNNAMED = /^Eval-[0-9a-f-]{36}(?=\W)/;

/** Names of evaluations for display. One without its own name is shown with its template's name. */
export function useEvaluationNames(names: readonly string[]): (name: string) => string {
  const templates = useQuery({ ...evalTemplateNamesQuery(), enabled: names.some((name) => UNNAMED.test(name)) });
  return (name) => {
    const id = UNNAMED.exec(name)?.[1];
    return (id && templates.data?.find((template) => template.id === id)?.name) || name;
  };
}

/** The default evaluation name that a sentence begins with, if any. */
export const unnamedIn = (text: string): string | undefined => BEGINS_UNNAMED.exec(text)?.[0];
