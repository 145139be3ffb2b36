import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";

const code = lazyCode(() => import("yaml"));

/** The YAML library, loaded by these screens only; null until loaded. */
export const useYaml = () => useLazyCode(code);
