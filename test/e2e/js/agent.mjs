// An agent on the public packages alone: it asks for one command as a
// CloudEvent in binary or structured mode, prints every piece of feedback as
// one line of JSON, and ends with the first that is final.
//
//   node agent.mjs URL KEYFILE NAME binary|structured COMMAND
import { readFile } from "node:fs/promises";
import { connect, headers, nkeyAuthenticator } from "@nats-io/transport-node";
import { CloudEvent, HTTP } from "cloudevents";

const [url, keyFile, name, mode, command] = process.argv.slice(2);
const seed = new TextEncoder().encode((await readFile(keyFile, "utf8")).trim());
const nc = await connect({
  servers: url,
  authenticator: nkeyAuthenticator(seed),
  inboxPrefix: `_INBOX.agent.${name}`,
});

// Listen before asking: live subscriptions replay nothing.
const feedback = nc.subscribe(`pp.feedback.${name}.>`);
await nc.flush();

const event = new CloudEvent({
  type: "passepartout.request.v1",
  source: "/e2e/js",
  session: "node",
  datacontenttype: "application/json",
  data: { target: "shell", op: "run", intent: "show that a Node.js agent can ask", params: { command } },
});
// The SDK speaks of HTTP; its headers and body are those of a NATS message.
const message = mode === "structured" ? HTTP.structured(event) : HTTP.binary(event);
const h = headers();
for (const [key, value] of Object.entries(message.headers)) h.set(key, String(value));
const ack = await nc.request(`pp.request.${name}`, message.body, { headers: h, timeout: 10_000 });
if (ack.json().error) throw new Error(ack.string());

const deadline = setTimeout(() => {
  console.error("no final feedback in time");
  process.exit(1);
}, 60_000);
for await (const m of feedback) {
  const received = HTTP.toEvent({ headers: { "content-type": m.headers.get("content-type") }, body: m.string() });
  received.validate();
  if (received.data.request !== event.id) continue;
  console.log(JSON.stringify({ type: received.type, session: received.session, causationid: received.causationid, depth: received.depth, data: received.data }));
  if (!received.type.includes(".suspended.")) break;
}
clearTimeout(deadline);
await nc.drain();
