export function FeaturedBadge({ label }: { label: string }) {
  return (
    <span className="bg-accent-soft text-accent rounded-sm px-2 py-0.5 text-sm font-semibold whitespace-nowrap print:border">
      {label}
    </span>
  );
}
