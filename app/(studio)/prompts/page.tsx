import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { promptsInput } from "@/lib/client/prompts";
import { listPrompts as contract } from "@/lib/contracts/prompts/prompts";
import { listPrompts } from "@/lib/prompts/list-prompts";
import { promptFilterOf } from "./_components/prompt-filter";
import { PromptsScreen } from "./_components/prompts-screen";

export const metadata: Metadata = { title: "Prompts" };

export default async function PromptsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const search = await searchParams;
  const filter = promptFilterOf((name) => search[name]);
  return withReads(links.prompts(), [read(contract, listPrompts, promptsInput(filter))], <PromptsScreen />);
}
