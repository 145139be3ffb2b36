import type { FileViewProps } from "./file-view-props";

/** The browser's own viewer, with its pages, search and zoom; a link where it has none, as on most phones. */
export function PdfView({ name, address }: FileViewProps) {
  return (
    <div className="grid gap-1">
      {navigator.pdfViewerEnabled ? (
        <iframe title={name} src={address} className="h-[70vh] w-full rounded-md border border-line bg-sunk" />
      ) : (
        <p className="text-soft">This browser cannot show PDF files in a page.</p>
      )}
      <a
        href={address}
        target="_blank"
        rel="noreferrer"
        className="w-fit text-xs text-accent hover:underline pointer-coarse:min-h-11"
      >
        Open {name} in a new tab
      </a>
    </div>
  );
}
