import { QueueSkeleton } from "./_components/queue-skeleton";

export default function QueueLoading() {
  return <QueueSkeleton />;
}
