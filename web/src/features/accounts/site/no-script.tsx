/** Notice for browsers without scripts, in which a form doesn't work. */
export function NoScript({ text }: { text: string }) {
  return (
    <noscript>
      <p className="bg-warning-soft text-warning mt-6 rounded-md px-4 py-3 font-semibold">{text}</p>
    </noscript>
  );
}
