// What the engine must have, or must refuse, before the server bundle runs. Called with `report`, which fails the render.
(report) => {
  // React reports errors it has swallowed through the console: such a page has lost a part of itself.
  const describe = (value) =>
    value instanceof Error ? `${value.name}: ${value.message}\n${value.stack ?? ""}` : String(value);
  const fail = (...values) => report(values.map(describe).join(" "));
  const ignore = () => {};
  globalThis.console = { error: fail, warn: fail, log: ignore, info: ignore, debug: ignore };

  // QuickJS knows no languages: it would answer in English, without an error, and the browser would disagree with it.
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
