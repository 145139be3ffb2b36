"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import type { ListedVersion, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { PromptActions } from "./prompt-actions";
import { TryDialog } from "./try-dialog";

interface Props {
  prompt: PromptVersion;
  shown: ListedVersion | undefined;
  may: boolean;
  /** Null where no label can be moved to the shown version. */
  onMove: (() => void) | null;
}

export function PromptHeader({ prompt, shown, may, onMove }: Props) {
  const [isTrying, setTrying] = useState(false);
  return (
    <PageHeader
      title={prompt.name}
      description={prompt.description}
      parent={{ href: links.prompts(), label: "Prompts" }}
      actions={
        <>
          {may ? <PromptActions prompt={prompt} shown={shown} /> : null}
          {onMove ? (
            <Button keys="l" onClick={onMove}>
              Move label
            </Button>
          ) : null}
          {may && shown && !shown.is_draft ? (
            <>
              <Button onClick={() => setTrying(true)}>Try on a dataset</Button>
              {isTrying ? (
                <TryDialog promptId={prompt.id} version={shown.version} onClose={() => setTrying(false)} />
              ) : null}
            </>
          ) : null}
          <LinkButton href={links.playPrompt(prompt.id, shown?.version)} keys="p">
            Play
          </LinkButton>
        </>
      }
    />
  );
}
