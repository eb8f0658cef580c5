import fc from 'fast-check';
import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { newCustomer, newProduct, trySell } from '../../support/retail.js';

/** A copy that follows changes and tombstones has the records of the list. */

jest.setTimeout(900_000);

/** Changes in all. The whole of 10,000: `SYNC_CHANGES=10000`. */
const CHANGES = Number(process.env.SYNC_CHANGES ?? 1_200);
const WRITERS = 4;
const PAGE_SIZE = 7;

const lists = ['/retail/products', '/retail/customers', '/retail/sales'];
const kinds = [
  'create',
  'update',
  'sell',
  'delete',
  'restore',
  'bulk',
  'customer',
  'points',
  'leave',
  'refund',
] as const;
/** A change, of a record that is picked by a part of one. */
const change = fc.record({ kind: fc.constantFrom(...kinds, 'update', 'sell'), at: fc.nat(999), count: fc.nat(3) });
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Writers, and when each one's present request was begun. */
class Writers {
  private readonly begun = new Map<number, number>();
  private readonly ids: Record<string, string[]> = { product: [], customer: [], sale: [], gone: [] };
  restored = 0;
  done = 0;

  constructor(private readonly tenant: TestTenant) {}

  /** Before any instant of a change that is not committed yet. */
  get earliest(): number {
    return Math.min(Date.now(), ...this.begun.values());
  }

  async run(writer: number, changes: readonly Change[]): Promise<void> {
    for (const one of changes) {
      this.begun.set(writer, Date.now());
      const answer = await this.make(one);
      this.begun.delete(writer);
      if (answer.status >= 500) throw new Error(`${one.kind}: ${answer.status} ${answer.text}`);
      if (answer.status < 300) this.done += 1;
    }
  }

  private async make({ kind, at, count }: Change): Promise<Answer> {
    const { token } = this.tenant.admin;
    const [product, customer, sale] = ['product', 'customer', 'sale'].map((name) => this.pick(name, at));
    const text = `${kind} ${at} ${count}`;
    switch (kind) {
      case 'create':
        return this.made('product', on.post('/retail/products', this.product(text), token));
      case 'update':
        return on.put(`/retail/products/${product}`, { name: text, current_stock: 50 + at }, token);
      case 'sell': {
        const items = Array.from({ length: 1 + count }, (_, i) => this.pick('product', at + i));
        const sold = [...new Set(items)].map((product_id) => ({ product_id, quantity: 1 }));
        return this.made('sale', trySell(this.tenant, sold, at % 2 ? { customer_id: customer } : {}));
      }
      case 'delete': {
        const answer = await on.send('DELETE', `/retail/products/${product}`, { token });
        if (answer.status === 200 && product) this.ids.gone?.push(product);
        return answer;
      }
      case 'restore': {
        const answer = await on.post(`/retail/products/${this.pick('gone', at)}/restore`, {}, token);
        if (answer.status === 200) this.restored += 1;
        return answer;
      }
      case 'bulk': {
        const items = Array.from({ length: 3 + count }, (_, i) => this.product(`${text} ${i}`));
        const answer = await on.post('/retail/products/bulk', { mode: 'create', items }, token);
        for (const { id } of answer.body.data ?? []) if (id) this.ids.product?.push(id);
        return answer;
      }
      case 'customer':
        return this.made('customer', on.post('/retail/customers', { first_name: text, last_name: 'x' }, token));
      case 'points':
        return on.put(`/retail/customers/${customer}`, { last_name: text }, token);
      case 'leave':
        return on.send('DELETE', `/retail/customers/${customer}`, { token });
      case 'refund':
        return on.post(`/retail/sales/${sale}/refund`, {}, token);
    }
  }

  private product(name: string): object {
    return { sku: `SKU-${crypto.randomUUID()}`, name, selling_price: 4.5, current_stock: 100 };
  }

