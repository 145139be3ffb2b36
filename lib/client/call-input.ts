import type { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";

/** One part's fields; a part with no fields (an empty strict object, in types a record of never) adds nothing. */
type Part<T> = string extends keyof T ? ([T[keyof T]] extends [never] ? unknown : T) : T;

/** What a caller passes: path, query and body in one flat object, before the contract's defaults. */
export type CallInput<C extends Contract> = Part<z.input<C["params"]>> &
  Part<z.input<C["query"]>> &
  Part<z.input<C["body"]>>;
