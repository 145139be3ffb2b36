"use client";
import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { KeySequence } from "@/app/_ui/keyboard/kbd";
import type { PaletteEntry, PaletteGroup } from "./palette-entry";
import { useDestinations } from "./use-destinations";
import { useSigningOut } from "./use-signing-out";

const CLOSED_MS = 50;

/** Finds actions, pages and items by name. Enter does it, or goes there. */
export function CommandPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { signOut, question } = useSigningOut();
  return (
    <>
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
        <Dialog.Portal>
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil" />
          <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-2 sm:pt-[14vh]">
            <Dialog.Popup aria-label="Go to" className="floating flex max-h-[70dvh] w-full max-w-lg flex-col">
              <Finder onDone={() => onOpenChange(false)} signOut={signOut} />
            </Dialog.Popup>
          </Dialog.Viewport>
        </Dialog.Portal>
      </Dialog.Root>
      {question}
    </>
  );
}

function Finder({ onDone, signOut }: { onDone: () => void; signOut: () => void }) {
  const router = useRouter();
  const [search, setSearch] = useState("");
  const { groups, searching } = useDestinations(search, signOut);
  const choose = ({ href, run }: PaletteEntry) => {
    onDone();
    if (href) router.push(href);
    // Once the palette has closed and given the focus back.
    else if (run) setTimeout(run, CLOSED_MS);
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={search}
      onValueChange={setSearch}
      itemToStringValue={(item: PaletteEntry) => item.label}
      filter={null}
      autoHighlight="always"
      keepHighlight
    >
      <div className="flex items-center gap-2.5 border-b border-line px-3.5">
        <Search aria-hidden="true" className="size-4 text-faint" />
        <Autocomplete.Input
          aria-label="Search actions, pages and items"
          placeholder="Do something, or go to a page or an item"
          className="h-11 w-full bg-transparent text-base outline-none"
        />
        <Dialog.Close className="sr-only">Close</Dialog.Close>
      </div>
      <Autocomplete.Empty className="px-4 py-6 text-soft empty:hidden">
        {searching ? "Searching…" : "No results"}
      </Autocomplete.Empty>
      <Autocomplete.List className="overflow-y-auto py-1 empty:hidden">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="pb-1">
            <Autocomplete.GroupLabel className="px-3.5 pt-2 pb-1 text-xs text-faint">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: PaletteEntry) => (
                <EntryOption key={item.href ?? item.label} item={item} onChoose={() => choose(item)} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const EntryOption = ({ item, onChoose }: { item: PaletteEntry; onChoose: () => void }) => (
  <Autocomplete.Item value={item} onClick={onChoose} className="option">
    <item.Icon aria-hidden="true" className="size-4 text-faint" />
    <span className="flex-1 truncate">{item.label}</span>
    {item.hint ? <span className="text-xs text-faint">{item.hint}</span> : null}
    {item.keys ? <KeySequence keys={item.keys} /> : null}
  </Autocomplete.Item>
);
