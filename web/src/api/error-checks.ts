/** What the panel asks of a failed call. Separate from `api-error.ts`, which every public page loads. */
import { ApiError, messageOf } from "./api-error";
import { STEP_UP_REQUIRED } from "./reauthentication";

/** Returns whether a call failed because the server never answered. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Returns whether the server may have processed a failed request: it sent no answer, or a status of 500 or more. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns whether the server doesn't have the record, or it is in the trash. */
export function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** Returns whether the user canceled the step-up that a call required. */
export function isCanceled(error: unknown): boolean {
  return error instanceof ApiError && error.code === STEP_UP_REQUIRED;
}

/** Returns the server's message about a field; without one, the message of the error. Empty after a canceled step-up. */
export function fieldMessageOf(error: unknown, field: string): string {
  if (isCanceled(error)) return "";
  return (error instanceof ApiError && error.fields[field]) || messageOf(error);
}

/** Like `messageOf`, but returns `fallback` instead of the generic message of an answer without a message. */
export function serverMessageOf(error: unknown, fallback?: string): string {
  return messageOf(error instanceof ApiError && error.isGeneric ? null : error, fallback);
}
