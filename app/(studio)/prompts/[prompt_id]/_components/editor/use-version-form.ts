"use client";
import { usePathname } from "next/navigation";
import { useAddress } from "@/app/_components/use-address";
import { draftsOf, readDraft, writeDraft } from "@/app/_form/draft-store";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { toast } from "@/app/_ui/feedback/toast";
import { CallError } from "@/lib/client/call-error";
import { savePromptVersion } from "@/lib/client/prompts";
import type { PromptVersion } from "@/lib/contracts/prompts/shapes";
import { contentOf, type EditorValues, valuesOf } from "./prompt-form";

const drafts = draftsOf<EditorValues>();
const withoutMessage = (values: EditorValues): string => JSON.stringify({ ...values, message: "" });

/** The form of a version. Saving makes a new one and opens it; what is not saved is kept while the window is open. */
export function useVersionForm(version: PromptVersion, onSent: () => void) {
  const { set } = useAddress();
  const path = usePathname();
  const initial = (): EditorValues => ({ ...valuesOf(version.content), message: "" });
  const showSaved = ({ version: saved, version_id }: PromptVersion, sent: EditorValues) => {
    const latest = readDraft(drafts, path, version.version_id);
    writeDraft(drafts, path, version.version_id, null);
    // Typed after the dialog was closed, while the version was on its way.
    if (latest && withoutMessage(latest) !== withoutMessage(sent))
      writeDraft(drafts, path, version_id, { ...latest, message: "" });
    onSent();
    toast.done({ title: `Saved as ${saved}`, description: "No label points to it yet." });
    set({ version: saved, compare: null });
  };
  const form = useDraftedForm({
    drafts,
    path,
    owner: version.version_id,
    initial,
    save: {
      ...savePromptVersion,
      // Not onSaved: by then the page may show the new version, and this form be gone.
      mutationFn: async (sent) => {
        const { message, ...values } = sent;
        const content = contentOf(values, version.content);
        const answer = await savePromptVersion.mutationFn({ prompt_id: version.id, content, message });
        showSaved(answer, sent);
        return answer;
      },
    },
    // A field of the page shows it. Other refusals are shown in the dialog.
    onRefused: (error) => {
      const fields = error instanceof CallError ? Object.keys(error.fields) : [];
      if (fields.some((field) => field !== "message")) onSent();
    },
  });
  const discard = () => {
    form.reset(initial());
    form.forget();
  };
  return { ...form, discard };
}
