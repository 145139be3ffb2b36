import type { ItemDetail } from "@/lib/contracts/annotation/annotating";

/** What annotators noted on the item itself. */
export function ItemNotes({ notes }: { notes: ItemDetail["span_notes"] }) {
  if (notes.length === 0) return <p className="text-soft">Nobody left a note on the item.</p>;
  return (
    <ul className="grid gap-2">
      {notes.map((note) => (
        <li key={note.id}>
          <span className="text-xs text-faint">{note.annotator} noted</span>
          <p className="wrap-anywhere whitespace-pre-wrap">{note.notes}</p>
        </li>
      ))}
    </ul>
  );
}
