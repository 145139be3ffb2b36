"use client";
import { lazy, Suspense } from "react";

// Every screen carries the page for what is missing, so its code is loaded when it is shown.
const Offer = lazy(() => import("./switch-back-offer"));

/** On a missing page: a way back to the organization from which its link comes. */
export const SwitchBack = () => (
  <Suspense>
    <Offer />
  </Suspense>
);
