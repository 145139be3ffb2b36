/** How the CSV file was written from which a dataset was made, so that it can be written like that again. */
export interface FileForm {
  /** Whether it began with a byte order mark. */
  bom: boolean;
  delimiter: string;
  lineEnd: "\r\n" | "\n" | "\r";
  /** Whether the last line ended too. */
  endsLastLine: boolean;
  quotes: "needed" | "all";
}
