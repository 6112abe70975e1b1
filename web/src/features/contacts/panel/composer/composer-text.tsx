import type { ComponentProps } from "react";

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
