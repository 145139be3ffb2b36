import { useEffect, useState } from "react";

/** An address of the page's own for the file, as long as it is shown. */
export function useAddressOf(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return address;
}
