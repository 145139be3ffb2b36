export interface FileViewProps {
  /** The field's name. */
  name: string;
  /** An address of the page's own. */
  address: string;
  blob: Blob;
}
