// Drives the server with the JavaScript SDK: argv[2] is the plan, stdout the record, both JSON.
//
// The plan is {"command", "args", "env", "calls": [{"tool", "arguments"}]}; the record says what
// the SDK made of the handshake, the list and each call. argv[3] is the folder of the packages,
// argv[4] the name of the SDK in it.
// Must not: judge; the Rust test does.

import { createRequire } from "node:module";

const plan = JSON.parse(process.argv[2]);
const require = createRequire(`${process.argv[3]}/package.json`);
const { Client } = require(`${process.argv[4]}/client/index.js`);
const { StdioClientTransport } = require(`${process.argv[4]}/client/stdio.js`);

/** What one call came to: a result as the SDK understood it, or the protocol's error. */
async function recordCall(client, { tool, arguments: given }) {
  try {
    const result = await client.callTool({ name: tool, arguments: given });
    const texts = result.content.filter((block) => block.type === "text");
    return {
      isError: Boolean(result.isError),
      text: texts.map((block) => block.text).join("\n"),
      structured: result.structuredContent ?? null,
    };
  } catch (error) {
    return { code: error.code, message: error.message };
  }
}

const client = new Client({ name: "suite", version: "1" }, { capabilities: {} });
const { command, args, env } = plan;
const transport = new StdioClientTransport({ command, args, env, stderr: "inherit" });
let protocol = null;
transport.setProtocolVersion = (version) => (protocol = version);
await client.connect(transport);
await client.ping();
const listed = await client.listTools();
const calls = [];
for (const call of plan.calls) calls.push(await recordCall(client, call));
console.log(
  JSON.stringify({
    server: client.getServerVersion().name,
    protocol,
    tools: listed.tools.map((tool) => tool.name),
    calls,
  }),
);
await client.close();
