import type { Context, Database } from '@usaha/shared';
import type { MessageTemplateService } from '../message/message-template.service.js';
import type { TenantCarriers } from '../message-account/tenant-carriers.js';
import type { TemplateName } from '../message/message-templates.js';
import type { ReminderMessages } from '../message/reminder-messages.js';
import type { ModuleService } from '../module/module.service.js';
import type { TenantsWithWork } from '../tenant/tenants-with-work.js';
import type { TenantRepository } from '../tenant/tenant.repository.js';
import type { Letter, Sender } from './letter.js';
import type { Delivery, Mailer } from './mailer.js';
import { LetterDelivery } from './letter-delivery.js';
import type { DueNotification, LetterContent, NotificationSource, Occasion } from './notification-source.js';
import type { Claim, NotificationRepository, OpenClaim } from './notification.repository.js';
import { PLACES } from './in-turns.js';
import type { LetterStops } from './letter-stops.js';
import { NotificationSources } from './notification-sources.js';
import { ABANDONED_MS, NotificationService } from './notification.service.js';
import type { RecipientLimits } from './recipient-limits.js';
import type { SendingOptions, Undelivered } from './sending-options.js';
import { mobileNumber } from './mobile-number.js';

const NOW = new Date('2029-03-12T08:00:00.000Z');
const DAY_MS = 86_400_000;
const FOUNDED = new Date('2029-03-01T08:00:00.000Z');
const LONG_NAME = `Kedai\r\n${'Aman '.repeat(40)}`;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

/** The table in memory, with what holds of it: one claim for each occasion. */
class Claims {
  readonly rows: (OpenClaim & { kind: string; accepted: boolean; expires_at: Date })[] = [];

  unclaimed(_: Context, kind: string, due: DueNotification[]): Promise<DueNotification[]> {
    return Promise.resolve(due.filter((one) => !this.find(kind, one)));
  }

  claim(ctx: Context, kind: string, due: DueNotification): Promise<Claim | null> {
    if (this.find(kind, due)) return Promise.resolve(null);
    const { subject_id, occasion, expires_at } = due;
    const claim = { id: `claim-${this.rows.length}`, subject_id, occasion };
    const state = { kind, claimed_at: ctx.now, refused: false, refusal_code: null, accepted: false, expires_at };
    this.rows.push({ ...claim, ...state });
    return Promise.resolve(claim);
  }

  claimedSince(_: Context, since: Date, kinds: readonly string[]): Promise<number> {
    const counted = this.rows.filter(({ kind, claimed_at }) => kinds.includes(kind) && claimed_at >= since);
    return Promise.resolve(counted.length);
  }

  accepted(_: Context, { id }: Claim): Promise<void> {
    this.rows.find((row) => row.id === id)!.accepted = true;
    return Promise.resolve();
  }

  refused(_: Context, { id }: Claim, refusal_code?: string): Promise<void> {
    Object.assign(
      this.rows.find((row) => row.id === id)!,
      { refused: true, refusal_code: refusal_code ?? null },
    );
    return Promise.resolve();
  }

  release(_: Context, { id }: Claim): Promise<void> {
    this.rows.splice(
      this.rows.findIndex((row) => row.id === id),
      1,
    );
    return Promise.resolve();
  }

  open(_: Context, kind: string, claimed_before: Date, expiring_from: Date): Promise<OpenClaim[]> {
    const isOpen = (row: (typeof this.rows)[number]) =>
      row.kind === kind && !row.accepted && row.claimed_at < claimed_before && row.expires_at >= expiring_from;
    return Promise.resolve(this.rows.filter(isOpen));
  }

  private find(kind: string, { subject_id, occasion }: Occasion) {
    return this.rows.find((row) => row.kind === kind && row.subject_id === subject_id && row.occasion === occasion);
  }
}

