/** The number of new contacts: in the title of the tab and on the icon of the installed panel. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";

import { setTitleCount } from "@/panel/page-title";
import { contactSummary } from "../queries";
import { keepPush, onNotificationClick } from "./push";

/** Interval at which the number is fetched again. Only one component asks for it. */
const REFRESH_MS = 60_000;

/** Shows the number in the title and on the icon while it is mounted. Notifications on this device continue with the session. */
export function NewContactsCount() {
  const { data } = useQuery({ ...contactSummary, refetchInterval: REFRESH_MS });
  const count = data?.new ?? 0;
  useEffect(() => {
    setTitleCount(count);
    showOnIcon(count);
  }, [count]);
  useEffect(
    () => () => {
      setTitleCount(0);
      showOnIcon(0);
    },
    [],
  );
  useEffect(() => void keepPush().catch(() => undefined), []);
  const navigate = useNavigate();
  useEffect(() => onNotificationClick((path) => void navigate(path)), [navigate]);
  return null;
}

/** Only some browsers have badges, and they refuse one on an icon that isn't installed. */
function showOnIcon(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
