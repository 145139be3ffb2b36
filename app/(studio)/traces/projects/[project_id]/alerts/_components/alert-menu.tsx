"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { changeAlert, deleteAlert } from "@/lib/client/notifications/alerts";
import type { Alert } from "@/lib/contracts/alerts/alerts";
import { EditAlertDialog } from "./alert-dialog";

const HOUR = 3_600_000;
const mutes = [
  { label: "Mute for an hour", ms: HOUR },
  { label: "Mute for a day", ms: 24 * HOUR },
  { label: "Mute for a week", ms: 7 * 24 * HOUR },
] as const;

/** What can be done with an alert in its list. */
export function AlertMenu({ alert }: { alert: Alert }) {
  const [shown, setShown] = useState<"edit" | "delete" | null>(null);
  const { mutate: change } = useMutation(changeAlert);
  const { id: alert_id, enabled, muted_until } = alert;
  const close = () => setShown(null);
  const muting = muted_until
    ? [{ label: "Unmute", onSelect: () => change({ alert_id, muted_until: null }) }]
    : mutes.map(({ label, ms }) => ({
        label,
        onSelect: () => change({ alert_id, muted_until: new Date(Date.now() + ms).toISOString() }),
      }));
  return (
    <>
      <ActionsMenu
        of={alert.name}
        groups={[
          [{ label: "Edit…", onSelect: () => setShown("edit") }],
          enabled ? muting : [],
          [{ label: enabled ? "Switch off" : "Switch on", onSelect: () => change({ alert_id, enabled: !enabled }) }],
          [{ label: "Delete…", danger: true, onSelect: () => setShown("delete") }],
        ]}
      />
      {shown === "edit" ? <EditAlertDialog alert={alert} onClose={close} /> : null}
      <ConfirmChange
        open={shown === "delete"}
        onClose={close}
        title={`Delete ${alert.name}?`}
        action="Delete alert"
        change={deleteAlert}
        input={{ alert_id }}
      >
        Its incidents are deleted too.
      </ConfirmChange>
    </>
  );
}
