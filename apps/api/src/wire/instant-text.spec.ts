import { instantText } from './instant-text.js';

const DAY = 86_400_000;

describe('the text of an instant', () => {
  it('is the one of JSON on every day of the centuries around ours, at any time', () => {
    const [first, last] = [Date.UTC(1890, 0, 1), Date.UTC(2110, 0, 1)];
    const wrong: string[] = [];
    for (let day = first, step = 0; day < last; day += DAY, step += 1) {
      const instant = new Date(day + ((step * 7_654_321) % DAY));
      if (instantText(instant) !== instant.toJSON()) wrong.push(instant.toJSON());
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    '1000-01-01T00:00:00.000Z',
    '1600-02-29T23:59:59.999Z',
    '1700-02-28T12:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2000-02-29T08:30:00.001Z',
    '2400-12-31T23:59:59.999Z',
    '9999-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00.000Z',
    '+010000-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
  ])('is %s', (text) => expect(instantText(new Date(text))).toBe(text));

  it('is null where there is no instant, as in JSON', () => expect(instantText(new Date(Number.NaN))).toBeNull());
});
