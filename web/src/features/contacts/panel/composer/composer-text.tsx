import { type ComponentProps, type ReactNode, useRef, useState } from "react";

import { cn } from "@/panel/cn";
import { TextArea } from "@/panel/form/field";

/** Three rows: the greeting, a blank line and the start of the text. */
const UNUSED_HEIGHT = "max-h-22 sm:max-h-20";

/**
 * About a quarter of the pane. In a low window beside the list, it also leaves space for the message: 37rem are the other parts of
 * the screen and some lines of the conversation.
 */
const USED_HEIGHT =
  "max-h-[32dvh] max-lg:[@media(height<32rem)]:max-h-[22dvh] lg:max-h-[clamp(3.75rem,100dvh-37rem,26dvh-3rem)]";

/** The text of a composer. Until it is used, it is low even with a long signature or draft, because the conversation is read first. */
export function ComposerText(props: ComponentProps<typeof TextArea>) {
  const [isUsed, setUsed] = useState(false);
  const isPressed = useRef(false);
  return (
    <TextArea
      isLabelHidden
      rows={2}
      className={cn("min-h-14 overflow-y-auto", isUsed ? USED_HEIGHT : UNUSED_HEIGHT)}
      onPointerDown={() => (isPressed.current = true)}
      // Between the press and the release of the pointer, a change of height would select text.
      onFocus={() => isPressed.current || setUsed(true)}
      onClick={() => setUsed(true)}
      {...props}
    />
  );
}

/** The fields of a composer. They scroll if the pane is too low for them, so that the buttons below them stay visible. */
export function ComposerFields({ children }: { children: ReactNode }) {
  // The padding leaves space for the outlines of focused fields.
  return <div className="-m-1 grid min-h-0 content-start gap-2 overflow-y-auto p-1">{children}</div>;
}
