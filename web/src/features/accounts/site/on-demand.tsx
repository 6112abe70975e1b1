/** Parts of a page that are loaded when they are opened. */
import { type ComponentType, useEffect, useEffectEvent, useState } from "react";

import { messageOf } from "@/api/api-error";
import type { LayoutLabels } from "@/api/types";
import { showToast } from "@/ui/toast";

interface OnDemandProps {
  labels: LayoutLabels;
  /** Called if the component can't be loaded. */
  onCancel?: () => void;
}

/** Returns a component that loads another one when it is first shown. If that fails, it shows an error. */
export function onDemand<Props extends OnDemandProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;

  /** Loads the component once for all instances, so that a failure shows one error. The next attempt loads it again. */
  function loadOnce(labels: LayoutLabels): Promise<ComponentType<Props>> {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      void showToast({ kind: "error", title: labels.request_failed, description: messageOf(error) }, labels);
      throw error;
    });
    return loading;
  }

  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const start = useEffectEvent(() =>
      loadOnce(props.labels).then(
        (loaded) => setPart(() => loaded),
        () => props.onCancel?.(),
      ),
    );
    useEffect(() => void start(), []);
    return Part ? <Part {...props} /> : null;
  };
}
