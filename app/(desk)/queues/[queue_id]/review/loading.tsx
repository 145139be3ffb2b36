import { DeskSkeleton } from "../annotate/_components/desk-skeleton";

export default function ReviewLoading() {
  return <DeskSkeleton />;
}
