import { focusStop } from "@/app/_components/label-field/focus-stop";

/** Focuses what a field lacks: its answer, or the note that the answer needs. */
export function focusProblem(field: Element | null | undefined): void {
  const note = field?.querySelector<HTMLTextAreaElement>("[data-required-note]");
  if (note && note.value.trim() === "") note.focus();
  else focusStop(field);
}
