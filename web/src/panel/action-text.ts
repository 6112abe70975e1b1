/** Returns the summary of an audited action, to show without its record: 'excluiu a conta' for 'excluiu a conta de'. */
export const withoutRecord = (summary: string): string => summary.replace(/ (?:a|de|em)$/, "");
