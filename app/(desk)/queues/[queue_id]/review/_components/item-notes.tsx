import { UserText } from "@/app/_ui/text/user-text";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";

/** Annotators' notes on the item itself. */
export function ItemNotes({ notes }: { notes: ItemDetail["span_notes"] }) {
  if (notes.length === 0) return <p className="text-soft">No notes on the item.</p>;
  return (
    <ul className="grid gap-2">
      {notes.map((note) => (
        <li key={note.id}>
          <span className="text-xs text-faint">{note.annotator} noted</span>
          <UserText text={note.notes} />
        </li>
      ))}
    </ul>
  );
}
