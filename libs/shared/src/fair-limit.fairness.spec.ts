import fc from 'fast-check';
import { FairLimit, timesWhatIsFree, type Share } from './fair-limit.js';

/** What happens at a limit: an owner asks for a place, gives up waiting, or one that runs ends. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), owner: fc.constantFrom('a', 'b', 'c', 'd') }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('give up' as const), which: fc.nat(50) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer H> ? H : never;

interface Piece {
  owner: string;
  end: () => void;
  leave: AbortController;
  done: Promise<unknown>;
  /** What the others have begun since it was asked for. */
  passedBy: string[];
  /** Whether its owner had nothing here when it was asked for. */
  isOnly: boolean;
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
    private readonly share: Share,
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
    // Nobody waits for a place that he could have.
    for (const { owner } of this.waiting) expect(free === 0 || this.heldBy(owner) >= this.share(free)).toBe(true);
    expect(this.limit.size).toBe(this.waiting.length);
  }

  private heldBy = (owner: string): number => this.running.filter((piece) => piece.owner === owner).length;

  private ask(owner: string): void {
    let end!: () => void;
    const ends = new Promise<void>((over) => (end = over));
    const isOnly = ![...this.waiting, ...this.running].some((piece) => piece.owner === owner);
    const piece: Piece = { owner, end, leave: new AbortController(), done: ends, passedBy: [], isOnly };
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
    for (const other of this.waiting) if (other.owner !== piece.owner) other.passedBy.push(piece.owner);
    if (piece.isOnly && new Set(piece.passedBy).size < piece.passedBy.length) this.passedBy.push(...piece.passedBy);
  }

  private giveUp(piece: Piece | undefined): void {
    if (!piece) return;
    this.waiting.splice(this.waiting.indexOf(piece), 1);
    piece.leave.abort(new Error('gone'));
  }
}

const settled = () => new Promise((done) => setImmediate(done));

it.each<[string, (most: number) => Share]>([
  ['all places', (most) => () => most],
  ['twice what is free', () => timesWhatIsFree(2)],
  ['as much as is free', () => timesWhatIsFree(1)],
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

it('who wants one place has it at once beside one who wants all', () => {
  const limit = new FairLimit(10, timesWhatIsFree(2));
  const taken = Array.from({ length: 10 }, () => limit.take('greedy'));
  expect(taken.filter(Boolean)).toHaveLength(7);
  expect([limit.take('modest'), limit.take('another'), limit.take('third')]).toEqual([true, true, true]);
});