/** Tells `<kind> <subject>` to `<subject>@example.com`, for each subject on one occasion. */
class Source implements NotificationSource {
  readonly module = 'healthcare' as const;
  readonly subject = { name: 'thing', en: 'thing', ms: 'benda' };
  readonly action = 'tell';
  readonly among = ['healthcare.appointments'];
  occasion = 'first';
  expires_at = later(DAY_MS);
  readonly noted: string[] = [];

  constructor(
    readonly kind: string,
    readonly subjects: string[],
  ) {}

  due(_: Context): Promise<DueNotification[]> {
    const { occasion, expires_at } = this;
    return Promise.resolve(
      this.subjects.map((subject_id) => ({ subject_id, occasion, expires_at, address: `${subject_id}@example.com` })),
    );
  }

  compose(_: Context, { subject_id }: Occasion): Promise<LetterContent | null> {
    const to = { name: subject_id, address: `${subject_id}@example.com` };
    return Promise.resolve({ to, from_name: 'Kedai', subject: `${this.kind} ${subject_id}`, text: '' });
  }

  standing(_: Context, occasions: readonly Occasion[]): Promise<Occasion[]> {
    return Promise.resolve(occasions.filter(({ subject_id }) => this.subjects.includes(subject_id)));
  }

  accepted(_: Context, { subject_id, occasion }: Occasion): Promise<void> {
    this.noted.push(`${subject_id} ${occasion}`);
    return Promise.resolve();
  }
}

/** How many letters each recipient may still be sent, and who wants none. */
class Recipients {
  left = new Map<string, number>();
  stopped = new Set<string>();

  sendable(_: Context, _of: object, due: { address: string }[]) {
    return Promise.resolve(due.filter(({ address }) => this.left.get(address) !== 0));
  }

  count(_: Context, _of: object, recipient: string) {
    const left = this.left.get(recipient) ?? Infinity;
    if (left > 0) this.left.set(recipient, left - 1);
    return Promise.resolve(left > 0 ? { recipient } : null);
  }

  takeBack(_: Context, { recipient }: { recipient: string }): Promise<void> {
    this.left.set(recipient, (this.left.get(recipient) as number) + 1);
    return Promise.resolve();
  }

  wanted(_: Context, due: { address: string }[]) {
    return Promise.resolve(due.filter(({ address }) => !this.stopped.has(address)));
  }

  urlOf(): string {
    return 'https://usaha.example/stop/x';
  }
}

let claims: Claims;
let recipients: Recipients;
let trail: string[];
let committed: number;
let service: NotificationService;
let letters: Letter[];
let disabled: string[];
let turnedOff: TemplateName[];
/** The tenants, by the machine that they are on. */
let perNode: string[][];
/** How many letters the settings of a tenant allow on the day. */
let allowed: number;
/** The mail server of the tenant that has one; null: none has. */
let ownMail: { tenant_id: string; mailer: Mailer } | null;
beforeEach(() => {
  claims = new Claims();
  recipients = new Recipients();
  trail = [];
  committed = 0;
  letters = [];
  disabled = [];
  turnedOff = [];
  perNode = [['t1', 't2']];
  ownMail = null;
  allowed = Infinity;
  const record = (_: Context, { action, record_id }: { action: string; record_id: string }) =>
    void trail.push(`${action} ${record_id}`);
  const database = {
    job: async (who: object, act: (ctx: object) => Promise<unknown>) => {
      const claimed = [...claims.rows];
      try {
        const result = await act({ ...who, db: { record } });
        committed += 1;
        return result;
      } catch (error) {
        claims.rows.splice(0, Infinity, ...claimed);
        throw error;
      }
    },
  };
  const tenants = {
    find: (_: Context, id: string) =>
      Promise.resolve({ id, is_active: true, created_at: FOUNDED, name: LONG_NAME, email: null, phone: null }),
  };
  const modules = {
    usage: ({ tenant_id }: Context) =>
      Promise.resolve({ status: disabled.includes(tenant_id) ? 'disabled' : 'usable' }),
  };
  const templates = {
    enabledOf: <T>(_: Context, due: readonly T[], templateOf?: (one: T) => TemplateName) =>
      Promise.resolve(due.filter((one) => !templateOf || !turnedOff.includes(templateOf(one)))),
  };
  const messages = {
    lettersAllowed: () => Promise.resolve(allowed),
    waysOf: ({ tenant_id }: Context) =>
      Promise.resolve({
        toPhones: [],
        hasLetters: true,
        ownMail: ownMail?.tenant_id === tenant_id ? { carrier: { mailer: ownMail.mailer }, account: {} } : null,
      }),
  };
  const sources = new NotificationSources();
  const from = claims as unknown as NotificationRepository;
  const limits = recipients as unknown as RecipientLimits;
  const carriers = { verify: () => undefined } as unknown as TenantCarriers;
  const wanted = recipients as unknown as LetterStops;
  const over = database as unknown as Database;
  service = new NotificationService(
    over,
    sources,
    tenants as unknown as TenantRepository,
    { find: () => Promise.resolve(perNode) } as unknown as TenantsWithWork,
    modules as unknown as ModuleService,
    from,
    limits,
    wanted,
    templates as unknown as MessageTemplateService,
    messages as unknown as ReminderMessages,
    new LetterDelivery(over, sources, from, limits, wanted, carriers),
  );
});

