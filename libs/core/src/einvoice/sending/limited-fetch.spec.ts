import { MyInvoisClient } from '../client/myinvois-client.js';
import { limitedFetch } from './limited-fetch.js';

describe('limits of MyInvois (A-521)', () => {
  it('hold a call back before it is sent, and let others through', async () => {
    const sent: string[] = [];
    const fetch = (url: string): Promise<Response> => {
      sent.push(new URL(url).pathname);
      return Promise.resolve(new Response('{}'));
    };
    const asked: string[] = [];
    const limited = limitedFetch(fetch, (call) => {
      asked.push(call);
      return Promise.resolve(call === 'submit' ? 4_200 : null);
    });
    const client = new MyInvoisClient('https://myinvois.test', limited);
    expect(await client.submit('t', [{ number: 'INV-1', text: '{}' }])).toMatchObject({
      outcome: 'later',
      status: 429,
      retry_after_ms: 5_000,
    });
    expect(await client.cancel('t', 'U1', 'Salah')).toMatchObject({ outcome: 'done' });
    expect(asked).toEqual(['submit', 'cancel']);
    expect(sent).toEqual(['/api/v1.0/documents/state/U1/state']);
  });
});
