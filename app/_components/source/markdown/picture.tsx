import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import { outside } from "@/app/_ui/text/user-text";
import { type ItemAt, mediaQuery } from "@/lib/client/queues/media";
import { filesIn } from "../files/file-in";
import { useItemFiles } from "../files/item-files";
import { useAddressOf } from "../files/use-address-of";

/** Whether a text of Markdown is that of a link: a picture in it has no link of its own. */
export const InLink = createContext(false);

/** Whether the text has more pictures than are loaded from other hosts. */
export const HasTooMany = createContext(false);

/** A text can come from a model, which may repeat itself. */
const MOST_PICTURES = 20;
export const hasTooMany = (markdown: string): boolean => (markdown.match(/!\[/g)?.length ?? 0) > MOST_PICTURES;

interface Props {
  address: string;
  /** The picture in words. */
  alt: string;
}

/**
 * A picture in Markdown: the one in its data address, or a file of the organization's media hosts through this server.
 * Any other host would learn who reads the text, so a link is shown instead.
 */
export function Picture({ address, alt }: Props) {
  const { item } = useItemFiles();
  const isTooMany = useContext(HasTooMany);
  const file = filesIn(address)?.[0];
  if (file?.isInline)
    return file.kind === "image" ? <Shown address={file.address} alt={alt} /> : <NotShown alt={alt} />;
  if (!/^https?:/i.test(address)) return <NotShown alt={alt} />;
  return item && !isTooMany ? (
    <FromHost address={address} alt={alt} item={item} />
  ) : (
    <NotShown address={address} alt={alt} />
  );
}

function FromHost({ address, alt, item }: Props & { item: ItemAt }) {
  const { data, error } = useQuery(mediaQuery(item, address));
  if (error) return <NotShown address={address} alt={alt} why={error.message} />;
  if (!data) return <span className="text-faint">{alt || address}, loading</span>;
  if (!data.type.startsWith("image/")) return <NotShown address={address} alt={alt} why="It is not an image." />;
  return <Loaded blob={data} alt={alt} />;
}

function Loaded({ blob, alt }: { blob: Blob; alt: string }) {
  const address = useAddressOf(blob);
  return address ? <Shown address={address} alt={alt} /> : null;
}

function Shown({ address, alt }: Props) {
  const [isDamaged, setDamaged] = useState(false);
  if (isDamaged) return <NotShown alt={alt} why="It is damaged." />;
  return (
    // biome-ignore lint/performance/noImgElement: a file of the page's own, which Next cannot optimize
    <img
      src={address}
      alt={alt}
      onError={() => setDamaged(true)}
      className="my-1 inline-block max-h-[60vh] max-w-full rounded-md"
    />
  );
}

function NotShown({ address, alt, why }: { address?: string; alt: string; why?: string }) {
  const isInLink = useContext(InLink);
  const words = alt || address || "Image";
  return (
    <span>
      {address && !isInLink ? (
        <a href={address} {...outside} className="text-accent underline underline-offset-2">
          {words}
        </a>
      ) : (
        words
      )}{" "}
      <span className="text-xs text-faint">(image, not shown{why ? `: ${why}` : ""})</span>
    </span>
  );
}
