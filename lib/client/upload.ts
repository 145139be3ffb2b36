// Sends a form with a file and reports progress, which fetch cannot.
import type { ClientInput, ContractOf, Output, Wire } from "@/lib/contracts/contract";
import { formOf, hrefOf, outputOf } from "./call";
import { CallError } from "./call-error";

interface UploadOptions {
  signal: AbortSignal;
  /** Share of the form that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Calls an operation that takes a form. Throws a CallError on failure, and the signal's reason if aborted. */
export function upload<W extends Wire>(
  operation: W,
  input: ClientInput<ContractOf<W>>,
  { signal, onProgress }: UploadOptions,
): Promise<Output<ContractOf<W>>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("abort", () => reject(signal.reason));
    request.addEventListener("error", () => {
      reject(new CallError(0, "unreachable", "Could not reach the server. Check your connection and try again."));
    });
    request.addEventListener("load", () => {
      try {
        resolve(outputOf(operation, input, request.status, parse(request.responseText)));
      } catch (error) {
        reject(error);
      }
    });
    request.open(operation.method, hrefOf(operation, input));
    request.send(formOf({ ...(input as Record<string, unknown>) })); // safe because inputs are objects
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
