/** The ways in which an agent or a persona converses. */
export const mediumOptions = [
  { value: "text", label: "Text" },
  { value: "voice", label: "Voice" },
] as const;
