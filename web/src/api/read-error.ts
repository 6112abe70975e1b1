/** Turns refused, unreadable and missing answers of the server into ApiErrors. */
import { ApiError } from "./api-error";

/** Reads the error of a refused call. `unreadable` is the message if the answer isn't JSON. */
export async function readError(response: Response, unreadable?: string): Promise<ApiError> {
  const { status } = response;
  const body = await readJson(response);
  if (body === undefined) return unreadableAnswer(status, unreadable);
  const message = text(body["message"]);
  const code = text(body["code"]) || "unknown";
  const { fields, challenge, factors } = body;
  if (!message) return generic(status, code, `HTTP ${status}`);
  return new ApiError(status, code, message, texts(fields), text(challenge), list(factors));
}

export function unreadableAnswer(status: number, message = "Erro na requisição"): ApiError {
  return generic(status, "unknown", message);
}

export function unreachableServer(): ApiError {
  return new ApiError(0, "unreachable", "Erro ao conectar com o servidor");
}

function generic(status: number, code: string, message: string): ApiError {
  return new ApiError(status, code, message, {}, "", [], true);
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
