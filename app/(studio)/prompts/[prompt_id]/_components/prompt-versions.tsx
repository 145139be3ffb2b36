"use client";
import { useAddress } from "@/app/_components/use-address";
import { classNames } from "@/app/_ui/class-names";
import { Section } from "@/app/_ui/page/section";
import { Badge } from "@/app/_ui/text/badge";
import { Time } from "@/app/_ui/text/time";
import type { ListedVersion } from "@/lib/contracts/prompts/shapes";

/** All versions, newest first; a choice shows one. */
export function PromptVersions({ versions, shown }: { versions: readonly ListedVersion[]; shown: string }) {
  const { set } = useAddress();
  return (
    <Section title="Versions" className="lg:max-h-[80dvh] lg:overflow-y-auto">
      <ul className="grid gap-1">
        {versions.map(({ id, version, labels, is_draft, is_default, commit_message, created_by, created_at }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={version === shown ? "true" : undefined}
              onClick={() => set({ version, compare: null })}
              className={classNames(
                "grid w-full gap-0.5 rounded-md px-2 py-1.5 text-left hover:bg-hover pointer-coarse:min-h-11",
                version === shown && "bg-hover",
              )}
            >
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="font-medium tabular-nums">{version}</span>
                {is_draft ? <Badge>Draft</Badge> : null}
                {is_default && versions.length > 1 ? <Badge>Default</Badge> : null}
                {labels.map(({ id: label, name }) => (
                  <Badge key={label} tone={name === "production" ? "good" : "accent"}>
                    {name}
                  </Badge>
                ))}
              </span>
              {commit_message ? <span className="text-soft wrap-anywhere">{commit_message}</span> : null}
              <span className="text-xs text-soft">
                {created_by ? `${created_by.name}, ` : ""}
                <Time at={created_at} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
