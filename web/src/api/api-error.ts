/** A call that failed, whatever the reason, with a message in Portuguese that is ready to be shown. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** The HTTP status; 0 when no answer came. */
    readonly status: number,
    /** Stable, for programs. */
    readonly code: string,
    message: string,
    /** Field name → what is wrong with it. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** Of a sign-in that waits for its second step. */
    readonly challenge: string = "",
    /** What that step may bring: `app`, `passkey`. */
    readonly factors: readonly string[] = [],
    /** Whether the server sent no message and `message` is a generic one. */
    readonly isSilent: boolean = false,
  ) {
    super(message);
  }

  static async from(response: Response): Promise<ApiError> {
    const body = await readJson(response);
    if (body === undefined) return ApiError.unreadable(response.status);
    const message = text(body["message"]);
    const code = text(body["code"]) || "unknown";
    const { fields, challenge, factors } = body;
    if (!message) return ApiError.silent(response.status, code, `HTTP ${response.status}`);
    return new ApiError(response.status, code, message, texts(fields), text(challenge), list(factors));
  }

  /** The answer isn't JSON. */
  static unreadable(status: number): ApiError {
    return ApiError.silent(status, "unknown", "Erro na requisição");
  }

  private static silent(status: number, code: string, message: string): ApiError {
    return new ApiError(status, code, message, {}, "", [], true);
  }

  static unreachable(): ApiError {
    return new ApiError(0, "unreachable", "Erro ao conectar com o servidor");
  }
}

/** What to tell a person about a failure of any kind. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError ? error.message : fallback;
}

/** Returns the server's message, or `fallback` if it sent none. */
export function reasonOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && !error.isSilent ? error.message : fallback;
}

type JsonObject = Record<string, unknown>;

async function readJson(response: Response): Promise<JsonObject | undefined> {
  try {
    const body: unknown = JSON.parse(await response.text());
    return isObject(body) ? body : {};
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function texts(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
