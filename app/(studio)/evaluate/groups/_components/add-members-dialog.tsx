"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { Field } from "@/app/_ui/field";
import { toast } from "@/app/_ui/toast";
import { editEvalGroupMembers } from "@/lib/client/evaluation/groups";
import { TemplatePicker } from "../../../_components/template-picker";
import type { Group } from "./group";

interface Props {
  group: Group;
  memberIds: ReadonlySet<string>;
  onClose: () => void;
}

export function AddMembersDialog({ group, memberIds, onClose }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const { mutate, isPending } = useMutation(editEvalGroupMembers);
  const words = chosen.length === 1 ? "1 template" : `${chosen.length} templates`;
  const add = () =>
    mutate(
      { eval_group_id: group.id, added_template_ids: chosen },
      {
        onSuccess: () => {
          toast.done({ title: `${words} added` });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add templates"
      description="Datasets that already use the group do not change."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={isPending} disabled={chosen.length === 0} onClick={add}>
            {chosen.length === 0 ? "Add templates" : `Add ${words}`}
          </Button>
        </>
      }
    >
      <Field label="Templates">
        <TemplatePicker value={chosen} onChange={setChosen} without={memberIds} />
      </Field>
    </Dialog>
  );
}
