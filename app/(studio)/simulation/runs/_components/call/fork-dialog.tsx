"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { Field } from "@/app/_ui/field";
import { Select } from "@/app/_ui/select";
import { agentQuery } from "@/lib/client/agents";
import { formError } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { forkCall } from "@/lib/client/runs";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";

/** Copies a call's first turns and continues from there against a version of the agent. */
export function ForkDialog({ call, turn, onClose }: { call: CallRecord; turn: number; onClose: () => void }) {
  const router = useRouter();
  const [version, setVersion] = useState(call.agent_version_id);
  const versions = useQuery(agentQuery(call.agent_definition_used_id)).data?.versions ?? [];
  const { mutate, isPending, error } = useMutation(forkCall);
  const problem = formError(error, []);
  const fork = () => {
    const body = { turn, agent_version: version };
    mutate(
      { call_execution_id: call.id, ...body },
      { onSuccess: ({ call_execution_ids: [made] }) => made && router.push(links.call(made)) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Fork after turn ${turn}`}
      description="The turns up to here are copied. The rest is simulated again in a new call. This call does not change."
      footer={
        <>
          <DialogProblem text={problem} />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} onClick={fork}>
            Fork
          </Button>
        </>
      }
    >
      <Field label="Agent version">
        <Select
          value={version}
          options={versions.map(({ id, version_name_display }) => ({ value: id, label: version_name_display }))}
          onChange={setVersion}
        />
      </Field>
    </Dialog>
  );
}
