import { serve } from "inngest/next";
import { inngest } from "@/inngest/client";
import { functions } from "@/inngest/index";

// Registration needs a signature too, so that nobody else can set it off.
export const { GET, POST, PUT } = serve({ client: inngest, functions, enableUnauthedSync: false });
