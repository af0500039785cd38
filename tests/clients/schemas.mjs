// Prints the published JSON schema of every protocol version: {"2025-06-18": {...}, ...}.
//
// The conformance suite carries those of 2025-03-26 and later inside its bundle. The one of
// 2024-11-05 is derived from the validators of the last JavaScript SDK that spoke only it.
// Must not: contain a copy of any schema.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";

// An ES module looks for packages beside itself; these stand in the folder given as argument.
const folder = resolve(process.argv[2]);
const require = createRequire(`${folder}/package.json`);

/** The object literal that starts at `start`, found by counting braces outside of strings. */
function literal(source, start) {
  let depth = 0;
  let quote = "";
  for (let at = start; at < source.length; at += 1) {
    const char = source[at];
    if (quote) {
      if (char === "\\") at += 1;
      else if (char === quote) quote = "";
    } else if ("'\"`".includes(char)) quote = char;
    else if (char === "{") depth += 1;
    else if (char === "}" && --depth === 0) return source.slice(start, at + 1);
  }
  throw new Error(`no end of the object at ${start}`);
}

/** The schemas of the conformance suite: its table of versions names one variable for each. */
function bundled() {
  const file = `${folder}/node_modules/@modelcontextprotocol/conformance/dist/index.js`;
  const source = readFileSync(file, "utf8");
  const table = /\{"2025-03-26":(\w+),"2025-06-18":(\w+),"2025-11-25":(\w+),\[\w+\]:(\w+)\}/;
  const versions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
  const names = source.match(table).slice(1);
  return versions.map((version, at) => {
    const start = source.indexOf(`,${names[at]}={$schema:`) + names[at].length + 2;
    return [version, runInNewContext(`(${literal(source, start)})`)];
  });
}

/** The validators of the oldest version, as definitions under the names of the specification. */
function oldest() {
  const types = require("sdk-2024-11-05/types.js");
  const { zodToJsonSchema } = require("zod-to-json-schema");
  const definitions = {};
  for (const name of ["Tool", "ListToolsResult", "CallToolResult", "InitializeResult"]) {
    definitions[name] = zodToJsonSchema(types[`${name}Schema`], { $refStrategy: "none" });
  }
  return ["2024-11-05", { definitions }];
}

console.log(JSON.stringify(Object.fromEntries([oldest(), ...bundled()])));
