/** How long to wait, in words: seconds below a minute, else minutes. */
export function waitText(seconds: number): string {
  const [count, unit] =
    seconds < 60 ? [Math.max(1, Math.ceil(seconds)), "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
