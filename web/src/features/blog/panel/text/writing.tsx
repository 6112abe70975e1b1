/** The section with a post's title, slug and text, and the preview beside the text. */
import { Columns2 } from "lucide-react";
import { useRef, useState } from "react";

import { POST_INPUT_TITLE } from "@/api/limits";
import type { PostEditor } from "@/features/blog/panel/editor/use-post-editor";
import { fieldId, LABELS } from "@/features/blog/panel/fields";
import { local } from "@/lib/storage";
import { cn } from "@/panel/cn";
import { Button } from "@/panel/controls/button";
import { Field } from "@/panel/form/field";
import { HiddenPictures } from "@/panel/form/hidden-pictures";
import { MarkdownEditor } from "./markdown-editor";
import { PostPreview } from "./preview";

export function PostWriting({ editor }: { editor: PostEditor }) {
  const { fields, errors, set, base, isNew } = editor;
  return (
    <section aria-label="Texto" className="grid gap-4">
      <div className="grid items-start gap-4 md:grid-cols-[1.4fr_1fr]">
        <Field
          id={fieldId("title")}
          label={LABELS.title}
          autoComplete="off"
          maxLength={POST_INPUT_TITLE}
          data-autofocus={isNew ? "" : undefined}
          value={fields.title}
          error={errors.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <Field
          id={fieldId("slug")}
          label={LABELS.slug}
          autoComplete="off"
          spellCheck={false}
          hint={
            base?.value.published_at && base.value.slug !== fields.slug
              ? `O endereço antigo, /blog/${base.value.slug}, vai levar ao novo.`
              : `/blog/${fields.slug}`
          }
          value={fields.slug}
          error={errors.slug}
          onChange={(event) => set({ slug: event.target.value })}
        />
      </div>
      <Content editor={editor} />
    </section>
  );
}

const PREVIEW_KEY = "post_editor_preview";

function Content({ editor: { fields, errors, set } }: { editor: PostEditor }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isShown, setShown] = useState(() => local.read(PREVIEW_KEY) !== "off");
  const toggle = () => {
    setShown(!isShown);
    local.write(PREVIEW_KEY, isShown ? "off" : "on");
  };
  /** Scrolls the preview to the same relative position as the text area. */
  const syncScroll = () => {
    const [text, page] = [area.current, frame.current?.contentDocument?.documentElement];
    if (!text || !page || document.activeElement !== text) return;
    const ratio = text.scrollTop / Math.max(1, text.scrollHeight - text.clientHeight);
    frame.current?.contentWindow?.scrollTo({
      top: ratio * (page.scrollHeight - page.clientHeight),
      behavior: "instant",
    });
  };
  return (
    <div className="grid gap-2">
      <Button
        size="sm"
        variant="ghost"
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong justify-self-end"
        aria-pressed={isShown}
        onClick={toggle}
      >
        <Columns2 aria-hidden />
        Prévia ao lado
      </Button>
      <div className={cn("grid gap-4", isShown && "md:grid-cols-2")}>
        <MarkdownEditor
          area={area}
          value={fields.content}
          error={errors.content}
          onChange={(content) => set({ content })}
          onScroll={syncScroll}
        />
        {isShown && <PostPreview fields={fields} frame={frame} onLoad={syncScroll} />}
      </div>
      <HiddenPictures markdown={fields.content} advice="Envie o arquivo em Mídia e insira a imagem daqui." />
    </div>
  );
}
