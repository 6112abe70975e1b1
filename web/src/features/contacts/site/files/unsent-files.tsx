/** The files that were not stored with a sent message, and how to send them. */
import type { ContactFilesText, UnsentFile } from "@/api/types";

export function UnsentFiles({ text, files }: { text: ContactFilesText; files: readonly UnsentFile[] }) {
  if (files.length === 0) return null;
  return (
    <div role="alert" className="border-danger bg-danger-soft mt-6 rounded-lg border px-5 py-4">
      <p className="text-danger font-semibold">{text.unsent}</p>
      <ul className="mt-2 grid gap-1">
        {files.map(({ name, reason }, index) => (
          <li key={index} className="wrap-anywhere">
            <strong>{name}</strong>: {reason}
          </li>
        ))}
      </ul>
      <p className="mt-2">{text.unsent_how}</p>
    </div>
  );
}
