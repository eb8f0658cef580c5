import { Webhook } from 'standardwebhooks';
import { newWebhookSecret } from './signature.js';
import { webhookHeaders } from './webhook-headers.js';

const secret = newWebhookSecret();
const body = '{"type":"retail.sale.created"}';
const said = { event_id: 'msg_1', body, secrets: [secret], sequence: 7, attempt: 2, release: '1.2.0' };

describe('A-440: the headers of an attempt', () => {
  it('are these, the timestamp in whole seconds of the attempt', () => {
    const headers = webhookHeaders({ ...said, at: new Date('2026-11-28T03:00:00.999Z') });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': 'Usaha-Webhooks/1.2.0',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795834800',
      'webhook-signature': expect.stringMatching(/^v1,\S{44}$/),
      'usaha-sequence': '7',
      'usaha-attempt': '2',
    });
  });

  it('are verified by the library of the standard', () => {
    expect(new Webhook(secret).verify(body, webhookHeaders({ ...said, at: new Date() }))).toEqual(JSON.parse(body));
  });

  it('have no sequence on a test', () => {
    expect(webhookHeaders({ ...said, at: new Date(), sequence: null })).not.toHaveProperty('usaha-sequence');
  });

  it('A-441: come with those of the endpoint, which replace none', () => {
    const custom = { Authorization: 'Bearer x', 'webhook-id': 'other' };
    const headers = webhookHeaders({ ...said, at: new Date(), custom });
    expect(headers).toMatchObject({ Authorization: 'Bearer x', 'webhook-id': 'msg_1' });
  });
});
