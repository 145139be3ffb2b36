import { Inngest } from "inngest";

export const inngest = new Inngest({ id: "assay" });
