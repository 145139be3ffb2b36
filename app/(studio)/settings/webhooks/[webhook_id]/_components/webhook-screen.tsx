"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DeleteAction } from "@/app/(studio)/_components/delete-action";
import { links } from "@/lib/client/links";
import { deleteWebhook, switchWebhook, testWebhook, webhookQuery } from "@/lib/client/notifications/webhooks";
import type { Webhook } from "@/lib/contracts/accounts/webhooks";
import { FormSkeleton } from "../../../_components/form-skeleton";
import { ForWebhookAdmins } from "../../_components/for-webhook-admins";
import { WebhookState } from "../../_components/webhooks-screen";
import { DeliveryList } from "./delivery-list";
import { EditWebhookDialog } from "./edit-webhook-dialog";

export const WebhookScreen = ({ webhookId }: { webhookId: string }) => (
  <ForWebhookAdmins>
    <OneWebhook webhookId={webhookId} />
  </ForWebhookAdmins>
);

const OneWebhook = ({ webhookId }: { webhookId: string }) => (
  <Loaded
    found={useQuery(webhookQuery(webhookId))}
    problem="The webhook could not be loaded"
    skeleton={<FormSkeleton fields={2} />}
  >
    {(webhook) => (
      <>
        <WebhookHeader webhook={webhook} />
        <DeliveryList webhook={webhook} />
      </>
    )}
  </Loaded>
);

function WebhookHeader({ webhook }: { webhook: Webhook }) {
  const { id: webhook_id, enabled, events, format } = webhook;
  const [editing, setEditing] = useState(false);
  const test = useMutation(testWebhook);
  const change = useMutation(switchWebhook);
  const edit = () => setEditing(true);
  const send = () => test.mutate({ webhook_id });
  useShortcuts("Page", [
    { keys: "e", description: "Change the webhook", run: edit },
    ...(enabled ? [{ keys: "t", description: "Send a test event", run: send }] : []),
  ]);
  return (
    <>
      <PageHeader
        parent={{ href: links.webhooks(), label: "Webhooks" }}
        title={webhook.url}
        status={<WebhookState enabled={enabled} />}
        description={`${events.join(", ")} · ${format === "slack" ? "Slack's format" : "standard format"}`}
        actions={
          <>
            {enabled ? (
              <Button keys="t" busy={test.isPending} onClick={send}>
                Send a test event
              </Button>
            ) : null}
            <Button busy={change.isPending} onClick={() => change.mutate({ webhook_id, enabled: !enabled })}>
              {enabled ? "Switch off" : "Switch on"}
            </Button>
            <Button keys="e" onClick={edit}>
              Edit
            </Button>
            <DeleteAction
              noun="webhook"
              title="Delete this webhook?"
              input={{ webhook_id }}
              remove={deleteWebhook}
              next={links.webhooks()}
            >
              Its deliveries are deleted too. Pending deliveries are not sent.
            </DeleteAction>
          </>
        }
      />
      {editing ? <EditWebhookDialog webhook={webhook} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
