import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import type { ListedVersion, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { PromptActions } from "./prompt-actions";

interface Props {
  prompt: PromptVersion;
  shown: ListedVersion | undefined;
  may: boolean;
  /** Null where no label can be moved to the shown version. */
  onMove: (() => void) | null;
}

export function PromptHeader({ prompt, shown, may, onMove }: Props) {
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
          <LinkButton href={links.playPrompt(prompt.id, shown?.version)} keys="p">
            Play
          </LinkButton>
        </>
      }
    />
  );
}
