"use client";
import { classNames } from "../class-names";
import { useHydrated } from "../use-hydrated";
import { useOwnKeys } from "./own-keys";
import { isApple, keyNames } from "./shortcut";

/** A key or chord ("mod+enter") as labelled on the user's keyboard. Hidden where there is no keyboard. */
export function Kbd({ keys, quiet = false }: { keys: string; quiet?: boolean }) {
  const apple = useHydrated() && isApple();
  const own = useOwnKeys();
  const names = keyNames(own[keys] ?? keys, apple);
  const isWord = names.some((name) => name.length > 1);
  return (
    <span aria-hidden="true" className="contents">
      <kbd
        className={classNames(
          "inline-flex h-4.5 shrink-0 items-center justify-center gap-0.5 rounded-sm px-1 font-sans text-xs leading-none print:hidden pointer-coarse:hidden",
          quiet ? "text-current opacity-75" : "border border-line bg-sunk text-soft",
        )}
      >
        {names.map((name) => (
          <span
            key={name}
            className={classNames("min-w-2 text-center", isWord && "[font-variant-caps:all-small-caps] tracking-wide")}
          >
            {name}
          </span>
        ))}
      </kbd>
    </span>
  );
}

/** Keys that are pressed one after the other, such as "g q". */
export const KeySequence = ({ keys }: { keys: string }) => (
  <span className="flex gap-1">
    {keys.split(" ").map((each, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: one key may come twice, and the keys never change
      <Kbd key={index} keys={each} />
    ))}
  </span>
);
