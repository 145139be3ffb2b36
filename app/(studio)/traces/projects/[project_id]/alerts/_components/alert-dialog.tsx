"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { createAlert, saveAlert } from "@/lib/client/notifications/alerts";
import type { Alert } from "@/lib/contracts/alerts/alerts";
import { AlertFields } from "./alert-fields";
import { type AlertForm, blankAlert, changeOf, formOf, testOf } from "./alert-form";
import { AlertPreview } from "./alert-preview";

export function CreateAlertDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const form = useSaveForm({
    initial: blankAlert,
    save: withInput(createAlert, (values: AlertForm) => ({
      ...{ project_id: projectId, name: values.name },
      ...testOf(values),
    })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Create an alert"
      description="It starts now, and notifies you when the share is too high."
      action="Create alert"
      form={form}
      disabled={form.values.name.trim() === ""}
    >
      <AlertFields form={form} projectId={projectId} isNew />
      <AlertPreview form={form} projectId={projectId} />
    </FormDialog>
  );
}

export function EditAlertDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const form = useSaveForm({
    initial: formOf(alert),
    save: withInput(saveAlert, (values: AlertForm) => ({
      ...{ alert_id: alert.id, name: values.name },
      ...changeOf(values),
    })),
    onSaved: onClose,
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Edit ${alert.name}`}
      description="If you change what is tested, the test starts over and an open incident is closed."
      action="Save"
      form={form}
      disabled={form.values.name.trim() === ""}
    >
      <AlertFields form={form} projectId={alert.project_id} isNew={false} />
      <AlertPreview form={form} projectId={alert.project_id} />
    </FormDialog>
  );
}
