"use client";
import { Dialog } from "../overlay/dialog";
import { KeySequence } from "./kbd";
import { isApple, type Shortcut } from "./shortcut";
import { spokenKeys } from "./spoken-keys";

interface Props {
  /** Shortcuts under their titles; the sheet is closed without any. */
  shown: readonly [string, readonly Shortcut[]][] | null;
  onClose: () => void;
}

/** All shortcuts of the page, which "?" opens. */
export const ShortcutSheet = ({ shown, onClose }: Props) => (
  <Dialog open={shown !== null} onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
    <div className="grid gap-6">
      {shown?.map(([title, list]) => (
        <ShortcutList key={title} title={title} list={list} />
      ))}
    </div>
  </Dialog>
);

function ShortcutList({ title, list }: { title: string; list: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-soft">{title}</h3>
      <dl className="divide-y divide-line">
        {list
          .filter((entry) => !entry.hidden)
          .map((entry) => (
            <div key={entry.keys} className="flex min-h-8 items-center justify-between gap-4 py-1">
              <dt>{entry.description}</dt>
              <dd>
                <span className="sr-only">{spokenKeys(entry.keys, isApple())}</span>
                <KeySequence keys={entry.keys} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
