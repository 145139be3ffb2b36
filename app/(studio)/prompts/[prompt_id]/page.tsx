import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { getPrompt as contract } from "@/lib/contracts/prompts/prompts";
import { listPromptVersions as versionsContract } from "@/lib/contracts/prompts/versions";
import { getPrompt } from "@/lib/prompts/prompts";
import { listPromptVersions } from "@/lib/prompts/versions";
import { PromptScreen } from "./_components/prompt-screen";

export const metadata: Metadata = { title: "Prompt" };

export default async function PromptPage({ params }: { params: Promise<{ prompt_id: string }> }) {
  const { prompt_id } = await params;
  return withReads(
    links.prompt(prompt_id),
    [read(contract, getPrompt, { prompt_id }), read(versionsContract, listPromptVersions, { template_id: prompt_id })],
    <PromptScreen promptId={prompt_id} />,
  );
}
