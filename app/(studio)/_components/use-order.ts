"use client";
import { useAddress } from "@/app/_components/use-address";
import type { Order } from "@/app/_ui/list/table-head";

/** The order of a list, which is in the address. Another order shows the first page. */
export function useOrder(value: string): Order {
  const { set } = useAddress();
  return { value, onChange: (sort) => set({ sort, page: null }, { keepsBack: false }) };
}
