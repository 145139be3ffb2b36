import { DeskSkeleton } from "../../../_components/desk-skeleton";

export default function ReviewLoading() {
  return <DeskSkeleton />;
}