const answering = (deliveries: Record<string, Delivery> = {}) => ({
  send: (letter: Letter): Promise<Delivery> => {
    letters.push(letter);
    return Promise.resolve(deliveries[letter.to.name] ?? { kind: 'accepted' });
  },
});
const unexpected = (error: unknown): never => {
  throw error;
};
const sendDue = (options: Partial<SendingOptions> = {}): Promise<number> =>
  service.sendDue({ mailer: answering(), now: () => NOW, failed: unexpected, places: 1, ...options });
/** A dot between words is parted, as in a name that could be a link. */
const subjects = (): string[] => letters.map(({ subject }) => subject.replace('. ', '.'));

const dueOf = (subject_ids: string[]): DueNotification[] =>
  subject_ids.map((subject_id) => ({
    subject_id,
    occasion: 'first',
    expires_at: later(DAY_MS),
    address: `${subject_id}@example.com`,
  }));

/** Two kinds that tell of things of the first tenant. */
function twoKinds(): { one: Source; two: Source } {
  const [one, two] = [new Source('a.one', ['x', 'y']), new Source('b.two', ['x'])];
  for (const source of [one, two]) {
    const due = source.due.bind(source);
    source.due = (ctx) => (ctx.tenant_id === 't1' ? due(ctx) : Promise.resolve([]));
    service.register(source);
  }
  return { one, two };
}

