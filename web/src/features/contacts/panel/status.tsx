import type { ContactStatus } from "@/api/types";
import { Badge } from "@/panel/controls/badge";
import { STATUSES } from "./record";

export function StatusBadge({ status }: { status: ContactStatus }) {
  const found = STATUSES.find(({ value }) => value === status);
  return <Badge tone={found?.tone ?? "neutral"}>{found?.label ?? status}</Badge>;
}
