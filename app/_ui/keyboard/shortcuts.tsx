"use client";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { lazyCode, useLazyCode } from "../lazy-code";
import { useOwnKeys } from "./own-keys";
import {
  hasOpenDialog,
  isApple,
  isOfInputMethod,
  isTyping,
  keyOf,
  matchesKeys,
  type Shortcut,
  strokesOf,
} from "./shortcut";

interface Group {
  title: string;
  current: { readonly list: readonly Shortcut[] };
}

interface Registry {
  add: (group: Group) => () => void;
  /** The shortcuts that are registered now under a title. */
  listed: (title: string) => readonly Shortcut[];
  openSheet: () => void;
}

const SEQUENCE_MS = 1200;

const sheet = lazyCode(() => import("./shortcut-sheet").then((module) => module.ShortcutSheet), true);

const RegistryContext = createContext<Registry | null>(null);

/** Enter and Escape of an input method confirm and cancel a word. Nothing on the page sees them. */
function useInputMethods(): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => isOfInputMethod(event) && event.stopImmediatePropagation();
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
}

/** Registers and runs the shortcuts of everything on the page, and lists them on "?". */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const groups = useRef<Group[]>([]);
  const prefix = useRef<{ key: string; at: number } | null>(null);
  const [shown, setShown] = useState<[string, Shortcut[]][] | null>(null);
  const Sheet = useLazyCode(sheet, shown !== null);
  const openSheet = useCallback(() => setShown(byTitle(groups.current)), []);
  const add = useCallback((group: Group) => {
    groups.current = [...groups.current, group];
    return () => {
      groups.current = groups.current.filter((other) => other !== group);
    };
  }, []);

  useInputMethods();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      // On a Russian keyboard "?" is Shift and 7, which may choose an option.
      const isFree = event.key === "?" && matching(groups.current, event).length === 0;
      if (isFree && !isTyping(event.target) && !hasOpenDialog()) return openSheet();
      const first = prefix.current && event.timeStamp - prefix.current.at < SEQUENCE_MS ? prefix.current.key : null;
      prefix.current = null;
      if (first && runSequence(groups.current, first, event)) return;
      const key = startOf(groups.current, event);
      if (key) prefix.current = { key, at: event.timeStamp };
      else runShortcut(groups.current, event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [openSheet]);

  const listed = useCallback(
    (title: string) =>
      groups.current
        .filter((group) => group.title === title)
        .flatMap(({ current }) => current.list)
        .filter(({ hidden }) => !hidden),
    [],
  );
  const registry = useMemo(() => ({ add, listed, openSheet }), [add, listed, openSheet]);
  return (
    <RegistryContext value={registry}>
      {children}
      {Sheet ? <Sheet shown={shown} onClose={() => setShown(null)} /> : null}
    </RegistryContext>
  );
}

const isPlain = (event: KeyboardEvent): boolean =>
  !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target) && !hasOpenDialog();

const keysIn = (event: KeyboardEvent): string[] => strokesOf(event).map(keyOf);

/** The key with which a sequence begins, if this is one. */
const startOf = (groups: readonly Group[], event: KeyboardEvent): string | undefined =>
  isPlain(event)
    ? keysIn(event).find((key) =>
        groups.some(({ current }) => current.list.some(({ keys }) => keys.startsWith(`${key} `))),
      )
    : undefined;

function runSequence(groups: readonly Group[], first: string, event: KeyboardEvent): boolean {
  if (!isPlain(event)) return false;
  const sequences = keysIn(event).map((key) => `${first} ${key}`);
  const list = groups.flatMap(({ current }) => current.list);
  const found = sequences.flatMap((sequence) => list.filter(({ keys }) => keys === sequence))[0];
  if (!found) return false;
  event.preventDefault();
  found.run(event);
  return true;
}

/** Shortcuts grouped by title, the innermost part of the page first. */
function byTitle(groups: readonly Group[]): [string, Shortcut[]][] {
  const titles = new Map<string, Shortcut[]>();
  for (const { title, current } of groups.toReversed()) {
    titles.set(title, [...(titles.get(title) ?? []), ...current.list]);
  }
  return [...titles];
}

const mayInterrupt = ({ whileTyping = false }: Shortcut, { target }: KeyboardEvent): boolean =>
  typeof whileTyping === "function" ? whileTyping(target) : whileTyping;

function runShortcut(groups: readonly Group[], event: KeyboardEvent): void {
  const [found] = matching(groups, event);
  if (!found || (isTyping(event.target) && !mayInterrupt(found, event)) || hasOpenDialog()) return;
  event.preventDefault();
  found.run(event);
}

/** The shortcuts of a key. Last registered first: the innermost part of the page takes precedence. */
function matching(groups: readonly Group[], event: KeyboardEvent): Shortcut[] {
  const apple = isApple();
  const list = groups.toReversed().flatMap(({ current }) => current.list);
  return strokesOf(event).flatMap((stroke) => list.filter(({ keys }) => matchesKeys(keys, stroke, apple)));
}

/**
 * Registers these shortcuts while the calling component is mounted. The list may change with every render.
 * Registers in a layout effect, so that they match the screen at once: a key pressed before passive effects run would
 * otherwise be lost.
 */
export function useShortcuts(title: string, list: readonly Shortcut[]): void {
  const registry = useContext(RegistryContext);
  const own = useOwnKeys();
  const current = useRef({ list });
  useLayoutEffect(() => {
    current.current.list = list.map((entry) => ({ ...entry, keys: own[entry.keys] ?? entry.keys }));
  });
  useLayoutEffect(() => registry?.add({ title, current: current.current }), [registry, title]);
}

const none = () => [];

/** Reads the shortcuts of the present page. */
export const usePageShortcuts = (): (() => readonly Shortcut[]) => {
  const listed = useContext(RegistryContext)?.listed ?? none;
  return useCallback(() => listed("Page"), [listed]);
};

/** Opens the list of shortcuts from a button. */
export const useShortcutSheet = (): (() => void) => useContext(RegistryContext)?.openSheet ?? (() => {});
