export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const THEME_COOKIE = "assay_theme";
const YEAR_SECONDS = 31_536_000;

/** The choice as a cookie value; any other value follows the system. */
export const parseTheme = (value: string | undefined): Theme =>
  value === "light" || value === "dark" ? value : "system";

const listeners = new Set<() => void>();

/** Calls back whenever a theme was chosen on this page; returns how to end that. */
export function onThemeChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The theme that the page shows. */
export const shownTheme = (): Theme => parseTheme(document.documentElement.dataset.theme);

/** Applies a choice at once and stores it for a year in a cookie, so that the server renders the next page with it. */
export function chooseTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const age = theme === "system" ? 0 : YEAR_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http, which self-hosted servers may use
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${age}; samesite=lax`;
  for (const listener of listeners) listener();
}
