import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";

const code = lazyCode(() => import("yaml"));

/** YAML's reader and writer, which only these screens load; null until it is there. */
export const useYaml = () => useLazyCode(code);
