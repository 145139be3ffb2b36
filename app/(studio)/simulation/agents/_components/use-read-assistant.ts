"use client";
import { useMutation } from "@tanstack/react-query";
import { toast } from "@/app/_ui/toast";
import { readAssistant } from "@/lib/client/agents";
import { readableProviders } from "@/lib/contracts/simulation/names";
import { withAssistant } from "./agent-form";
import type { FieldProps } from "./field-props";

/** Reads the assistant that a form names into it; `read` is null for a provider that is not read. What it replaces comes back by an undo. */
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
            title: assistant.name ? `Read: ${assistant.name}` : "Read",
            description: assistant.prompt ? "Its prompt is the description now." : "It has no prompt there.",
            action: { label: "Undo", run: () => onChange({ name, description, message }) },
          });
        },
      },
    );
  return { read: provider ? read : null, isReady: api_key !== "" && assistant_id !== "", isPending, error, reset };
}
