import { messageOf } from "@/api/api-error";
import { isCanceled } from "@/api/error-checks";
import { notify } from "@/lib/notify";

/** Shows why an action failed, under a title. Shows nothing if the user canceled the step-up that the action requires. */
export function notifyFailure(title: string, error: unknown, message = messageOf(error)): void {
  if (!isCanceled(error)) notify.error(title, message);
}
