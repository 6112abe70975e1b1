/** Parts of a page that are loaded when somebody asks for them. */
import { useEffect, useEffectEvent, useState, type ComponentType } from "react";

/** Returns a component that loads another when it is first shown. If that fails, it calls `onCancel`, if it has one. */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return function OnDemand(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props>>();
    const cancel = useEffectEvent(() => (props as { onCancel?: () => void }).onCancel?.());
    useEffect(() => {
      load().then(
        (loaded) => setPart(() => loaded),
        () => cancel(),
      );
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
