// What a key and an organization choose among alike; the first choice says what holds where nothing is set.
export const periods = (none: string) =>
  [
    { value: "none", label: none },
    { value: "daily", label: "A day" },
    { value: "weekly", label: "A week" },
    { value: "monthly", label: "A month" },
    { value: "total", label: "In all" },
  ] as const;

export const actions = [
  { value: "block", label: "Refuse requests" },
  { value: "warn", label: "Mark answers" },
] as const;

export const tracings = (inherited: string) =>
  [
    { value: "inherit", label: inherited },
    { value: "full", label: "With what was said" },
    { value: "metadata", label: "Without what was said" },
    { value: "off", label: "Not at all" },
  ] as const;
