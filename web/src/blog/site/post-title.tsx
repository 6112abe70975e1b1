/** The title of a post; numbers such as 3-2-1 stay on one line. */
export function PostTitle({ title }: { title: string }) {
  return title.split(/(\d+(?:-\d+)+)/).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
