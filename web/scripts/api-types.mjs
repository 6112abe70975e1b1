// `npm run gen`: writes the types of server/openapi.json and a table of its calls, by method and path, into one module.
// Usage: node scripts/api-types.mjs <file>
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import { format, resolveConfig } from "prettier";

const contract = JSON.parse(await readFile(new URL("../../server/openapi.json", import.meta.url), "utf8"));
const target = process.argv[2];

/** Returns every call as `[method, path, operation]`. */
function calls() {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation]),
  );
}

/** Removes the answers of refused calls: each becomes an ApiError, which needs no type of its own. */
function keepSuccesses() {
  for (const [, , operation] of calls()) {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    operation.responses = Object.fromEntries(successes);
  }
}

async function generateTypes() {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-api-types-"));
  try {
    await createClient({
      input: contract,
      output: { path: folder, entryFile: false },
      plugins: [{ name: "@hey-api/typescript", comments: true }],
      logs: { level: "silent" },
    });
    return await readFile(join(folder, "types.gen.ts"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the name that the generator gives the types of an operation: `list_posts` → `ListPosts`. */
function typeName({ operationId }) {
  const name = operationId.replaceAll(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase());
  for (const suffix of ["Data", "Responses"]) {
    if (name + suffix in contract.components.schemas) throw new Error(`two types are named ${name}${suffix}`);
  }
  return name;
}

/** Returns the source of the table that types `api.GET(path)`: what a call takes and what it answers. */
function tableOfCalls() {
  const groups = ["GET", "POST", "PUT", "DELETE"].map((method) => {
    const rows = calls().filter((call) => call[0] === method);
    const entries = rows.map(([, path, operation]) => {
      const name = typeName(operation);
      return `"${path}": { takes: ${name}Data; answers: ${name}Responses };`;
    });
    return `${method}: {\n${entries.join("\n")}\n};`;
  });
  return `/** Every call of the API by method and path. */\nexport interface Calls {\n${groups.join("\n")}\n}\n`;
}

keepSuccesses();
const source = `${await generateTypes()}\n${tableOfCalls()}`;
// Formats by the project's rules, even if the target is outside the project.
const options = { ...(await resolveConfig(import.meta.filename)), parser: "typescript" };
await writeFile(target, await format(source, options));
