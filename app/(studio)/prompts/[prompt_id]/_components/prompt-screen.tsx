"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageBody } from "@/app/_ui/page/page-body";
import { Tabs } from "@/app/_ui/page/tabs";
import { links } from "@/lib/client/links";
import { promptQuery, promptVersionQuery, promptVersionsQuery } from "@/lib/client/prompts";
import type { ListedVersion, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { CallSnippets } from "./call-snippets";
import { PromptComments } from "./comments/prompt-comments";
import { PromptEditor } from "./editor/prompt-editor";
import { LabelDialog } from "./label-dialog";
import { PromptHeader } from "./prompt-header";
import { PromptHistory } from "./prompt-history";
import { PromptVersions } from "./prompt-versions";
import { GatesTab } from "./release/gates-tab";
import { VersionChanges } from "./version-changes";

const parent = { href: links.prompts(), label: "Prompts" };

export function PromptScreen({ promptId }: { promptId: string }) {
  const prompt = useQuery(promptQuery(promptId));
  const versions = useQuery(promptVersionsQuery(promptId));
  const found = { ...prompt, data: versions.data && prompt.data } as typeof prompt; // safe: it only waits for both
  return (
    <PageBody>
      <FoundPage found={found} title="Prompt" parent={parent} problem="The prompt could not be loaded" columns={2}>
        {(data) => <Shown prompt={data} versions={versions.data?.results ?? []} />}
      </FoundPage>
    </PageBody>
  );
}

const tabs = [
  { value: "edit", label: "Prompt" },
  { value: "changes", label: "Compare" },
  { value: "call", label: "Call it" },
  { value: "comments", label: "Comments" },
  { value: "gates", label: "Gates" },
  { value: "history", label: "History" },
] as const;
type Tab = (typeof tabs)[number]["value"];

function Shown({ prompt, versions }: { prompt: PromptVersion; versions: readonly ListedVersion[] }) {
  const { get, set } = useAddress();
  const router = useRouter();
  const [isMoving, setMoving] = useState(false);
  const may = useMayWrite();
  const listed = versions.find(({ version }) => version === get("version")) ?? versions[0];
  const name = listed?.version ?? prompt.version;
  const version = useQuery({
    ...promptVersionQuery(prompt.id, name),
    placeholderData: (before) => (name === prompt.version ? prompt : before),
  }).data;
  const tab: Tab = tabs.find(({ value }) => value === get("tab"))?.value ?? "edit";
  const mayMove = may && listed !== undefined && !listed.is_draft;
  useShortcuts("Page", [
    {
      keys: "p",
      description: "Play it beside versions and models",
      run: () => router.push(links.playPrompt(prompt.id, name)),
    },
    ...(mayMove ? [{ keys: "l", description: "Move a label to this version", run: () => setMoving(true) }] : []),
  ]);
  return (
    <>
      <PromptHeader prompt={prompt} shown={listed} may={may} onMove={mayMove ? () => setMoving(true) : null} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Tabs
          label="Prompt"
          value={tab}
          tabs={tabs}
          onChange={(next) => set({ tab: next === "edit" ? null : next, page: null })}
        >
          {tab === "history" ? (
            <PromptHistory promptId={prompt.id} />
          ) : tab === "comments" ? (
            <PromptComments promptId={prompt.id} version={name} may={may} />
          ) : tab === "gates" ? (
            <GatesTab promptId={prompt.id} mayWrite={may} />
          ) : version ? (
            <Panel tab={tab} version={version} versions={versions} may={may} />
          ) : (
            <TableSkeleton columns={1} rows={5} />
          )}
        </Tabs>
        <PromptVersions versions={versions} shown={name} />
      </div>
      {isMoving && listed ? (
        <LabelDialog promptId={prompt.id} version={listed} versions={versions} onClose={() => setMoving(false)} />
      ) : null}
    </>
  );
}

interface PanelProps {
  tab: Tab;
  version: PromptVersion;
  versions: readonly ListedVersion[];
  may: boolean;
}

function Panel({ tab, version, versions, may }: PanelProps) {
  if (tab === "changes") return <VersionChanges version={version} versions={versions} />;
  if (tab === "call") return <CallSnippets version={version} />;
  return <PromptEditor key={version.version_id} version={version} mayWrite={may} />;
}
