import { CopyButton } from "@/app/_ui/button/copy-button";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";

interface Props {
  text: string;
  /** The copy button's label, e.g. "Copy the key". */
  label: string;
}

/** A key or link to copy. One click selects it all. */
export const CopiedLine = ({ text, label }: Props) => (
  <div className="flex items-center gap-1 rounded-md border border-line bg-sunk pl-3">
    <code className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere select-all">{text}</code>
    <CopyButton text={text} label={label} />
  </div>
);

/** Code of several lines to copy. `name` says what it is. */
export const CopiedCode = ({ text, label, name }: Props & { name: string }) => (
  <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
    <ScrollRegion label={name} className="min-w-0 flex-1 overflow-x-auto p-3">
      <pre className="font-mono text-xs">{text}</pre>
    </ScrollRegion>
    <CopyButton text={text} label={label} />
  </div>
);
