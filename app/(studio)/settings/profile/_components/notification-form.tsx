"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { notificationPreferencesQuery, setNotificationPreferences } from "@/lib/client/notifications";
import type { NotificationPreference } from "@/lib/contracts/accounts/notifications";
import type { NotificationKind } from "@/lib/contracts/names";
import { FormSkeleton } from "../../_components/form-skeleton";
import { SettingsForm } from "../../_components/settings-form";

const words: Record<NotificationKind, string> = {
  mention: "Somebody mentions you",
  changes_requested: "Work is sent back to you",
  items_assigned: "Items are assigned to you",
  queue_completed: "A queue that you manage is done",
  export_ready: "Your export is ready",
  webhook_disabled: "A webhook is switched off",
  alert_opened: "An alert opens an incident",
  alert_recovered: "An incident recovers by itself",
  budget_reached: "A gateway budget is spent, or nearly",
};

/** How the user is notified of each kind. */
export const NotificationForm = () => (
  <Loaded
    found={useQuery(notificationPreferencesQuery())}
    problem="Your preferences could not be loaded"
    skeleton={<FormSkeleton fields={2} />}
  >
    {({ preferences, mail_is_set_up }) => <Choices preferences={preferences} hasMail={mail_is_set_up} />}
  </Loaded>
);

function Choices({ preferences, hasMail }: { preferences: NotificationPreference[]; hasMail: boolean }) {
  const form = useSaveForm({
    initial: { preferences },
    save: withInput(setNotificationPreferences, (values: { preferences: NotificationPreference[] }) => values),
    onSaved: ({ preferences: saved }) => form.reset({ preferences: saved }),
  });
  const change = (kind: NotificationKind, to: Partial<NotificationPreference>) =>
    form.set({
      preferences: form.values.preferences.map((entry) => (entry.kind === kind ? { ...entry, ...to } : entry)),
    });
  return (
    <SettingsForm
      title="Notifications"
      description={
        hasMail ? "Notifications within a few minutes are sent as one mail." : "This server does not send mail."
      }
      action="Save preferences"
      form={form}
      idle={!form.isChanged}
    >
      <ChoiceTable preferences={form.values.preferences} hasMail={hasMail} onChange={change} />
    </SettingsForm>
  );
}

interface TableProps {
  preferences: readonly NotificationPreference[];
  hasMail: boolean;
  onChange: (kind: NotificationKind, to: Partial<NotificationPreference>) => void;
}

const ChoiceTable = ({ preferences, hasMail, onChange }: TableProps) => (
  <table className="w-full text-sm">
    <caption className="sr-only">How you are notified</caption>
    <thead>
      <tr className="border-b border-line text-left text-xs text-faint">
        <th scope="col" className="h-8 font-normal">
          When
        </th>
        <th scope="col" className="w-20 text-center font-normal">
          In Assay
        </th>
        <th scope="col" className="w-20 text-center font-normal">
          By mail
        </th>
      </tr>
    </thead>
    <tbody>
      {preferences.map(({ kind, product, mail }) => (
        <tr key={kind} className="h-9 border-b border-line last:border-0 pointer-coarse:h-11">
          <th scope="row" className="text-left font-normal">
            {words[kind]}
          </th>
          <td>
            <Choice
              label={`${words[kind]}: in Assay`}
              checked={product}
              onChange={(to) => onChange(kind, { product: to })}
            />
          </td>
          <td>
            <Choice
              label={`${words[kind]}: by mail`}
              checked={mail}
              disabled={!hasMail}
              onChange={(to) => onChange(kind, { mail: to })}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface ChoiceProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

const Choice = (props: ChoiceProps) => (
  <span className="flex justify-center">
    <Checkbox hideLabel {...props} />
  </span>
);
