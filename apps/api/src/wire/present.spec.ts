import fc from 'fast-check';
import type { StoredRecord } from '@usaha/shared';
import { TAG, present, versionOf, type Tagged } from './present.js';

interface Shop extends StoredRecord {
  name: string;
  seen: Date | null;
}
const shop = (version: number, seen: Date | null = null): Shop =>
  ({ id: 'x', version, name: 'Kedai', seen }) as unknown as Shop;
const tagOf = (view: object) => (view as Tagged)[TAG]?.() ?? '';

describe('a view', () => {
  const view = present<Shop, { name: string }>({ revision: 2, etagParts: (s) => [s.seen] }, ({ name }) => ({ name }));
  const plain = present<Shop, { name: string }>({ revision: 2 }, ({ name }) => ({ name }));

  it('shows what it says, and no client its tag', () => {
    const shown = plain(shop(3));
    expect(Object.keys(shown)).toEqual(['name']);
    expect(JSON.stringify(shown)).toBe('{"name":"Kedai"}');
    expect(tagOf(shown)).toBe('"2.3"');
  });

  it('has its instants as the texts that they are in JSON, which are dear to make of Dates there', () => {
    const whole = present<Shop, { seen: Date | null }>({ revision: 1 }, ({ seen }) => ({ seen }));
    const seen = new Date('2026-03-10T08:30:00.250Z');
    expect([whole(shop(1, seen)).seen, whole(shop(1)).seen]).toEqual(['2026-03-10T08:30:00.250Z', null]);
  });

  it('has another tag after every change of the record, of its shape, and of what it shows in addition', () => {
    const later = new Date('2026-03-10T08:30:00.001Z');
    const tags = [
      view(shop(3)),
      view(shop(4)),
      view(shop(3, new Date('2026-03-10T08:30:00.000Z'))),
      view(shop(3, later)),
      present<Shop, object>({ revision: 3, etagParts: (s) => [s.seen] }, () => ({}))(shop(3)),
    ].map(tagOf);
    expect(new Set(tags).size).toBe(tags.length);
    expect(tagOf(view(shop(3, new Date(later))))).toBe(tags[3]);
  });
});

describe('the version that a tag names', () => {
  it('is the record’s, regardless of what is shown with it', () => {
    const parts = fc.oneof(fc.date({ noInvalidDate: true }), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(parts, { maxLength: 3 }), (revision, version, extras) => {
        const view = present<Shop, object>({ revision, etagParts: () => extras }, () => ({}))(shop(version));
        expect(versionOf(tagOf(view))).toBe(version);
      }),
    );
  });

  it.each(['"3"', '1.3', 'W/"1.3"', '"a.3"', '"1.x"', '', '*', '"1.3" "1.4"'])('is none in %j', (tag) =>
    expect(versionOf(tag)).toBeNull(),
  );
});
