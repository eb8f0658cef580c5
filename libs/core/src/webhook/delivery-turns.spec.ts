import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryTurns, type Claimed, type ClaimedBatch, type TurnWork } from './delivery-turns.js';
import type { Room } from './delivery-allotment.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

const deliveries = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}` }) as WebhookDelivery);
const batch = (tenant_id: string, webhook_id: string, count: number, lanes = 2): ClaimedBatch => ({
  tenant_id,
  endpoint: { id: webhook_id } as never,
  deliveries: deliveries(count),
  lanes,
  outcomes: [],
});
const nothing: Claimed = { batches: [], hasMore: false };

/** Records what is done, and lets requests wait until the test lets them go. */
class Bench implements TurnWork {
  readonly sent: string[] = [];
  readonly givenBack: string[] = [];
  readonly rooms: [string, number][] = [];
  readonly failures: unknown[] = [];
  readonly open: (() => void)[] = [];
  claimed: (tenant_id: string, room: Room) => Claimed = () => nothing;
  outcome: (id: string) => Promise<boolean> = () => Promise.resolve(true);

  claim(tenant_id: string, room: Room): Promise<Claimed> {
    this.rooms.push([tenant_id, room.sockets]);
    return Promise.resolve(this.claimed(tenant_id, room));
  }

  send({ tenant_id }: ClaimedBatch, { id }: WebhookDelivery): Promise<boolean> {
    this.sent.push(`${tenant_id} ${id}`);
    return this.outcome(id);
  }

  finish(_batch: ClaimedBatch, rest: readonly WebhookDelivery[]): Promise<void> {
    this.givenBack.push(...rest.map(({ id }) => id));
    return Promise.resolve();
  }

  nodeOf(): string {
    return '0';
  }

  failed(error: unknown): void {
    this.failures.push(error);
  }

  hang(): Promise<boolean> {
    return new Promise((done) => this.open.push(() => done(true)));
  }
}

describe('turns to send', () => {
  it('send a batch, and look again for as long as there may be more', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    const claims = [
      { batches: [batch('A', 'e', 3)], hasMore: true },
      { batches: [batch('A', 'e', 1)], hasMore: false },
    ];
    bench.claimed = () => claims.shift() ?? nothing;
    turns.wake('A');
    await sleep(20);
    expect(bench.sent).toEqual(['A 0', 'A 1', 'A 2', 'A 0']);
    await turns.stop();
  });

  it('give back what took so long to claim that the claim would end before the answer (A-444)', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    const began = performance.now();
    const clock = jest.spyOn(performance, 'now');
    bench.claimed = () => {
      bench.claimed = () => nothing;
      clock.mockReturnValue(began + 41_000);
      return { batches: [batch('A', 'e', 3)], hasMore: false };
    };
    clock.mockReturnValue(began);
    try {
      turns.wake('A');
      await sleep(20);
      expect([bench.sent, bench.givenBack]).toEqual([[], ['0', '1', '2']]);
    } finally {
      clock.mockRestore();
      await turns.stop();
    }
  });

  it('give back what was claimed while they were stopped', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    let stopped: Promise<void> | undefined;
    bench.claimed = () => {
      stopped = turns.stop();
      return { batches: [batch('A', 'e', 3)], hasMore: true };
    };
    turns.wake('A');
    await sleep(20);
    await stopped;
    expect([bench.sent, bench.givenBack]).toEqual([[], ['0', '1', '2']]);
  });

  it('claim for one tenant once at a time, and again for what came meanwhile', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    for (let i = 0; i < 10; i += 1) turns.wake('A');
    await sleep(10);
    expect(bench.rooms.length).toBeLessThanOrEqual(2);
    await turns.stop();
  });

  it('give a tenant eight requests at once, and the others their turn though its endpoints hang (A-449)', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    let endpoints = 0;
    bench.claimed = (tenant_id, { sockets }) =>
      tenant_id === 'A'
        ? {
            batches: Array.from({ length: Math.ceil(sockets / 2) }, () => batch('A', `e${(endpoints += 1)}`, 2)),
            hasMore: true,
          }
        : { batches: [batch('B', 'b', 1)], hasMore: false };
    bench.outcome = () => bench.hang();
    turns.wake('A');
    turns.wake('B');
    await sleep(10);
    turns.wake('A');
    await sleep(10);
    expect(bench.sent.filter((one) => one.startsWith('A'))).toHaveLength(8);
    expect(bench.sent).toContain('B 0');
    bench.outcome = () => Promise.resolve(true);
    const stopping = turns.stop();
    for (const go of bench.open) go();
    await stopping;
  });

  it('send no more of a batch once one of it failed, and give the rest back', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    const claims = [{ batches: [batch('A', 'e', 5, 1)], hasMore: false }];
    bench.claimed = () => claims.shift() ?? nothing;
    bench.outcome = (id) => Promise.resolve(id !== '1');
    turns.wake('A');
    await sleep(20);
    expect([bench.sent, bench.givenBack]).toEqual([
      ['A 0', 'A 1'],
      ['2', '3', '4'],
    ]);
    await turns.stop();
  });

  it('wait for what is under way when they are stopped, and give back what was not sent', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    const claims = [{ batches: [batch('A', 'e', 4)], hasMore: true }];
    bench.claimed = () => claims.shift() ?? nothing;
    bench.outcome = () => bench.hang();
    turns.wake('A');
    await sleep(10);
    let isStopped = false;
    const stopped = turns.stop().then(() => (isStopped = true));
    turns.wake('B');
    await sleep(10);
    expect([isStopped, bench.sent]).toEqual([false, ['A 0', 'A 1']]);
    for (const go of bench.open) go();
    await stopped;
    expect([bench.givenBack, bench.rooms.map(([tenant]) => tenant)]).toEqual([['2', '3'], ['A']]);
  });

  it('leave their places where a claim fails', async () => {
    const bench = new Bench();
    const turns = new DeliveryTurns(bench);
    bench.claimed = () => {
      throw new Error('no database');
    };
    for (let i = 0; i < 20; i += 1) {
      turns.wake('A');
      await sleep(1);
    }
    expect(bench.failures.length).toBeGreaterThan(10);
    expect(new Set(bench.rooms.map(([, sockets]) => sockets))).toEqual(new Set([8]));
    await turns.stop();
  });
});
