"use client";
import { useHydrated } from "@/app/_ui/use-hydrated";

/** This server's address, as `https://assay.example.com`; empty until the page's scripts have taken over. */
export const useOrigin = (): string => (useHydrated() ? location.origin : "");
