// The values of ASSAY_LOG and ASSAY_LOG_LEVEL. A file of their own: the log is in browsers too, which get no schemas.
export const logFormats = ["json", "text"] as const;
export const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];
