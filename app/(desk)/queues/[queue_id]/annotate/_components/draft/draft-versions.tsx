"use client";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { type Draft, draftFrom } from "./draft";
import { differencesOf } from "./draft-differences";
import type { Keeping } from "./draft-saver";

export interface VersionsProps {
  detail: ItemDetail;
  draft: Draft;
  keeping: Keeping;
  /** The annotator's own version, from before the other one was chosen. */
  replaced: Draft | null;
  /** Uses the other window's version. */
  onReopen: () => void;
  /** Keeps this window's version. */
  onOverwrite: () => void;
  onBack: (own: Draft) => void;
}

/** Two windows changed one item. The annotator sees both versions, chooses one, and can reverse the choice. */
export function DraftVersions({ detail, draft, keeping, replaced, onReopen, onOverwrite, onBack }: VersionsProps) {
  if (keeping.state !== "outdated") return replaced ? <WayBack onBack={() => onBack(replaced)} /> : null;
  const { newest } = keeping;
  const other = draftFrom(detail.labels, newest?.annotations ?? [], newest?.item_notes ?? "");
  const differences = differencesOf(detail.labels, draft, other);
  return (
    <section aria-label="Two versions of this item" className="my-2 grid gap-3 rounded-md bg-warn-wash px-3 py-3">
      <p role="alert">
        <Status tone="warn" shape="alert" className="whitespace-normal!">
          {newest
            ? "This item was changed in another window while you wrote here. Your version is safe."
            : "This item was submitted, or its draft discarded, in another window. Your version is safe."}
        </Status>
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-3">
        <Version
          title="Your version"
          texts={differences.map(({ name, own }) => ({ name, text: own }))}
          button={
            <Button size="small" onClick={onOverwrite}>
              Keep my version
            </Button>
          }
        />
        <Version
          title="The other version"
          at={newest?.updated_at}
          texts={newest ? differences.map(({ name, other: text }) => ({ name, text })) : []}
          button={
            <Button size="small" look="ghost" onClick={onReopen}>
              {newest ? "Use this version" : "Show what was submitted"}
            </Button>
          }
        />
      </div>
    </section>
  );
}

interface VersionProps {
  title: string;
  at?: string | undefined;
  texts: readonly { name: string; text: string }[];
  button: ReactNode;
}

function Version({ title, at, texts, button }: VersionProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-md bg-raised p-3">
      <h3 className="flex flex-wrap gap-x-2 font-medium">
        {title}
        {at ? (
          <span className="font-normal text-soft">
            saved <Time at={at} />
          </span>
        ) : null}
      </h3>
      <dl className="grid flex-1 content-start gap-2">
        {texts.map(({ name, text }) => (
          <div key={name}>
            <dt className="text-xs text-soft">{name}</dt>
            <dd>{text ? <UserText text={text} /> : <span className="text-faint">Nothing</span>}</dd>
          </div>
        ))}
      </dl>
      <div>{button}</div>
    </div>
  );
}

function WayBack({ onBack }: { onBack: () => void }) {
  return (
    <div className="my-2 flex flex-wrap items-center gap-2 rounded-md bg-sunk px-3 py-2">
      <p className="flex-1">You are using the version from the other window.</p>
      <Button size="small" onClick={onBack}>
        Back to my version
      </Button>
    </div>
  );
}
