import type { ComponentProps, ReactNode } from "react";

import { TextArea } from "@/panel/form/field";

/**
 * The text of a composer: from two rows to about a third of the pane. In a low window beside the list, it also leaves space for
 * the message: 37rem are the other parts of the screen and some lines of the conversation.
 */
export function ComposerText(props: ComponentProps<typeof TextArea>) {
  return (
    <TextArea
      isLabelHidden
      rows={2}
      className="max-h-[32dvh] min-h-14 overflow-y-auto lg:max-h-[clamp(3.75rem,100dvh-37rem,33dvh-4rem)]"
      {...props}
    />
  );
}

/** The fields of a composer. They scroll if the pane is too low for them, so that the buttons below them stay visible. */
export function ComposerFields({ children }: { children: ReactNode }) {
  // The padding leaves space for the outlines of focused fields.
  return <div className="-m-1 grid min-h-0 content-start gap-2 overflow-y-auto p-1">{children}</div>;
}
