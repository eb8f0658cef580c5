import fc from 'fast-check';
import { FairLimit } from './fair-limit.js';
import { proportionalQuota, type Quota } from './holdings.js';
import { ownerGroup, ownerName, type Owner } from './owner.js';

/** Two by themselves, and five of two groups. */
const owners: Owner[] = ['a', 'b', ...['c1', 'c2', 'c3', 'd1', 'd2'].map((name) => ({ name, group: name.charAt(0) }))];

/** What happens at a limit: an owner asks for a place, gives up waiting, or one that runs ends. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), owner: fc.constantFrom(...owners) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), which: fc.nat(50) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

interface Piece {
  owner: Owner;
  end: () => void;
  leave: AbortController;
  done: Promise<unknown>;
  /** Groups, and owners of the same group, that have begun something since it was asked for. */
  passedBy: { groups: string[]; owners: string[] };
  /** Whether its group, or its owner, had nothing here when it was asked for. */
  isOnly: { group: boolean; owner: boolean };
}

/** Goes through it, and looks at every beginning. */
class Story {
  readonly waiting: Piece[] = [];
  readonly running: Piece[] = [];
  /** Those who had more than one turn before one who wanted but one. */
  readonly passedBy: string[] = [];
  private readonly limit: FairLimit;

  constructor(
    private readonly most: number,
    private readonly share: Quota,
  ) {
    this.limit = new FairLimit(most, share);
  }

  async tell(happenings: readonly Happening[]): Promise<void> {
    for (const one of happenings) {
      if (one.kind === 'ask') this.ask(one.owner);
      else if (one.kind === 'end') this.running.at(one.which % (this.running.length || 1))?.end();
      else this.giveUp(this.waiting.at(one.which % (this.waiting.length || 1)));
      await settled();
      this.look();
    }
    for (let last = this.running[0]; last; last = this.running[0]) {
      last.end();
      await settled();
      this.look();
    }
  }

  private look(): void {
    expect(this.passedBy).toEqual([]);
    expect(this.running.length).toBeLessThanOrEqual(this.most);
    const free = this.most - this.running.length;
    // No owner waits for a place that it could have.
    for (const { owner } of this.waiting) expect(free === 0 || !this.hasRoom(owner, free)).toBe(true);
    expect(this.limit.size).toBe(this.waiting.length);
  }

  /** A group is given the share of one owner, and an owner in it that of what is left to the group. */
  private hasRoom(owner: Owner, free: number): boolean {
    const held = (isMeant: (piece: Piece) => boolean) => this.running.filter(isMeant).length;
    const ofGroup = this.share(free) - held((piece) => ownerGroup(piece.owner) === ownerGroup(owner));
    if (ofGroup <= 0 || typeof owner === 'string') return ofGroup > 0;
    return held((piece) => piece.owner === owner) < this.share(ofGroup);
  }

  private ask(owner: Owner): void {
    let end!: () => void;
    const ends = new Promise<void>((over) => (end = over));
    const others = [...this.waiting, ...this.running];
    const isOnly = {
      group: !others.some((piece) => ownerGroup(piece.owner) === ownerGroup(owner)),
      owner: !others.some((piece) => piece.owner === owner),
    };
    const passedBy = { groups: [], owners: [] };
    const piece: Piece = { owner, end, leave: new AbortController(), done: ends, passedBy, isOnly };
    this.waiting.push(piece);
    const work = (): Promise<void> => {
      this.begin(piece);
      return ends;
    };
    const bound = { signal: piece.leave.signal, refusal: () => new Error('there is no bound') };
    piece.done = this.limit.run(owner, work, bound).catch((error: Error) => expect(error.message).toBe('gone'));
  }

  private begin(piece: Piece): void {
    this.waiting.splice(this.waiting.indexOf(piece), 1);
    this.running.push(piece);
    void piece.done.then(() => this.running.splice(this.running.indexOf(piece), 1));
    const [group, name] = [ownerGroup(piece.owner), ownerName(piece.owner)];
    for (const { owner, passedBy } of this.waiting)
      if (ownerGroup(owner) !== group) passedBy.groups.push(group);
      else if (owner !== piece.owner) passedBy.owners.push(name);
    const { isOnly, passedBy } = piece;
    if (isOnly.group && hasTwice(passedBy.groups)) this.passedBy.push(...passedBy.groups);
    if (isOnly.owner && hasTwice(passedBy.owners)) this.passedBy.push(...passedBy.owners);
  }

  private giveUp(piece: Piece | undefined): void {
    if (!piece) return;
    this.waiting.splice(this.waiting.indexOf(piece), 1);
    piece.leave.abort(new Error('gone'));
  }
}

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length;

const settled = () => new Promise((done) => setImmediate(done));

it.each<[string, (most: number) => Quota]>([
  ['all places', (most) => () => most],
  ['twice what is free', () => proportionalQuota(2)],
  ['as much as is free', () => proportionalQuota(1)],
])(
  'an owner who wants one place waits for no more than one piece of every other, where one may take %s',
  async (_name, shareOf) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(happening, { maxLength: 40 }), async (most, story) => {
        const told = new Story(most, shareOf(most));
        await told.tell(story);
        expect([told.waiting.length, told.running.length]).toEqual([0, 0]);
      }),
      { numRuns: 100 },
    );
  },
);

it('an owner that wants one place has it at once while another wants all', () => {
  const limit = new FairLimit(10, proportionalQuota(2));
  const taken = Array.from({ length: 10 }, () => limit.take('greedy'));
  expect(taken.filter(Boolean)).toHaveLength(7);
  expect([limit.take('modest'), limit.take('another'), limit.take('third')]).toEqual([true, true, true]);
});

it('A-395: a group has the part of one owner, takes turns within it, and leaves a place to its next', () => {
  const limit = new FairLimit(10, proportionalQuota(2));
  const of = (name: string) => ({ name, group: 'account' });
  const first = Array.from({ length: 10 }, () => limit.take(of('first')));
  expect(first.filter(Boolean)).toHaveLength(6);
  const others = Array.from({ length: 20 }, (_, n) => limit.take(of(`other ${n}`)));
  expect(others.filter(Boolean)).toHaveLength(1);
  expect([limit.take('modest'), limit.take('another')]).toEqual([true, true]);
});
