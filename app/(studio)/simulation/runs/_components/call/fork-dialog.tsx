"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { SelectField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { agentQuery } from "@/lib/client/agents";
import { links } from "@/lib/client/links";
import { forkCall } from "@/lib/client/runs";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";

/** Copies a call's first turns and continues from there against a version of the agent. */
export function ForkDialog({ call, turn, onClose }: { call: CallRecord; turn: number; onClose: () => void }) {
  const router = useRouter();
  const versions = useQuery(agentQuery(call.agent_definition_used_id)).data?.versions ?? [];
  const form = useSaveForm({
    initial: { agent_version: call.agent_version_id },
    save: withInput(forkCall, ({ agent_version }: { agent_version: string }) => ({
      call_execution_id: call.id,
      turn,
      agent_version,
    })),
    onSaved: ({ call_execution_ids: [made] }) => made && router.push(links.call(made)),
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Fork after turn ${turn}`}
      description="The turns up to here are copied. The rest is simulated again in a new call. This call does not change."
      action="Fork"
      form={form}
    >
      <SelectField
        form={form}
        name="agent_version"
        label="Agent version"
        options={versions.map(({ id, version_name_display }) => ({ value: id, label: version_name_display }))}
      />
    </FormDialog>
  );
}
