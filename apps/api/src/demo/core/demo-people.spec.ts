import { readIcNumber } from '@usaha/shared/malaysia';
import { demoIc, demoName, demoParent, demoReligion } from './demo-people.js';
import { DemoRandom } from './demo-random.js';

const random = new DemoRandom(7);
const children = Array.from({ length: 500 }, () => demoName(random));

it('a father is who his children are called after, and clans share a name', () => {
  for (const child of children) {
    const parent = demoParent(child, random);
    expect(parent.first_name).not.toBe(child.first_name);
    const fathers = /^(?:binti|bin|a\/p|a\/l|anak) (.+)$/.exec(child.last_name)?.[1];
    if (fathers === undefined && child.community !== 'sikh') expect(parent.last_name).toBe(child.last_name);
    if (fathers !== undefined && parent.gender === 'male') expect(parent.first_name).toBe(fathers);
    expect(parent.last_name.endsWith(` ${parent.first_name}`)).toBe(false);
  }
});

it('the last word of a name fits whose it is', () => {
  for (const child of children) {
    const { last_name, gender } = demoParent(child, random);
    expect([last_name, /^(?:bin|a\/l|Singh)\b/.test(last_name) && gender === 'female']).toEqual([last_name, false]);
    expect([last_name, /^(?:binti|a\/p|Kaur)\b/.test(last_name) && gender === 'male']).toEqual([last_name, false]);
  }
});

it('a religion is one that is common in the community', () => {
  const of = (community: string) =>
    new Set(children.filter((child) => child.community === community).map((child) => demoReligion(child, random)));
  expect(of('malay')).toEqual(new Set(['Islam']));
  expect(of('tamil')).toEqual(new Set(['Hindu', 'Kristian']));
  expect(of('borneo')).toEqual(new Set(['Kristian']));
});

it('an IC number tells the day of birth, the state and the gender', () => {
  const ic_number = demoIc('2012-02-29', '02', 'female', random);
  expect(readIcNumber(ic_number, '2026-11-22')).toMatchObject({ date_of_birth: '2012-02-29', gender: 'female' });
  expect(ic_number).toMatch(/^120229-02-\d{4}$/);
});

it('a name can be one of a community, and a woman’s or a man’s', () => {
  const named = Array.from({ length: 200 }, () =>
    demoName(random, { communities: ['malay', 'sikh'], gender: 'female' }),
  );
  expect(new Set(named.map(({ community }) => community))).toEqual(new Set(['malay', 'sikh']));
  for (const { last_name } of named) expect(last_name).toMatch(/^(?:binti .+|Kaur)$/);
});
