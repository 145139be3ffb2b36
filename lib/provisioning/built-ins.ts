import type { Database } from "@/db/client";
import { syncCatalogue } from "@/lib/evaluation/templates/sync-catalogue";
import { syncPersonas } from "@/lib/simulation/personas/sync-personas";

/** The built-in content: evaluation templates, sample groups and personas. */
export async function storeBuiltIns(db: Database): Promise<void> {
  await syncCatalogue(db);
  await syncPersonas(db);
}
