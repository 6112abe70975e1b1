/** Numbers of records from the summary of a list. */

/** The number of records in each part of a list, and the parts that have more than were counted. */
type Summary<Part extends string> = Readonly<Record<Part, number>> & { more_than_counted: readonly Part[] };

/**
 * Returns the number of records in some parts, undefined while the summary loads. If not all records were counted, it is the
 * number at which counting stops, because the sum would look exact.
 */
export function countIn<Part extends string>(
  summary: Summary<Part> | undefined,
  ...parts: readonly Part[]
): { value: number | undefined; hasMore: boolean } {
  if (!summary) return { value: undefined, hasMore: false };
  const counts = parts.map((part) => summary[part]);
  const hasMore = parts.some((part) => summary.more_than_counted.includes(part));
  return { value: hasMore ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0), hasMore };
}
