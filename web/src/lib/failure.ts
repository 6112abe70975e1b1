/** What people are told when something didn't work. */
const TRY_LATER = "Tente novamente mais tarde.";

/** An error whose message is meant for people. Any other's is the browser's, in English and about the program. */
export class Failure extends Error {}

/** The reason to show. `unanswered` is for calls that the server never answered, which have none of their own. */
export function reasonOf(error: unknown, unanswered = TRY_LATER): string {
  return error instanceof Failure ? error.message || unanswered : TRY_LATER;
}
