"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { updateWebhook } from "@/lib/client/notifications/webhooks";
import type { Webhook } from "@/lib/contracts/accounts/webhooks";
import { WebhookFields, type WebhookForm, webhookInput } from "../../_components/webhook-fields";

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { id: webhook_id, url, events, format } = webhook;
  const initial: WebhookForm = { url, events, format };
  const form = useSaveForm({
    initial,
    save: withInput(updateWebhook, (values: WebhookForm) => ({ webhook_id, ...webhookInput(values) })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Change the webhook"
      description="The secret stays."
      action="Save"
      form={form}
      disabled={form.values.url.trim() === "" || form.values.events.length === 0}
    >
      <WebhookFields form={form} isNew={false} />
    </FormDialog>
  );
}
