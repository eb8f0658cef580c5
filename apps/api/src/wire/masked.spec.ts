import { masked, maskedUnless } from './masked.js';
import { TAG, versionOf, type Tagged } from './present.js';

interface PersonView {
  name: string;
  ic_number: string | null;
}

const view = (): PersonView & Tagged => ({ name: 'Siti', ic_number: '900101-14-5678', [TAG]: () => '"1.3.x"' });
const withoutIc = masked<PersonView>({ ic_number: () => null });

it('masks the fields that it names, and leaves the whole view as it is', () => {
  const whole = view();
  expect({ ...withoutIc(whole) }).toMatchObject({ name: 'Siti', ic_number: null });
  expect(whole.ic_number).toBe('900101-14-5678');
});

it('gives the masked view a separate tag, of the same version', () => {
  const tag = (withoutIc(view()) as Tagged)[TAG]?.() ?? '';
  expect(tag).not.toBe('"1.3.x"');
  expect(versionOf(tag)).toBe(3);
  expect((withoutIc({ name: 'Siti', ic_number: null }) as Tagged)[TAG]).toBeUndefined();
});

describe('a masked view of some fields (A-507)', () => {
  const whole = Object.assign((source: { place: string }) => ({ place: source.place, name: 'x' }), {
    part: (fields: readonly string[]) => (source: { place: string }) =>
      (fields.includes('place') ? { place: source.place } : { name: 'x' }) as never,
  });
  const shown = maskedUnless(false, whole, masked<{ place: string; name: string }>({ place: () => 'hidden' }));

  it('masks those that are asked for, and adds no others', () => {
    expect(shown.part?.(['place'])({ place: 'here' })).toEqual({ place: 'hidden' });
    expect(shown.part?.(['name'])({ place: 'here' })).toEqual({ name: 'x' });
  });
});
