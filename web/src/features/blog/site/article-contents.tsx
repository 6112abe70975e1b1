import type { PostHeading } from "@/api/types";

export function ArticleContents({ title, headings }: { title: string; headings: PostHeading[] }) {
  const chapters = headings.filter((heading) => heading.level === 2);
  if (chapters.length < 2) return null;
  return (
    <nav aria-labelledby="sumario" className="print:hidden">
      <h2 id="sumario" className="font-bold">
        {title}
      </h2>
      <ol className="border-line mt-3 grid gap-2.5 border-l pl-4 text-[0.9375rem] leading-snug">
        {chapters.map((heading) => (
          <li key={heading.id}>
            <a
              href={`#${heading.id}`}
              className="text-muted hover:text-ink underline-offset-4 hover:underline"
            >
              {heading.title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
