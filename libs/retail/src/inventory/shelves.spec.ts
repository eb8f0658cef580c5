import fc from 'fast-check';
import { moveBetween, takeOut } from './shelves.js';

describe('A-100: stock that leaves', () => {
  it('is taken from what lies at no location first', () => {
    expect(takeOut(new Map([['Store', 5]]), 3, 3)).toEqual([]);
  });

  it('is then taken from the fullest location, and the next', () => {
    const shelves = new Map([
      ['Front', 2],
      ['Store', 5],
    ]);
    expect(takeOut(shelves, 1, 7)).toEqual([
      { location: 'Store', quantity_changed: -5, balance: 0 },
      { location: 'Front', quantity_changed: -1, balance: 1 },
    ]);
    expect([...shelves]).toEqual([
      ['Front', 1],
      ['Store', 0],
    ]);
  });

  it.each([
    ['Back', 'Front', 'Van'],
    ['Van', 'Front', 'Back'],
    ['Front', 'Van', 'Back'],
  ])('is taken from the first by name where locations are equally full: of %s, %s and %s', (...names) => {
    const shelves = new Map(names.map((name) => [name, 2]));
    expect(takeOut(shelves, 0, 5).map(({ location }) => location)).toEqual(['Back', 'Front', 'Van']);
  });

  it('is never taken from locations that hold less than was distributed', () => {
    for (const shelves of [new Map<string, number>(), new Map([['Store', 1]])])
      expect(() => takeOut(shelves, 0, 2)).toThrow('The locations hold less than was distributed');
  });
});

describe('A-100: a transfer', () => {
  it('takes from its from_location, then from the undistributed', () => {
    const shelves = new Map([['Front', 2]]);
    expect(moveBetween(shelves, 3, { quantity: 4, from_location: 'Front', to_location: 'Store' })).toEqual({
      changes: [
        { location: 'Front', quantity_changed: -2, balance: 0 },
        { location: 'Store', quantity_changed: 4, balance: 4 },
      ],
      distributed: 2,
    });
  });

  it('adds to what its to_location has, and leaves out a from_location that gives nothing', () => {
    const shelves = new Map([['Store', 7]]);
    expect(moveBetween(shelves, 3, { quantity: 3, from_location: 'Front', to_location: 'Store' })).toEqual({
      changes: [{ location: 'Store', quantity_changed: 3, balance: 10 }],
      distributed: 3,
    });
  });

  it('of no more than its from_location has leaves the rest there, and the undistributed alone', () => {
    const shelves = new Map([['Front', 5]]);
    expect(moveBetween(shelves, 3, { quantity: 2, from_location: 'Front', to_location: 'Store' })).toEqual({
      changes: [
        { location: 'Front', quantity_changed: -2, balance: 3 },
        { location: 'Store', quantity_changed: 2, balance: 2 },
      ],
      distributed: 0,
    });
  });

  it('of more than both together is none', () => {
    const move = { quantity: 6, from_location: 'Front', to_location: 'Store' };
    expect(moveBetween(new Map([['Front', 2]]), 3, move)).toBeNull();
  });
});

it('A-100: after any sales and moves, no location goes below zero and nothing is lost', () => {
  const places = fc.constantFrom('Front', 'Store', 'Van');
  const step = fc.oneof(
    fc.record({ take: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ quantity: fc.integer({ min: 1, max: 9 }), from_location: places, to_location: places }),
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 }), fc.array(step, { maxLength: 30 }), (opening, steps) => {
      const shelves = new Map<string, number>();
      let stock = opening;
      const lying = () => [...shelves.values()].reduce((sum, n) => sum + n, 0);
      for (const now of steps) {
        if ('take' in now) {
          if (now.take > stock) continue;
          takeOut(shelves, stock - lying(), now.take);
          stock -= now.take;
        } else if (now.from_location !== now.to_location) {
          const moved = moveBetween(shelves, stock - lying(), now);
          for (const { location, balance } of moved?.changes ?? []) shelves.set(location, balance);
        }
        if (lying() > stock || [...shelves.values()].some((n) => n < 0)) return false;
      }
      return true;
    }),
  );
});
