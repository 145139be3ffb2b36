import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { getPrompt as contract } from "@/lib/contracts/prompts/prompts";
import { listPromptVersions as versionsContract } from "@/lib/contracts/prompts/versions";
import { getPrompt } from "@/lib/prompts/prompts";
import { listPromptVersions } from "@/lib/prompts/versions";
import { PlayScreen } from "./_components/play-screen";

export const metadata: Metadata = { title: "Play a prompt" };

export default async function PlayPromptPage({ params }: { params: Promise<{ prompt_id: string }> }) {
  const { prompt_id } = await params;
  return withReads(
    links.playPrompt(prompt_id),
    [read(contract, getPrompt, { prompt_id }), read(versionsContract, listPromptVersions, { template_id: prompt_id })],
    <PlayScreen promptId={prompt_id} />,
  );
}
