import { createDatasetFromFile } from "@/lib/datasets/operations";

export const POST = createDatasetFromFile;
