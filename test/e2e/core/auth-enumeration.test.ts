import type { Answer } from '../../support/client.js';
import { surfaces } from '../../support/core-surfaces.js';
import { expectRefusal, expectSameRefusal } from '../../support/core-shapes.js';
import { newTenant, PASSWORD, unique } from '../../support/people.js';
import { attempt, refusedSignIns, type Refused } from '../../support/refused-sign-ins.js';

describe.each(surfaces)('who has an account is not told on the $name surface (A-36)', (on) => {
  let everybody: Refused[];

  beforeAll(async () => {
    everybody = await refusedSignIns();
  });

  it('by status, body or headers', async () => {
    const answers: Answer[] = [];
    for (const refused of everybody) answers.push(await attempt(on, refused));
    const first = answers[0] as Answer;
    expectRefusal(on, first, 401);
    for (const answer of answers) {
      expectSameRefusal(first, answer);
      const names = (headers: Headers) => [...headers.keys()].sort();
      expect(names(answer.headers)).toEqual(names(first.headers));
      expect(answer.headers.get('www-authenticate')).toBe(first.headers.get('www-authenticate'));
    }
  });
});

describe('who is in a tenant is not told to others (A-51)', () => {
  it.each(surfaces)('whether an e-mail is taken in another tenant, on the $name surface', async (on) => {
    const [a, b] = [await newTenant(), await newTenant()];
    const body = { username: unique('u'), email: a.admin.email, password: PASSWORD, first_name: 'A', last_name: 'B' };
    const answer = await on.post('/users', { ...body, role: on.role('STAFF') }, b.admin.token);
    expect(answer.status).toBe(201);
  });
});
