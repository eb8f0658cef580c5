import { baseUrl } from '../support/client.js';
import { checkAnswer } from '../support/openapi-check.js';
import { newTenant } from '../support/people.js';

/** The check that every other test relies on must itself be able to fail. */
describe('every answer is held against its document', () => {
  it('accepts the answer as it is, and refuses one key more, one key less, another type and an unsaid status', async () => {
    const { admin } = await newTenant();
    const path = `/v1/users/${admin.id}`;
    const response = await fetch(`${baseUrl()}${path}`, { headers: { authorization: `Bearer ${admin.token}` } });
    const body = (await response.json()) as Record<string, unknown>;
    const { mfa_enabled: _, ...less } = body;
    const check = (changed: unknown, status = 200) =>
      checkAnswer('GET', path, {
        status,
        headers: response.headers,
        body: changed,
        text: JSON.stringify(changed),
      });

    await expect(check(body)).resolves.toBeUndefined();
    await expect(check({ ...body, password_hash: null })).rejects.toThrow('otherwise than its document says');
    await expect(check(less)).rejects.toThrow('otherwise than its document says');
    await expect(check({ ...body, mfa_enabled: 'no' })).rejects.toThrow('otherwise than its document says');
    await expect(check(body, 418)).rejects.toThrow('of which its document says nothing');
  });
});
