"use client";
import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { Loaded } from "@/app/_components/loaded";
import { PartField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { Input } from "@/app/_ui/control/input";
import { toast } from "@/app/_ui/feedback/toast";
import { isApple, keyNames, keyOf } from "@/app/_ui/keyboard/shortcut";
import {
  type DeskKeys,
  deskActionTexts,
  deskKeyProblems,
  isDeskKey,
  usualDeskKeys,
} from "@/lib/accounts/rules/desk-keys";
import { deskKeysQuery, setDeskKeys } from "@/lib/client/queues/desk-keys";
import { type DeskAction, deskActions } from "@/lib/contracts/names";
import { FormSkeleton } from "../../_components/form-skeleton";
import { SettingsForm } from "../../_components/settings-form";

/** The person's keys at the annotation desk and the review desk. */
export const DeskKeyForm = () => (
  <Loaded
    found={useQuery(deskKeysQuery())}
    problem="Your keys could not be loaded"
    skeleton={<FormSkeleton fields={4} />}
  >
    {({ keys }) => <Keys keys={keys} />}
  </Loaded>
);

function Keys({ keys }: { keys: DeskKeys }) {
  const form = useSaveForm({
    initial: { keys },
    save: withInput(setDeskKeys, (values: { keys: DeskKeys }) => values),
    onSaved: ({ keys: saved }) => {
      form.reset({ keys: saved });
      toast.done({ title: "Keys saved" });
    },
  });
  const chosen = form.values.keys;
  const problems = deskKeyProblems(chosen);
  const change = (action: DeskAction, key: string) => form.set({ keys: { ...chosen, [action]: key } });
  const isUsual = deskActions.every((action) => chosen[action] === usualDeskKeys[action]);
  return (
    <SettingsForm
      title="Keys at the desks"
      description="Press a key in a field to choose it, for annotating and for reviewing. Digits choose answers, and Ctrl Enter submits."
      action="Save keys"
      form={form}
      idle={!form.isChanged || Object.keys(problems).length > 0}
    >
      {deskActions.map((action) => (
        <PartField
          key={action}
          form={form}
          at={`keys.${action}`}
          label={deskActionTexts[action]}
          error={problems[action]}
        >
          <KeyInput value={chosen[action]} onChange={(key) => change(action, key)} />
        </PartField>
      ))}
      <div>
        <Button look="ghost" disabled={isUsual} onClick={() => form.set({ keys: { ...usualDeskKeys } })}>
          Restore the default keys
        </Button>
      </div>
    </SettingsForm>
  );
}

/** Shows a key and takes the next one that is pressed. Tab goes on, as everywhere. */
function KeyInput({ value, onChange, ...rest }: { value: string; onChange: (key: string) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event).toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !(key.length === 1 || isDeskKey(key))) return;
    event.preventDefault();
    onChange(key);
  };
  return (
    <Input
      {...rest}
      className="w-20"
      autoComplete="off"
      value={keyNames(value, isApple()).join(" ")}
      // On a phone there are no keys: what is typed counts.
      onChange={(event) => onChange(event.target.value.slice(-1).toLowerCase())}
      onKeyDown={onKeyDown}
    />
  );
}
