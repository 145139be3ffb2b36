export const rowsImported = (rows: number): string =>
  `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} imported`;