describe('notifications of two kinds', () => {
  it('are each sent once, though they are about the same thing', async () => {
    const { one, two } = twoKinds();
    expect([await sendDue(), await sendDue()]).toEqual([3, 0]);
    expect(subjects()).toEqual(['a.one x', 'a.one y', 'b.two x']);
    expect([one.noted, two.noted]).toEqual([['x first', 'y first'], ['x first']]);
    expect(trail).toEqual(['tell x', 'tell y', 'tell x']);
    expect(new Set(letters.map(({ id }) => id)).size).toBe(3);
  });

  it('A-472: are not sent while the template of their occasion is turned off', async () => {
    const { one } = twoKinds();
    Object.assign(one, {
      templateOf: ({ subject_id }: Occasion): TemplateName => (subject_id === 'x' ? 'absence' : 'fees_overdue'),
    });
    turnedOff = ['absence'];
    expect(await sendDue()).toBe(2);
    expect(subjects()).toEqual(['a.one y', 'b.two x']);
    turnedOff = [];
    expect(await sendDue()).toBe(1);
  });

  it('of one tenant wait for no more than ten of each other tenant', async () => {
    const many = Array.from({ length: 25 }, (_, i) => `t1-${i}`);
    const source = new Source('a.one', []);
    source.due = ({ tenant_id }) => Promise.resolve(tenant_id === 't1' ? dueOf(many) : dueOf(['t2-0', 't2-1']));
    service.register(source);
    expect(await sendDue()).toBe(27);
    expect(subjects()).toEqual(
      [...many.slice(0, 10), 't2-0', 't2-1', ...many.slice(10)].map((subject_id) => `a.one ${subject_id}`),
    );
  });

  it('of one machine do not wait for another that does not answer', async () => {
    perNode = [['t1'], ['t2']];
    const source = new Source('a.one', []);
    let answer: (due: DueNotification[]) => void = () => undefined;
    const silence = new Promise<DueNotification[]>((resolve) => (answer = resolve));
    source.due = ({ tenant_id }) => (tenant_id === 't1' ? silence : Promise.resolve(dueOf(['t2-0', 't2-1'])));
    service.register(source);
    const sending = sendDue({ places: undefined });
    await new Promise((resolve) => setImmediate(resolve));
    expect(subjects()).toEqual(['a.one t2-0', 'a.one t2-1']);
    answer(dueOf(['t1-0']));
    expect(await sending).toBe(3);
  });

  it('of all tenants wait once the carrier turns out to be out of reach', async () => {
    const source = new Source('a.one', []);
    source.due = ({ tenant_id }) => Promise.resolve(dueOf(Array.from({ length: 15 }, (_, i) => `${tenant_id}-${i}`)));
    service.register(source);
    const unreachable: Delivery = { kind: 'unreachable', reason: 'down' };
    expect(await sendDue({ mailer: answering({ 't2-3': unreachable }) })).toBe(13);
    expect(letters.at(-1)?.to.name).toBe('t2-3');
    expect(await sendDue()).toBe(17);
  });

  it('are sent again on another occasion', async () => {
    const { two } = twoKinds();
    await sendDue();
    two.occasion = 'second';
    expect(await sendDue()).toBe(1);
    expect(two.noted).toEqual(['x first', 'x second']);
  });

  it('cannot have one name', () => {
    twoKinds();
    expect(() => service.register(new Source('a.one', []))).toThrow('a.one');
  });

  it.each(['due', 'compose', 'standing'] as const)(
    'do not wait for each other where one fails at %s',
    async (method) => {
      const { one } = twoKinds();
      if (method === 'standing') {
        const unknown: Delivery = { kind: 'unknown', reason: 'cut off' };
        await sendDue({ mailer: answering({ x: unknown }), now: () => later(-2 * ABANDONED_MS) });
        letters = [];
        claims.rows.splice(
          claims.rows.findIndex(({ kind }) => kind === 'b.two'),
          1,
        );
      }
      Object.assign(one, { [method]: () => Promise.reject(new Error('broken')) });
      const failures: unknown[] = [];
      expect(await sendDue({ failed: (error) => failures.push(error) })).toBe(1);
      expect(subjects()).toEqual(['b.two x']);
      expect(failures).toContainEqual(new Error('broken'));
    },
  );

  it('leave one that cannot be worded unclaimed, and send the next', async () => {
    const { one } = twoKinds();
    const compose = one.compose.bind(one);
    one.compose = (ctx, occasion) =>
      occasion.subject_id === 'x' ? Promise.reject(new Error('no words')) : compose(ctx, occasion);
    const failures: unknown[] = [];
    expect(await sendDue({ failed: (error) => failures.push(error) })).toBe(2);
    expect([subjects(), failures]).toEqual([['a.one y', 'b.two x'], [new Error('no words')]]);
    one.compose = compose;
    expect(await sendDue()).toBe(1);
  });

  it('stop in the middle when told, and go on the next time', async () => {
    twoKinds();
    const stopping = { isStopping: () => letters.length >= 2 };
    expect([await sendDue(stopping), claims.rows.length]).toEqual([2, 2]);
    expect(await sendDue()).toBe(1);
    expect(subjects()).toEqual(['a.one x', 'a.one y', 'b.two x']);
  });
});

