"use client";
import { useQuery } from "@tanstack/react-query";
import { FoundPage } from "@/app/_components/found-page";
import { useMayWrite } from "@/app/_components/use-role";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Badge } from "@/app/_ui/text/badge";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { evalGroupQuery } from "@/lib/client/evaluation/groups";
import { links } from "@/lib/client/links";
import { inputsText } from "../../_components/mapping";
import type { GroupDetail } from "./group";
import { GroupActions } from "./group-actions";
import { MemberTable } from "./member-table";

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

function Shown({ detail }: { detail: GroupDetail }) {
  const { eval_group: group, members } = detail;
  const may = useMayWrite();
  const mayChange = may && !group.is_sample;
  return (
    <>
      <PageHeader
        title={group.name}
        status={group.is_sample ? <Badge>Sample</Badge> : null}
        description={group.description}
        parent={parent}
        actions={may ? <GroupActions detail={detail} mayChange={mayChange} /> : null}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Facts detail={detail} />
        <section>
          <h2 className="mb-2 text-base font-medium">Templates</h2>
          <MemberTable group={group} members={members} mayChange={mayChange} />
        </section>
      </div>
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
