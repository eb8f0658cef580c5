import { newWebhookSecret, webhookHeaders } from '@usaha/core';
import { receiveWebhooks, type WebhookReceiver } from './webhook-receiver.js';

const secret = newWebhookSecret();
const body = '{"id":"msg_1","type":"retail.sale.created"}';
const headersBy = (by: string, at = new Date(), sequence: number | null = 7): Record<string, string> =>
  webhookHeaders({ event_id: 'msg_1', body, secrets: [by], at, sequence, attempt: 2, release: 'test' });

describe('A-453: the receiver of webhooks listen', () => {
  let said: string[];
  let receiver: WebhookReceiver;
  const begin = async (status: number) => {
    said = [];
    const secretLater = new Promise<string>((resolve) => setTimeout(resolve, 20, secret));
    receiver = await receiveWebhooks({ port: 0, status, secret: secretLater, say: (line) => said.push(line) });
  };
  const post = async (headers: Record<string, string>, sent = body): Promise<number> =>
    (await fetch(receiver.url, { method: 'POST', headers, body: sent })).status;
  afterEach(() => receiver.close());

  it('prints time, type, sequence, attempt, verdict and body, and answers the status', async () => {
    await begin(500);
    expect(await post(headersBy(secret))).toBe(500);
    expect(said).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}retail\.sale\.created {2}sequence 7 {2}attempt 2 {2}the signature holds$/,
      ),
      body,
    ]);
  });

  it('tells a signature of another secret, of other bytes, or of ten minutes ago', async () => {
    await begin(204);
    expect(await post(headersBy(newWebhookSecret(), new Date(), null))).toBe(204);
    expect(said[0]).toMatch(/ {2}no sequence {2}attempt 2 {2}the signature does NOT hold$/);
    await post(headersBy(secret), `${body} `);
    expect(said[2]).toContain('does NOT hold');
    await post(headersBy(secret, new Date(Date.now() - 600_000)));
    expect(said[4]).toContain('the signature is too old');
  });

  it('prints no escapes of a terminal, and survives bodies that are no JSON or too large', async () => {
    await begin(204);
    expect(await post({}, '\u001b[31mred')).toBe(204);
    expect(said).toEqual([expect.stringContaining('a body that is no JSON'), '.[31mred']);
    expect(await post({}, 'x'.repeat(2_000_000))).toBe(413);
    expect(said).toHaveLength(2);
    expect(await post(headersBy(secret))).toBe(204);
  });
});
