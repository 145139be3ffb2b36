"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { toast } from "@/app/_ui/toast";
import { deleteEvalTemplates } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { DuplicateDialog } from "./duplicate-dialog";

/** The actions on a template besides trying and editing it. */
export function TemplateActions({ template }: { template: Output<typeof getEvalTemplate> }) {
  const router = useRouter();
  const [doing, setDoing] = useState<"copy" | "delete" | null>(null);
  const { mutate, isPending } = useMutation(deleteEvalTemplates);
  const close = () => setDoing(null);
  const isOwn = template.owner === "user";
  // A built-in function cannot be changed, so a copy would be useless.
  const mayCopy = isOwn || template.eval_type !== "code";
  const remove = () =>
    mutate(
      { template_ids: [template.id] },
      {
        onError: close,
        onSuccess: () => {
          toast.done({ title: `${template.name} was deleted` });
          router.replace(links.evalTemplates());
        },
      },
    );
  if (!isOwn && !mayCopy) return null;
  return (
    <>
      <ActionsMenu
        of="the template"
        groups={[
          mayCopy ? [{ label: "Duplicate…", onSelect: () => setDoing("copy") }] : [],
          isOwn ? [{ label: "Delete template…", danger: true, onSelect: () => setDoing("delete") }] : [],
        ]}
      />
      {doing === "copy" ? <DuplicateDialog template={template} onClose={close} /> : null}
      <ConfirmDialog
        open={doing === "delete"}
        onOpenChange={(open) => !open && close()}
        title={`Delete ${template.name}?`}
        action="Delete template"
        busy={isPending}
        onConfirm={remove}
      >
        It is removed from its groups and can no longer run. The logs of its runs stay. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
