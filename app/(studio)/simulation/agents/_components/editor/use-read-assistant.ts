"use client";
import { useMutation } from "@tanstack/react-query";
import { toast } from "@/app/_ui/feedback/toast";
import { readAssistant } from "@/lib/client/agents";
import { readableProviders } from "@/lib/contracts/simulation/names";
import { withAssistant } from "./agent-form";
import type { FieldProps } from "./field-props";

interface Account {
  provider: (typeof readableProviders)[number];
  api_key: string;
  assistant_id: string;
}

/** Imports the form's assistant from its provider, with an undo. `read` is null if the provider is not supported. */
export function useReadAssistant({ values, set }: FieldProps["form"]) {
  const { mutate, isPending, error, variables } = useMutation({
    meta: readAssistant.meta,
    mutationFn: (account: Account) => readAssistant.mutationFn(account),
  });
  const provider = readableProviders.find((one) => one === values.provider.trim());
  const [api_key, assistant_id] = [values.apiKey.trim(), values.assistantId.trim()];
  const { name, description, message } = values;
  const read = () =>
    provider &&
    mutate(
      { provider, api_key, assistant_id },
      {
        onSuccess: (assistant) => {
          set(withAssistant(values, assistant));
          toast.done({
            title: assistant.name ? `Imported ${assistant.name}` : "Imported",
            description: assistant.prompt ? "Its prompt is now the description." : "The assistant has no prompt.",
            action: { label: "Undo", run: () => set({ name, description, message }) },
          });
        },
      },
    );
  const isUnchanged = variables?.api_key === api_key && variables.assistant_id === assistant_id;
  return {
    read: provider ? read : null,
    isReady: api_key !== "" && assistant_id !== "",
    isPending,
    /** Null once the key or the assistant has changed. */
    error: isUnchanged ? error : null,
  };
}
