import { call, type Json } from '../support/client.js';
import { dump } from '../support/dump.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** What tells of a student's religion, health and identity lies sealed: a dump tells none of it, and it is found all the same. */

const IC = '110329-10-6127';
/** By the field that holds it: words that stand nowhere else. */
const SECRETS = {
  ic_number: /110329-?10(?:-?6127)?/,
  religion: /zoroastrian/i,
  special_needs: /Perluotak/,
  medical_conditions: /Sakitdada/,
  allergies: /Alahudang/,
  blood_type: /Darahlangka/,
};
const SEALED = {
  ic_number: IC,
  religion: 'Zoroastrian',
  special_needs: ['Perluotak'],
  medical_conditions: ['Sakitdada'],
  allergies: ['Alahudang'],
  blood_type: 'Darahlangka',
};

const owner = (): string => workerState().ownerUrl as string;

let tenant: TestTenant;
let student: Json;
beforeAll(async () => {
  tenant = await newTenant();
  student = await done('POST', '/students/', { first_name: 'Aisyah', last_name: 'Rahman', ...SEALED });
});

async function done(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Json> {
  const answer = await call(method, `/api/v1/education${path}`, { body, headers, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

it('A-205: no table holds an IC number, a religion, a condition or a special need in clear', async () => {
  // The recorded changes, and the answer that is kept for a repeated request, tell nothing either.
  const path = `/students/${student.data.id}/`;
  await done('PUT', path, { religion: 'Lain', allergies: ['Lain'], ic_number: null });
  await done('PUT', path, SEALED);
  const { id: _, ...body } = student.data;
  await done('POST', '/students/', body, { 'idempotency-key': 'sealed' });
  const dumped = await dump();
  expect(dumped.get('education.students')).toContain('Aisyah');
  expect(dumped.get('kernel.audit_entries')).toContain(student.data.id);
  for (const [table, text] of dumped)
    for (const [what, secret] of Object.entries(SECRETS))
      expect(`${table} ${what}: ${secret.exec(text)?.[0]}`).toBe(`${table} ${what}: undefined`);
});

it.each(['search=110329-10-6127', 'search=1103', 'search=110329', 'search=6127', 'religion=zoroastrian'])(
  'A-25, A-205: is found all the same, or not, by %s',
  async (query) => {
    const { pagination } = await done('GET', `/students/?${query}`);
    expect([query, pagination.total]).toEqual([query, query === 'search=1103' ? 0 : 2]);
  },
);

it('tokens of two businesses differ for the same number and religion: a dump does not tell who is known to both', async () => {
  const other = await newTenant();
  const body = { first_name: 'Aisyah', last_name: 'Rahman', ...SEALED };
  const made = await call('POST', '/api/v1/education/students/', { body, token: other.admin.token });
  expect(made.status).toBe(201);
  const rows = await sql<{ ic: string[]; religion: string[] }>(
    owner(),
    'select ic_number_tokens as ic, religion_tokens as religion from education.students where id = any($1)',
    [[student.data.id, made.body.data.id]],
  );
  // Of the number the whole, its beginnings of 6 to 11 digits, and its last four; of the religion one.
  expect(rows.map(({ ic, religion }) => [ic.length, religion.length])).toEqual([
    [8, 1],
    [8, 1],
  ]);
  expect(new Set(rows.flatMap(({ ic, religion }) => [...ic, ...religion])).size).toBe(18);
});

it('A-202: a number that is stored with another date of birth already is left alone until one of them changes', async () => {
  const path = `/students/${student.data.id}/`;
  await sql(owner(), `update education.students set date_of_birth = '1999-01-01' where id = $1`, [student.data.id]);
  const { data } = await done('GET', path);
  expect(data).toMatchObject({ ic_number: IC, ic_verification: { format: true, age: false } });
  await done('PUT', path, data);
  await done('PUT', path, { gender: 'female' });
  const token = tenant.admin.token;
  for (const body of [{ date_of_birth: '1999-01-02' }, { ic_number: '110330-10-6127' }]) {
    const answer = await call('PUT', `/api/v1/education${path}`, { body, token });
    expect([body, answer.status]).toEqual([body, 400]);
  }
});

it('an erased student is in no row of any table by anything personal', async () => {
  const { data } = await done('POST', '/students/', {
    first_name: 'Namaunik',
    last_name: 'Rahman',
    email: 'namaunik@example.com',
    parent_guardian: { name: 'Bapaunik' },
    previous_school: 'Sekolahunik',
    nationality: 'Negaraunik',
  });
  const found = async (): Promise<string[]> =>
    [...(await dump())].filter(([, text]) => /(?:nama|bapa|sekolah|negara)unik/i.test(text)).map(([table]) => table);
  expect(await found()).toEqual(['education.students']);
  await done('POST', `/students/${data.id}/erase/`);
  expect(await found()).toEqual([]);
});
