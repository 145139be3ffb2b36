"use client";
import { Plus, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { MoveButtons } from "@/app/_components/move-buttons";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import type { Config } from "../config-text";
import { useConfigDraft } from "../use-draft";
import { listAt, type Path, withMoved } from "../values";

interface Props {
  path: Path;
  /** The noun for an entry. */
  noun: string;
  /** Renders an entry's fields. */
  children: (path: Path) => ReactNode;
  /** Whether the order matters. */
  isOrdered?: boolean;
}

/** A list of objects to add, remove and move, with buttons or Alt and the arrow keys. */
export function EntryList({ path, noun, children, isOrdered = false }: Props) {
  const draft = useConfigDraft();
  const list = listAt(draft.config, path);
  const box = useRef<HTMLUListElement>(null);
  const move = (from: number, to: number) => {
    // Safe because a configuration stays an object.
    draft.write(withMoved(draft.config, path, from, to) as Config);
    requestAnimationFrame(() => {
      const entry = box.current?.children[Math.max(0, Math.min(to, list.length - 1))];
      entry?.querySelector<HTMLElement>("input")?.focus();
    });
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <ul ref={box} className="grid w-full grid-cols-[minmax(0,1fr)] gap-3 empty:hidden">
        {list.map((_, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id
            key={index}
            aria-label={`${noun} ${index + 1}`}
            className="flex flex-wrap items-start gap-2 rounded-md border border-line p-3"
            onKeyDown={(event) => {
              const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
              if (!isOrdered || !event.altKey || !step) return;
              event.preventDefault();
              move(index, index + step);
            }}
          >
            <div className="min-w-64 flex-1">{children([...path, index])}</div>
            <div className="flex gap-1">
              {isOrdered ? (
                <MoveButtons what={`${noun} ${index + 1}`} index={index} count={list.length} onMove={move} />
              ) : null}
              <IconButton
                label={`Remove ${noun} ${index + 1}`}
                onClick={() => draft.set(list.length > 1 ? [...path, index] : path, undefined)}
              >
                <X aria-hidden="true" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      <Button size="small" icon={<Plus aria-hidden="true" />} onClick={() => draft.set([...path, list.length], {})}>
        Add
      </Button>
    </div>
  );
}
