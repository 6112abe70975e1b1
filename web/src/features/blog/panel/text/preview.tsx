/** Preview of a post with unsaved input. The server renders it, and a frame without scripts shows it. */
import { type RefObject, useEffect, useRef } from "react";

import { inputOf, type PostFormFields } from "@/features/blog/panel/fields";
import { postPreview } from "@/features/blog/panel/queries";
import { useFrameContent } from "@/panel/page-frame";
import { usePreview } from "@/panel/preview/use-preview";

interface PostPreviewProps {
  fields: PostFormFields;
  frame: RefObject<HTMLIFrameElement | null>;
  /** Called each time that the frame has loaded a page. */
  onLoad: () => void;
}

export function PostPreview({ fields, frame, onLoad }: PostPreviewProps) {
  const { title, content, excerpt, category, tags, featured_image, author } = fields;
  const input = inputOf({ title, content, excerpt, category, tags, featured_image, author });
  const { preview: html, error } = usePreview(input, postPreview);
  return (
    <section aria-label="Prévia" className="flex min-h-80 flex-col gap-1.5">
      <h3 className="text-sm font-medium">Prévia</h3>
      <div className="border-line bg-sunken relative min-h-0 grow overflow-clip rounded-md border">
        {html === undefined ? (
          <p className="text-muted px-4 py-10 text-center text-sm">
            {error ? "A prévia não está disponível agora." : "Preparando a prévia…"}
          </p>
        ) : (
          <Frame html={html} frame={frame} onLoad={onLoad} />
        )}
      </div>
      <p role="status" className="text-danger text-xs empty:hidden">
        {error && html !== undefined && "A prévia não pôde ser atualizada."}
      </p>
    </section>
  );
}

function Frame({ html, frame, onLoad }: { html: string } & Omit<PostPreviewProps, "fields">) {
  const scrollTop = useRef(0);
  // Runs before the effect of `useFrameContent`, which replaces the page.
  useEffect(() => {
    scrollTop.current = frame.current?.contentWindow?.scrollY ?? 0;
  }, [frame, html]);
  useFrameContent(frame, html, () => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    showArticleOnly(page);
    // Restores the scroll position of the replaced page.
    frame.current?.contentWindow?.scrollTo({ top: scrollTop.current, behavior: "instant" });
    onLoad();
  });
  return (
    <iframe
      ref={frame}
      title="Prévia do artigo"
      sandbox="allow-same-origin"
      className="absolute inset-0 size-full border-0"
    />
  );
}

/** Hides everything but the article without its footer, and makes the article inert. */
function showArticleOnly(page: Document): void {
  const article = page.querySelector("main article");
  if (!article) return;
  for (
    let element: Element | null = article;
    element && element !== page.body;
    element = element.parentElement
  ) {
    for (const other of element.parentElement?.children ?? []) {
      if (other !== element) other.setAttribute("hidden", "");
    }
  }
  for (const footer of article.querySelectorAll("footer")) footer.setAttribute("hidden", "");
  article.setAttribute("inert", "");
}