  private async made(kind: string, asked: Promise<Answer>): Promise<Answer> {
    const answer = await asked;
    if (answer.status === 201) this.ids[kind]?.push(on.data(answer).id);
    return answer;
  }

  private pick(kind: string, at: number): string {
    const ids = this.ids[kind] ?? [];
    // Of the latest thirty, so that writers meet.
    return ids[Math.max(0, ids.length - 30) + (at % Math.min(30, Math.max(1, ids.length)))] ?? crypto.randomUUID();
  }

  async begin(): Promise<void> {
    for (let i = 0; i < 10; i += 1) {
      this.ids.product?.push((await newProduct(this.tenant, this.product('x') as Json)).id);
      this.ids.customer?.push((await newCustomer(this.tenant)).id);
    }
  }
}

/** A copy of a list. */
class Copy {
  readonly rows = new Map<string, Json>();
  readonly tombstones = new Set<string>();
  private since = '1970-01-01T00:00:00.000Z';
  read = 0;

  constructor(
    private readonly path: string,
    private readonly token: string,
    private readonly writers: Writers,
  ) {}

  async follow(): Promise<void> {
    // What the answer says, moved to the first change that may be missing: else each reading would read all again.
    const next = this.writers.earliest;
    for (let cursor: string | null = '*'; cursor !== null;) {
      const query = `updated_since=${this.since}&page_size=${PAGE_SIZE}&cursor=${encodeURIComponent(cursor)}`;
      const { body, status, text } = await on.get(`${this.path}?${query}`, this.token);
      if (status !== 200) throw new Error(text);
      this.read += body.data.length;
      for (const row of body.data) {
        if (row.deleted) this.tombstones.add(row.id);
        if (row.deleted) this.rows.delete(row.id);
        else this.rows.set(row.id, row);
      }
      cursor = body.pagination.next_cursor;
      if (cursor === null) expect(Date.parse(body.sync.next_updated_since)).toBeLessThanOrEqual(next);
    }
    this.since = new Date(next).toISOString();
  }

  async expectWhole(): Promise<void> {
    const listed = new Map<string, Json>();
    for (let cursor: string | null = '*'; cursor !== null;) {
      const { body } = await on.get(`${this.path}?page_size=100&cursor=${encodeURIComponent(cursor)}`, this.token);
      for (const row of body.data) listed.set(row.id, row);
      cursor = body.pagination.next_cursor;
    }
    const byId = (rows: Map<string, Json>) => [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(this.rows)).toEqual(byId(listed));
  }
}

it('A-505: four writers, and a reader that goes on from where it was told: equal at the end, deletions too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: CHANGES, maxLength: CHANGES, size: 'max' }), async (changes) => {
      const tenant = await newTenant();
      const writers = new Writers(tenant);
      await writers.begin();
      const copies = lists.map((path) => new Copy(path, tenant.admin.token, writers));
      const parts = Array.from({ length: WRITERS }, (_, n) => changes.filter((_one, i) => i % WRITERS === n));
      let isOver = false;
      let readings = 0;
      const writing = Promise.all(parts.map((part, n) => writers.run(n, part))).finally(() => (isOver = true));
      const reading = (async () => {
        while (!isOver) {
          for (const copy of copies) await copy.follow();
          readings += 1;
        }
      })();
      await Promise.all([writing, reading]);
      for (const copy of copies) await copy.follow();
      for (const copy of copies) await copy.expectWhole();
      const rows = copies.reduce((sum, copy) => sum + copy.rows.size, 0);
      const gone = copies.reduce((sum, copy) => sum + copy.tombstones.size, 0);
      const read = copies.reduce((sum, copy) => sum + copy.read, 0);
      expect(writers.done).toBeGreaterThan(CHANGES / 2);
      expect(gone).toBeGreaterThan(CHANGES / 50);
      expect(writers.restored).toBeGreaterThan(CHANGES / 100);
      // The changes were followed while they were made, and not read whole each time.
      expect(readings).toBeGreaterThan(5);
      expect(read).toBeLessThan((readings * rows) / 2);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
