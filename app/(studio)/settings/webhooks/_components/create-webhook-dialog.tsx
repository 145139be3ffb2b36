"use client";
import { CopiedLine } from "@/app/_components/copied-text";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createWebhook } from "@/lib/client/notifications/webhooks";
import { WebhookFields, type WebhookForm, webhookInput } from "./webhook-fields";

const blank: WebhookForm = { url: "", events: ["queue.completed"], format: "usual" };

/** Creates a webhook, then shows its secret. It is shown only once. */
export function CreateWebhookDialog({ onClose }: { onClose: () => void }) {
  const form = useSaveForm({ initial: blank, save: withInput(createWebhook, webhookInput) });
  if (form.saved)
    return (
      <ShownOnceDialog
        onClose={onClose}
        title="Keep the secret"
        description="Your server uses it to verify that a request comes from here. It is shown only once."
      >
        <CopiedLine text={form.saved.secret} label="Copy the secret" />
      </ShownOnceDialog>
    );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Create a webhook"
      description="Requests are signed. Failed deliveries are retried for a day."
      action="Create webhook"
      form={form}
      disabled={form.values.url.trim() === "" || form.values.events.length === 0}
    >
      <WebhookFields form={form} isNew />
    </FormDialog>
  );
}
