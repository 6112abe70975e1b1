/** The section with a post's title and description for search engines, and a preview of a search result. */
import { fieldId, LABELS } from "@/features/blog/panel/fields";
import { Field, TextArea } from "@/panel/form/field";
import { DESCRIPTION_LENGTH, lengthHint, SearchPreview, TITLE_LENGTH } from "@/panel/form/search-preview";
import { Section } from "./section";
import type { PostEditor } from "./use-post-editor";

export function PostSeo({ editor: { fields, errors, set } }: { editor: PostEditor }) {
  const title = fields.seo_title || fields.title;
  const description = fields.seo_description || fields.excerpt;
  return (
    <Section title="SEO">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <Field
            id={fieldId("seo_title")}
            label={LABELS.seo_title}
            autoComplete="off"
            placeholder={fields.title}
            hint={`Vazio, vale o título do post. ${lengthHint(title, TITLE_LENGTH)}`}
            value={fields.seo_title}
            error={errors.seo_title}
            onChange={(event) => set({ seo_title: event.target.value })}
          />
          <TextArea
            id={fieldId("seo_description")}
            label={LABELS.seo_description}
            placeholder={fields.excerpt}
            hint={`Vazia, vale o resumo. ${lengthHint(description, DESCRIPTION_LENGTH)}`}
            value={fields.seo_description}
            error={errors.seo_description}
            onChange={(event) => set({ seo_description: event.target.value })}
          />
        </div>
        <SearchPreview title={title} description={description} path={`/blog/${fields.slug}`} />
      </div>
    </Section>
  );
}
