// Options that keys and organizations share. The first option describes the unset value.
export const periods = (none: string) =>
  [
    { value: "none", label: none },
    { value: "daily", label: "Daily" },
    { value: "weekly", label: "Weekly" },
    { value: "monthly", label: "Monthly" },
    { value: "total", label: "Total" },
  ] as const;

export const actions = [
  { value: "block", label: "Refuse requests" },
  { value: "warn", label: "Warn only" },
] as const;

export const tracings = (inherited: string) =>
  [
    { value: "inherit", label: inherited },
    { value: "full", label: "With messages" },
    { value: "metadata", label: "Metadata only" },
    { value: "off", label: "Off" },
  ] as const;
