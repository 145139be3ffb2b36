"use client";
import { createContext } from "react";

/** The label of the field around a control, for those of its parts that need a name of their own. */
export const FieldLabel = createContext("");