describe('a claim', () => {
  it('is committed before the letter is sent', async () => {
    service.register(new Source('a.one', ['x']));
    const seen: number[] = [];
    const claimed = () => claims.rows.length;
    let before = 0;
    await sendDue({
      mailer: {
        send: () => {
          seen.push(committed - before, claimed());
          before = committed;
          return Promise.resolve({ kind: 'unknown', reason: 'cut off' });
        },
      },
    });
    // Of what is due in the first tenant, and of the claim; both of them ended.
    expect(seen.slice(0, 2)).toEqual([2, 1]);
  });

  it('that is not known to have arrived is told of once its holder is gone, and never sent again', async () => {
    const source = new Source('a.one', ['x']);
    service.register(source);
    await sendDue({ mailer: answering({ x: { kind: 'unknown', reason: 'cut off' } }) });
    const told: string[] = [];
    const unsure = (_: string, found: { subject_id: string }[]) =>
      void told.push(...found.map(({ subject_id }) => subject_id));
    expect(await sendDue({ unsure, now: () => later(ABANDONED_MS) })).toBe(0);
    expect(told).toEqual([]);
    expect(await sendDue({ unsure, now: () => later(ABANDONED_MS + 1) })).toBe(0);
    expect(told).toContain('x');
    told.splice(0);
    source.subjects.splice(0);
    await sendDue({ unsure, now: () => later(ABANDONED_MS + 1) });
    expect(told).toEqual([]);
  });

  it('is not made for what has expired, whichever source says that it is due', async () => {
    const source = new Source('a.one', ['x']);
    source.expires_at = NOW;
    service.register(source);
    expect([await sendDue(), claims.rows]).toEqual([0, []]);
  });

  it('is not made for a person without an address, or one who is not to be told any more', async () => {
    const source = new Source('a.one', ['x y', 'z']);
    service.register(source);
    const compose = source.compose.bind(source);
    source.compose = (ctx, occasion) => (occasion.subject_id === 'z' ? Promise.resolve(null) : compose(ctx, occasion));
    expect([await sendDue(), claims.rows]).toEqual([0, []]);
  });

  it('is not made for a tenant who disabled the module', async () => {
    disabled = ['t1', 't2'];
    service.register(new Source('a.one', ['x']));
    expect([await sendDue(), claims.rows]).toEqual([0, []]);
  });
});

describe('what the mail server says', () => {
  const told: Undelivered[] = [];
  const undelivered = (one: Undelivered) => void told.push(one);
  beforeEach(() => told.splice(0));
  const ofFirst = () => told.filter(({ tenant_id }) => tenant_id === 't1').map(({ delivery }) => delivery);

  it('that is permanent is written down by its code, and never asked again', async () => {
    const { one } = twoKinds();
    const mailer = answering({ y: { kind: 'refused', reason: '550 5.1.1 no Siti here', code: '550 5.1.1' } });
    expect([await sendDue({ mailer, undelivered }), await sendDue()]).toEqual([2, 0]);
    expect([ofFirst(), one.noted, trail]).toEqual([['refused'], ['x first'], ['tell x', 'tell_refused y', 'tell x']]);
    expect(claims.rows.find(({ subject_id }) => subject_id === 'y')).toMatchObject({
      refused: true,
      refusal_code: '550 5.1.1',
    });
    expect(JSON.stringify(claims.rows)).not.toContain('Siti');
  });

  it('for now is asked again, the others meanwhile', async () => {
    twoKinds();
    const mailer = answering({ x: { kind: 'postponed', reason: '450 later' } });
    expect([await sendDue({ mailer, undelivered }), ofFirst()]).toEqual([1, ['postponed', 'postponed']]);
    expect(await sendDue()).toBe(2);
  });

  it('not at all ends the round, for every kind', async () => {
    twoKinds();
    const mailer = answering({ x: { kind: 'unreachable', reason: 'ECONNREFUSED' } });
    expect([await sendDue({ mailer, undelivered }), letters.length, claims.rows]).toEqual([0, 1, []]);
    expect(await sendDue()).toBe(3);
  });
});

