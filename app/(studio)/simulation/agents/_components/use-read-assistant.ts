"use client";
import { useMutation } from "@tanstack/react-query";
import { toast } from "@/app/_ui/toast";
import { readAssistant } from "@/lib/client/agents";
import { readableProviders } from "@/lib/contracts/simulation/names";
import { withAssistant } from "./agent-form";
import type { FieldProps } from "./field-props";

/** Imports the form's assistant from its provider, with an undo. `read` is null if the provider is not supported. */
export function useReadAssistant({ form, onChange }: Pick<FieldProps, "form" | "onChange">) {
  const { mutate, isPending, error, reset } = useMutation(readAssistant);
  const provider = readableProviders.find((one) => one === form.provider.trim());
  const [api_key, assistant_id] = [form.apiKey.trim(), form.assistantId.trim()];
  const { name, description, message } = form;
  const read = () =>
    provider &&
    mutate(
      { provider, api_key, assistant_id },
      {
        onSuccess: (assistant) => {
          onChange(withAssistant(form, assistant));
          toast.done({
            title: assistant.name ? `Imported ${assistant.name}` : "Imported",
            description: assistant.prompt ? "Its prompt is now the description." : "The assistant has no prompt.",
            action: { label: "Undo", run: () => onChange({ name, description, message }) },
          });
        },
      },
    );
  return { read: provider ? read : null, isReady: api_key !== "" && assistant_id !== "", isPending, error, reset };
}
