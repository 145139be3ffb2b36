"use client";
import { useEffect } from "react";

/** Names the page's object in the browser's tab. The page's metadata has only its kind, such as "Queue". */
export function DocumentTitle({ text }: { text: string }) {
  useEffect(() => {
    const before = document.title;
    const own = `${text} · Assay`;
    document.title = own;
    return () => {
      // The next page may have set its own title already.
      if (document.title === own) document.title = before;
    };
  }, [text]);
  return null;
}
