import type { FileViewProps } from "./file-view-props";
import { OpenFile } from "./open-file";

/** The browser's own viewer, with its pages, search and zoom; a link where it has none, as on most phones. */
export function PdfView({ name, address }: FileViewProps) {
  return (
    <div className="grid gap-1">
      {navigator.pdfViewerEnabled ? (
        <iframe title={name} src={address} className="h-[70vh] w-full rounded-md border border-line bg-sunk" />
      ) : (
        <p className="text-soft">This browser cannot show PDF files in a page.</p>
      )}
      <OpenFile name={name} address={address} />
    </div>
  );
}
