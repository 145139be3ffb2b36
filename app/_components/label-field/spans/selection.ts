// The browser's selection as positions in a text that is drawn in pieces.
import type { Range } from "./segments";

/** What is selected inside an element; null if the selection is elsewhere. */
export function selectionIn(root: Element | null): Range | null {
  const selection = document.getSelection();
  if (!root || !selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.startContainer) || !root.contains(range.endContainer)) return null;
  const before = (node: Node, offset: number): number => {
    const beginning = document.createRange();
    beginning.selectNodeContents(root);
    beginning.setEnd(node, offset);
    return beginning.toString().length;
  };
  return { from: before(range.startContainer, range.startOffset), to: before(range.endContainer, range.endOffset) };
}

export function select(root: Element | null, { from, to }: Range): void {
  const selection = document.getSelection();
  const [start, end] = [pointAt(root, from), pointAt(root, to)];
  if (selection && start && end) selection.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
}

function pointAt(root: Element | null, at: number): { node: Node; offset: number } | null {
  if (!root) return null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let passed = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (at <= passed + length) return { node, offset: at - passed };
    passed += length;
  }
  return null;
}
