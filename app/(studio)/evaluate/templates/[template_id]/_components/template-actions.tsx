"use client";
import { useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { deleteEvalTemplates } from "@/lib/client/evaluation/templates";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { DuplicateDialog } from "./duplicate-dialog";

/** The actions on a template besides trying and editing it. */
export function TemplateActions({ template }: { template: Output<typeof getEvalTemplate> }) {
  const [doing, setDoing] = useState<"copy" | "delete" | null>(null);
  const close = () => setDoing(null);
  const isOwn = template.owner === "user";
  // A built-in function cannot be changed, so a copy would be useless.
  const mayCopy = isOwn || template.eval_type !== "code";
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
      <DeleteDialog
        open={doing === "delete"}
        onClose={close}
        title={`Delete ${template.name}?`}
        action="Delete template"
        remove={deleteEvalTemplates}
        input={{ template_ids: [template.id] }}
        next={links.evalTemplates()}
        name={template.name}
      >
        It is removed from its groups and can no longer run. The logs of its runs stay. This cannot be undone.
      </DeleteDialog>
    </>
  );
}
