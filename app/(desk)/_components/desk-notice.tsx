"use client";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { links } from "@/lib/client/links";

interface Props {
  title: ReactNode;
  /** Why, and what can be done. */
  children: ReactNode;
  actions: ReactNode;
}

/** Centred on the desk in place of an item. */
export const DeskNotice = ({ title, children, actions }: Props) => (
  <main className="mx-auto grid w-full max-w-md flex-1 content-center gap-2 px-6 py-12">
    <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
    {children}
    <div className="mt-3 flex flex-wrap gap-2">{actions}</div>
  </main>
);

/** The way back. As the main action it has the focus. */
export const BackToQueue = ({ queueId, isMain = false }: { queueId: string; isMain?: boolean }) => (
  <LinkButton href={links.queue(queueId)} keys="escape" {...(isMain ? { look: "primary", autoFocus: true } : {})}>
    Back to the queue
  </LinkButton>
);

/** Undoes what was sent last; absent when there is nothing to undo. */
export const UndoButton = ({ onUndo }: { onUndo: (() => void) | undefined }) =>
  onUndo ? (
    <Button look="ghost" keys="z" onClick={onUndo}>
      Undo
    </Button>
  ) : null;
