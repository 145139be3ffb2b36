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
import type { CallRecord } from "@/lib/contracts/simulation/calls";

/** Takes over a call's first turns and goes on from there, against a version of the agent. */
export function ForkDialog({ call, turn, onClose }: { call: CallRecord; turn: number; onClose: () => void }) {
  const router = useRouter();
  const [version, setVersion] = useState(call.agent_version_id);
  const versions = useQuery(agentQuery(call.agent_definition_used_id)).data?.versions ?? [];
  const { mutate, isPending, error } = useMutation(forkCall);
  const problem = formError(error, []);
  const fork = () => {
    const given = { turn, agent_version: version };
    mutate(
      { call_execution_id: call.id, ...given },
      { onSuccess: ({ call_execution_ids: [made] }) => made && router.push(links.call(made)) },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Fork after turn ${turn}`}
      description="The turns up to here are taken over as they were said; from here on it is played anew. This call stays as it is."
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
      <Field label="Version of the agent">
        <Select
          value={version}
          options={versions.map(({ id, version_name_display }) => ({ value: id, label: version_name_display }))}
          onChange={setVersion}
        />
      </Field>
    </Dialog>
  );
}
