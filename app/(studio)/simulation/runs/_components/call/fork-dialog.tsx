"use client";
import { useRouter } from "next/navigation";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { ChoiceField } from "@/app/(studio)/_components/choice-fields";
import { useVersionChoices } from "@/app/(studio)/_components/choices";
import { links } from "@/lib/client/links";
import { forkCall } from "@/lib/client/runs";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";

/** Copies a call's first turns and continues from there against a version of the agent. */
export function ForkDialog({ call, turn, onClose }: { call: CallRecord; turn: number; onClose: () => void }) {
  const router = useRouter();
  const form = useSaveForm({
    initial: { agent_version: call.agent_version_id },
    save: withInput(forkCall, ({ agent_version }: { agent_version: string }) => ({
      call_execution_id: call.id,
      turn,
      agent_version,
    })),
    onSaved: ({ call_execution_ids: [made] }) => made && router.push(links.call(made)),
  });
  const versions = useVersionChoices(call.agent_definition_used_id, form.values.agent_version);
  return (
    <FormDialog
      onClose={onClose}
      title={`Fork after turn ${turn}`}
      description="The turns up to here are copied. The rest is simulated again in a new call. This call does not change."
      action="Fork"
      form={form}
    >
      <ChoiceField
        form={form}
        name="agent_version"
        label="Agent version"
        choices={versions}
        placeholder="Choose a version"
      />
    </FormDialog>
  );
}
