/** The number of new contacts: in the title of the tab and on the icon of the installed panel. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";

import type { User } from "@/api/types";
import { formatTotal } from "@/panel/list/search-coverage";
import { countIn } from "@/panel/list/summary-count";
import { setTitleCount } from "@/panel/page-title";
import { contactSummary } from "../queries";
import { keepPush, onNotificationClick } from "./push";

/**
 * Interval at which the number is fetched again while the page is visible. A hidden page doesn't ask, because the session of a
 * user who has left would never expire. Then the service worker marks the icon when a notification arrives.
 */
const REFRESH_MS = 10_000;

/** Shows the number in the title and on the icon while it is mounted. Notifications on this device continue with the session. */
export function NewContactsCount({ user }: { user: User }) {
  const { data, dataUpdatedAt } = useQuery({ ...contactSummary, refetchInterval: REFRESH_MS });
  const { value: count = 0, hasMore } = countIn(data, "new");
  const text = count > 0 ? formatTotal(count, { hasMore }) : "";
  useEffect(() => setTitleCount(text), [text]);
  // After each answer, because the service worker may have replaced the number on the icon.
  useEffect(() => showOnIcon(count), [count, dataUpdatedAt]);
  useEffect(
    () => () => {
      setTitleCount("");
      showOnIcon(0);
    },
    [],
  );
  // `user` is another object after each sign-in, also if the panel asks for one while it is open.
  useEffect(() => void keepPush().catch(() => undefined), [user]);
  const navigate = useNavigate();
  useEffect(() => onNotificationClick((path) => void navigate(path)), [navigate]);
  return null;
}

/** Only some browsers have badges, and they refuse one on an icon that isn't installed. */
function showOnIcon(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
