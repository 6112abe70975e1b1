/** Saves a file that was fetched with the session's headers, which a link doesn't send. */
export function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By the next task, the browser has opened the file.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
