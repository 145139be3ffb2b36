"use client";
import { useQuery } from "@tanstack/react-query";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { PageBody } from "@/app/_ui/page/page-body";
import { links } from "@/lib/client/links";
import { promptQuery, promptVersionsQuery } from "@/lib/client/prompts";
import { Play } from "./play";

/** The playground: a prompt beside its other versions and other models. */
export function PlayScreen({ promptId }: { promptId: string }) {
  const { get } = useAddress();
  const prompt = useQuery(promptQuery(promptId));
  const versions = useQuery(promptVersionsQuery(promptId));
  const found = { ...prompt, data: versions.data && prompt.data } as typeof prompt; // safe: it only waits for both
  return (
    <PageBody>
      <FoundPage
        found={found}
        title="Play"
        parent={{ href: links.prompt(promptId), label: "Prompt" }}
        problem="The prompt could not be loaded"
        columns={2}
      >
        {({ id, name }) => (
          <Play
            promptId={id}
            name={name}
            versions={(versions.data?.results ?? []).map(({ version }) => version)}
            shown={get("version")}
          />
        )}
      </FoundPage>
    </PageBody>
  );
}
