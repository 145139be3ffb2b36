const UNITS = ["bytes", "kB", "MB", "GB"] as const;

/** "3.4 MB", in powers of 1024, like the limit. */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1024 ** step;
  return `${size.toLocaleString("en", { maximumFractionDigits: size < 10 && step > 0 ? 1 : 0 })} ${UNITS[step]}`;
}