describe('as whom a letter is sent', () => {
  it('is a business whose name stays on one line and within 60 characters, in every kind of letter', async () => {
    const source = new Source('a.one', ['x']);
    const told: string[] = [];
    const compose = (_: Context, { subject_id }: Occasion, { name }: Sender) => {
      told.push(name);
      const to = { name: subject_id, address: `${subject_id}@example.com` };
      return Promise.resolve({
        to,
        from_name: `${name}\r\nBcc: x@y.example`,
        subject: 'a\nb',
        text: '',
      });
    };
    Object.assign(source, { compose });
    service.register(source);
    await sendDue();
    expect([told[0]?.length, /[\r\n]/.test(told[0] as string)]).toEqual([60, false]);
    expect([letters[0]?.from_name, letters[0]?.subject]).toEqual([told[0], 'a b']);
  });

  it('is no business that is newer than the operator allows: its letters wait', async () => {
    service.register(new Source('a.one', ['x', 'y']));
    const waiting: unknown[] = [];
    const tooNew = (tenant_id: string, count: number) => waiting.push([tenant_id, count]);
    const leastAge = NOW.getTime() - FOUNDED.getTime() + 1;
    expect([await sendDue({ leastAge, tooNew }), letters, claims.rows]).toEqual([0, [], []]);
    expect(waiting).toEqual([
      ['t1', 2],
      ['t2', 2],
    ]);
    expect(await sendDue({ leastAge: leastAge - 1, tooNew })).toBe(2);
  });
});

describe('the letters of a tenant on a day', () => {
  it('have a maximum, of all kinds together; what is left is sent the next day', async () => {
    const { one, two } = twoKinds();
    for (const source of [one, two]) source.expires_at = later(3 * DAY_MS);
    const exhausted: string[] = [];
    const exhaust = (tenant_id: string, waiting: number) => exhausted.push(`${tenant_id}: ${waiting}`);
    const options = { mostPerDay: 2, exhausted: exhaust };
    expect([await sendDue(options), await sendDue(options)]).toEqual([2, 0]);
    expect([subjects(), exhausted]).toEqual([
      ['a.one x', 'a.one y'],
      ['t1: 1', 't1: 1'],
    ]);
    expect(await sendDue({ ...options, now: () => later(DAY_MS) })).toBe(1);
    expect(subjects().at(-1)).toBe('b.two x');
  });

  it('do not count for another tenant', async () => {
    service.register(new Source('a.one', ['x']));
    const counted = claims.claimedSince.bind(claims);
    claims.claimedSince = (ctx, since, kinds) =>
      ctx.tenant_id === 't1' ? Promise.resolve(500) : counted(ctx, since, kinds);
    expect(await sendDue()).toBe(1);
  });
});

it('A-476: letters are no more than the settings of their tenant allow, save those about the account', async () => {
  allowed = 1;
  const exhausted: string[] = [];
  service.register(Object.assign(new Source('a.one', ['z']), { nature: 'account' as const }));
  service.register(new Source('b.two', ['x', 'y']));
  perNode = [['t1']];
  const count = await sendDue({ exhausted: (tenant_id, waiting) => exhausted.push(`${tenant_id}: ${waiting}`) });
  expect([count, subjects(), exhausted]).toEqual([1, ['a.one z'], ['t1: 2']]);
  allowed = 2;
  expect([await sendDue(), subjects()]).toEqual([1, ['a.one z', 'b.two x']]);
});

