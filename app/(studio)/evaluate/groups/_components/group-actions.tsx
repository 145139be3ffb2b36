"use client";
import { useState } from "react";
import { DeleteDialog } from "@/app/_components/delete-dialog";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { ActionsMenu } from "@/app/_ui/overlay/actions-menu";
import { deleteEvalGroup } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { AddMembersDialog } from "./add-members-dialog";
import { ApplyDialog } from "./apply-dialog";
import { EditGroupDialog } from "./edit-group-dialog";
import type { GroupDetail } from "./group";
import { NewGroupDialog } from "./new-group-dialog";

type Doing = "edit" | "add" | "copy" | "delete";

/** The buttons of a group, and the dialogs that they open. */
export function GroupActions({ detail, mayChange }: { detail: GroupDetail; mayChange: boolean }) {
  const { get, set } = useAddress();
  const [doing, setDoing] = useState<Doing | null>(null);
  const setApplying = (shown: boolean) => set({ apply: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", [
    { keys: "a", description: "Apply to a dataset", run: () => setApplying(true) },
    ...(mayChange ? [{ keys: "e", description: "Edit the group", run: () => setDoing("edit") }] : []),
  ]);
  return (
    <>
      <ActionsMenu
        of="the group"
        groups={[
          [
            ...(mayChange ? [{ label: "Edit…", keys: "e", onSelect: () => setDoing("edit") }] : []),
            { label: "Duplicate…", onSelect: () => setDoing("copy") },
          ],
          mayChange ? [{ label: "Delete group…", danger: true, onSelect: () => setDoing("delete") }] : [],
        ]}
      />
      {mayChange ? <Button onClick={() => setDoing("add")}>Add templates</Button> : null}
      <Button look="primary" keys="a" onClick={() => setApplying(true)}>
        Apply to a dataset
      </Button>
      <GroupDialogs detail={detail} doing={doing} onClose={() => setDoing(null)} />
      {get("apply") ? (
        <ApplyDialog detail={detail} initialDataset={get("dataset")} onClose={() => setApplying(false)} />
      ) : null}
    </>
  );
}

interface DialogsProps {
  detail: GroupDetail;
  doing: Doing | null;
  onClose: () => void;
}

function GroupDialogs({ detail: { eval_group: group, members }, doing, onClose }: DialogsProps) {
  const templateIds = members.map(({ eval_template_id }) => eval_template_id);
  const copy = { name: `${group.name} copy`, description: group.description ?? "", templateIds };
  return (
    <>
      {doing === "edit" ? <EditGroupDialog group={group} onClose={onClose} /> : null}
      {doing === "add" ? <AddMembersDialog group={group} memberIds={new Set(templateIds)} onClose={onClose} /> : null}
      {doing === "copy" ? <NewGroupDialog initial={copy} onClose={onClose} /> : null}
      <DeleteDialog
        open={doing === "delete"}
        onClose={onClose}
        title={`Delete ${group.name}?`}
        action="Delete group"
        remove={deleteEvalGroup}
        input={{ id: group.id }}
        next={links.evalGroups()}
        name={group.name}
      >
        Its templates stay, and so do its evaluations on datasets. This cannot be undone.
      </DeleteDialog>
    </>
  );
}
