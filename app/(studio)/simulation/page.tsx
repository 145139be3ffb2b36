import { redirect } from "next/navigation";
import { links } from "@/lib/client/links";

export default function SimulationPage() {
  redirect(links.runs());
}
