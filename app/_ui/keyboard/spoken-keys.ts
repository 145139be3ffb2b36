const SPOKEN: Readonly<Record<string, string>> = {
  enter: "Enter",
  escape: "Escape",
  arrowleft: "Left arrow",
  arrowright: "Right arrow",
  arrowup: "Up arrow",
  arrowdown: "Down arrow",
  tab: "Tab",
  shift: "Shift",
};

/** Keys in words, for those who hear the page: "Control Enter", "G, then Q". */
export const spokenKeys = (keys: string, apple: boolean): string =>
  keys
    .split(" ")
    .map((chord) =>
      chord
        .split("+")
        .map((key) => (key === "mod" ? (apple ? "Command" : "Control") : (SPOKEN[key] ?? key.toUpperCase())))
        .join(" "),
    )
    .join(", then ");
