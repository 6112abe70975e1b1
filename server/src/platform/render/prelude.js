// Prepares the engine before the server bundle runs: adds a console, and makes functions that need locales throw. `report` makes
// the render fail.
(report) => {
  // React writes the errors that it catches to the console. Part of the page is then missing.
  const describe = (value) =>
    value instanceof Error ? `${value.name}: ${value.message}\n${value.stack ?? ""}` : String(value);
  const fail = (...values) => report(values.map(describe).join(" "));
  const ignore = () => {};
  globalThis.console = { error: fail, warn: fail, log: ignore, info: ignore, debug: ignore };

  // QuickJS has no locales. It would format in English without an error, unlike the browser.
  const refuse = (name) => () => {
    throw new Error(`${name} isn't available while rendering: format and sort on the server`);
  };
  const dates = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];
  const refused = [
    [Number, ["toLocaleString"]],
    [BigInt, ["toLocaleString"]],
    [Date, dates],
    [String, ["localeCompare"]],
  ];
  for (const [type, methods] of refused) {
    for (const method of methods) type.prototype[method] = refuse(method);
  }
  Object.defineProperty(globalThis, "Intl", { get: refuse("Intl") });
};
