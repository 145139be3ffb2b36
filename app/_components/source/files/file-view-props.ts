import type { FileRef } from "./file-in";

export interface FilesProps {
  /** The field's name. */
  name: string;
  files: readonly FileRef[];
}

export interface FileViewProps {
  /** The field's name. */
  name: string;
  /** An address of the page's own. */
  address: string;
  blob: Blob;
}
