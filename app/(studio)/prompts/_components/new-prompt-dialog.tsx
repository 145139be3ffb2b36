"use client";
import { useRouter } from "next/navigation";
import { FormField, TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { links } from "@/lib/client/links";
import { createPrompt, firstContent } from "@/lib/client/prompts";

interface NewPrompt {
  name: string;
  folder: string;
}

/** Makes a prompt with a first version to go on from, and opens it. */
export function NewPromptDialog({ folders, onClose }: { folders: readonly string[]; onClose: () => void }) {
  const router = useRouter();
  const form = useSaveForm({
    initial: { name: "", folder: "" },
    save: withInput(createPrompt, (values: NewPrompt) => ({
      ...values,
      content: firstContent,
      message: "First version",
    })),
    onSaved: ({ id }) => router.push(links.prompt(id)),
  });
  return (
    <FormDialog title="New prompt" size="small" action="Create prompt" form={form} onClose={onClose}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Your application calls the prompt by it, such as support-reply."
        autoComplete="off"
      />
      <FormField form={form} name="folder" label="Folder" optional hint="A name that sorts the list.">
        {({ value, onChange }) => (
          <SuggestInput value={value} onChange={onChange} suggestions={folders} placeholder="Support" />
        )}
      </FormField>
    </FormDialog>
  );
}
