import { Webhook } from 'standardwebhooks';
import { isSignedBy, newWebhookSecret, signatureOf } from './signature.js';

/** The vector that the libraries of the standard are tested with. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const now = (): number => Math.floor(Date.now() / 1_000);
const message = (body: string) => ({ id: 'msg_0198f3a26b1c7c3e9d2a1f2e3d4c5b6a', timestamp: now(), body });
type Message = ReturnType<typeof message>;

/** What the library of the standard says to a request. */
const receive = (secret: string, { id, timestamp, body }: Message, signature: string): unknown =>
  new Webhook(secret).verify(body, {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  });

describe('A-440: the signature of a webhook', () => {
  it('is the one that the libraries of the standard have for their vector', () => {
    expect(signatureOf(VECTOR.message, [VECTOR.secret])).toBe(VECTOR.signature);
    expect(isSignedBy(VECTOR.secret, VECTOR.message, VECTOR.signature)).toBe(true);
  });

  it('is verified by the library of the standard, with text of every script', () => {
    const secret = newWebhookSecret();
    const sent = message('{"name":"Kedai Ñandú 茶 🍵","note":"a\\nb"}');
    expect(receive(secret, sent, signatureOf(sent, [secret]))).toEqual({ name: 'Kedai Ñandú 茶 🍵', note: 'a\nb' });
  });

  it('is not verified with one changed byte of body, id, timestamp, signature or secret', () => {
    const secret = newWebhookSecret();
    const sent = message('{"amount":"10.00"}');
    const signature = signatureOf(sent, [secret]);
    const changed = `${signature.slice(0, 10)}${signature[10] === 'A' ? 'B' : 'A'}${signature.slice(11)}`;
    const cases: [string, Message, string][] = [
      [secret, { ...sent, body: '{"amount":"90.00"}' }, signature],
      [secret, { ...sent, body: `${sent.body} ` }, signature],
      [secret, { ...sent, id: `${sent.id.slice(0, -1)}b` }, signature],
      [secret, { ...sent, timestamp: sent.timestamp + 1 }, signature],
      [secret, sent, changed],
      [newWebhookSecret(), sent, signature],
    ];
    expect(isSignedBy(secret, sent, signature)).toBe(true);
    for (const [by, received, header] of cases) {
      expect(() => receive(by, received, header)).toThrow('No matching signature');
      expect(isSignedBy(by, received, header)).toBe(false);
    }
  });

  it('is one of each secret while a rotation overlaps', () => {
    const [fresh, old] = [newWebhookSecret(), newWebhookSecret()];
    const sent = message('{"a":1}');
    const header = signatureOf(sent, [fresh, old]);
    expect(header.split(' ')).toEqual([signatureOf(sent, [fresh]), signatureOf(sent, [old])]);
    for (const secret of [fresh, old]) {
      expect(receive(secret, sent, header)).toEqual({ a: 1 });
      expect(isSignedBy(secret, sent, header)).toBe(true);
    }
  });

  it('A-439: is by a secret of 32 random bytes', () => {
    const secrets = new Set(Array.from({ length: 100 }, newWebhookSecret));
    expect(secrets.size).toBe(100);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
  });
});
