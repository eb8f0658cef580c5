/** One request at a time, and what a row of such figures comes to. */
import { once } from 'node:events';
import { request } from 'node:http';

/**
 * Sends a request over a connection of the agent.
 * @returns how long the answer took to its last byte, and its bytes @throws for an answer that is not 200 or 201
 */
export async function ask(agent, port, { method = 'GET', path, token, body }) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
  };
  const begin = performance.now();
  const [answer] = await once(request({ agent, port, path, method, host: '127.0.0.1', headers }).end(text), 'response');
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  const milliseconds = performance.now() - begin;
  const bytes = Buffer.concat(chunks);
  if (answer.statusCode !== 200 && answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${bytes}`);
  return { milliseconds, body: bytes };
}

export function summaryOf(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: sorted[Math.floor(sorted.length / 2)],
    p99: sorted[Math.floor(sorted.length * 0.99)],
    fastest: sorted[0],
    slowest: sorted.at(-1),
  };
}
