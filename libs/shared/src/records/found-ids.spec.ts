import type { Context } from '../transaction/context.js';
import { searchedIds, where } from './filters.js';
import { matches, matchesOrHasIc, soughtIn } from './found-ids.js';
import { Keyring } from '../sealing/sealed.js';

const search = matches('retail.products_matching');

describe('a search by a function of the table', () => {
  it('is one for the tenant of the statement, and its ids are looked up in an index', () => {
    const values: unknown[] = ['tenant'];
    expect(where({ search }, { search: 'Kopi' }, [], values)).toBe(
      'r.id = any(array(select retail.products_matching($1, lower($2))))',
    );
    expect(values).toEqual(['tenant', '%Kopi%']);
  });

  it.each([
    ['%', '%\\%%'],
    ['50%_off\\', '%50\\%\\_off\\\\%'],
  ])('takes %j as itself (A-25)', (text, pattern) => {
    const values: unknown[] = [];
    where({ search }, { search: text }, [], values);
    expect(values).toEqual([pattern]);
  });
});

describe('a search by texts and IC number', () => {
  const keyring = new Keyring([['k', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
  const ctx = { tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001', db: { keyring } } as unknown as Context;
  const asked = (text: string, byIc = true): { ids: string | null; values: unknown[] } => {
    const values: unknown[] = [ctx.tenant_id];
    const found = matchesOrHasIc('healthcare.patients', 'contact_text');
    const ids = searchedIds({ search: found }, { search: soughtIn(ctx, text, byIc) }, values, () => 'all');
    return { ids, values };
  };

  it('asks for the token of what may be a number (A-25)', () => {
    const { ids, values } = asked('9001 01-14');
    expect(ids).toBe(
      'select healthcare.patients_matching($1, lower($2)) union ' +
        'select healthcare.patients_matching_contact_text($1, lower($2)) union ' +
        'select healthcare.patients_with_ic_number($1, $3)',
    );
    expect(values.slice(1)).toEqual(['%9001 01-14%', keyring.token(ctx.tenant_id, '90010114')]);
  });

  it('asks texts alone for what has no digit', () => {
    const { ids, values } = asked('Aminah');
    expect(ids).not.toContain('ic_number');
    expect(values.slice(1)).toEqual(['%Aminah%']);
  });

  it('asks texts alone for callers who do not see IC numbers (A-396)', () => {
    const { ids, values } = asked('900101', false);
    expect(ids).not.toContain('ic_number');
    expect(values.slice(1)).toEqual(['%900101%']);
  });
});
