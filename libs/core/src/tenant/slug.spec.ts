import fc from 'fast-check';
import { freeNames, freeSlug, slugOf, stemOf } from './slug.js';

const anyText = fc.string({ unit: 'binary', maxLength: 120 });
const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

describe('a stem', () => {
  it.each([
    ['kedai', 'kedai'],
    ['kedai-2', 'kedai'],
    ['Kedai_12', 'kedai'],
    ['kedai-2_3', 'kedai'],
    ['kedai-2-pj', 'kedai-2-pj'],
    ['2024', '2024'],
  ])('of %j is %j', (name, stem) => expect(stemOf(name)).toBe(stem));

  it('is that of every name that is made of a name', () => {
    const taken = fc.array(fc.nat(12), { maxLength: 20 });
    fc.assert(
      fc.property(anyText, taken, (name, numbers) => {
        const base = slugOf(name);
        const names = numbers.flatMap((n) => [`${base}-${n}`, `${base}_${n}`.replaceAll('-', '_')]);
        const { slug: made, schema_name } = freeNames(base, new Set([base, ...names]));
        expect([stemOf(made), stemOf(schema_name)]).toEqual([stemOf(base), stemOf(base)]);
      }),
    );
  });
});

describe('a slug', () => {
  it.each([
    ['Kedai Runcit Pak Din', 'kedai-runcit-pak-din'],
    ['Klinik Dr. Siti & Rakan-Rakan Sdn. Bhd.', 'klinik-dr-siti-rakan-rakan-sdn-bhd'],
    ['Café Müller', 'cafe-muller'],
    ["Ah Beng's Mini-Mart", 'ah-bengs-mini-mart'],
    ['Ah Beng’s Mini-Mart', 'ah-bengs-mini-mart'],
    ['  --Salon--  99 ', 'salon-99'],
    ['ＦＵＬＬ　ＷＩＤＴＨ', 'full-width'],
    ['Ⅻ No. ½', 'xii-no-1-2'],
    ['李氏药房 Lee Pharmacy', 'lee-pharmacy'],
    ['../../etc/passwd', 'etc-passwd'],
  ])('of %j is %j', (name, made) => expect(slugOf(name)).toBe(made));

  it.each(['李氏药房', 'كلينيك', '', '   ', '---', '🙂', "'"])(
    'of %j, of which nothing can be written so, is "tenant"',
    (name) => expect(slugOf(name)).toBe('tenant'),
  );

  it('is cut where it is long, and does not end in a hyphen', () => {
    expect(slugOf('a'.repeat(200))).toBe('a'.repeat(60));
    expect(slugOf(`${'a'.repeat(59)} bcd`)).toBe('a'.repeat(59));
  });

  it('is made of letters, digits and single hyphens between them, for any name', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        const made = slugOf(name);
        expect(made).toMatch(slug);
        expect(made.length).toBeLessThanOrEqual(60);
        expect(slugOf(made)).toBe(made);
      }),
    );
  });
});

describe('free names (A-57, A-392)', () => {
  it('are alike: the schema name has underscores', () => {
    expect(freeNames('kedai-kopi', new Set())).toEqual({ slug: 'kedai-kopi', schema_name: 'kedai_kopi' });
    const taken = new Set(['kedai-kopi', 'kedai_kopi']);
    expect(freeNames('kedai-kopi', taken)).toEqual({ slug: 'kedai-kopi-2', schema_name: 'kedai_kopi_2' });
  });

  it('are one namespace', () => {
    expect(freeNames('salon', new Set(['salon']))).toEqual({ slug: 'salon-2', schema_name: 'salon_2' });
    const taken = new Set(['salon', 'salon_2']);
    expect(freeNames('salon', taken)).toEqual({ slug: 'salon-2', schema_name: 'salon_3' });
    expect(freeNames('kedai-kopi', new Set(['kedai_kopi']))).toEqual({
      slug: 'kedai-kopi',
      schema_name: 'kedai_kopi_2',
    });
  });
});

describe('a free slug', () => {
  it('is the base, or the first number from 2 that is free', () => {
    expect(freeSlug('salon', new Set())).toBe('salon');
    expect(freeSlug('salon', new Set(['salons', 'salon-2']))).toBe('salon');
    expect(freeSlug('salon', new Set(['salon']))).toBe('salon-2');
    expect(freeSlug('salon', new Set(['salon', 'salon-2', 'salon-4']))).toBe('salon-3');
    expect(freeSlug('salon', new Set(['salon']), '_')).toBe('salon_2');
  });

  it('is never one that is taken, and always a slug', () => {
    fc.assert(
      fc.property(fc.array(anyText), (names) => {
        const taken = new Set<string>();
        for (const name of names) {
          const free = freeSlug(slugOf(name), taken);
          expect(free).toMatch(slug);
          expect(taken).not.toContain(free);
          taken.add(free);
        }
        expect(taken.size).toBe(names.length);
      }),
    );
  });
});
