import { DeskSkeleton } from "../../../_components/desk-skeleton";

export default function AnnotateLoading() {
  return <DeskSkeleton />;
}