describe('A-394: the recipients of letters', () => {
  const to = (address: string): Source => {
    const source = new Source('a.one', ['x', 'y', 'z']);
    const { due, compose } = { due: source.due.bind(source), compose: source.compose.bind(source) };
    return Object.assign(source, {
      due: async (ctx: Context) => (await due(ctx)).map((one) => ({ ...one, address })),
      compose: async (ctx: Context, occasion: Occasion) => ({
        ...(await compose(ctx, occasion)),
        to: { name: occasion.subject_id, address },
      }),
    });
  };

  it('are sent as many as one may have, by all tenants together; a claim of what is not sent is taken back', async () => {
    service.register(to('siti@example.com'));
    recipients.left.set('siti@example.com', 2);
    const waiting: string[] = [];
    const full = (tenant_id: string, count: number) => waiting.push(`${tenant_id} ${count}`);
    expect(await sendDue({ full })).toBe(2);
    expect([claims.rows.length, waiting]).toEqual([2, ['t1 1', 't2 1']]);
    waiting.splice(0);
    expect(await sendDue({ full })).toBe(0);
    expect(waiting).toEqual(['t1 1', 't2 1']);
  });

  it('have what did not arrive not counted', async () => {
    service.register(to('siti@example.com'));
    recipients.left.set('siti@example.com', 1);
    expect(await sendDue({ mailer: answering({ x: { kind: 'unreachable', reason: 'down' } }) })).toBe(0);
    expect(recipients.left.get('siti@example.com')).toBe(1);
  });

  it('who have stopped letters get none, but what they ask for', async () => {
    const [unasked, asked] = [
      to('siti@example.com'),
      Object.assign(to('siti@example.com'), { kind: 'b.two', nature: 'receipt' as const }),
    ];
    service.register(unasked);
    service.register(asked);
    recipients.stopped.add('siti@example.com');
    expect(await sendDue()).toBe(3);
    expect(new Set(subjects().map((subject) => subject.slice(0, 5)))).toEqual(new Set(['b.two']));
  });

  it('who stop them while one waits are not sent it', async () => {
    service.register(to('siti@example.com'));
    const mailer = {
      send: () => (recipients.stopped.add('siti@example.com'), Promise.resolve({ kind: 'accepted' } as const)),
    };
    expect(await sendDue({ mailer })).toBe(1);
  });
});

describe('A-394: a tenant of the first seven days', () => {
  const WEEK = 7 * DAY_MS;
  const many = Array.from({ length: 60 }, (_, i) => `x${i}`);

  it('is sent fifty letters a day where that is limited', async () => {
    service.register(new Source('a.one', many));
    const now = () => new Date(FOUNDED.getTime() + WEEK - 1);
    const claimedBy = claims.claimedSince.bind(claims);
    const counted: string[] = [];
    claims.claimedSince = async (ctx, since, kinds) => {
      counted.push(ctx.tenant_id);
      return ctx.tenant_id === 't1' ? claimedBy(ctx, since, kinds) : 500;
    };
    expect(await sendDue({ now, limitsNew: true })).toBe(50);
    expect(await sendDue({ now: () => new Date(FOUNDED.getTime() + WEEK), limitsNew: true })).toBe(10);
  });

  it('is sent account letters from the first hour on', async () => {
    const source = Object.assign(new Source('a.one', ['x']), { nature: 'account' as const });
    service.register(source);
    service.register(new Source('b.two', ['x']));
    const tooNew: string[] = [];
    const leastAge = NOW.getTime() - FOUNDED.getTime() + 1;
    expect(await sendDue({ leastAge, tooNew: (tenant_id) => tooNew.push(tenant_id) })).toBe(1);
    expect([subjects(), tooNew]).toEqual([['a.one x'], ['t1', 't2']]);
  });
});

