"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { chooseTheme, onThemeChosen, shownTheme, type Theme, themes } from "../page/theme";

const faces = {
  system: { label: "System theme", Icon: Monitor },
  light: { label: "Light", Icon: Sun },
  dark: { label: "Dark", Icon: Moon },
} as const;

/** Three small buttons in a row, one of them pressed. */
export function ThemeToggle({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(onThemeChosen, shownTheme, () => initial);
  return (
    <fieldset className="flex w-fit rounded-md border border-line p-0.5">
      <legend className="sr-only">Appearance</legend>
      {themes.map((each) => {
        const { label, Icon } = faces[each];
        return (
          <button
            key={each}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={theme === each}
            onClick={() => chooseTheme(each)}
            className="flex size-6 items-center justify-center rounded-sm text-faint hover:text-ink aria-pressed:bg-press aria-pressed:text-ink pointer-coarse:size-11"
          >
            <Icon aria-hidden="true" className="size-3.5" />
          </button>
        );
      })}
    </fieldset>
  );
}
