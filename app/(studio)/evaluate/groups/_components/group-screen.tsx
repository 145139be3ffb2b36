"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { Badge } from "@/app/_ui/badge";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { DefinitionList } from "@/app/_ui/definition-list";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Time } from "@/app/_ui/time";
import { toast } from "@/app/_ui/toast";
import { personQuery } from "@/lib/client/account";
import { deleteEvalGroup, evalGroupQuery } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { inputsText } from "../../_components/mapping";
import { AddMembersDialog } from "./add-members-dialog";
import { ApplyDialog } from "./apply-dialog";
import { EditGroupDialog } from "./edit-group-dialog";
import type { Group, GroupDetail } from "./group";
import { MemberTable } from "./member-table";
import { NewGroupDialog } from "./new-group-dialog";

const parent = { href: links.evalGroups(), label: "Evaluation groups" };

export function GroupScreen({ groupId }: { groupId: string }) {
  const found = useQuery(evalGroupQuery(groupId));
  return (
    <FoundPage
      found={found}
      title="Evaluation group"
      parent={parent}
      problem="The group could not be loaded"
      columns={3}
    >
      {(detail) => <Shown detail={detail} />}
    </FoundPage>
  );
}

type Doing = "edit" | "add" | "copy" | "delete" | null;

function Shown({ detail }: { detail: GroupDetail }) {
  const { eval_group: group, members } = detail;
  const { get, set } = useAddress();
  const [doing, setDoing] = useState<Doing>(null);
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  const mayChange = may && !group.is_sample;
  const close = () => setDoing(null);
  const setApplying = (shown: boolean) => set({ apply: shown ? "1" : null }, { keepsBack: false });
  useShortcuts("Page", [
    ...(may ? [{ keys: "a", description: "Apply to a dataset", run: () => setApplying(true) }] : []),
    ...(mayChange ? [{ keys: "e", description: "Edit the group", run: () => setDoing("edit") }] : []),
  ]);
  return (
    <>
      <PageHeader
        title={group.name}
        status={group.is_sample ? <Badge>Sample</Badge> : null}
        description={group.description}
        parent={parent}
        actions={
          may ? (
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
            </>
          ) : null
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Facts detail={detail} />
        <section>
          <h2 className="mb-2 text-base font-medium">Templates</h2>
          <MemberTable group={group} members={members} mayChange={mayChange} />
        </section>
      </div>
      {doing === "edit" ? <EditGroupDialog group={group} onClose={close} /> : null}
      {doing === "add" ? (
        <AddMembersDialog
          group={group}
          memberIds={new Set(members.map(({ eval_template_id }) => eval_template_id))}
          onClose={close}
        />
      ) : null}
      {doing === "copy" ? (
        <NewGroupDialog
          initial={{
            name: `${group.name} copy`,
            description: group.description ?? "",
            templateIds: members.map(({ eval_template_id }) => eval_template_id),
          }}
          onClose={close}
        />
      ) : null}
      <DeleteDialog group={group} open={doing === "delete"} onClose={close} />
      {may && get("apply") ? (
        <ApplyDialog detail={detail} initialDataset={get("dataset")} onClose={() => setApplying(false)} />
      ) : null}
    </>
  );
}

function Facts({ detail }: { detail: GroupDetail }) {
  const { eval_group: group, members, function_params_requirements } = detail;
  const keys = inputsText(members);
  const params = Object.keys(function_params_requirements);
  return (
    <DefinitionList
      entries={[
        {
          term: "Inputs",
          value: keys ? <code className="font-mono text-xs">{keys}</code> : "None declared",
        },
        ...(params.length > 0
          ? [{ term: "Parameters", value: <code className="font-mono text-xs">{params.join(", ")}</code> }]
          : []),
        { term: "Created by", value: group.created_by },
        { term: "Changed", value: <Time at={group.updated_at} /> },
      ]}
    />
  );
}

function DeleteDialog({ group, open, onClose }: { group: Group; open: boolean; onClose: () => void }) {
  const router = useRouter();
  const { mutate, isPending } = useMutation(deleteEvalGroup);
  const remove = () =>
    mutate(
      { id: group.id },
      {
        onError: onClose,
        onSuccess: () => {
          toast.done({ title: `${group.name} was deleted` });
          router.replace(links.evalGroups());
        },
      },
    );
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Delete ${group.name}?`}
      action="Delete group"
      busy={isPending}
      onConfirm={remove}
    >
      Its templates stay, and so do its evaluations on datasets. This cannot be undone.
    </ConfirmDialog>
  );
}