describe('A-473: the mail server of a business', () => {
  const away = { send: () => Promise.resolve({ kind: 'unreachable', reason: 'ECONNREFUSED' } as const) };
  /** Of each tenant, something else. */
  const sourceOf = (kind: string, things: string[]): Source => {
    const source = new Source(kind, []);
    source.due = ({ tenant_id }) => Promise.resolve(dueOf(things.map((thing) => `${tenant_id}-${thing}`)));
    service.register(source);
    return source;
  };

  it('carries its letters, also where the operator has none; letters about the account are the operator’s', async () => {
    const own: string[] = [];
    const mailer = {
      send: ({ subject }: Letter) => {
        own.push(subject.replace('. ', '.'));
        return Promise.resolve({ kind: 'accepted' } as const);
      },
    };
    ownMail = { tenant_id: 't1', mailer };
    sourceOf('a.one', ['x']);
    Object.assign(sourceOf('b.two', ['y']), { nature: 'account' as const });
    expect([await sendDue({ mailer: null }), own, letters]).toEqual([1, ['a.one t1-x'], []]);
    expect([await sendDue(), own.length, subjects().sort()]).toEqual([
      3,
      1,
      ['a.one t2-x', 'b.two t1-y', 'b.two t2-y'],
    ]);
  });

  it('that is out of reach lets its letters alone wait, and no other carries them', async () => {
    ownMail = { tenant_id: 't1', mailer: away };
    sourceOf('a.one', ['x', 'y']);
    expect([await sendDue(), subjects()]).toEqual([2, ['a.one t2-x', 'a.one t2-y']]);
    expect(claims.rows.map(({ accepted }) => accepted)).toEqual([true, true]);
    ownMail = null;
    expect(await sendDue()).toBe(2);
  });

  it('is not used while messages are held, nor is the operator’s in its place', async () => {
    ownMail = { tenant_id: 't1', mailer: answering() };
    sourceOf('a.one', ['x']);
    expect([await sendDue({ holdsMessages: true }), subjects()]).toEqual([1, ['a.one t2-x']]);
  });

  it('goes on while the operator’s is out of reach', async () => {
    ownMail = { tenant_id: 't2', mailer: answering() };
    sourceOf('a.one', ['x', 'y']);
    expect([await sendDue({ mailer: away }), subjects()]).toEqual([2, ['a.one t2-x', 'a.one t2-y']]);
  });
});

describe('letters of several tenants', () => {
  const ids = Array.from({ length: 20 }, (_, i) => `t${i}`);
  const settled = async (): Promise<void> => {
    for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  beforeEach(() => {
    perNode = [ids];
    const source = new Source('a.one', []);
    source.due = ({ tenant_id }) => Promise.resolve(dueOf([`${tenant_id}-a`, `${tenant_id}-b`]));
    service.register(source);
  });

  it('go side by side, eight at a time', async () => {
    let answer: (delivery: Delivery) => void = () => undefined;
    const gate = new Promise<Delivery>((resolve) => (answer = resolve));
    let under = 0;
    let most = 0;
    const mailer = {
      send: async (): Promise<Delivery> => {
        most = Math.max(most, (under += 1));
        const delivery = await gate;
        under -= 1;
        return delivery;
      },
    };
    const sending = sendDue({ mailer, places: undefined });
    await settled();
    expect([under, PLACES]).toEqual([8, 8]);
    answer({ kind: 'accepted' });
    expect([await sending, most]).toEqual([40, 8]);
  });

  it('wait for no letter that the mail server is slow to take', async () => {
    let answer: (delivery: Delivery) => void = () => undefined;
    const slow = new Promise<Delivery>((resolve) => (answer = resolve));
    const mailer = {
      send: (letter: Letter): Promise<Delivery> => {
        letters.push(letter);
        return letter.to.name === 't3-a' ? slow : Promise.resolve({ kind: 'accepted' });
      },
    };
    const sending = sendDue({ mailer, places: undefined });
    await settled();
    expect(letters).toHaveLength(39);
    answer({ kind: 'accepted' });
    expect(await sending).toBe(40);
  });
});

describe('messages to a telephone', () => {
  it('are sent to mobile numbers, however they were written', () => {
    expect(['0123450102', '+60 12-345 0102', '60123450102'].map(mobileNumber)).toEqual(
      Array.from({ length: 3 }, () => '+60123450102'),
    );
  });
});
