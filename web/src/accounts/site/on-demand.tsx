/** Parts of a page that are loaded when somebody asks for them. */
import { useEffect, useState, type ComponentType } from "react";

/** Returns a component that loads another when it is first shown. If that fails, it calls `onCancel`, if it has one. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const { onCancel } = props as { onCancel?: () => void };
    useEffect(() => {
      load().then(
        (loaded) => setPart(() => loaded),
        () => onCancel?.(),
      );
      // Once.
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
