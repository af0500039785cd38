"""Drives the server with the Python SDK: argv[1] is the plan, stdout the record, both JSON.

The plan is {"command", "args", "env", "calls": [{"tool", "arguments"}]}; the record says what the
SDK made of the handshake, the list and each call. Must not: judge; the Rust test does.
"""

import asyncio
import json
import sys

from mcp import Client, MCPError, StdioServerParameters


async def record_call(client, call):
    """What one call came to: a result as the SDK understood it, or the protocol's error."""
    try:
        result = await client.call_tool(call["tool"], call["arguments"])
    except MCPError as error:
        return {"code": error.code, "message": error.error.message}
    return {
        "isError": bool(result.is_error),
        "text": "\n".join(block.text for block in result.content if block.type == "text"),
        "structured": result.structured_content,
    }


async def main(plan):
    server = StdioServerParameters(command=plan["command"], args=plan["args"], env=plan["env"])
    async with Client(server, read_timeout_seconds=30) as client:
        if client.protocol_version < "2026":  # later versions know no ping
            await client.send_ping()
        listed = await client.list_tools()
        return {
            "server": client.server_info.name,
            "protocol": client.protocol_version,
            "tools": [tool.name for tool in listed.tools],
            "calls": [await record_call(client, call) for call in plan["calls"]],
        }


print(json.dumps(asyncio.run(main(json.loads(sys.argv[1])))))
